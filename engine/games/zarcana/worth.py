"""The evaluation of a position for a seat, used by house players."""

from collections.abc import Iterable
from math import tanh
from typing import Final

from engine.contract import Seat
from engine.games.zarcana.card_uses import unmet
from engine.games.zarcana.cards import SUITS, Power
from engine.games.zarcana.pieces import Minion
from engine.games.zarcana.rulings import DRAW, HAND
from engine.games.zarcana.state import ZarcanaState

MARGIN: Final = 80
"""The lead, in points, that nearly wins a match that may still go on for a long time."""

LAST_MARGIN: Final = 30
"""The same lead in the final round. It is smaller, so that the player in the lead declares that round."""

CARD: Final = 0.1
"""The value, in points, of a card in the hand, up to the hand limit: low, because the card may be of no use."""

MINION: Final = 5.0
"""The value, in points, of a minion, up to `HOLDERS` of them, because it will eventually hold a territory."""

HOLDERS: Final = 5
"""The number of minions that can each expect to hold a territory."""

SIZE: Final = 1.5
"""The value, in points, of each size step of a minion on the board."""

READY: Final = 0.3
"""The value of a kind of power in the hand if a minion meets its requirements: an incentive to reorient minions."""

CLONING: Final = 2.0
"""The corresponding value for the power that creates minions."""

AIM: Final = 0.15
"""The value of pointing at a territory without minions, as a share of that territory's value."""

HASTE: Final = 12.0
"""The cost, in points, of each turn until the final round may be declared: it grows from 0 as the turn cap approaches.

Two players who only make good moves need seventy to eighty turns to use up the deck, about the turn cap: someone has to
draw and discard just to bring about the end.
"""


def worth(state: ZarcanaState, seat: Seat) -> float:
    """Return the value of a state, from -1 to 1: the lead over the best opponent in points and means to score."""
    if state.outcome is not None:
        return 0.0 if state.outcome.drawn else 1.0 if seat in state.outcome.ranking[0] else -1.0
    totals = state.scores()
    strengths = [
        total + (_means(state, each) if state.final is None or each in state.final else 0.0)
        for each, total in enumerate(totals)
    ]
    others = [strength for each, strength in enumerate(strengths) if each != seat and not state.players[each].left]
    lead = strengths[seat] - max(others)
    if state.final is not None:
        return tanh(lead / LAST_MARGIN)
    haste = HASTE * state.players[seat].turns / state.options.turn_cap
    return tanh((lead - haste * _turns_to_declaring(state, seat)) / MARGIN)


def _means(state: ZarcanaState, seat: Seat) -> float:
    """Return the value of a seat's means to score: cards, usable cards, minions, and the cards that they point at."""
    player = state.players[seat]
    minions = [state.minions[number] for number in player.minions]
    ready = {
        power.kind
        for power in _powers(state, player.hand)
        if not power.minion or any(unmet(state, power, minion) is None for minion in minions)
    }
    return (
        CARD * min(HAND, len(player.hand))
        + sum(CLONING if kind == "grow or clone" else READY for kind in sorted(ready))
        + MINION * min(HOLDERS, len(minions))
        + SIZE * sum(minion.size for minion in minions)
        + AIM * sum(_aim(state, minion) for minion in minions)
    )


def _powers(state: ZarcanaState, hand: Iterable[int]) -> Iterable[Power]:
    """Return the powers in a hand; a card with the power of any suit gives all four."""
    for card in hand:
        power = state.cards.powers[state.cards.played_as[state.card(card)]]
        yield from (state.cards.powers[suit] for suit in SUITS) if power.kind == "any suit" else (power,)


def _aim(state: ZarcanaState, minion: Minion) -> int:
    top = state.face_up(minion.target)
    return 0 if top is None or state.crowd(minion.target) else state.value(state.card(top))


def _turns_to_declaring(state: ZarcanaState, seat: Seat) -> float:
    """Return how many turns a player needs to use up the deck: two draws fill a hand, and a third turn discards it."""
    if state.shuffles:
        return 0.0
    deck = len(state.deck)
    room = min(deck, max(0, HAND - len(state.players[seat].hand)))
    return room / DRAW + (deck - room) * (1 / DRAW + 1 / HAND)
