"""Seats, and the viewers of a match."""

from typing import Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table, 0 for the first. A seat is not a person: the host knows which player sits there."""

Viewer: TypeAlias = int
"""A point of view: a seat, `SPECTATOR` or `EVERYTHING`."""

SPECTATOR: Final[Viewer] = -1
"""Sees what is public."""

EVERYTHING: Final[Viewer] = -2
"""Sees everything: for finished matches and for scenarios."""

EVERYBODY: Final = -1
"""The `known_to` of a card that is public."""


def mark(viewer: Viewer) -> int:
    """Return a viewer's bit in a card's `known_to`; spectators share one, set only for public cards."""
    return 1 << (viewer if viewer >= 0 else 31)


def letter(seat: Seat) -> str:
    """Return the name of a seat in scenarios, dice purposes and decision ids: A for seat 0."""
    return "ABCDEFGH"[seat]
