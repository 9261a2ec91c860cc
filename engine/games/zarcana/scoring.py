"""Scores for the territories that minions hold, and the ranking of players."""

from engine.contract import Outcome, Seat
from engine.games.zarcana.state import ZarcanaState


def scores(state: ZarcanaState, *, all_known: bool = True) -> tuple[int, ...]:
    """Return each seat's total: the top card of every territory that the seat alone occupies (seed, Notes).

    Face-down cards count only with `all_known`, as at the end. A seat that has left scores nothing (rules, Q28).
    """
    totals = [0] * len(state.players)
    for space, crowd in state.occupants.items():
        stack = state.stacks.get(space)
        owners = {state.minions[number].seat for number in crowd}
        if stack and len(owners) == 1 and (all_known or stack[-1] not in state.face_down):
            totals[owners.pop()] += value(state, state.card(stack[-1]))
    return tuple(0 if player.left else total for player, total in zip(state.players, totals, strict=True))


def value(state: ZarcanaState, card: str) -> int:
    """Return a card's score; the Doppelganger takes the last discard's value, or 0 if nothing has been discarded."""
    if card in state.cards.value_of:
        return state.cards.value_of[card]
    return value(state, state.card(state.discard[-1])) if state.discard else 0


def ranked_by_score(state: ZarcanaState, reason: str) -> Outcome:
    """Return the ranking by score; players who have left rank below all who stayed (rules, Q28).

    Players with equal scores share a rank; optionally, the one with more minions on the board ranks higher (rules,
    Q23).
    """
    totals = scores(state)

    def place(seat: Seat) -> tuple[bool, int, int]:
        minions = len(state.players[seat].minions) if state.options.ties == "most minions" else 0
        left = state.players[seat].left
        return (False, 0, 0) if left else (True, totals[seat], minions)

    seats = range(len(state.players))
    places = sorted({place(seat) for seat in seats}, reverse=True)
    return Outcome(tuple(tuple(seat for seat in seats if place(seat) == each) for each in places), reason)
