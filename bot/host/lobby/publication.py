"""Moving a solo match to a channel, where everybody who reads it can follow the match from then on."""

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import NO_CLOCK
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.unit_of_work import load, mark_all
from bot.host.people.server_rules import check_game, check_people
from bot.host.people.settings import check_channel
from bot.storage import destinations, matches, people, timers
from bot.storage.destination import Destination
from bot.storage.timers import TimerKey
from engine.contract import Message


async def publish(host: Host, click: Click, match: int, guild: int, channel: int, parent: int | None) -> None:
    """Move a solo match of the person to a server's channel; `parent` is the channel that a thread is in.

    A match that was begun in a server stays in it, because it follows that server's rules. Raises Refused,
    WrongChannel, NoSuchMatch and NotAtTable.
    """
    async with click.transaction(host, match) as tx:
        table = await load(host, tx, match, lock=True)
        row = table.row
        if table.seat_of(click.user) is None:
            raise NotAtTable(row)
        if row.puzzle is not None:
            raise Refused(Message("puzzle.refused.public"))
        if row.status != "running":
            raise Refused(Message("panel.over"))
        if not row.solo:
            raise Refused(Message("solo.refused.public"))
        if row.guild not in (None, guild):
            raise Refused(Message("solo.refused.server"))
        check_channel(await people.guild(tx, guild), channel, parent)
        await check_game(tx, guild, row.game)
        await check_people(tx, guild, click.user)
        row.solo, row.guild, row.channel, row.pace = False, guild, channel, NO_CLOCK.key
        await matches.change(tx, row, {"solo": False, "guild": guild, "channel": channel, "pace": row.pace})
        if parent is not None:
            await destinations.keep_place(tx, Destination.parent(match), parent)
        await timers.put(tx, match, TimerKey("watch", None, str(click.user)), host.now())
        await mark_all(tx, table)
    host.wake()
