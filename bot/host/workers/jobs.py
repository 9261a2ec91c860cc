"""The worker for jobs: requests to Discord other than messages, such as whether a player has left the server.

Jobs are timers. They run outside any transaction, because Discord can take a long time to answer.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Protocol, TypeAlias

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import NotNow
from bot.host.kernel.host import Host
from bot.host.kernel.timers import POLL
from bot.host.match import panel_actions, thread_locks, unreachable
from bot.host.match.places import ReturnAttempt, is_lost, is_own_thread, look_again, look_later
from bot.host.recurring import evenings
from bot.host.seasons import season
from bot.host.tournament import champion, entry
from bot.storage import destinations, matches, timers
from bot.storage.destination import Destination
from bot.storage.outages import Unavailable
from bot.storage.outbox import PostRow, match_of
from bot.storage.privacy import GONE
from bot.storage.timers import JOBS, TimerKey, TimerRow

LEASE: Final = 120.0
"""Seconds for which a claimed job is left to the process that claimed it."""

TRYING: Final = 60.0
"""The time limit for one try, in seconds."""

SLOWEST: Final = 60.0
"""The longest pause between two tries, in seconds."""

GIVE_UP: Final = 1500
"""Number of tries after which a match's job is given up, which takes about a day."""

BATCH: Final = 8

log = structlog.get_logger()


class Discord(Protocol):
    """The requests that jobs make to Discord. Each of them may raise NotNow."""

    async def is_member(self, guild: int, user: int) -> bool:
        """Return whether a person is still in a server; true if Discord does not say."""
        ...

    async def organises(self, guild: int, user: int, role: int | None) -> bool:
        """Return whether a person may manage a server, or has a role there; true if Discord does not say."""
        ...

    async def add_to_thread(self, thread: int, user: int) -> bool:
        """Add a person to a thread if possible, and return whether the bot can still use the thread."""
        ...

    async def archive_soon(self, thread: int) -> None:
        """Archive a thread automatically an hour after its last message; a refusal is ignored."""
        ...

    async def may_speak(self, guild: int, channel: int) -> bool | None:
        """Return whether the bot may speak in a channel or thread; None if that no longer exists."""
        ...

    async def prize_fault(self, guild: int, role: int, chooser: int) -> str | None:
        """Return what speaks against giving a role that somebody chose to the winner; None if nothing does."""
        ...

    async def mention_fault(self, guild: int, role: int, organiser: int, channel: int) -> str | None:
        """Return what speaks against mentioning a role in a channel for an organiser; None if nothing does."""
        ...

    async def move_role(self, guild: int, role: int, takes: Iterable[int], gives: Iterable[int]) -> str | None:
        """Take a role from some people and give it to others; return what spoke against it, or None."""
        ...

    async def is_locked(self, guild: int, thread: int) -> bool:
        """Return whether a thread is locked for the bot; false if it is not, is gone, or Discord does not say."""
        ...


Job: TypeAlias = Callable[[Host, Discord, TimerRow], Awaitable[bool]]
"""Does a job, and returns whether it is finished; if not, the job is run again at once."""


async def adopt(tx: AsyncConnection, row: PostRow) -> None:
    """Turn a job that an older version has left in the outbox into a timer."""
    match row.kind:
        case "check":
            keys = [TimerKey("check", seat) for seat in row.content["seats"]]
        case "watch":
            keys = [TimerKey("watch", None, str(row.content["user"]))]
        case "tidy":
            keys = [TimerKey("tidy")]
        case _:
            looked = ReturnAttempt.of(row.content["lost"], row.content["looks"], row.content["gone"])
            keys = [looked.key]
    for key in keys:
        await timers.put(tx, match_of(row), key, row.due)


