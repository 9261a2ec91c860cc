"""Messages: catalogue ids with the arguments that fill their placeholders."""

from typing import TypeAlias

from msgspec import Struct

from engine.contract.seats import Seat


class SeatRef(Struct, frozen=True, tag="seat"):
    """A seat as an argument of a message, rendered as the player's name."""

    seat: Seat


class CardRef(Struct, frozen=True, tag="card"):
    """A card as an argument of a message or a part of a view.

    `card` is the definition's id in the pinned sets; `instance` is the physical card, if there is one.
    """

    card: str
    instance: int | None = None


Arg: TypeAlias = int | str | SeatRef | CardRef | tuple[CardRef, ...]


class Message(Struct, frozen=True):
    """Text to render: a catalogue id and the arguments that fill its placeholders."""

    id: str
    args: dict[str, Arg] = {}
