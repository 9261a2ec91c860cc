"""The evaluation of a position for a player, used by house players."""

from typing import Final

from engine.contract import Seat
from engine.games.artbot.cards import MOST_RP
from engine.games.artbot.rulings import POINTS
from engine.games.artbot.state import ArtBotState

ARMOUR: Final = 0.15
"""The value, in cards, of ten Rarity Points in the Active or Inactive Deck, which may save a card more than once.

A higher value makes for a stronger player but longer matches: once only rare cards are left, no hit gets through."""

LOST: Final = 0.1
"""The value, in cards, of a discarded card: a Heal may recover it."""

HARM: Final = 2.0
"""The weight of a card that an opponent loses, relative to one that the player gains.

With equal weights, three or more players prefer healing to hitting and play on to the round cap."""

STRONGEST: Final = 1 + ARMOUR * MOST_RP / POINTS
"""The maximum value of one card."""


def worth(state: ArtBotState, seat: Seat) -> float:
    """Return the value of a state for a seat, from -1 (no cards left) to 1 (last artist with cards)."""
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


def _strength(state: ArtBotState, seat: Seat) -> float:
    """Return a player's strength, in cards."""
    player = state.players[seat]
    held = [*player.active, *player.inactive, *player.in_play]
    armour = sum([state.definition(number).rp for number in held]) / POINTS
    return len(held) + ARMOUR * armour + LOST * len(player.discard)
