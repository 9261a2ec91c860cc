"""How far a playout goes on after its line, before what came of it is judged."""

from typing import Any

import pytest

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Seat, Seating
from engine.dice import FairDice
from engine.players.lines import some_lines
from engine.players.players import never
from engine.players.rollout_dice import ImaginedDice
from engine.players.rollouts import Trial, Weighed
from engine.players.search import SearchPlayer
from engine.registry import GAMES

FAR: list[AnyGame] = [game for game in GAMES.values() if game.spec.foresight]


class Judged:
    """A game that keeps the last state it was asked to judge, and how those stood that somebody went on from.

    Attributes:
        chosen: for each state that somebody went on from: its worth, and the best one of all that stood beside it.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._weighed: list[tuple[Any, float]] = []
        self.last: Any = None
        self.chosen: list[tuple[float, float]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def worth(self, state: Any, seat: Seat) -> float:
        self.last, worth = state, self._game.worth(state, seat)
        self._weighed.append((state, worth))
        return worth

    def copy(self, state: Any) -> Any:
        if self._weighed:
            worth = next(worth for each, worth in self._weighed if each is state)
            self.chosen.append((worth, max(other for _, other in self._weighed)))
            self._weighed.clear()
        return self._game.copy(state)


def first_turn(game: AnyGame, seed: int) -> tuple[Any, Seat]:
    """Return a match of two in which somebody is asked in the first turn, and who."""
    cards = shipped_cards(game)
    decks = [deck_of(ready, cards) for each in shipped_sets(game) for ready in each.decks]
    seats = [Seating(deck) for deck in decks[:2]] or [Seating(None)] * 2
    state, _ = game.new(game.spec.options(), seats, cards, FairDice.seeded(seed))
    asked = game.decisions(state)[0]
    assert asked.tempo == "turn"
    return state, asked.seat


def judged(game: AnyGame, seed: int, turns: int) -> tuple[Any, Seat, Judged]:
    """Return a first turn, whose it is, and what a playout of one of its lines asked to be judged."""
    state, seat = first_turn(game, seed)
    (line,) = some_lines(game, state, seat, 1, ImaginedDice(seed, -1))
    watched = Judged(game)
    trial = Trial(watched, state, seat, seed, turns)  # type: ignore[arg-type]  # it passes all else on
    trial.all([Weighed(line)], never, begun=False)
    return state, seat, watched


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", FAR, ids=lambda game: str(game.spec.key))
def test_with_foresight_the_turn_comes_back_before_anything_is_judged(game: AnyGame, seed: int) -> None:
    state, seat, watched = judged(game, seed, game.spec.foresight)
    (asked,) = game.decisions(watched.last)
    assert (asked.seat, asked.tempo) == (seat, "turn")
    assert watched.last.turn == state.turn + 2 * game.spec.foresight


@pytest.mark.parametrize("game", FAR, ids=lambda game: str(game.spec.key))
def test_with_foresight_everybody_takes_the_best_of_what_was_tried(game: AnyGame) -> None:
    chosen = [each for seed in range(8) for each in judged(game, seed, game.spec.foresight)[2].chosen]
    assert chosen
    assert all(worth == best for worth, best in chosen)


@pytest.mark.parametrize("foresight", [False, True])
@pytest.mark.parametrize("game", FAR, ids=lambda game: str(game.spec.key))
def test_with_foresight_a_game_gets_the_effort_that_it_asks_for(game: AnyGame, *, foresight: bool) -> None:
    state, seat = first_turn(game, seed=1)
    weighed = SearchPlayer(24, foresight=foresight).weigh(game, state, seat, FairDice.seeded(1))
    wanted = 24 * game.spec.effort if foresight else 24
    assert sum(each.tries for each in weighed) in (wanted - 1, wanted)  # the last round tries two lines equally often


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", FAR, ids=lambda game: str(game.spec.key))
def test_without_it_a_playout_ends_where_the_seat_is_asked_next(game: AnyGame, seed: int) -> None:
    state, seat, watched = judged(game, seed, 0)
    (asked,) = game.decisions(watched.last)
    assert (asked.seat, asked.tempo) == (seat, "turn")
    assert watched.last.turn <= state.turn + 2
