"""What would happen if nobody did anything more: the odds that a player sees before locking in."""

from msgspec import Struct

from engine.contract.messages import Message
from engine.contract.seats import Seat


class Forecast(Struct, frozen=True):
    """One line of a forecast.

    Attributes:
        message: the line, in which averages are rounded to whole numbers.
        chance: the chance that the attack in question hits, from 0 to 1; None if no roll decides that.
        changes: the average change of each seat's points; seats whose points stay the same may be missing.
    """

    message: Message
    chance: float | None = None
    changes: dict[Seat, float] = {}
