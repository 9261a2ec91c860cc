"""Stopping matches from outside, by a moderator or the operator, reversing those for keeps, and deleted channels."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.collections import stakes
from bot.host.kernel import server_log
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match import thread_locks
from bot.host.match.unit_of_work import NoSuchMatch, close, lay
from bot.host.operations import server_channels
from bot.host.recurring import evenings
from bot.host.tournament import rounds
from bot.storage import destinations, matches, outbox, page_links, tournaments
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


async def channel_gone(host: Host, channel: int) -> None:
    """Move everything on that is played in a channel that has been deleted.

    Running matches move to their next places, tournaments are paused, and lobbies that nobody sees any more are closed;
    their people are notified by DM. Links to the pages of matches there are deleted.
    """
    async with host.database.transaction() as tx:
        await page_links.delete_in(tx, channel=channel)
    await server_channels.channel_gone(host, channel)
    await evenings.place_gone(host, channel)
    async with host.database.reading() as connection:
        events = await tournaments.unfinished(connection, channel=channel)
        found = await matches.unfinished_in(connection, channel=channel)
    for event in events:
        async with host.database.transaction() as tx:
            await rounds.place_gone(host, tx, event.id)
    for match in found:
        async with host.database.transaction() as tx:
            row = await matches.get(tx, match, lock=True)
            if row is not None and row.status == "running":
                await _move(host, tx, row)
            elif row is not None:
                await _close(host, tx, row, Message("end.place_gone"))
    host.wake()


async def _move(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    """Move a running match to the next place of its ladder. Threads are deleted with their channel."""
    if row.paused == "thread":
        await thread_locks.end(host, tx, row)
    thread = Destination.thread(row.id)
    place = await destinations.place(tx, thread)
    if place is not None:
        await destinations.lose_place(tx, thread, place)
    await outbox.mark_again(tx, row.id)


async def _close(host: Host, tx: AsyncConnection, row: MatchRow, why: Message) -> bool:
    """Close a match or lobby, and return whether there was anything to close."""
    if row.status == "running":
        await close(host, tx, await lay(host, tx, row), why)
    elif row.status == "lobby":
        await lobby.close(host, tx, row.id, why)
    else:
        return False
    return True
