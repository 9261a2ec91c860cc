"""The evaluation of a match for a player, used by house players."""

from engine.contract import Seat
from engine.games.varia.rulings import STARTING_HP
from engine.games.varia.state import VariaState

CARD_WORTH = 0.4
"""The value, in health points, that house players give to a card in hand or in the queue."""


def worth(state: VariaState, seat: Seat) -> float:
    """Return the value of a state for a seat: the lead in health points, with a little for each card left to play."""
    if state.outcome is not None:
        return 0.0 if state.outcome.drawn else (1.0 if state.outcome.ranking[0] == (seat,) else -1.0)
    return (_strength(state, seat) - _strength(state, 1 - seat)) / (2 * STARTING_HP)


def _strength(state: VariaState, seat: Seat) -> float:
    player = state.players[seat]
    return player.hp + CARD_WORTH * (len(player.hand) + len(player.queue))
