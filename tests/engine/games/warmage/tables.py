"""WarMage at tables of one number of seats and one way to answer, so that the laws meet each of them."""

from typing import Literal

from pydantic import Field

from engine.contract.spec import Spec
from engine.games.warmage.rules import WarMage
from engine.games.warmage.state import WarMageOptions


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
    """Return the game for this many seats and these options, long enough for players to go out."""

    class Fixed(WarMage):
        spec = Spec(key="warmage", least=seats, most=seats, options=options)

    return Fixed()
