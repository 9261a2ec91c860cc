"""How good a match stands for a seat: what house players steer by."""

from math import tanh
from typing import Final

from engine.contract import Seat
from engine.zarcana.rulings import HAND
from engine.zarcana.scoring import scores
from engine.zarcana.state import State

MARGIN: Final = 25
"""A lead of so many points is nearly won."""

CARD: Final = 0.6
"""What a card in the hand is worth in points, up to the hand limit."""

MINION: Final = 1.5
"""What a size of a minion on the board is worth in points, beyond the territory that it holds."""

RUNNING: Final = 0.7
"""How much of a lead counts before the final round: others have time to catch up, so declaring is good for a leader."""


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
    return lead if state.final is not None else RUNNING * lead


def _means(state: State, seat: Seat) -> float:
    hand = min(HAND, len(state.players[seat].hand))
    sizes = sum(minion.size for minion in state.minions.values() if minion.seat == seat)
    return CARD * hand + MINION * sizes


def _result(state: State, seat: Seat) -> float:
    ranking = state.outcome.ranking if state.outcome is not None else ()
    if len(ranking) == 1:
        return 0.0
    return 1.0 if seat in ranking[0] else -1.0
