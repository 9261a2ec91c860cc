"""Putting the facts of a match into words: functions that make tellers for every game."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from bot.ui.texts.words import Rendered, Value, Words
from engine.contract import CardRef, Seat, SeatRef
from engine.kit.facts import Ended

Teller: TypeAlias = Callable[[Any, Words], str]
"""Returns the line for a fact of one kind; an empty string if the fact is not worth a line."""

SEATS: Final = ("seat", "active", "target", "to")
"""The fields of facts that hold seats if their values are numbers."""


class StoryPart(Struct, frozen=True):
    """A part of a story: a line, or a title and lines, and details that are dropped first if space runs out.

    Attributes:
        particulars: how it came about.
        asides: what decided nothing, or what every turn has.
        brief: what is said instead of all this to a reader who wants no figures: nothing if it is empty, and the line
            if it is None.
        row: the label of the moment that shows it in the turn's picture, which can be empty; None if none does.
        beside: what is said in brief beside that picture: what it does not show.
    """

    line: str
    particulars: tuple[str, ...] = ()
    asides: tuple[str, ...] = ()
    brief: str | None = None
    row: str | None = None
    beside: str = ""

    @property
    def short(self) -> str:
        """The part for a reader who wants no figures; empty if it has nothing for them."""
        return self.line if self.brief is None else self.brief


def by_fields(key: str, part: str | None = None, **terms: Callable[[Any, Words], Value]) -> Teller:
    """Return a teller that fills in a message from a fact's fields: seats become players, and cards become names.

    Other values stay as they are.

    Args:
        key: the id of the text.
        part: the field whose value ends the id.
        terms: functions that put other fields into words.
    """

    def tell(fact: Any, words: Words) -> str:
        values = _fields(fact)
        values |= {name: term(values[name], words) for name, term in terms.items() if name in values}
        return words(key if part is None else f"{key}_{getattr(fact, part).replace(' ', '_')}", **values)

    return tell


def with_cards(key: str) -> Teller:
    """Return a teller that fills in a message from a fact's fields, and counts and lists the `cards`."""

    def tell(fact: Any, words: Words) -> str:
        cards: dict[str, Value] = {"cards": words.list_cards(fact.cards), "count": len(fact.cards)}
        return words(key, **_fields(fact) | cards)

    return tell


def with_players(key: str, seats: str = "seats") -> Teller:
    """Return a teller that counts and lists the players whose seats are in a fact's field."""

    def tell(fact: Any, words: Words) -> str:
        found = getattr(fact, seats)
        only = {"seat": SeatRef(found[0])} if len(found) == 1 else {}
        return words(key, count=len(found), players=words.list_players(found), **only)

    return tell


def with_outcome(won: str, shared: str) -> Teller:
    """Return a teller that names a match's winner, or the players who share first place, and the reason."""

    def tell(fact: Ended, words: Words) -> str:
        first, reason = fact.outcome.ranking[0], why_over(fact.outcome.reason, fact.outcome.ranking, words)
        key = won if len(first) == 1 else shared
        return words(key, seat=SeatRef(first[0]), players=words.list_players(first), reason=reason)

    return tell


def why_over(reason: str, ranking: Sequence[Sequence[Seat]], words: Words) -> Rendered:
    """Return why a match is over; the text may name the winner, and a duel's the loser."""
    return words(reason, winner=SeatRef(ranking[0][0]), seat=SeatRef(ranking[-1][0]))


def _fields(fact: Any) -> dict[str, Value]:
    """Return the values that a message can use from a fact: seats as players, cards, numbers and words."""
    values: dict[str, Value] = {
        name: value for name in fact.__struct_fields__ if _is_sayable(value := getattr(fact, name))
    }
    return values | {name: SeatRef(value) for name in SEATS if isinstance(value := values.get(name), int)}


def _is_sayable(value: object) -> bool:
    if isinstance(value, tuple):
        return all(isinstance(each, CardRef) for each in value)
    return isinstance(value, int | str | CardRef)
