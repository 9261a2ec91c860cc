"""The rollouts per second of house players' searches in each game, and the time for a move at each level.

The positions come from a match between two random players, in order, so that the beginning, the middle and the end are
all represented.
"""

import time
from statistics import fmean
from typing import Any

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Seat, Seating
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.policies import POLICIES
from engine.players.search import SearchPlayer
from engine.registry import GAMES

POSITIONS = 12
"""The number of positions in a match at which the search is measured."""

SEARCHER = SearchPlayer(playouts=200)


def positions(game: AnyGame) -> list[tuple[Any, Seat]]:
    """Return evenly spread states of a random match in which a player has a choice, each with that player's seat."""
    cards = shipped_cards(game)
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    seats = [Seating(decks[seat % len(decks)] if decks else None) for seat in range(game.spec.least)]
    dice, found = FairDice.seeded("search speed"), []
    state, _ = game.new(game.spec.options(), seats, cards, dice)
    while asked := game.decisions(state):
        if len(asked[0].options) > asked[0].least:
            found.append((game.copy(state), asked[0].seat))
        for decision, keys in POLICIES["random"].line(game, state, asked[0].seat, dice):
            game.apply(state, decision, keys, dice)
    return found[:: max(1, len(found) // POSITIONS)]


def search_speed() -> None:
    """Print each game's rollouts per second and the average seconds for a move at each level."""
    print("search, playouts a second:")
    for key, game in GAMES.items():
        found, taken = positions(game), 0
        begun = time.perf_counter()
        for number, (state, seat) in enumerate(found):
            taken += sum(each.tries for each in SEARCHER.weigh(game, state, seat, FairDice.seeded(number)))
        rate = taken / (time.perf_counter() - begun)
        moves = ", ".join(f"{level} {_move(game, found, level):.2f} s" for level in LEVELS)
        print(f"  {key:<10} {rate:7,.0f}  a move: {moves}")


def _move(game: AnyGame, found: list[tuple[Any, Seat]], level: str) -> float:
    """Return the average time for a move at a level, in seconds."""
    return fmean(_seconds(game, state, seat, level) for state, seat in found[:POSITIONS:3])


def _seconds(game: AnyGame, state: Any, seat: Seat, level: str) -> float:
    begun = time.perf_counter()
    LEVELS[level].line(game, state, seat, FairDice.seeded("a move"))
    return time.perf_counter() - begun


if __name__ == "__main__":
    search_speed()
