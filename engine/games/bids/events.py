"""The events of a Bids match, in addition to those of all games."""

from engine.contract import Fact, Seat


class Revealed(Fact, frozen=True, tag="revealed"):
    """All bids were revealed, by seat. The highest bid made by only one player wins the prizes on the table."""

    bids: dict[int, int]
    points: int
    winner: Seat | None
