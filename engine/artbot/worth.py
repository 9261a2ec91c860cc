"""How good a match stands for a player: what house players steer by."""

from typing import Final

from engine.artbot.rulings import POINTS
from engine.artbot.state import State
from engine.contract import Seat

ARMOUR: Final = 0.3
"""What ten Rarity Points of a card in Active or Inactive Deck are worth in cards: they may save one, more than once."""

LOST: Final = 0.1
"""What a discarded card is worth in cards: a Heal may bring it back."""


def worth(state: State, seat: Seat) -> float:
    """Return how good a state is for a seat, from -1 (lost) to 1 (won): its share of all that is left."""
    if state.outcome is not None:
        first = state.outcome.ranking[0]
        return -1.0 if seat not in first else 1.0 if first == (seat,) else 0.0
    if state.options.duel:
        won = [len(player.won) for player in state.players]
        return (won[seat] - won[1 - seat]) / len(state.instances)
    living = state.living
    if seat not in living:
        return -1.0
    strengths = {each: _strength(state, each) for each in living}
    return 2 * strengths[seat] / sum(strengths.values()) - 1


def _strength(state: State, seat: Seat) -> float:
    """Return what a player has left, in cards."""
    player = state.players[seat]
    held = [*player.active, *player.inactive, *player.in_play]
    armour = sum([state.card(number).rp for number in held]) / POINTS
    return len(held) + ARMOUR * armour + LOST * len(player.discard)
