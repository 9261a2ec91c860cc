"""Bids in words: a whole match is told, and no text is missing."""

from typing import Any

import pytest

from bot.host.match.players import Player
from bot.ui.games import RENDERERS
from bot.ui.games.rules import all_sections
from bot.ui.lobby.table_options import option_name
from bot.ui.texts.words import Words
from engine.contract import SPECTATOR, Event, Outcome, Seating, seen
from engine.dice import FairDice
from engine.games.bids.events import Revealed
from engine.games.bids.state import BidsPlayer
from engine.kit.facts import Ended
from engine.registry import EXAMPLES
from tests.engine.random_tables import begun, walk
from tests.ui.picture_reader import NAMES

BIDS, RENDERER = EXAMPLES["bids"], RENDERERS["bids"]
WORDS = Words(None)


@pytest.mark.parametrize("seed", range(3))
def test_a_match_is_told_from_the_first_prize_to_the_winner(seed: int) -> None:
    at, state, dice, chance = begun(BIDS, seed)
    told = []
    for step in walk(at, state, dice, chance):
        view = BIDS.view(state, step.decision.seat)
        assert RENDERER.question(step.decision, WORDS) == "What do you bid?"
        assert all(WORDS.message(option.label) == f"Bid {option.key}" for option in step.decision.options)
        assert RENDERER.step(view, WORDS).startswith("Prize ")
        assert "On the table" in RENDERER.board(view, WORDS)
        assert "You can bid" in RENDERER.hand(view, step.decision.seat, WORDS)
        events = BIDS.apply(BIDS.copy(state), step.decision.id, step.keys, FairDice.seeded(seed))
        told += RENDERER.story(seen(events, SPECTATOR), WORDS)
    assert "wins" in told[-1].line or "share first place" in told[-1].line
    assert WORDS(BIDS.stop(state).reason) == "All prizes are gone."


def test_the_board_has_a_line_for_each_player() -> None:
    state, _ = two_players()
    words = Words(None, [Player(user=100 + seat, name=NAMES[seat]) for seat in range(2)])
    lines = RENDERER.board(BIDS.view(state, 0), words).splitlines()
    assert [line for line in lines if "<@100>" in line] == [lines[1]]
    assert [line for line in lines if "<@101>" in line] == [lines[2]]


def test_every_text_that_a_lobby_shows_is_there() -> None:
    texts: list[str] = [WORDS("bids.name"), option_name(BIDS, "prizes", WORDS), WORDS("bids.option.prizes.about")]
    texts += [part for section in all_sections(RENDERER, WORDS) for part in section]
    assert all(texts)
    state, _ = two_players()
    assert WORDS(BIDS.stop(state).reason) == "The match was stopped."


def test_whoever_leaves_is_told_of_and_the_others_go_on() -> None:
    state, dice = two_players()
    facts = seen(BIDS.leave(state, 0, dice), SPECTATOR)
    assert [beat.line for beat in RENDERER.story(facts, WORDS)] == [
        "an empty seat left the match.",
        "🏆 an empty seat wins!",
    ]


def test_players_who_are_equal_share_first_place() -> None:
    shared = Ended(Outcome(((0, 1), (2,)), "bids.end"))
    (beat,) = RENDERER.story([shared], WORDS)
    assert beat.line == "🏆 an empty seat, an empty seat share first place."


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
    assert state.players[0] == BidsPlayer((1, 2, 4, 5, 6), answered=2)


def two_players() -> tuple[Any, FairDice]:
    dice = FairDice.seeded("bids")
    state, _ = BIDS.new(BIDS.spec.options(), [Seating(), Seating()], BIDS.cards(()), dice)
    return state, dice


def play(state: Any, dice: FairDice, *bids: int) -> tuple[Event, ...]:
    events: tuple[Event, ...] = ()
    for bid in bids:
        events += BIDS.apply(state, BIDS.decisions(state)[0].id, (str(bid),), dice)
    return events
