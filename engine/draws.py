"""The record of chance."""

from msgspec import Struct


class Draw(Struct, frozen=True):
    """The record of one use of chance.

    Attributes:
        purpose: what the draw was for.
        index: the number of the draw within that purpose, from 0.
        size: the number of values or positions to draw from.
        result: the number drawn, from 0; for a shuffle, the old positions in their new order.
    """

    purpose: str
    index: int
    size: int
    result: tuple[int, ...]
