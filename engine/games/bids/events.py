"""What can happen in a Bids match, besides what happens in all games."""

from engine.contract import Fact, Seat


class Revealed(Fact, frozen=True, tag="revealed"):
    """All bids were turned up, by seat; the highest that nobody else made wins the prizes on the table."""

    bids: dict[int, int]
    points: int
    winner: Seat | None
