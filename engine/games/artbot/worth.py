"""How good a match stands for a player: what house players steer by."""

from typing import Final

from engine.contract import Seat
from engine.games.artbot.cards import MOST_RP
from engine.games.artbot.rulings import POINTS
from engine.games.artbot.state import State

ARMOUR: Final = 0.15
"""What ten Rarity Points of a card in Active or Inactive Deck are worth in cards: they may save one, more than once.

More makes a stronger player and longer matches, for where all cards that are left are rare, no hit gets through."""

LOST: Final = 0.1
"""What a discarded card is worth in cards: a Heal may bring it back."""

HARM: Final = 2.0
"""What a card that an opponent loses is worth beside one that the player gains.

Players who weigh both alike rather heal than hit where they are three or more, and play up to the round cap."""

STRONGEST: Final = 1 + ARMOUR * MOST_RP / POINTS
"""The most that one card is worth."""


def worth(state: State, seat: Seat) -> float:
    """Return how good a state is for a seat, from -1 (lost) to 1 (won)."""
    if state.outcome is not None:
        first = state.outcome.ranking[0]
        return -1.0 if seat not in first else 1.0 if first == (seat,) else 0.0
    if state.options.duel:
        won = [len(player.won) for player in state.players]
        return (won[seat] - won[1 - seat]) / len(state.instances)
    living = state.living
    if seat not in living:
        return -1.0
    opponents = sum([_strength(state, other) for other in living if other != seat])
    return (_strength(state, seat) - HARM * opponents) / (HARM * STRONGEST * len(state.instances))


def _strength(state: State, seat: Seat) -> float:
    """Return what a player has left, in cards."""
    player = state.players[seat]
    held = [*player.active, *player.inactive, *player.in_play]
    armour = sum([state.definition(number).rp for number in held]) / POINTS
    return len(held) + ARMOUR * armour + LOST * len(player.discard)
