"""What a Bids match consists of."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel, ConfigDict, Field

from engine.contract import Decision, Outcome
from engine.kit import state as kit
from engine.kit.game import NoCards

BIDS: Final = range(1, 8)
"""What everybody can bid, each once."""

PRIZES: Final = {f"prize {points}": points for points in BIDS}
"""What the prizes are worth."""


class BidsOptions(BaseModel):
    """The table options: how many of the prizes are played for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prizes: int = Field(7, ge=3, le=7)


class Instance(kit.Instance, Struct, frozen=True):
    """A prize."""

    card: str
    known_to: int = 0


class Player(Struct):
    """What a seat has; `bid` lies face down, `won` are the points of its prizes."""

    hand: tuple[int, ...] = tuple(BIDS)
    bid: int | None = None
    won: int = 0
    left: bool = False
    answered: int = 0


class State(kit.CardState, Struct):
    """A match. The first prize of `deck` that is not `turned` is the next one; those from `open_from` on lie open."""

    cards: NoCards
    options: BidsOptions
    instances: list[Instance]
    players: list[Player]
    turned: int = 0
    open_from: int = 0
    outcome: Outcome | None = None
    open: tuple[Decision, ...] | None = None

    def copy(self) -> "State":
        """Return a state of its own."""
        return replace(self, instances=self.instances[:], players=[replace(player) for player in self.players])

    @property
    def prizes(self) -> list[int]:
        """What the prizes on the table are worth."""
        return [PRIZES[self.card(number)] for number in range(self.open_from, self.turned)]
