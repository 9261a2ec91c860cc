"""How targets are named: alike from every seat, and the same for as long as a question is open."""

from typing import Any

import pytest

from cardsdb.sets import shipped_cards
from engine.contract import SeatRef, letter
from engine.dice import FairDice
from engine.registry import GAMES

ARTBOT = GAMES["artbot"]
CARDS = shipped_cards(ARTBOT)


def choosing(active: int, seats: int) -> Any:
    """A position in which somebody is asked whom a card hits."""
    hands = {letter(seat): {"active": ["Halo Iron"], "inactive": ["Kiln Kicker"]} for seat in range(seats)}
    state = ARTBOT.position({"active": letter(active), "seats": hands}, CARDS)
    (asked,) = ARTBOT.decisions(state)
    ARTBOT.apply(state, asked.id, [asked.options[0].key], FairDice.seeded(1))
    return state


def named(state: Any) -> dict[str, int]:
    """The seat that each key of the open question names."""
    (asked,) = ARTBOT.decisions(state)
    assert asked.kind == "hit"
    seats = {option.key: option.label.args["seat"] for option in asked.options}
    return {key: seat.seat for key, seat in seats.items() if isinstance(seat, SeatRef)}


@pytest.mark.parametrize("active", range(4))
def test_from_every_seat_the_first_target_is_the_next_one(active: int) -> None:
    """Who takes the first of equal options must not play at the same seat as everybody else."""
    assert named(choosing(active, 4)) == {f"left:{places}": (active + places) % 4 for places in (1, 2, 3)}


def test_a_target_keeps_its_key_when_others_leave() -> None:
    state = choosing(1, 5)
    before = named(state)
    ARTBOT.leave(state, 3, FairDice.seeded(2))
    assert named(state) == {key: seat for key, seat in before.items() if seat != 3}
    (asked,) = ARTBOT.decisions(state)
    ARTBOT.apply(state, asked.id, ["left:3"], FairDice.seeded(3))
    assert state.players[4].hp == 0
