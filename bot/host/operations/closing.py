"""Stopping matches from outside: by a moderator, by the operator, or because their channel or server is gone.

Also reversing a match for keeps.
"""

from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.collections import stakes
from bot.host.kernel import server_log
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match.unit_of_work import NoSuchMatch, close, lay
from bot.host.operations import server_channels
from bot.host.tournament import rounds
from bot.storage import matches, outbox, page_links, tournaments
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from engine.contract import Message

REASON_LENGTH = 300
"""The maximum length of a reason."""


async def by_moderator(host: Host, click: Click, guild: int, match: int, reason: str) -> None:
    """Close a lobby or running match in a server, with a reason that everyone sees.

    Raises NoSuchMatch, Refused and Unsure.
    """
    async with click.transaction(host, match) as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None or row.guild != guild:
            raise NoSuchMatch(match)
        if row.status in ("lobby", "running"):
            people = len(await matches.people_at(tx, match))
            question = "ask.close" if row.status == "running" else "ask.close.lobby"
            click.confirm(Message(question, {"match": match, "count": people, "moves": row.entries}))
        if not await _close(host, tx, row, Message("end.moderator", {"reason": reason[:REASON_LENGTH]})):
            raise Refused(Message("panel.over"))
        short = reason[:REASON_LENGTH]
        await server_log.note(host, tx, guild, "log.closed", match=match, who=click.user, reason=short)


async def reverse(host: Host, click: Click, guild: int, match: int, reason: str) -> None:
    """Reverse everything that changed hands in a server's match for keeps. Raises NoSuchMatch, Refused and Unsure."""
    async with click.transaction(host, match) as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None or row.guild != guild:
            raise NoSuchMatch(match)
        count = await stakes.reverse(host, tx, match)
        click.confirm(Message("ask.reverse", {"match": match, "count": count}))
        content = {"reason": reason[:REASON_LENGTH]}
        await outbox.add_post(tx, match, "reversed", Destination.thread(row.id), content, host.now())
        await server_log.note(host, tx, guild, "log.reversed", match=match, who=click.user, **content)
    host.outbox_due.set()


async def by_operator(host: Host, match: int, reason: str) -> None:
    """Close a lobby or running match on the operator's order. Raises NoSuchMatch if there is none to close."""
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None or not await _close(host, tx, row, Message("end.operator", {"reason": reason[:REASON_LENGTH]})):
            raise NoSuchMatch(match)
        short = reason[:REASON_LENGTH]
        await server_log.note(host, tx, row.guild, "log.closed.operator", match=match, reason=short)


async def place_gone(host: Host, *, guild: int | None = None, channel: int | None = None) -> None:
    """Close all lobbies and running matches in a server or channel that is gone, and notify their players by DM.

    Tournaments there are paused, or ended if their server is gone, so their games do not restart. Links to the pages of
    matches there are deleted.
    """
    async with host.database.transaction() as tx:
        await page_links.delete_in(tx, guild=guild, channel=channel)
    if channel is not None:
        await server_channels.channel_gone(host, channel)
    await _stop_tournaments(host, guild=guild, channel=channel)
    async with host.database.reading() as connection:
        found = await matches.unfinished_in(connection, guild=guild, channel=channel)
    for match in found:
        async with host.database.transaction() as tx:
            row = await matches.get(tx, match, lock=True)
            if row is not None:
                await _close(host, tx, row, Message("end.place_gone"), directly=True)


async def _stop_tournaments(host: Host, *, guild: int | None, channel: int | None) -> None:
    async with host.database.reading() as connection:
        found = await tournaments.unfinished(connection, guild=guild, channel=channel)
    for row in found:
        async with host.database.transaction() as tx:
            await rounds.place_gone(host, tx, row.id, for_good=channel is None)


async def reconcile_guilds(host: Host, present: set[int], heard: Callable[[int], bool]) -> None:
    """Close everything that is being played in servers from which the bot was removed while it was offline.

    `heard` returns whether this process receives a server's events at all.
    """
    async with host.database.reading() as connection:
        known = {*await matches.guilds_in_play(connection), *await tournaments.guilds_with_any(connection)}
        known |= {*await page_links.guilds_with_any(connection)}
    for guild in sorted(known):
        if heard(guild) and guild not in present:
            await place_gone(host, guild=guild)


async def _close(host: Host, tx: AsyncConnection, row: MatchRow, why: Message, *, directly: bool = False) -> bool:
    """Close a match or lobby, and return whether there was anything to close."""
    if row.status == "running":
        await close(host, tx, await lay(host, tx, row), why, directly=directly)
    elif row.status == "lobby":
        await lobby.close(host, tx, row.id, why)
    else:
        return False
    return True
