"""Destinations, and the texts that stand for them in the database."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.storage.destination import Destination, Kind

NUMBERS = st.integers(0, 2**63 - 1)
KINDS = st.sampled_from(Kind)


def destination(kind: Kind, number: int, seat: int) -> Destination:
    return Destination(kind, number, seat if kind.value[1] is None else None)


@given(st.builds(destination, KINDS, NUMBERS, st.integers(0, 20)))
def test_a_text_form_reads_back_as_its_destination(named: Destination) -> None:
    assert Destination.parse(str(named)) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("match 42 thread", Destination.thread(42)),
        ("match 42 channel", Destination.lobby(42)),
        ("match 42 parent", Destination.parent(42)),
        ("match 42 return", Destination.returned(42)),
        ("match 42 opened", Destination(Kind.OPENED, 42)),
        ("match 42 reopened", Destination(Kind.REOPENED, 42)),
        ("panel 42 0", Destination.panel(42, 0)),
        ("seat 42 1", Destination.shelf(42, 1)),
        ("user 7 dm", Destination.dm(7)),
        ("tournament 3 channel", Destination.tournament(3)),
        ("tournament 3 parent", Destination.tournament_parent(3)),
        ("tournament 3 event", Destination.event(3)),
        ("guild 5 greeting", Destination.greeting(5)),
    ],
)
def test_the_texts_in_the_database_stay_as_they_were(text: str, named: Destination) -> None:
    assert str(named) == text
    assert Destination.parse(text) == named


@pytest.mark.parametrize("text", ["", "match 42", "match 42 attic", "seat 42 A", "match x thread", "match 1 thread 2"])
def test_what_is_no_destination_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        Destination.parse(text)
