"""How good a match stands for a seat: what house players steer by."""

from collections.abc import Iterable
from math import tanh
from typing import Final

from engine.contract import Seat
from engine.games.zarcana.card_uses import unmet
from engine.games.zarcana.cards import SUITS, Power
from engine.games.zarcana.rulings import DRAW, HAND
from engine.games.zarcana.scoring import scores, value
from engine.games.zarcana.state import Minion, State

MARGIN: Final = 80
"""A lead of so many points is nearly won while the match may still go on for long."""

LAST_MARGIN: Final = 30
"""The same in the final round: so whoever leads declares it."""

CARD: Final = 0.1
"""What a card in the hand is worth in points, up to the hand limit: little, as it may be of no use."""

MINION: Final = 5.0
"""What a minion is worth, up to `HOLDERS` of them: it will hold a territory one day."""

HOLDERS: Final = 5
"""Minions that find territories to hold."""

SIZE: Final = 1.5
"""What a size of a minion on the board is worth in points."""

READY: Final = 0.3
"""What a kind of power in the hand is worth where a minion meets its requirements: why house players reorient."""

CLONING: Final = 2.0
"""The same of the power that makes minions."""

AIM: Final = 0.15
"""What part of a territory's value it is worth to point at it while nobody is there."""

HASTE: Final = 12.0
"""What a turn until the final round may be declared costs in points as the turn cap comes near; at first nothing.

Two players who only play what is good use the deck up in seventy turns or eighty, which is where the cap is: somebody
has to draw and discard for the end's sake.
"""


def worth(state: State, seat: Seat) -> float:
    """Return how good a state is, from -1 to 1: points over the best of the others first, then what makes points."""
    if state.outcome is not None:
        return 0.0 if state.outcome.drawn else 1.0 if seat in state.outcome.ranking[0] else -1.0
    totals = scores(state)
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


def _means(state: State, seat: Seat) -> float:
    """What a seat may yet make points with: cards, cards that it can use, minions, and what they point at."""
    player = state.players[seat]
    minions = [state.minions[number] for number in player.minions]
    ready = {
        power.kind
        for power in _powers(state, player.hand)
        if not power.minion or any(unmet(state, power, minion) is None for minion in minions)
    }
    return (
        CARD * min(HAND, len(player.hand))
        + sum(CLONING if kind == "grow or clone" else READY for kind in ready)
        + MINION * min(HOLDERS, len(minions))
        + SIZE * sum(minion.size for minion in minions)
        + AIM * sum(_aim(state, minion) for minion in minions)
    )


def _powers(state: State, hand: Iterable[int]) -> Iterable[Power]:
    """Return the powers that a hand gives; a card that is any suit gives all four."""
    for card in hand:
        power = state.cards.powers[state.cards.played_as[state.card(card)]]
        yield from (state.cards.powers[suit] for suit in SUITS) if power.kind == "any suit" else (power,)


def _aim(state: State, minion: Minion) -> int:
    top = state.face_up(minion.target)
    return 0 if top is None or state.crowd(minion.target) else value(state, state.card(top))


def _turns_to_declaring(state: State, seat: Seat) -> float:
    """Return in how many turns a player alone uses the deck up: two draws fill a hand, a third turn discards it."""
    if state.shuffles:
        return 0.0
    deck = len(state.deck)
    room = min(deck, max(0, HAND - len(state.players[seat].hand)))
    return room / DRAW + (deck - room) * (1 / DRAW + 1 / HAND)
