"""House players and the clock's picks are no fools: both beat who plays at random."""

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Seating
from engine.players.players import GreedyPlayer, HousePlayer, RandomPlayer
from engine.players.policies import POLICIES
from engine.players.simulation import play
from engine.registry import GAMES

ARTBOT = GAMES["artbot"]


def wins(one: HousePlayer, other: HousePlayer, games: int) -> int:
    """How many duels with the ready decks the first of two players wins; both sit and begin as often."""
    cards = shipped_cards(ARTBOT)
    decks = [Seating(deck_of(ready, cards)) for each in shipped_sets(ARTBOT) for ready in each.decks]
    won = 0
    for number in range(games):
        own = number % 2
        players = [one, other] if own == 0 else [other, one]
        seats = [decks[(number // 2 + seat) % len(decks)] for seat in range(2)]
        won += play(ARTBOT, ARTBOT.spec.options(), seats, cards, players, number).outcome.ranking[0] == (own,)
    return won


def test_a_greedy_player_beats_a_random_one() -> None:
    assert wins(GreedyPlayer(lines=10, guesses=2, horizon=20), RandomPlayer(), 24) >= 18


def test_the_clock_plays_better_than_at_random() -> None:
    assert wins(POLICIES["defaults"], RandomPlayer(), 60) >= 40
