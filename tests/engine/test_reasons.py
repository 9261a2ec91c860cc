"""Reasons: what a judgement says that a better line brings is what the line brings."""

import pytest

from engine.contract import SPECTATOR, AnyGame
from engine.dice import FairDice
from engine.players.gains import Result, gain
from engine.registry import GAMES
from tests.engine.random_tables import ALL_GAMES, some_step
from tests.engine.reasons import contradictions, judged_anew

POSITIONS = 4
"""How many positions of each game are judged here; the soak judges 200."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_new_rollouts_never_say_the_opposite_of_a_reason(game: AnyGame) -> None:
    for seed in range(POSITIONS):
        found = judged_anew(game, seed)
        assert found is None or [*contradictions(*found)] == [], seed


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
def test_points_are_what_everybody_can_count(game: AnyGame) -> None:
    for seed in range(POSITIONS):
        at, step, _, _ = some_step(game, seed)
        counted = game.points(step.state)
        assert len(counted) in (0, len(at.seats))
        assert game.points(game.determinize(step.state, SPECTATOR, FairDice.seeded(seed))) == counted


def test_what_may_be_chance_is_no_reason() -> None:
    steady = [Result(0.5, won=True, points=(10.0, 3.0 + number % 2)) for number in range(20)]
    varying = [Result(0.1, won=False, points=(4.0, 3.0 + number // 2 % 2)) for number in range(20)]
    brought = gain(steady, varying)
    assert brought.points == {0: 6.0}
    assert brought.wins == 1.0
    assert brought.favours(0)
    assert not gain(varying, steady).favours(0)
    assert gain(varying, steady).favours(1)
