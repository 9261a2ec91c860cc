"""A vote on taking a move back: who called it, who has said what, and what it comes to.

Only people vote, and never who called for it. No vote is no vote. The majority of the votes wins; where they are even
the person who opened the table decides by the own vote, or by having called for it (rules of the vote, 3.8).
"""

from collections.abc import Sequence

from msgspec import Struct

from bot.storage.matches import SeatRow
from engine.contract import Seat


class Vote(Struct):
    """A vote that is open: the seat that called for it, the entry before which play would go on, and the ballots.

    Ballots are by seat, written as text because that is how JSON names things.
    """

    seat: Seat
    entry: int
    ballots: dict[str, bool] = {}

    def voters(self, seats: Sequence[SeatRow]) -> list[Seat]:
        """Return who has a vote."""
        return [row.seat for row in seats if row.user is not None and not row.left and row.seat != self.seat]

    def outcome(self, seats: Sequence[SeatRow], opener: int) -> bool:
        """Return what the vote comes to as it stands."""
        yes = sum(self.ballots.values())
        no = len(self.ballots) - yes
        if yes != no or not yes:
            return yes > no or not self.voters(seats)
        decides = next((row.seat for row in seats if row.user == opener and not row.left), None)
        return decides is not None and (decides == self.seat or self.ballots.get(str(decides), False))

    def is_over(self, seats: Sequence[SeatRow]) -> bool:
        """Whether no vote to come can change anything, or nobody's is missing."""
        voters = len(self.voters(seats))
        yes = sum(self.ballots.values())
        return len(self.ballots) == voters or 2 * yes > voters or 2 * (len(self.ballots) - yes) > voters
