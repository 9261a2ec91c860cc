"""A vote on taking a move back: its caller, the votes so far, and the result.

Everyone at the table can vote, except house players and the person who called the vote. The move is taken back if more
of them vote for it than against it; abstentions do not count.
"""

from collections.abc import Sequence

from msgspec import Struct

from bot.host.match.players import Player
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

    def voters(self, players: Sequence[Player]) -> list[Seat]:
        """Return the seats that have a vote."""
        people = (seat for seat, player in enumerate(players) if player.user is not None and not player.left)
        return [seat for seat in people if seat != self.seat]

    def passes(self, players: Sequence[Player]) -> bool:
        """Whether the move is taken back, according to the votes cast so far; if nobody can vote, it is."""
        return 2 * sum(self.ballots.values()) > len(self.ballots) or not self.voters(players)

    def is_over(self, players: Sequence[Player]) -> bool:
        """Whether no further vote can change the result, or every vote has been cast."""
        voters, yes = len(self.voters(players)), sum(self.ballots.values())
        return len(self.ballots) == voters or 2 * yes > voters or 2 * (len(self.ballots) - yes) >= voters
