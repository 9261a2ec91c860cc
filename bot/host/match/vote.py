"""A vote on taking a move back: its caller, the votes so far, and the result.

Everyone at the table can vote, except house players and the person who called the vote. Abstentions do not count. The
majority of the votes wins; in a tie, the person who opened the table decides, by their own vote or by having called the
vote.
"""

from collections.abc import Sequence

from msgspec import Struct

from bot.storage.matches import SeatRow
from engine.contract import JSON, Seat


class Vote(Struct):
    """An open vote.

    Attributes:
        seat: the seat that called the vote.
        entry: the entry before which play would continue.
        ballots: the votes, keyed by seat; the keys are strings because JSON requires it.
        before: the match before that entry, as dumped by the game. It is None for a vote opened in version 0.1.0, in
            which case the move stays, whatever the result.
        version: the state version of `before`.
        counters: the counters of the dice in that state.
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
        """Return whether the move is taken back, according to the votes cast so far."""
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
