"""Facts that all games tell, and all the facts of one game as a type."""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

from engine.contract import CardRef, Fact, Outcome, Seat


class SeatFact(Fact, frozen=True):
    """What a player did, or what happened to one."""

    seat: Seat


class CardFact(SeatFact, frozen=True):
    """What became of a card, for a player or by one."""

    card: CardRef


class CardsFact(SeatFact, frozen=True):
    """What became of some cards, for a player or by one."""

    cards: tuple[CardRef, ...]


class Drew(CardsFact, frozen=True, tag="drew"):
    """Cards drawn, as their owner sees them."""


class DrewUnseen(SeatFact, frozen=True, tag="drew unseen"):
    """Cards drawn, as everybody else sees them."""

    count: int


class Left(SeatFact, frozen=True, tag="left"):
    """A player left the match."""


class Ended(Fact, frozen=True, tag="ended"):
    """The match is over."""

    outcome: Outcome


def facts_of(module: ModuleType) -> Any:
    """Return the union of the facts that a game's module defines and of those that all games tell.

    A class from which others derive is what these have in common, and no fact.
    """
    named = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Fact)]
    kinds: list[type[Fact]] = [Drew, DrewUnseen, Left, Ended, *named]
    return reduce(or_, {kind for kind in kinds if not kind.__subclasses__()})
