"""What a draft must not show, and what others must not know of cards that change hands unseen."""

from random import Random
from typing import Any

import pytest

from cardsdb.sets import shipped_cards
from engine.contract import SPECTATOR, Decision, Seating
from engine.dice import FairDice
from engine.registry import GAMES
from tests.engine.laws import draft_shows_nothing_new, unseen_ways_lead_to_one_place
from tests.engine.random_tables import Table, random_keys

ZARCANA = GAMES["zarcana"]
CARDS = shipped_cards(ZARCANA)
A, B, C = range(3)

RAZING = ("Ace of Swords", "Queen of Swords", "Emperor", "Hanged Man", "Death", "Tower", "Magician", "Doppelganger")
"""Cards that destroy territory, by themselves or by another card's power."""


def position(hand: list[str], victim: list[str], *, face_down: bool) -> Any:
    """A's minions point at B's and at territories, all of which lie face-down or none."""
    names = [
        "2 of Cups",
        "3 of Wands",
        "4 of Cups",
        "5 of Discs",
        "6 of Cups",
        "7 of Wands",
        "8 of Discs",
        "9 of Discs",
    ]
    spaces = ["E5", "F5", "G5", "E6", "F6", "G6", "E7", "F7"]
    below = {"cards": ["Star", "Sun"], "face_down": ["Star", "Sun"]} if face_down else ["Star", "Sun"]
    board = {
        space: {"cards": [name], "face_down": [name] if face_down else []}
        for space, name in zip(spaces, names, strict=True)
    }
    lying = [{"at": "F6", "size": "large", "facing": each} for each in ("north", "east", "south")]
    minions = [
        *lying,
        {"at": "F4", "size": "large", "facing": "south"},
        {"at": "G8", "size": "large", "facing": "north"},
    ]
    seats = {
        "A": {"hand": hand, "minions": minions},
        "B": {"hand": victim, "minions": [{"at": "F5", "size": "small"}]},
        "C": {},
    }
    discard = ["10 of Swords"]
    return ZARCANA.position({"board": {**board, "G7": below}, "seats": seats, "discard": discard}, CARDS)


@pytest.mark.parametrize("card", RAZING)
def test_no_draft_shows_a_face_down_card(card: str) -> None:
    state, chance = position([card], ["2 of Swords"], face_down=True), Random(card)
    for _ in range(60):
        draft_shows_nothing_new(ZARCANA, state, A, chance)


def test_a_card_that_is_given_is_known_to_two() -> None:
    table = Table(ZARCANA, ZARCANA.spec.options(), [Seating()] * 3, CARDS)
    for seed in range(20):
        state, chance = (
            position(["Emperor"], ["2 of Swords", "3 of Swords", "Justice", "Moon"], face_down=False),
            Random(seed),
        )
        for number in state.players[B].hand[: 1 + seed % 4]:
            state.show((number,))
        give = demanded(state, 1 + seed % 3)
        unseen_ways_lead_to_one_place(table, state, give, chance)
        ZARCANA.apply(state, give.id, random_keys(give, chance), FairDice.seeded(seed))
        views: list[Any] = [ZARCANA.view(state, viewer) for viewer in (C, SPECTATOR)]
        assert [view.seats["A"].hand for view in views] == [(), ()]


def demanded(state: Any, count: int) -> Decision:
    """Play A's Emperor against B, and return what B is asked."""
    for wanted in ("play:", "m", f"demand:{count}", "lock"):
        (asked,) = ZARCANA.decisions(state)
        key = next(option.key for option in asked.options if option.key.startswith(wanted))
        ZARCANA.apply(state, asked.id, [key], FairDice.seeded("emperor"))
    (asked,) = ZARCANA.decisions(state)
    return asked