async def _check(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Remove a player who has missed a turn from the match if they have left the server."""
    match_id, seat, _ = job.at_seat()
    async with host.database.reading() as connection:
        match = await matches.get(connection, match_id)
        seats = await matches.seats_of(connection, match_id)
    if match is None or match.guild is None:
        return True
    user = seats[seat].user
    if user is None or await discord.is_member(match.guild, user):
        return True
    await panel_actions.remove(host, match_id, seat)
    if match.series is not None:
        await entry.gone(host, match.series, user)
    return True


async def _watch(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Add a spectator to a match's thread; a match that has lost its place has no thread.

    A locked thread pauses the match, and with it this job.
    """
    match_id, user = job.at_match()
    thread = Destination.thread(match_id)
    async with host.database.reading() as connection:
        channel = await destinations.place(connection, thread)
        row = await matches.get(connection, match_id)
        if row is None or (channel is None and (row.status != "running" or await is_lost(connection, row))):
            return True
    if channel is None:
        raise NotNow("the thread is not open yet")
    if await discord.add_to_thread(channel, int(user)):
        return True
    if row.guild is not None and await discord.is_locked(row.guild, channel):
        await thread_locks.settle(host, match_id, channel, locked=True)
        return False
    async with host.database.transaction() as tx:
        await matches.get(tx, match_id, lock=True)  # locked before its surfaces, as by a click
        if await destinations.lose_place(tx, thread, channel):
            await look_later(tx, match_id, channel, host.now())
    return False


async def _tidy(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Archive a finished match's thread soon, if the bot opened it for the match."""
    match_id, _ = job.at_match()
    async with host.database.reading() as connection:
        thread = await destinations.place(connection, Destination.thread(match_id))
        own = thread is not None and await is_own_thread(connection, match_id, thread)
    if thread is not None and own:
        await discord.archive_soon(thread)
    return True


async def _return(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Check whether a match can return to the place that it has lost, or, if it has none now, to any place.

    Places that no longer exist are not checked again. A solo match has no place to return to.
    """
    match_id, subject = job.at_match()
    async with host.database.reading() as connection:
        match = await matches.get(connection, match_id)
        if match is None or match.guild is None or match.solo or match.status not in ("lobby", "running"):
            return True
        silent = await is_lost(connection, match)
        parent = await destinations.place(connection, Destination.parent(match.id))
    look = ReturnAttempt.parse(subject)
    lost, gone = look.lost, set(look.gone)
    for channel in dict.fromkeys((lost, *((match.channel, parent) if silent else ()))):
        if channel is None or channel in gone:
            continue
        speaks = await discord.may_speak(match.guild, channel)
        if speaks is None:
            gone.add(channel)
        if not speaks:
            continue
        async with host.database.transaction() as tx:
            await matches.get(tx, match.id, lock=True)
            await destinations.retake_place(tx, Destination.thread(match.id), channel)
            await unreachable.place_found(host, tx, match.id)
            if channel == lost:
                await destinations.keep_place(tx, Destination.returned(match.id), channel)
            elif lost not in (None, *gone):
                await look_again(tx, match.id, ReturnAttempt.of(lost, look.looks + 1, gone), host.now())
        return True
    async with host.database.transaction() as tx:
        if silent:
            await unreachable.try_again(tx, match)
        if silent or lost not in (None, *gone):
            await look_again(tx, match.id, ReturnAttempt.of(lost, look.looks + 1, gone), host.now())
    return True


async def _lock(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Look whether the thread of a match is locked, and pause the match, resume it or move it on."""
    match_id, _ = job.at_match()
    async with host.database.reading() as connection:
        match = await matches.get(connection, match_id)
        channel = await destinations.place(connection, Destination.thread(match_id))
    if match is not None and match.guild is not None and match.status == "running" and channel is not None:
        locked = await discord.is_locked(match.guild, channel)
        await thread_locks.settle(host, match_id, channel, locked=locked)
    return True


async def _recur(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Announce the next evening of a recurrence, unless its organiser may no longer hold tournaments."""
    recurrence = evenings.RECUR.parse(job.subject)
    due = await evenings.due(host, recurrence)
    if due is not None:
        may = due.organiser != GONE and await discord.organises(due.guild, due.organiser, due.role)
        await evenings.announce(host, recurrence, due.organiser, may=may)
    return True


async def _crown(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Give the role of a tournament or a season to its champion, and take it from the one before."""
    what, _, number = champion.CROWN.parse(job.subject).partition(" ")
    moved = await (champion if what == "tournament" else season).crowning(host, int(number))
    if moved is not None:
        fault = await discord.prize_fault(moved.guild, moved.role, moved.chooser)
        if fault is None:
            fault = await discord.move_role(moved.guild, moved.role, moved.takes, moved.champions)
        await champion.crowned(host, moved, fault)
    return True


async def _ping(host: Host, discord: Discord, job: TimerRow) -> bool:
    """Mention the role of a tournament."""
    tournament = champion.PING.parse(job.subject)
    wanted = await champion.wanted_ping(host, tournament)
    if wanted is not None:
        fault = await discord.mention_fault(wanted.guild, wanted.role, wanted.organiser, wanted.channel)
        await champion.pinged(host, tournament, wanted, fault)
    return True


_EACH: Final[tuple[Job, ...]] = (_check, _watch, _tidy, _return, _lock, _recur, _crown, _ping)
_DOING: Final[dict[str, Job]] = dict(zip(JOBS, _EACH, strict=True))


async def run(host: Host, discord: Discord) -> None:
    """Do jobs for as long as the service runs."""
    while True:
        if not await work(host, discord):
            async with host.database.reading() as connection:
                due = await timers.next_due(connection, only=JOBS)
            # A due job that was not claimed waits for a post, whose delivery wakes this loop.
            wait = POLL if due is None or due <= host.now() else min(POLL, due - host.now())
            await host.clock.sleep(wait, host.jobs_due)


async def work(host: Host, discord: Discord) -> bool:
    """Do the due jobs, and return whether there were any."""
    now = host.now()
    async with host.database.transaction() as tx:
        claimed = await timers.claim(tx, now, now + LEASE, BATCH, only=JOBS)
    await asyncio.gather(*(_do(host, discord, job) for job in claimed))
    return bool(claimed)


async def _do(host: Host, discord: Discord, job: TimerRow) -> None:
    """Do one job, or reschedule it."""
    structlog.contextvars.bind_contextvars(match=job.match, timer=job.id, kind=job.kind)
    pause = min(SLOWEST, 2.0 ** min(job.attempts - 1, 10))
    outcome = "failed"
    again: float | None = host.now() + pause
    try:
        async with asyncio.timeout(TRYING):
            done = await _DOING[job.kind](host, discord, job)
        outcome, again = "ok", None if done else host.now()
    except NotNow as error:
        again = host.now() + max(error.after or 0.0, pause)
    except Unavailable:
        raise
    except Exception:
        log.exception("job failed", attempts=job.attempts)
    async with host.database.transaction() as tx:
        if again is None or (job.match is not None and job.attempts >= GIVE_UP):
            await timers.drop(tx, job)
        else:
            await timers.later(tx, job, again)
    host.outbox_due.set()
    host.metrics.timers.labels(job.kind, outcome).inc()
