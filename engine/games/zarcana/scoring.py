"""The ranking of players by the territories that their minions hold."""

from engine.contract import Outcome, Seat
from engine.games.zarcana.state import ZarcanaState


def ranked_by_score(state: ZarcanaState, reason: str) -> Outcome:
    """Return the ranking by score; players who have left rank below all who stayed (rules, Q28).

    Players with equal scores share a rank; optionally, the one with more minions on the board ranks higher (rules,
    Q23).
    """
    totals = state.scores()

    def place(seat: Seat) -> tuple[bool, int, int]:
        minions = len(state.players[seat].minions) if state.options.ties == "most minions" else 0
        left = state.players[seat].left
        return (False, 0, 0) if left else (True, totals[seat], minions)

    seats = range(len(state.players))
    places = sorted({place(seat) for seat in seats}, reverse=True)
    return Outcome(tuple(tuple(seat for seat in seats if place(seat) == each) for each in places), reason)
