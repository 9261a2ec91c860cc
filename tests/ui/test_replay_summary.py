"""The story of a match: it names what decided the match, and says less if nothing did."""

from collections.abc import Sequence
from typing import Any

import pytest

from bot.host.match.players import Player
from bot.host.review.analysis import MatchReview, Throws
from bot.ui.games import RENDERERS
from bot.ui.replays.standings import Standings
from bot.ui.replays.summary import summary
from bot.ui.texts.words import Spoken
from cardsdb.sets import shipped_sets
from engine.contract import EVERYTHING, CardRef, Fact, Outcome
from engine.games.varia import events as e
from engine.kit.facts import Left, Standing
from engine.registry import GAMES

PLAIN = Throws(dice=20, shown=70, expected=70.0)
LUCKY = Throws(dice=20, shown=90, expected=70.0)
UNLUCKY = Throws(dice=20, shown=50, expected=70.0)
WON = Outcome(((0,), (1,)), "varia.end.hp")
VARIA: Any = GAMES["varia"]
CARDS: Any = VARIA.cards(shipped_sets(VARIA))
NAME = "Rivet Gun"
END: Any = VARIA.view(VARIA.position({}, CARDS), EVERYTHING)
BLOW = (
    e.Performed(seat=0, cards=(CardRef(CARDS.find(NAME)),), ap=2, hp=0),
    e.Hit(seat=0, target=1, dealt=9, prevented=0),
)
WORDS = Spoken(None, [Player(user=seat + 1, name=f"Player {seat + 1}") for seat in range(2)], CARDS)


def told(
    first: Sequence[float],
    throws: tuple[Throws, Throws] = (PLAIN, PLAIN),
    outcome: Outcome = WON,
    *,
    left: bool = False,
) -> list[str]:
    """Return the story of a duel with a turn for each step, in which the first player hits in the third step."""
    values = [*((value, -value) for value in first), (1.0, -1.0)]
    facts: list[tuple[Fact, ...]] = [
        (Standing((20 + round(10 * mine), 20 + round(10 * theirs))), e.TurnBegan(turn, active=0))
        for turn, (mine, theirs) in enumerate(values, 1)
    ]
    facts[2] = (*BLOW, *facts[2])
    if left:
        facts[-1] = (Left(1), *facts[-1])
    standings = Standings(tuple(values), tuple(facts), len(first), outcome, END)
    return [str(each) for each in summary(standings, MatchReview((), 0, 0, throws), RENDERERS["varia"], WORDS)]


def test_the_step_that_turned_the_match_is_named_with_what_happened() -> None:
    won, turned = told([0.0, -0.4, 0.5, 0.6])
    assert won == "Player 1 won in turn 4."
    assert turned == "The match turned in turn 2, with Player 1’s Rivet Gun (−9 HP)."
    assert told([0.0, -0.1, -0.4, 0.5])[1] == "The match turned in turn 3."


def test_what_happens_in_the_opening_does_not_turn_a_match() -> None:
    values = [0.0, 0.5, *(0.5 + 0.02 * step for step in range(20))]
    assert told(values)[1:] == ["Player 1 led from turn 1 on."]
    values[5:] = [0.9] * len(values[5:])
    assert told(values)[1:] == ["The match turned in turn 5."]


def test_a_match_without_a_turning_point_says_who_led() -> None:
    assert told([0.0, 0.12, 0.2, 0.3])[1:] == ["Player 1 led from turn 1 on."]
    assert told([0.0, -0.3, -0.3, -0.3])[1:] == ["Player 1 was behind until the end."]


@pytest.mark.parametrize(
    ("throws", "expected"),
    [
        ((LUCKY, PLAIN), ["The dice were kind to Player 1."]),
        ((PLAIN, UNLUCKY), ["The dice were against Player 2."]),
        ((UNLUCKY, LUCKY), []),
        ((PLAIN, PLAIN), []),
    ],
)
def test_only_dice_that_helped_the_winner_are_told(throws: tuple[Throws, Throws], expected: list[str]) -> None:
    assert told([0.0, 0.04, 0.0, 0.04], throws) == ["Player 1 won in turn 4.", *expected]


def test_a_draw_has_no_story_and_a_match_that_was_left_no_other_reason() -> None:
    assert told([0.0, 0.4, 0.8], outcome=Outcome(((0, 1),), "varia.end.both")) == []
    won = "Player 1 won in turn 3."
    assert told([0.0, 0.4, 0.8], (LUCKY, UNLUCKY), left=True) == [won, "Player 2 left the match."]
    assert told([0.0, -0.4, -0.5], left=True) == [won, "Player 2 was ahead, but left the match."]
