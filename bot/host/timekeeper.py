"""The worker that lets timers happen, house players' moves among them."""

import asyncio
from typing import Final

import structlog

from bot.host.clocks import RUNNING
from bot.host.context import Host
from bot.host.desk import load, load_running, store
from bot.host.happenings import HAPPENINGS
from bot.storage import timers
from bot.storage.timers import TimerRow
from engine.dice import FairDice
from engine.players.house import LEVELS, Pick

LEASE: Final = 30.0
"""For how many seconds a claimed timer is left to whoever claimed it; a failing one is tried again after that."""

BATCH: Final = 20
POLL: Final = 5.0
"""The longest wait, in seconds: nothing depends on having been told."""

log = structlog.get_logger()


async def run(host: Host) -> None:
    """Let timers happen for as long as the service lives."""
    while True:
        if not await work(host):
            async with host.database.reading() as connection:
                due = await timers.next_due(connection, but=_held_back(host))
            wait = POLL if due is None else min(POLL, max(0.0, due - host.now()))
            await host.clock.sleep(wait, host.timers_due)


async def work(host: Host) -> bool:
    """Let the timers happen that are due now, and return whether there were any."""
    now = host.now()
    async with host.database.transaction() as tx:
        claimed = await timers.claim(tx, now, now + LEASE, BATCH, but=_held_back(host))
    await asyncio.gather(*(_happen(host, timer) for timer in claimed))
    return bool(claimed)


def _held_back(host: Host) -> tuple[str, ...]:
    """Nobody's time runs out while nobody can be heard."""
    return () if host.hears else RUNNING


async def _happen(host: Host, timer: TimerRow) -> None:
    """Let one timer happen. A failure is logged, and its lease brings it back."""
    structlog.contextvars.bind_contextvars(match=timer.match, timer=timer.id, kind=timer.kind)
    outcome = "failed"
    try:
        if timer.kind == "house":
            await _house(host, timer)
        else:
            async with host.database.transaction() as tx:
                await HAPPENINGS[timer.kind](host, tx, timer)
                await timers.drop(tx, timer)
        outcome = "ok"
    except asyncio.CancelledError:
        raise
    except Exception:
        log.exception("timer failed", attempts=timer.attempts)
    host.metrics.timers.labels(timer.kind, outcome).inc()


async def _house(host: Host, timer: TimerRow) -> None:
    """Let a house player move: it thinks outside any transaction, and answers by decision id like anyone."""
    line = await _think(host, timer)
    async with host.database.transaction() as tx:
        table = await load_running(host, tx, timer.match)
        if table is not None and line:
            before = table.open()
            table.play(timer.seat, line)
            if table.log:
                await store(host, tx, table, before)
        await timers.drop(tx, timer)


async def _think(host: Host, timer: TimerRow) -> list[Pick]:
    """Return a house player's line, found in a thread of its own from a guess at the state."""
    async with host.database.reading() as connection:
        table = await load(host, connection, timer.match)
    level = table.seats[timer.seat].house
    if level is None or all(asked.id != timer.subject for asked in table.open()):
        return []
    dice = FairDice(host.chance.secret())
    guess = table.game.determinize(table.state, timer.seat, dice)
    return await asyncio.to_thread(LEVELS[level].line, table.game, guess, timer.seat, dice)
