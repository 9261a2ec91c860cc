"""Pairing rounds: the worker that finds out who meets whom, and stores it.

Pairing thinks for long in a large tournament, so it is done in a thread, outside any transaction; what it has found is
stored only if nothing has changed meanwhile. A round is one transaction: its series are all there or none is, and each
has a timer of its own that begins its first game.
"""

import asyncio
from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.tournament.rounds import end, set_ends, set_openings
from bot.host.tournament.rules.course import Round, following
from bot.host.tournament.tournament import PAIRING, Tournament, find, look, pair_at, say, show
from bot.host.workers.timekeeper import LEASE, POLL
from bot.storage import timers, tournaments
from bot.storage.timers import TimerRow
from bot.storage.tournaments import SeriesRow

AGAIN: Final = 1.0
"""After how many seconds it is looked again whether a round can be paired that something else goes before."""

log = structlog.get_logger()


async def run(host: Host) -> None:
    """Pair rounds for as long as the service lives."""
    while True:
        if not await work(host):
            async with host.database.reading() as connection:
                due = await timers.next_due(connection, only=(PAIRING,))
            wait = POLL if due is None else min(POLL, max(0.0, due - host.now()))
            await host.clock.sleep(wait, host.rounds_due)


async def work(host: Host) -> bool:
    """Pair one round that is due, and return whether there was one.

    A failure is logged, and its lease brings it back.
    """
    now = host.now()
    async with host.database.transaction() as tx:
        claimed = await timers.claim(tx, now, now + LEASE, 1, only=(PAIRING,))
    for timer in claimed:
        outcome = "failed"
        with structlog.contextvars.bound_contextvars(timer=timer.id, kind=timer.kind, tournament=timer.subject):
            try:
                while not await _pair(host, timer):
                    pass
                outcome = "ok"
            except Exception:
                log.exception("pairing failed", attempts=timer.attempts)
        host.metrics.timers.labels(timer.kind, outcome).inc()
    return bool(claimed)


async def _pair(host: Host, timer: TimerRow) -> bool:
    """Pair the round after the one that a timer names, and return whether that is done with.

    It is not where something has changed while the pairing was thought about.
    """
    tournament, round_ = (int(part) for part in timer.subject.split(" "))
    seen = await look(host, tournament)
    wanted = _waits(seen, round_)
    found = await asyncio.to_thread(following, seen.course) if wanted else None
    async with host.database.transaction() as tx:
        now = await find(host, tx, tournament)
        if _waits(now, round_) != wanted or (wanted and now.course != seen.course):
            return False
        if wanted and await _absent(tx, now):
            # Whoever did not come is to be taken out first, or somebody would wait for them again.
            await pair_at(tx, now.row, host.now() + AGAIN)
        elif wanted and found is None:
            await end(host, tx, now, "over")
        elif found is not None:
            await _store(host, tx, now, found)
        await timers.drop(tx, timer)
    host.wake()
    return True


async def _absent(tx: AsyncConnection, found: Tournament) -> bool:
    """Whether it is noted of somebody, and not done yet, that they are taken out because they did not come."""
    played = [(each.id, number) for each in found.now_played for number in (each.first, each.second)]
    return await timers.any_apart(tx, "absent", [f"{series} {number}" for series, number in played])


def _waits(found: Tournament, round_: int) -> bool:
    """Whether all of a round is played, and the next one waits for being paired."""
    row = found.row
    if row.status != "running" or row.round != round_ or row.paused is not None:
        return False
    return all(series.state != "open" for series in found.now_played)


async def _store(host: Host, tx: AsyncConnection, found: Tournament, paired: Round) -> None:
    """Store a round: its series, each with the timers of its own, and what is said about it."""
    row, now = found.row, host.now()
    if paired.cut is not None:
        row.tree = row.round
        for number, player in enumerate(paired.cut):
            entrant = found.entrant(player)
            entrant.cut = number
            await tournaments.change_entrant(tx, entrant)
    row.round, row.begun = row.round + 1, now
    row.deadline = None if row.round_length is None else now + row.round_length
    await tournaments.change(tx, row)
    played: list[int] = []
    for table, meeting in enumerate(paired.meetings, 1):
        series = SeriesRow(
            tournament=row.id,
            round=row.round,
            number=table,
            node=meeting.node,
            first=meeting.first,
            second=meeting.second,
            why=meeting.why,
            first_points=meeting.points[0],
            second_points=meeting.points[1],
        )
        if meeting.second is None:
            series.state, series.winner, series.how, series.ended = "won", meeting.first, "bye", now
        number = await tournaments.add_series(tx, series)
        if meeting.second is not None:
            played.append(number)
    await set_openings(tx, played, now)
    await set_ends(tx, row, played, now)
    if not played:
        await pair_at(tx, row, now)
    await say(host, tx, row, "round", round=row.round)
    await show(host, tx, row)
