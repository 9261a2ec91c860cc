"""What house players steer by: better is more, and what is decided is all or nothing."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cardsdb.sets import shipped_cards
from engine.registry import GAMES
from tests.engine.random_tables import begun, walk

ARTBOT = GAMES["artbot"]
CARDS = shipped_cards(ARTBOT)
COMMON, ARMOURED = "Halo Iron", "Omnibrush Prime"


def worth(**seats: dict[str, list[str]]) -> float:
    return ARTBOT.worth(ARTBOT.position({"seats": seats}, CARDS), 0)


def hand(*cards: str, **zones: list[str]) -> dict[str, Any]:
    return {"active": list(cards), **zones}


def test_more_own_cards_fewer_of_others_and_rarer_ones_are_better() -> None:
    even = worth(A=hand(COMMON, COMMON), B=hand(COMMON, COMMON))
    assert worth(A=hand(COMMON, COMMON, COMMON), B=hand(COMMON, COMMON)) > even
    assert worth(A=hand(COMMON, COMMON), B=hand(COMMON)) > even
    assert worth(A=hand(COMMON, ARMOURED), B=hand(COMMON, COMMON)) > even
    assert worth(A=hand(COMMON, COMMON), B=hand(COMMON, ARMOURED)) < even
    assert worth(A=hand(COMMON, COMMON, discard=[COMMON]), B=hand(COMMON, COMMON)) > even


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 2**32))
def test_worth_lies_between_lost_and_won(seed: int) -> None:
    at, state, dice, chance = begun(ARTBOT, seed)
    seats = range(len(at.seats))
    for step in walk(at, state, dice, chance):
        assert all(-1 <= ARTBOT.worth(step.state, seat) < 1 for seat in seats)
    first = state.outcome.ranking[0]
    for seat in seats:
        assert ARTBOT.worth(state, seat) == (-1 if seat not in first else 1 if len(first) == 1 else 0)
