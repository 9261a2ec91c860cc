"""WarMage with a fixed number of seats and way of answering, so that the laws cover each combination."""

from typing import Literal

from pydantic import Field

from engine.contract.spec import Spec
from engine.games.warmage.pieces import WarMageOptions
from engine.games.warmage.rules import WarMage


class SealedOptions(WarMageOptions):
    responses: Literal["sealed"] = "sealed"
    turn_cap: int = Field(30, ge=25, le=40)


class SeatOrderOptions(WarMageOptions):
    responses: Literal["seat_order"] = "seat_order"
    turn_cap: int = Field(30, ge=25, le=40)


class FastestOptions(WarMageOptions):
    responses: Literal["fastest"] = "fastest"
    turn_cap: int = Field(30, ge=25, le=40)


MODES: tuple[type[WarMageOptions], ...] = (SealedOptions, SeatOrderOptions, FastestOptions)


def fixed(seats: int, options: type[WarMageOptions]) -> WarMage:
    """Return the game for a number of seats and options, long enough for players to be eliminated."""

    class Fixed(WarMage):
        spec = Spec(key="warmage", least=seats, most=seats, options=options)

    return Fixed()
