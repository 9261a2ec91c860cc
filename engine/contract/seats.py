"""Seats, and the viewers of a match."""

from enum import Enum
from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 for the first. A seat is not a person: the host knows which player sits there."""


class Observer(Enum):
    """A point of view that belongs to nobody at the table."""

    SPECTATOR = "spectator"
    EVERYTHING = "everything"


Viewer: TypeAlias = Seat | Observer
"""A point of view: a seat, `SPECTATOR` or `EVERYTHING`."""

SPECTATOR: Final = Observer.SPECTATOR
"""Sees what is public."""

EVERYTHING: Final = Observer.EVERYTHING
"""Sees everything: for finished matches and for scenarios."""

EVERYBODY: Final = ~0
"""The `known_to` of a public card: all bits are set."""


def mark(viewer: Viewer) -> int:
    """Return a viewer's bit in a card's `known_to`; spectators share one, set only for public cards."""
    return 1 << (31 if isinstance(viewer, Observer) else viewer)


def letter(seat: Seat) -> str:
    """Return the name of a seat in scenarios, dice purposes and decision ids: A for seat 0."""
    return "ABCDEFGH"[seat]
