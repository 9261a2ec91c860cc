"""Facts that all games tell, and all the facts of one game as a type."""

from functools import reduce
from operator import or_
from types import ModuleType
from typing import Any

from engine.contract import CardRef, Fact, Outcome, Seat


class Drew(Fact, frozen=True, tag="drew"):
    """Cards drawn, as their owner sees them."""

    seat: Seat
    cards: tuple[CardRef, ...]


class DrewUnseen(Fact, frozen=True, tag="drew unseen"):
    """Cards drawn, as everybody else sees them."""

    seat: Seat
    count: int


class Left(Fact, frozen=True, tag="left"):
    """A player left the match."""

    seat: Seat


class Ended(Fact, frozen=True, tag="ended"):
    """The match is over."""

    outcome: Outcome


def facts_of(module: ModuleType) -> Any:
    """Return the union of the facts that a game's module defines and of those that all games tell."""
    named = [kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Fact)]
    return reduce(or_, {Drew, DrewUnseen, Left, Ended, *named} - {Fact})
