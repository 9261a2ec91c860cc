"""The cards that a forecast assumes in place of those that its viewer does not know.

Players know which of their own cards are left, but not in which order. Another player's deck is taken for the ready
deck that has most of the cards seen so far. So nothing here depends on anything that the viewer cannot see.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from engine.contract import Seat, Viewer, mark
from engine.dice import FairDice
from engine.games.varia.cards import FATIGUE
from engine.games.varia.pieces import VariaInstance
from engine.games.varia.state import VariaState
from engine.games.varia.view import identity


def assume_cards(guess: VariaState, viewer: Viewer) -> None:
    """Replace all cards that a viewer does not know, in hands, decks and forgotten piles, by assumed ones."""
    for seat in range(len(guess.players)):
        places = _unknown(guess, seat, viewer)
        if seat == viewer:
            cards = sorted((guess.instances[number] for number in places), key=identity)
        else:
            cards = _rest_of_ready_deck(guess, seat, places)
        for number, place in zip(places, _mixed(len(places), 0), strict=True):
            guess.instances[number] = cards[place]


def deal_anew(guess: VariaState, viewer: Viewer, order: int, share: float) -> None:
    """Put all cards that a viewer does not know into one of several orders, moved on by a share of it, from 0 to 1.

    If the shares of several guesses are evenly spread, each place gets each card equally often.
    """
    for seat in range(len(guess.players)):
        places = _unknown(guess, seat, viewer)
        cards = [guess.instances[number] for number in places]
        first = int(share * len(places))
        for number, place in zip(places, _mixed(len(places), order), strict=True):
            guess.instances[number] = cards[place - first]


def turn_up(before: VariaState, after: VariaState, viewer: Viewer) -> bool:
    """Whether cards that a viewer did not know have left their piles or, if some do something then, have been drawn."""
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if len(old.deck) + len(old.hand) != len(new.deck) + len(new.hand) or len(old.forgotten) != len(new.forgotten):
            return True
        if len(old.deck) != len(new.deck):
            cards = (before.instances[number].card for number in _unknown(before, seat, viewer))
            if any(before.cards.own_triggers(card, "drawn") for card in cards):
                return True
    return False


def most_unknown(state: VariaState, viewer: Viewer) -> int:
    """Return how many cards a viewer does not know, of the player with more of them."""
    return max(len(_unknown(state, seat, viewer)) for seat in range(len(state.players)))


def _unknown(state: VariaState, seat: Seat, viewer: Viewer) -> list[int]:
    """Return the cards of a seat that a viewer does not know; their numbers tell nothing about them."""
    player, known = state.players[seat], mark(viewer)
    closed = (*player.deck, *player.hand, *player.forgotten)
    return [number for number in closed if not state.instances[number].known_to & known]


def _rest_of_ready_deck(state: VariaState, seat: Seat, unknown: Sequence[int]) -> list[VariaInstance]:
    """Return as many cards as are unknown, spread evenly over what is left of the ready deck most like the seen ones.

    Without a ready deck, nothing is expected of them.
    """
    hidden = frozenset(unknown)
    seen = Counter(
        card.card
        for number, card in enumerate(state.instances)
        if card.owner == seat and not card.token and number not in hidden
    )
    ready = max(state.cards.ready, key=lambda deck: sum((seen & Counter(deck)).values()), default={})
    rest = [card for card in sorted((Counter(ready) - seen).elements()) if not state.cards.is_item(card)]
    count, cards = len(unknown), rest or [FATIGUE.id]
    return [VariaInstance(cards[place * len(cards) // count], seat, 0) for place in range(count)]


@lru_cache(maxsize=1024)
def _mixed(count: int, number: int) -> list[int]:
    """Return one of several orders of the numbers below a count, which are always the same, but have no pattern."""
    return FairDice.seeded("unknown", count, number).shuffle("cards", range(count))
