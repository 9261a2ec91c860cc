"""Bids in words: a whole match is told, and no text is missing."""

from typing import Any

import pytest

from bot.ui.games import RENDERERS
from bot.ui.words import Words
from engine.contract import SPECTATOR, Event, Seating, seen
from engine.dice import FairDice
from engine.games.bids.events import Revealed
from engine.games.bids.state import Player
from engine.registry import EXAMPLES
from tests.engine.random_tables import begun, walk

BIDS, RENDERER = EXAMPLES["bids"], RENDERERS["bids"]
WORDS = Words(None)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_told_from_the_first_prize_to_the_winner(seed: int) -> None:
    at, state, dice, chance = begun(BIDS, seed)
    told = []
    for step in walk(at, state, dice, chance):
        view = BIDS.view(state, step.decision.seat)
        assert RENDERER.question(step.decision, WORDS) == "What do you bid?"
        assert RENDERER.step(view, WORDS).startswith("Prize ")
        assert "On the table" in RENDERER.board(view, WORDS)
        assert "You can bid" in RENDERER.hand(view, step.decision.seat, WORDS)
        events = BIDS.apply(BIDS.copy(state), step.decision.id, step.keys, FairDice.seeded(seed))
        told += RENDERER.story(seen(events, SPECTATOR), WORDS)
    assert "wins" in told[-1].line or "draw" in told[-1].line


def test_the_highest_bid_that_nobody_else_made_wins_and_a_tie_leaves_the_prizes() -> None:
    state, dice = two_players()
    first = state.prizes[0]
    play(state, dice, 7, 7)
    assert [player.won for player in state.players] == [0, 0]
    assert state.prizes[0] == first
    second = state.prizes[1]
    events = play(state, dice, 3, 5)
    assert [player.won for player in state.players] == [0, first + second]
    (line,) = RENDERER.story([fact for fact in seen(events, SPECTATOR) if isinstance(fact, Revealed)], WORDS)
    assert line.line == f"Bids: an empty seat 3, an empty seat 5. **an empty seat** wins {first + second} points."
    assert state.players[0] == Player((1, 2, 4, 5, 6), answered=2)


def two_players() -> tuple[Any, FairDice]:
    dice = FairDice.seeded("bids")
    state, _ = BIDS.new(BIDS.spec.options(), [Seating(), Seating()], BIDS.cards(()), dice)
    return state, dice


def play(state: Any, dice: FairDice, *bids: int) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for bid in bids:
        events += BIDS.apply(state, BIDS.decisions(state)[0].id, (str(bid),), dice)
    return events
