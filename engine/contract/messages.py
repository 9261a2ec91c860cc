"""Texts to be: ids of the catalogue, and what fills their gaps."""

from typing import TypeAlias

from msgspec import Struct

from engine.contract.seats import Seat


class SeatRef(Struct, frozen=True, tag="seat"):
    """A seat as an argument of a message: whoever renders the text puts the player's name there."""

    seat: Seat


class CardRef(Struct, frozen=True, tag="card"):
    """A card as an argument of a message or a part of a view.

    `card` is the definition's id in the pinned sets; `instance` is the piece of cardboard, where there is one.
    """

    card: str
    instance: int | None = None


Arg: TypeAlias = int | str | SeatRef | CardRef | tuple[CardRef, ...]


class Message(Struct, frozen=True):
    """A text to be: an id of the catalogue and what its gaps are filled with."""

    id: str
    args: dict[str, Arg] = {}
