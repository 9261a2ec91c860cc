"""The worker for house players' moves: they think outside any transaction, and answer by decision id."""

import asyncio
from typing import Final

import structlog

from bot.host.house.thinking import SECONDS, Thinkers, Thought, think
from bot.host.kernel.host import Host
from bot.host.kernel.timers import counted, wait_for_next
from bot.host.match.timers import HOUSE
from bot.host.match.unit_of_work import load, load_running, store
from bot.storage import set_versions, timers
from bot.storage.timers import TimerRow
from engine.contract import Seat
from engine.dice import FairDice
from engine.players.characters import cast

LEASE: Final = SECONDS + 30.0
"""The lease of a house player's move, in seconds; a failed move is tried again after that."""


async def run(host: Host, thinkers: Thinkers) -> None:
    """Make house players' moves for as long as the service runs, as many at once as `thinkers` has places."""
    async with asyncio.TaskGroup() as places:
        for _ in range(thinkers.places):
            places.create_task(_take_place(host, thinkers))


async def _take_place(host: Host, thinkers: Thinkers) -> None:
    while True:
        await host.courtesy.wait()
        if not await work(host, thinkers):
            await wait_for_next(host, host.house_due, only=(HOUSE,))


async def work(host: Host, thinkers: Thinkers) -> bool:
    """Make one due move of a house player, and return whether there was one.

    A failure is logged, and the move comes back when its lease expires. If the player's time runs out, the clock plays
    for it as for anyone else.
    """
    now = host.now()
    async with host.database.transaction() as tx:
        claimed = await timers.claim(tx, now, now + LEASE, 1, only=(HOUSE,))
    for timer in claimed:
        structlog.contextvars.bind_contextvars(match=timer.match, timer=timer.id, kind=timer.kind)
        with counted(host, timer, "house player failed"):
            await _move(host, thinkers, timer)
    return bool(claimed)


async def _move(host: Host, thinkers: Thinkers, timer: TimerRow) -> None:
    match, seat, decision = timer.at_seat()
    thought = await _thought(host, match, seat, decision, host.clock.steady() + SECONDS)
    line = [] if thought is None else await thinkers.run(think, thought)
    await host.courtesy.wait()
    async with host.database.transaction() as tx:
        table = await load_running(host, tx, match)
        if table is not None and line:
            before = table.open()
            table.play(seat, line)
            if table.log:
                await store(host, tx, table, before)
        await timers.drop(tx, timer)


async def _thought(host: Host, match: int, seat: Seat, decision: str, end: float) -> Thought | None:
    """Return the task to think about until `end`, by the steady clock.

    Returns None if the decision is no longer open, or a person now has the seat.
    """
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        contents = await set_versions.contents(connection, table.row.sets)
    character = cast([each.house for each in table.seats], match)[seat]
    if character is None or all(asked.id != decision for asked in table.open()):
        return None
    seed = host.chance.secret()
    guess = table.game.dump(table.game.determinize(table.state, seat, FairDice(seed)))
    return Thought(table.game, tuple(table.row.sets), tuple(contents), guess, seat, character, seed, end)
