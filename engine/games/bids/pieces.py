"""What a Bids match consists of: its options and prizes. All of it is frozen."""

from typing import Final

from msgspec import Struct
from pydantic import BaseModel, ConfigDict, Field

from engine.kit import pieces as kit

BIDS: Final = range(1, 8)
"""The bids that each player can make, once each."""

PRIZES: Final = {f"prize {points}": points for points in BIDS}
"""The prizes and their values."""


class BidsOptions(BaseModel):
    """The table options: the number of prizes to play for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prizes: int = Field(7, ge=3, le=7)


class BidsInstance(kit.Instance, Struct, frozen=True):
    """A prize."""

    card: str
    known_to: int = 0
