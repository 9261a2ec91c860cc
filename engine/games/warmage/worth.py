"""The evaluation of a position for a player, used by house players."""

from typing import Final

from engine.contract import Outcome, Seat
from engine.games.warmage.rulings import HAND
from engine.games.warmage.state import WarMageState

CARD_WORTH: Final = 0.3
"""The value of a card in hand, in Wounds left to live."""

LYING_WORTH: Final = 0.9
"""The value of a card in play, in Wounds left: a gain for a caster who has it in front, a loss for any other player."""

LIFE_WORTH: Final = 2.0
"""The value of still being in the match, in addition to the Wounds left: it rewards eliminating an opponent."""

DRAW_WORTH: Final = -0.8
"""The value of going out together with all remaining players; a win is 1, a loss -1."""


def worth(state: WarMageState, seat: Seat) -> float:
    """Return the value of a state for a seat: its share of the total strength or, at the end, its place."""
    if state.outcome is not None:
        return _place_worth(state.outcome, seat)
    if not state.living(seat):
        return -1.0
    strengths = [_strength(state, each) for each in state.clockwise(seat)]
    return 2 * strengths[-1] / sum(strengths) - 1


def _place_worth(outcome: Outcome, seat: Seat) -> float:
    """Return the value of a final place: only the last mage standing wins, and a draw is hardly better than a loss."""
    if seat not in outcome.ranking[0]:
        return -1.0
    return DRAW_WORTH if len(outcome.ranking[0]) > 1 else 1.0


def _strength(state: WarMageState, seat: Seat) -> float:
    player = state.players[seat]
    lying = sum(LYING_WORTH if each.seat == seat else -LYING_WORTH for each in player.play)
    cards = len(player.hand)
    if state.active == seat and state.step == "draw":
        cards = max(cards + 1, HAND)
    return max(0.1, LIFE_WORTH + state.steps_left(seat) + CARD_WORTH * cards + lying)
