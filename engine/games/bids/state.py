"""The state of a Bids match."""

from dataclasses import dataclass, field, replace
from typing import final

from engine.contract import Decision, Outcome
from engine.games.bids.pieces import BIDS, PRIZES, BidsInstance, BidsOptions
from engine.kit import state as kit
from engine.kit.game import NoCards


@final
@dataclass
class BidsPlayer:
    """A seat's hand and result. `bid` is face down until it is revealed; `won` is the total of the prizes won."""

    hand: tuple[int, ...] = tuple(BIDS)
    bid: int | None = None
    won: int = 0
    left: bool = False
    answered: int = 0


@final
@dataclass
class BidsState(kit.CardState):
    """A match. The first `turned` prizes have been turned up, and those from `open_from` on are still to be won."""

    cards: NoCards
    options: BidsOptions
    instances: list[BidsInstance] = field()
    players: list[BidsPlayer] = field()
    turned: int = 0
    open_from: int = 0
    outcome: Outcome | None = None
    open: tuple[Decision, ...] | None = None

    def copy(self) -> "BidsState":
        """Return an independent copy."""
        return replace(self, instances=self.instances[:], players=[replace(player) for player in self.players])

    @property
    def points(self) -> tuple[int, ...]:
        """The points that each player has won."""
        return tuple([player.won for player in self.players])

    @property
    def prizes(self) -> list[int]:
        """The values of the prizes on the table."""
        return [PRIZES[self.card(number)] for number in range(self.open_from, self.turned)]


kit.keep_types(
    BidsPlayer,
    bid=int | None,
)

kit.keep_types(
    BidsState,
    instances=list[BidsInstance],
    players=list[BidsPlayer],
    open=tuple[Decision, ...] | None,
    outcome=Outcome | None,
)
