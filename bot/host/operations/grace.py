"""Servers that the bot cannot reach, because it was removed from them or because Discord cannot reach them.

Everything there waits: no time runs out, nobody is written to first, and it goes on when the bot is back. After a
removal it waits for the host's time of grace, a day unless set otherwise, and once in seven days; then it ends.

Each match and tournament is brought in line with its server in a transaction of its own, so that nobody waits long, and
whatever interrupts this is made up for when the bot next learns in which servers it is.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import DAY
from bot.host.kernel.timers import apart
from bot.host.match import pauses, thread_locks
from bot.host.match.pauses import Reason
from bot.host.match.unit_of_work import close, lay, say
from bot.host.operations.outage import SAID
from bot.host.puzzles import daily_posts
from bot.host.recurring import evenings
from bot.host.tournament import rounds
from bot.host.tournament.tournament import find
from bot.storage import (
    destinations,
    graces,
    held_rows,
    matches,
    outbox,
    page_links,
    people,
    recurrences,
    servers,
    timers,
    tournaments,
)
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.privacy import GONE
from bot.storage.schema.people import GraceRow
from bot.storage.timers import TimerKind
from engine.contract import Message

AGAIN: Final = 7 * DAY
"""Seconds after a time of grace began until the same server can get another one."""

UNAVAILABLE: Final = 365 * DAY
"""Seconds for which everything in an unavailable server waits, at the most."""

ENDING: Final = TimerKind("ending", int)
"""The time of grace of a server is over, and what is unfinished there ends."""

BATCH: Final = 20
"""How many matches end in one transaction."""


async def removed(host: Host, guild: int) -> None:
    """Pause everything in a server from which the bot was removed until its return, or end it."""
    await _begin(host, guild, "removed")


async def unavailable(host: Host, guild: int) -> None:
    """Pause everything in a server that is unavailable until it is available again."""
    await _begin(host, guild, "unavailable")


async def _begin(host: Host, guild: int, why: Reason) -> None:
    async with host.database.transaction() as tx:
        if not await servers.in_use(tx, [guild]):
            return
        await people.hold_guild(tx, guild)
        row = await _grace(tx, guild)
        if row.why not in (why, "removed"):
            now = host.now()
            if row.why is None:
                row.begun = now
            row.why, row.until = why, now + UNAVAILABLE
            if why == "removed":
                row.until = now + await _granted(tx, host, row)
                await timers.drop_apart(tx, ENDING, guild)
                await timers.put_apart(tx, ENDING, guild, row.until)
            await graces.keep(tx, row)
    await _align(host, guild)


async def _granted(tx: AsyncConnection, host: Host, row: GraceRow) -> float:
    """Return for how many seconds everything waits after a removal: not at all if it has done so lately."""
    if row.granted is not None and host.now() - row.granted < AGAIN:
        return 0.0
    if await matches.unfinished_in(tx, guild=row.guild) or await tournaments.unfinished(tx, guild=row.guild):
        row.granted = host.now()
    return host.grace


async def back(host: Host, guilds: Collection[int]) -> None:
    """Resume everything in those of some servers where it has waited for the bot."""
    async with host.database.reading() as connection:
        found = await graces.unsettled(connection) & {*guilds}
    for guild in sorted(found):
        async with host.database.transaction() as tx:
            await people.hold_guild(tx, guild)
            row = await _grace(tx, guild)
            row.why = None
            if not row.over:
                await timers.drop_apart(tx, ENDING, guild)
            await graces.keep(tx, row)
        await _align(host, guild)


async def reconcile(host: Host, present: Collection[int], out: Collection[int], heard: Callable[[int], bool]) -> None:
    """Bring everything in line with the servers that the bot is in, which may have changed while it was down.

    `out` are those of them that are unavailable. `heard` returns whether this process receives a server's events.
    """
    async with host.database.reading() as connection:
        known = {*await matches.guilds_in_play(connection), *await tournaments.guilds_with_any(connection)}
        known |= {*await page_links.guilds_with_any(connection), *await recurrences.guilds_with_any(connection)}
        known |= await graces.unsettled(connection)
    for guild in sorted(filter(heard, known)):
        if guild not in present:
            await removed(host, guild)
        elif guild in out:
            await unavailable(host, guild)
        else:
            await back(host, [guild])


async def _grace(tx: AsyncConnection, guild: int) -> GraceRow:
    return await graces.get(tx, guild) or GraceRow(guild, None, 0.0, 0.0, None, [], over=False)


async def _align(host: Host, guild: int) -> None:
    """Make the tournaments, recurrences and matches in a server wait or go on, as the bot is away or there."""
    async with host.database.reading() as connection:
        events = await tournaments.unfinished(connection, guild=guild)
        found = await matches.unfinished_in(connection, guild=guild)
    for event in events:
        async with host.database.transaction() as tx:
            await _align_tournament(host, tx, event.id, guild)
    async with host.database.transaction() as tx:
        if (await _grace(tx, guild)).why is None:
            await evenings.back(host, tx, guild)
            await daily_posts.back(host, tx, guild)
    for match in sorted(found):
        async with host.database.transaction() as tx:
            row = await matches.get(tx, match, lock=True)
            if row is not None and row.status in ("lobby", "running"):
                await _align_match(host, tx, row, guild)
    host.wake()


async def _align_tournament(host: Host, tx: AsyncConnection, tournament: int, guild: int) -> None:
    found = await find(host, tx, tournament)
    await people.hold_guild(tx, guild)
    row = await _grace(tx, guild)
    if row.over or (row.why is not None) is (tournament in row.waiting):
        return
    if row.why is None:
        row.waiting.remove(tournament)
        await rounds.go_on(host, tx, found, row.begun)
    elif await rounds.wait(host, tx, found):
        row.waiting.append(tournament)
    await graces.keep(tx, row)


async def _align_match(host: Host, tx: AsyncConnection, match: MatchRow, guild: int) -> None:
    row = await _grace(tx, guild)
    if row.over or (match.paused == row.why and match.pause_ends in (None, row.until)):
        return
    before = match.paused
    if before == "thread":
        if row.why is None:
            return
        await thread_locks.end(host, tx, match)
    elif before is not None:
        await pauses.end(host, tx, match)
    if row.why is not None:
        await pauses.begin(host, tx, match, "removed" if row.why == "removed" else "unavailable", row.until)
    elif before is not None and match.status == "running":
        await _say_back(host, tx, match, row, before)


async def _say_back(host: Host, tx: AsyncConnection, match: MatchRow, row: GraceRow, why: str) -> None:
    """Say once in each place that the bot is back; a server that was unavailable for less than a minute is no news."""
    away = host.now() - row.begun
    if why == "unavailable" and away < SAID:
        return
    channel = await destinations.place(tx, Destination.thread(match.id))
    others = [] if channel is None else await destinations.matches_at(tx, channel)
    if not await outbox.said_since(tx, others, "outage", row.begun):
        await say(tx, match, "outage", {"seconds": round(away), "why": why}, host.now())


async def _on_ending(host: Host, tx: AsyncConnection, guild: int) -> None:
    """End some of what is unfinished in a server that the bot was removed from; before, tell each person once."""
    await people.hold_guild(tx, guild)
    row = await _grace(tx, guild)
    if row.why != "removed" and not row.over:
        return
    found = await matches.unfinished_in(tx, guild=guild)
    events = await tournaments.unfinished(tx, guild=guild)
    if not row.over:
        row.over = True
        await _tell(host, tx, found, [event.id for event in events])
        await page_links.delete_in(tx, guild=guild)
    for match in found[:BATCH]:
        await _end_match(host, tx, match)
    for event in events if len(found) <= BATCH else ():
        await rounds.end(host, tx, await find(host, tx, event.id), "cancelled")
    await held_rows.abandon(tx, guild)
    if len(found) > BATCH:
        await timers.put_apart(tx, ENDING, guild, host.now())
    else:
        row.over, row.waiting = False, []
    await graces.keep(tx, row)
    host.wake()


async def _end_match(host: Host, tx: AsyncConnection, match: int) -> None:
    row = await matches.get(tx, match, lock=True)
    if row is None:
        return
    why = Message("end.removed")
    if row.status == "running":
        await close(host, tx, await lay(host, tx, row), why)
    elif row.status == "lobby":
        await lobby.close(host, tx, match, why)


async def _tell(host: Host, tx: AsyncConnection, found: Collection[int], events: Collection[int]) -> None:
    """Tell everyone who plays or organises something that ends here which matches and tournaments that are."""
    played: dict[int, list[int]] = {}
    for match in found:
        for seat in await matches.seats_of(tx, match):
            if seat.present and seat.user is not None:
                played.setdefault(seat.user, []).append(match)
    entered: dict[int, list[str]] = {}
    for event in events:
        ended = await find(host, tx, event)
        for user in {*(entrant.user for entrant in ended.members), ended.row.organiser}:
            entered.setdefault(user, []).append(ended.row.title)
    for user in sorted({*played, *entered} - {GONE}):
        content = {"matches": played.get(user, []), "tournaments": entered.get(user, [])}
        await outbox.add_gone(tx, user, content, host.now())


TIMERS: Final[Mapping[str, TimerHandler]] = dict([apart(ENDING, _on_ending)])
"""The handlers by kind of timer."""
