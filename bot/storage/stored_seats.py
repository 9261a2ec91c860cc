"""How a seat, or none, is stored: in tables and in the files of matches."""

from typing import Final

from engine.contract import Seat

_NO_SEAT: Final = -1
"""The stored form of no seat. NULLs would be distinct in a unique index."""


def stored_seat(seat: Seat | None) -> int:
    """Return the stored form of a seat or of none."""
    return _NO_SEAT if seat is None else seat


def loaded_seat(stored: int) -> Seat | None:
    """Return the seat restored from its stored form, or None."""
    return None if stored == _NO_SEAT else stored
