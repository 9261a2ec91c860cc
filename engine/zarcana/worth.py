"""How good a match stands for a seat: what house players steer by."""

from collections.abc import Iterable
from math import tanh
from typing import Final

from engine.contract import Seat
from engine.zarcana.cards import SUITS, Power
from engine.zarcana.rulings import DRAW, HAND
from engine.zarcana.scoring import scores, value
from engine.zarcana.state import Minion, State
from engine.zarcana.usage import unmet

MARGIN: Final = 40
"""A lead of so many points is nearly won."""

CARD: Final = 0.3
"""What a card in the hand is worth in points, up to the hand limit."""

MINION: Final = 5.0
"""What a minion is worth, up to `HOLDERS` of them: it will hold a territory one day."""

HOLDERS: Final = 5
"""Minions that find territories to hold."""

SIZE: Final = 1.5
"""What a size of a minion on the board is worth in points."""

READY: Final = 0.7
"""What a kind of power in the hand is worth where a minion meets its requirements: why house players reorient."""

CLONING: Final = 4.0
"""The same of the power that makes minions."""

AIM: Final = 0.15
"""What part of a territory's value it is worth to point at it while nobody is there."""

SETTLED: Final = 0.7
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
    """Return how many turns of drawing use the deck up; a full hand has to be discarded before."""
    if state.shuffles:
        return 0.0
    return len(state.deck) / DRAW + (len(state.players[seat].hand) >= HAND)


def _result(state: State, seat: Seat) -> float:
    ranking = state.outcome.ranking if state.outcome is not None else ()
    if len(ranking) == 1:
        return 0.0
    return 1.0 if seat in ranking[0] else -1.0
