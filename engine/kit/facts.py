"""Facts that all games report, and the type of all facts of one game."""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

from msgspec import field

from engine.contract import CardRef, Fact, Outcome, Seat


class SeatFact(Fact, frozen=True):
    """Something that a player did, or that happened to a player."""

    seat: Seat


class CardFact(SeatFact, frozen=True):
    """Something that a player did with a card, or that happened to a player's card."""

    card: CardRef


class CardsFact(SeatFact, frozen=True):
    """Something that a player did with several cards, or that happened to a player's cards."""

    cards: tuple[CardRef, ...]


class Drew(CardsFact, frozen=True, tag="drew"):
    """Cards drawn, as their owner sees them."""


class DrewUnseen(SeatFact, frozen=True, tag="drew unseen"):
    """Cards drawn, as everyone else sees them."""

    count: int


class Left(SeatFact, frozen=True, tag="left"):
    """A player has left the match."""


class Standing(Fact, frozen=True, tag="standing"):
    """All players' points as everybody can count them: before the first turn, then after each moment or turn.

    They are stored under the name that they had when not every game told them.
    """

    points: tuple[int, ...] = field(name="hp")


class Ended(Fact, frozen=True, tag="ended"):
    """The match is over."""

    outcome: Outcome


def facts_of(module: ModuleType) -> Any:
    """Return the union of the facts that a game's module defines and those that all games report.

    A class from which others of them derive is only their common base, not a fact.
    """
    named = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Fact)]
    kinds: list[type[Fact]] = [Drew, DrewUnseen, Left, Standing, Ended, *named]
    return reduce(or_, {kind for kind in kinds if not set(kinds) & set(kind.__subclasses__())})
