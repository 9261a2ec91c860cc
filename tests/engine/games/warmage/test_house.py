"""A house player that answers: it counters what hurts it, keeps what protects it, and finishes the weak."""

from collections.abc import Sequence
from typing import Any

import pytest

from cardsdb.sets import shipped_cards
from engine.contract import Decision, Option
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.registry import GAMES

WARMAGE = GAMES["warmage"]
CARDS = shipped_cards(WARMAGE)
DECK = ["Squall", "Cinder Dart", "Barkskin", "Salve", "Undertow", "Weathervane"] * 2
NEARLY_OUT = {"flesh": 1, "mortal": 2}


def standing(seats: dict[str, Any], *picks: str) -> Any:
    """A position in A's Cast step, after some picks: each names the seat, then the option's key or its card's id."""
    row = ["Salve", "Deep Graft", "Gather Wind"]
    state = WARMAGE.position({"deck": DECK, "row": row, "seats": seats}, CARDS)
    for pick in picks:
        seat, _, wanted = pick.partition(" ")
        asked = next(each for each in WARMAGE.decisions(state) if each.id.startswith(seat))
        chosen = next(option for option in asked.options if wanted in (option.key, card_of(option)))
        WARMAGE.apply(state, asked.id, [chosen.key], FairDice.seeded("so far"))
    return state


def card_of(option: Option) -> str:
    return getattr(option.label.args.get("card"), "card", "")


def chosen(state: Any, seat: int, seed: int) -> list[str]:
    """What the house plays: the cards and other keys of its line."""
    guess = WARMAGE.determinize(state, seat, FairDice.seeded("guess", seed))
    played, said = WARMAGE.copy(state), []
    for decision, keys in LEVELS["normal"].line(WARMAGE, guess, seat, FairDice.seeded("line", seed)):
        asked: Decision = next(each for each in WARMAGE.decisions(played) if each.id == decision)
        said += [card_of(option) or option.key for option in asked.options if option.key in keys]
        WARMAGE.apply(played, decision, keys, FairDice.seeded("play", seed))
    return said


@pytest.mark.parametrize(
    ("seats", "picks", "seat", "wanted"),
    [
        pytest.param(
            {"A": {"hand": ["Cinder Dart"]}, "B": {"hand": ["Gather Wind", "Undertow"], **NEARLY_OUT}},
            ["A cinder-dart"],
            1,
            ["undertow"],
            id="counters the last Wound",
        ),
        pytest.param(
            {"A": {"hand": ["Comet Price", "Salve"]}, "B": {"hand": ["Undertow", "Gather Wind"]}},
            ["A comet-price", "A salve"],
            1,
            ["undertow"],
            id="counters what hurts",
        ),
        pytest.param(
            {
                "A": {"hand": ["Cinder Dart"]},
                "B": {"hand": ["Gather Wind"], **NEARLY_OUT},
                "C": {"hand": ["Undertow", "Salve"]},
            },
            ["A cinder-dart", "A player:1"],
            2,
            ["pass"],
            id="lets others suffer",
        ),
        pytest.param(
            {"A": {"hand": ["Cinder Dart"]}, "B": {"play": ["Barkskin"], **NEARLY_OUT}},
            ["A cinder-dart", "B pass"],
            1,
            ["barkskin"],
            id="is protected when it counts",
        ),
        pytest.param(
            {"A": {"hand": ["Cinder Dart"]}, "B": {"play": ["Second Bloom"], **NEARLY_OUT}},
            ["A cinder-dart", "B pass"],
            1,
            ["second-bloom"],
            id="takes its last chance",
        ),
        pytest.param(
            {"A": {"hand": ["Ash Away"], "play": ["Barkskin"]}, "B": {"hand": ["Undertow"]}},
            [],
            0,
            ["end"],
            id="keeps its protection",
        ),
        pytest.param(
            {"A": {"hand": ["Cinder Dart"]}, "B": {**NEARLY_OUT}, "C": {"hand": ["Gather Wind"]}},
            [],
            0,
            ["cinder-dart", "player:1"],
            id="finishes the weak",
        ),
    ],
)
def test_the_house_knows_what_to_do(
    seats: dict[str, Any], picks: Sequence[str], seat: int, wanted: Sequence[str]
) -> None:
    state = standing(seats, *picks)
    for seed in range(4):
        assert chosen(state, seat, seed) == list(wanted)
