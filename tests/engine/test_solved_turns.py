"""The strongest house player finds what is surely best in turns that can decide a match; `solved_turns.py` has more."""

from typing import Any

import pytest

from cardsdb.sets import shipped_sets
from engine.dice import FairDice
from engine.players.levels import LEVELS, STRONGEST
from engine.players.lines import Line, every_line, own_decision, some_lines
from engine.players.players import HousePlayer
from engine.players.search import SearchPlayer
from engine.registry import GAMES
from tests.engine.random_tables import some_step
from tests.engine.solved_turns import MOST, Figures, SolvedTurn, figures, solved_turns

GAME, TURNS, SEED = "zarcana", 6, 1


@pytest.fixture(scope="module")
def turns() -> list[SolvedTurn]:
    return list(solved_turns(GAMES[GAME], TURNS, SEED))


def test_the_strongest_player_finds_a_best_line_of_every_solved_turn(turns: list[SolvedTurn]) -> None:
    seen = figures(turns, STRONGEST)
    assert seen.good
    assert seen.found == TURNS


def test_a_player_that_looks_at_few_lines_is_caught(turns: list[SolvedTurn]) -> None:
    assert not figures(turns, LEVELS["easy"]).good


def test_a_few_misses_can_be_chance_and_a_sure_win_is_never_given_away() -> None:
    """Of 91 turns, a player that finds 98 % misses four or more once in ten times, and five or more once in thirty."""
    assert Figures(tried=91, found=87).good
    assert not Figures(tried=91, found=86).good
    assert not Figures(tried=91, found=91, thrown_away=1).good


def last_turn(seats: dict[str, Any]) -> Any:
    """Return A's turn before WarMage's cap, which ranks the players by their steps left."""
    game = GAMES["warmage"]
    options = game.spec.options.model_validate({"turn_cap": 9}).model_dump()
    return game.position({"turn": 9, "seats": seats, "options": options}, game.cards(shipped_sets(game)))


def leader_ends_its_turn(player: HousePlayer) -> bool:
    """Whether a player that wins by ending its turn always does so; a Spell before it can only harm."""
    game = GAMES["warmage"]
    leads = {"A": {"hand": ["Gather Wind", "Cinder Dart"]}, "B": {"flesh": 2, "play": ["Mirror Sigil"]}}
    state = last_turn(leads)
    asked = own_decision(game, state, 0)
    assert asked is not None
    lines = [tuple(player.line(game, state, 0, FairDice.seeded("leader", seed))) for seed in range(6)]
    return all(line == ((asked.id, ("end",)),) for line in lines)


def test_the_strongest_player_wins_at_once() -> None:
    assert leader_ends_its_turn(STRONGEST)


def test_a_player_that_goes_on_when_it_has_won_is_caught() -> None:
    """It counts the same rollouts, which all win, but not how soon they do."""
    assert not leader_ends_its_turn(SearchPlayer(STRONGEST.playouts, foresight=True))


def test_only_a_thorough_player_has_more_rollouts_for_a_turn_that_decides() -> None:
    hand = ["Cinder Dart", "Bone Needle", "Comet Price"]
    state = last_turn({"A": {"hand": hand, "flesh": 2}, "B": {"flesh": 1}, "C": {"flesh": 1}})
    for seed in range(12):
        weighed = SearchPlayer(24).weigh(GAMES["warmage"], state, 0, FairDice.seeded("plain", seed))
        assert sum(each.tries for each in weighed) <= 24


def picked(line: Line) -> tuple[object, ...]:
    """A line in which the order of what is picked together makes no difference."""
    return tuple((decision, frozenset(keys)) for decision, keys in line)


@pytest.mark.parametrize("game", GAMES)
def test_every_line_is_counted(game: str) -> None:
    """Whatever line is drawn at random, it is one of all lines."""
    counted = 0
    for seed in range(20):
        _, step, _, _ = some_step(GAMES[game], seed)
        seat, dice = step.decision.seat, FairDice.seeded("lines", seed)
        guess = GAMES[game].determinize(step.state, seat, dice)
        every, steps = every_line(GAMES[game], guess, seat, MOST)
        assert steps >= len(every)
        if every:
            counted += 1
            assert {*map(picked, some_lines(GAMES[game], guess, seat, 20, dice))} <= {*map(picked, every)}
    assert counted
