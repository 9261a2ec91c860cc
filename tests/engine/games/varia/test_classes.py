"""The eight classes against each other: every pairing is played to its end, at random and by a house player."""

from itertools import combinations_with_replacement

import pytest

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Deck, Seating
from engine.players.players import GreedyPlayer, HousePlayer, RandomPlayer
from engine.players.simulation import play
from engine.registry import GAMES

VARIA = GAMES["varia"]
CARDS = shipped_cards(VARIA)
DECKS = [deck_of(ready, CARDS) for each in shipped_sets(VARIA) for ready in each.decks]
PAIRINGS = list(combinations_with_replacement(DECKS, 2))


def finish(one: Deck, other: Deck, house: HousePlayer, games: int) -> None:
    options = VARIA.spec.options()
    for number in range(games):
        seats = [Seating(one), Seating(other)]
        match = play(VARIA, options, seats, CARDS, [house, house], (one.name, other.name, number))
        assert match.outcome.reason in ("varia.end.hp", "varia.end.both", "varia.end.turn_cap")


def test_there_are_thirty_six_pairings() -> None:
    assert len(PAIRINGS) == 36


@pytest.mark.parametrize(("one", "other"), PAIRINGS, ids=lambda deck: deck.name)
def test_a_pairing_finishes_at_random(one: Deck, other: Deck) -> None:
    finish(one, other, RandomPlayer(), 3)


@pytest.mark.parametrize(("one", "other"), PAIRINGS, ids=lambda deck: deck.name)
def test_a_pairing_finishes_by_a_greedy_player(one: Deck, other: Deck) -> None:
    finish(one, other, GreedyPlayer(lines=3, guesses=1, horizon=20), 1)
