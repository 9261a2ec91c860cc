"""How good a match stands for a player: what house players steer by."""

from typing import Final

from engine.contract import Outcome, Seat
from engine.games.warmage.rulings import HAND
from engine.games.warmage.state import State

CARD_WORTH: Final = 0.3
"""What a card in hand is worth to house players, in steps left to live."""

LYING_WORTH: Final = 0.9
"""What a card in play is worth to who cast it for itself, and costs whom it was cast upon, in steps."""

LIFE_WORTH: Final = 2.0
"""What being in the match is worth beside the steps that are left: this makes finishing somebody count."""

DRAW_WORTH: Final = -0.8
"""What going out together with everybody else who is left is worth; winning is 1 and losing -1."""


def worth(state: State, seat: Seat) -> float:
    """Return how good a state is: one's share of the strength that all have together; at the end, one's place."""
    if state.outcome is not None:
        return _place_worth(state.outcome, seat)
    if not state.living(seat):
        return -1.0
    strengths = [_strength(state, each) for each in state.clockwise(seat)]
    return 2 * strengths[-1] / sum(strengths) - 1


def _place_worth(outcome: Outcome, seat: Seat) -> float:
    """Being the last mage standing is all there is; in a draw nobody stands, which is little better than losing."""
    if seat not in outcome.ranking[0]:
        return -1.0
    return DRAW_WORTH if len(outcome.ranking[0]) > 1 else 1.0


def _strength(state: State, seat: Seat) -> float:
    player = state.players[seat]
    lying = sum(LYING_WORTH if each.seat == seat else -LYING_WORTH for each in player.play)
    cards = len(player.hand)
    if state.active == seat and state.step == "draw":
        cards = max(cards + 1, HAND)
    return max(0.1, LIFE_WORTH + state.steps_left(seat) + CARD_WORTH * cards + lying)
