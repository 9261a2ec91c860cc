"""House players: they think in processes of their own, about guesses, within a time, and get over the loss of one."""

import os
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool

import msgspec
import pytest

from bot.host import house, lobby
from bot.host.context import Host
from bot.host.thinking import InProcess, Processes, R, T, Thought, think
from cardsdb.sets import deck_of, shipped_sets, stored
from engine.artbot.cards import ArtBotCards
from engine.artbot.rules import ArtBot
from engine.artbot.state import State
from engine.contract import JSON, AnyGame, Seating
from engine.dice import FairDice
from engine.registry import GAMES
from tests.host.play_through import ADA, answer, click, opened, table_of
from tests.support.clocks import ManualClock


def thought(level: str = "easy", game: AnyGame | None = None) -> Thought:
    rules = game or GAMES["artbot"]
    sets = shipped_sets(rules)
    cards = rules.cards(sets)
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
    )


class Dies(ArtBot):
    """Takes the process that thinks about it with it."""

    def load(self, data: JSON, version: int, cards: ArtBotCards) -> State:
        os._exit(1)


async def test_a_process_finds_the_same_line_as_this_one() -> None:
    processes = Processes(1)
    try:
        assert await processes.run(think, thought("normal")) == think(thought("normal"))
    finally:
        processes.close()


async def test_a_process_that_dies_is_replaced() -> None:
    processes = Processes(1)
    try:
        with pytest.raises(BrokenProcessPool):
            await processes.run(think, thought(game=Dies()))
        assert await processes.run(think, thought()) == think(thought())
    finally:
        processes.close()


async def test_a_failing_move_comes_back_and_then_the_match_goes_on(host: Host, clock: ManualClock) -> None:
    table = await opened(host, game="probe", house="easy", seats=2)
    await lobby.start(host, click(ADA), table.match.id)
    await answer(host, table.match.id, ADA, "dare:1")
    before = (await table_of(host, table.match.id)).row.entries
    clock.advance(3)
    assert await house.work(host, Fails())
    assert not await house.work(host, InProcess()), "it is left alone for a while"
    assert (await table_of(host, table.match.id)).row.entries == before
    clock.advance(house.LEASE + 1)
    assert await house.work(host, InProcess())
    assert (await table_of(host, table.match.id)).row.entries > before


class Fails(InProcess):
    """Fails at every thought."""

    async def run(self, work: Callable[[T], R], task: T) -> R:
        raise BrokenProcessPool
