"""A vote on taking a move back: who called it, who has said what, and what it comes to.

Only people vote, and never who called for it. No vote is no vote. The majority of the votes wins; where they are even
the person who opened the table decides by the own vote, or by having called for it.
"""

from collections.abc import Sequence

from msgspec import Struct

from bot.storage.matches import SeatRow
from engine.contract import JSON, Seat


class Vote(Struct):
    """A vote that is open.

    Attributes:
        seat: who called for it.
        entry: the entry before which play would go on.
        ballots: by seat, written as text because that is how JSON names things.
        before: the match as it stood before that entry, as the game dumps it. A vote that 0.1.0 opened has none: the
            move stays, whatever is voted.
        version: the state version of `before`.
        counters: of the dice, as they stood then.
    """

    seat: Seat
    entry: int
    ballots: dict[str, bool] = {}
    before: JSON | None = None
    version: int = 0
    counters: dict[str, int] = {}

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
