"""House players: they think in processes of their own, about guesses, within a time, and get over the loss of one."""

import asyncio
import os
from collections.abc import Callable
from math import inf

import msgspec
import pytest

from bot.host.house import worker
from bot.host.house.thinking import LEAST, SECONDS, InProcess, Processes, R, T, Thought, think
from bot.host.kernel.host import Host
from bot.host.kernel.paces import HOUSE_PAUSE
from bot.process_pool import WorkLost
from cardsdb.sets import deck_of, shipped_cards, shipped_sets, stored
from engine.contract import JSON, AnyGame, Seating
from engine.dice import FairDice
from engine.games.artbot.cards import ArtBotCards
from engine.games.artbot.rules import ArtBot
from engine.games.artbot.state import ArtBotState
from engine.registry import GAMES
from tests.host.players import ADA, BEN, CLEO, answer, begin, click, opened, probe_of, table_of
from tests.support.clocks import ManualClock


def thought(level: str = "easy", game: AnyGame | None = None, end: float = inf) -> Thought:
    rules = game or GAMES["artbot"]
    sets = shipped_sets(rules)
    cards = shipped_cards(rules)
    decks = [Seating(deck_of(ready, cards)) for ready in sets[0].decks]
    state, _ = rules.new(rules.spec.options(), decks[:2], cards, FairDice.seeded(1))
    seat = rules.decisions(state)[0].seat
    versions = [stored(each) for each in sets]
    return Thought(
        rules,
        tuple(each.hash for each in versions),
        tuple(each.content for each in versions),
        msgspec.json.decode(msgspec.json.encode(rules.dump(rules.determinize(state, seat, FairDice.seeded(2))))),
        seat,
        level,
        b"seed",
        end,
    )


class Dies(ArtBot):
    """Takes the process that thinks about it with it."""

    def load(self, data: JSON, version: int, cards: ArtBotCards) -> ArtBotState:
        os._exit(1)


async def test_a_process_finds_the_same_line_as_this_one() -> None:
    processes = Processes(1)
    try:
        assert await processes.run(think, thought("normal")) == think(thought("normal"))
    finally:
        processes.close()


@pytest.mark.parametrize(
    ("waited", "answered"),
    [(0.0, SECONDS), (SECONDS - 2, SECONDS), (SECONDS, SECONDS + LEAST), (10 * SECONDS, 10 * SECONDS + LEAST)],
)
def test_the_time_for_a_move_begins_when_it_is_asked_for(waited: float, answered: float) -> None:
    """Issue 10. What it waited for a process is not given to it once more; but a move is never left to chance."""
    step, told = 0.5, list[float]()

    def steady() -> float:
        told.append(waited + step * len(told))
        return told[-1]

    assert think(thought("hard", end=SECONDS), steady)
    assert told[-1] == answered + step


def test_processes_leave_a_core_to_who_answers_clicks() -> None:
    wanted = ((1, 16), (64, 4), (64, 2), (64, 1), (1, None))
    assert [Processes(most, cores).places for most, cores in wanted] == [1, 3, 1, 1, 1]


async def test_a_process_that_dies_is_replaced() -> None:
    processes = Processes(1)
    try:
        with pytest.raises(WorkLost):
            await processes.run(think, thought(game=Dies()))
        assert await processes.run(think, thought()) == think(thought())
    finally:
        processes.close()


async def its_turn(host: Host) -> int:
    """Start a match in which it is a house player's turn."""
    table = await opened(host, game="probe", house="easy", seats=2)
    await begin(host, click(ADA), table.match.id)
    await answer(host, table.match.id, ADA, "dare:1")
    return table.match.id


async def test_it_moves_after_a_pause_like_a_persons(host: Host, clock: ManualClock) -> None:
    await its_turn(host)
    shortest, longest = HOUSE_PAUSE
    clock.advance(shortest - 0.01)
    assert not await worker.work(host, InProcess())
    clock.advance(longest - shortest + 0.01)
    assert await worker.work(host, InProcess())


async def test_while_it_thinks_others_are_answered(host: Host, clock: ManualClock) -> None:
    """Issue 10. No transaction is open meanwhile, and its time runs from when it was asked."""
    match, other = await its_turn(host), await probe_of(host, (BEN, CLEO))
    before = (await table_of(host, match)).row.entries
    clock.advance(HOUSE_PAUSE[1])
    slow = Slow()
    moving = asyncio.create_task(worker.work(host, slow))
    await slow.asked.wait()
    assert slow.end == clock.steady() + SECONDS
    await answer(host, other, BEN, "dare:1")
    assert (await table_of(host, match)).row.entries == before
    slow.free.set()
    assert await moving
    assert (await table_of(host, match)).row.entries > before


class Slow(InProcess):
    """Thinks until it is set free."""

    def __init__(self) -> None:
        self.asked, self.free, self.end = asyncio.Event(), asyncio.Event(), 0.0

    async def run(self, work: Callable[[T], R], task: T) -> R:
        assert isinstance(task, Thought)
        self.end = task.end
        self.asked.set()
        await self.free.wait()
        return work(task)


async def test_a_failing_move_comes_back_and_then_the_match_goes_on(host: Host, clock: ManualClock) -> None:
    match = await its_turn(host)
    before = (await table_of(host, match)).row.entries
    clock.advance(HOUSE_PAUSE[1])
    assert await worker.work(host, Fails())
    assert not await worker.work(host, InProcess()), "it is left alone for a while"
    assert (await table_of(host, match)).row.entries == before
    clock.advance(worker.LEASE + 1)
    assert await worker.work(host, InProcess())
    assert (await table_of(host, match)).row.entries > before


class Fails(InProcess):
    """Fails at every thought."""

    async def run(self, work: Callable[[T], R], task: T) -> R:
        raise WorkLost("died")
