"""How good a match stands for a seat: what house players steer by."""

from math import tanh
from typing import Final

from engine.contract import Seat
from engine.zarcana.rulings import DRAW, HAND
from engine.zarcana.scoring import scores
from engine.zarcana.state import State

MARGIN: Final = 25
"""A lead of so many points is nearly won."""

CARD: Final = 0.6
"""What a card in the hand is worth in points, up to the hand limit."""

MINION: Final = 1.5
"""What a size of a minion on the board is worth in points, beyond the territory that it holds."""

SETTLED: Final = 0.8
"""How much of a lead counts where the final round may be declared; in the final round all of it does."""

WAIT: Final = 0.02
"""How much less of a lead counts for each turn until then: whoever leads has the deck used up, and declares."""


def worth(state: State, seat: Seat) -> float:
    """Return how good a state is, from -1 to 1: points over the best of the others first, then what makes points."""
    if state.outcome is not None:
        return _result(state, seat)
    totals = scores(state)
    strengths = [
        total + (_means(state, each) if state.final is None or each in state.final else 0.0)
        for each, total in enumerate(totals)
    ]
    others = [strength for each, strength in enumerate(strengths) if each != seat and not state.players[each].left]
    lead = tanh((strengths[seat] - max(others)) / MARGIN)
    return lead if state.final is not None else lead * (SETTLED - WAIT * _turns_to_declaring(state, seat))


def _means(state: State, seat: Seat) -> float:
    player = state.players[seat]
    sizes = sum(state.minions[number].size for number in player.minions)
    return CARD * min(HAND, len(player.hand)) + MINION * sizes


def _turns_to_declaring(state: State, seat: Seat) -> float:
    """Return how many turns of drawing use the deck up; a full hand has to be discarded before."""
    if state.shuffles:
        return 0.0
    return len(state.deck) / DRAW + (len(state.players[seat].hand) >= HAND)


def _result(state: State, seat: Seat) -> float:
    ranking = state.outcome.ranking if state.outcome is not None else ()
    if len(ranking) == 1:
        return 0.0
    return 1.0 if seat in ranking[0] else -1.0
