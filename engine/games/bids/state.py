"""The state of a Bids match."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from engine.contract import Decision, Outcome
from engine.kit import state as kit
from engine.kit.game import NoCards

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


class BidsPlayer(Struct):
    """A seat's hand and result. `bid` is face down until it is revealed; `won` is the total of the prizes won."""

    hand: tuple[int, ...] = tuple(BIDS)
    bid: int | None = None
    won: int = 0
    left: bool = False
    answered: int = 0


class BidsState(kit.CardState, Struct):
    """A match. The first `turned` prizes have been turned up, and those from `open_from` on are still to be won."""

    cards: NoCards
    options: BidsOptions
    instances: list[BidsInstance]
    players: list[BidsPlayer]
    turned: int = 0
    open_from: int = 0
    outcome: Outcome | None = None
    open: tuple[Decision, ...] | None = None

    def copy(self) -> "BidsState":
        """Return an independent copy."""
        return replace(self, instances=self.instances[:], players=[replace(player) for player in self.players])

    @property
    def prizes(self) -> list[int]:
        """The values of the prizes on the table."""
        return [PRIZES[self.card(number)] for number in range(self.open_from, self.turned)]
