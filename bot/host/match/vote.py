"""A vote on taking a move back: its caller, the votes so far, and the result.

Only people vote, except the one who called for it. An abstention is not counted. The majority of the votes wins; in a
tie the person who opened the table decides, by their own vote or by having called for it.
"""

from collections.abc import Sequence

from msgspec import Struct

from bot.storage.matches import SeatRow
from engine.contract import JSON, Seat


class Vote(Struct):
    """An open vote.

    Attributes:
        seat: the seat that called for it.
        entry: the entry before which play would continue.
        ballots: the votes by seat, written as text because JSON keys are text.
        before: the match before that entry, as the game dumps it. A vote that 0.1.0 opened has none: the move stays,
            whatever the result.
        version: the state version of `before`.
        counters: those of the dice at that state.
    """

    seat: Seat
    entry: int
    ballots: dict[str, bool] = {}
    before: JSON | None = None
    version: int = 0
    counters: dict[str, int] = {}

    def voters(self, seats: Sequence[SeatRow]) -> list[Seat]:
        """Return the seats that have a vote."""
        return [row.seat for row in seats if row.user is not None and not row.left and row.seat != self.seat]

    def outcome(self, seats: Sequence[SeatRow], opener: int) -> bool:
        """Return the result of the votes cast so far."""
        yes = sum(self.ballots.values())
        no = len(self.ballots) - yes
        if yes != no or not yes:
            return yes > no or not self.voters(seats)
        decides = next((row.seat for row in seats if row.user == opener and not row.left), None)
        return decides is not None and (decides == self.seat or self.ballots.get(str(decides), False))

    def is_over(self, seats: Sequence[SeatRow]) -> bool:
        """Whether no further vote can change the result, or every vote has been cast."""
        voters = len(self.voters(seats))
        yes = sum(self.ballots.values())
        return len(self.ballots) == voters or 2 * yes > voters or 2 * (len(self.ballots) - yes) > voters
