"""What players are called on a page without names: what everybody could see of them, and nothing that they wrote."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.host.fairness.export_files import ExportedDeck
from bot.host.fairness.replays import ExportedMatch
from bot.ui.replays.page import words_of
from tests.ui.replay_pages import written


def names(match: ExportedMatch, *, published: bool = True) -> list[str]:
    words = words_of(match, None, published=published)
    return [words.name(seat) for seat in range(len(match.told.seats))]


def with_decks(match: ExportedMatch, *decks: dict[str, int]) -> ExportedMatch:
    """Return a match to which its players brought other decks, which they have named."""
    seats: Any = [
        replace(seat, deck=ExportedDeck("Ada Lovelace", cards))
        for seat, cards in zip(match.told.seats, decks, strict=True)
    ]
    return replace(match, told=replace(match.told, seats=seats))


@pytest.mark.parametrize(
    ("key", "kind", "called"),
    [
        ("varia", {}, ["Cogwright", "Evenlight Pilgrim"]),
        ("artbot", {}, ["Salon", "Chapel"]),
        ("zarcana", {"seats": 4}, ["Blue", "Orange", "Green", "Yellow"]),
    ],
)
def test_people_are_called_after_their_deck_or_the_colour_of_their_seat(
    key: str, kind: dict[str, Any], called: list[str]
) -> None:
    _, match = written(key, longest=12, **kind)
    assert names(match) == called


def test_a_house_player_keeps_its_name() -> None:
    _, match = written("warmage", longest=12, house=True)
    person, house = names(match)
    assert person == "Blue"
    assert house not in ("Orange", "Player 2")


def test_a_deck_of_ones_own_is_called_after_the_ready_one_that_has_most_of_it() -> None:
    _, match = written("varia", longest=12)
    first, second = (seat.deck.cards for seat in match.told.seats if seat.deck is not None)
    few = dict(list(second.items())[:3])
    cards = sum(few.values())
    mostly = {**dict.fromkeys(few, 1), **first}
    half = {**few, "x": cards}
    assert names(with_decks(match, mostly, half)) == ["Cogwright", "Player 2"]


def test_no_deck_is_named_before_the_secret_is_published() -> None:
    """A tournament may hide its decks until then; colours hide nothing."""
    _, match = written("varia", longest=12)
    assert names(match, published=False) == ["Player 1", "Player 2"]
    _, match = written("zarcana", longest=12)
    assert names(match, published=False) == ["Blue", "Orange"]
