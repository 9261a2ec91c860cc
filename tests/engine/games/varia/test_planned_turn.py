"""A planned turn is played once for many health points, and brings the same as if each branch were played alone."""

from random import Random
from typing import Any

import pytest

from engine.budget import Spent, StrictBudget
from engine.contract import AnyGame, Viewer
from engine.games.varia.branches import Leg, Trunk
from engine.games.varia.leeway import Leeway
from engine.games.varia.planned_turn import PlannedTurn, planned_start
from engine.games.varia.rulings import STARTING_HP
from engine.registry import GAMES
from tests.engine.forecasts import positions
from tests.engine.random_tables import HOSTILE, WRITTEN

ENOUGH = 30_000
"""The steps after which a turn is given up: some hostile ones have no forecast."""


class Alone(PlannedTurn):
    """Plays every branch by itself."""

    def shareable(self, begin: Trunk, leg: Leg) -> bool:
        return False


class Careless(PlannedTurn):
    """Takes any health points for as good as any other."""

    def shareable(self, begin: Trunk, leg: Leg) -> bool:
        leg.leeway.fewer, leg.leeway.more = Leeway().fewer, Leeway().more
        return super().shareable(begin, leg)


class CarelessOfDamage(PlannedTurn):
    """Takes any damage for as good as any other."""

    def shareable(self, begin: Trunk, leg: Leg) -> bool:
        return True


def brought(kind: type[PlannedTurn], state: Any, viewer: Viewer) -> list[tuple[object, ...]] | None:
    """Return what each moment of a turn brings; None if that takes too many steps."""
    try:
        budget = StrictBudget(ENOUGH)
        turn = kind(planned_start(state, viewer, budget), viewer, budget)
        turn.play_out()
    except Spent:
        return None
    return [(each.changes, each.attacker, each.attacked, each.hits) for each in turn.moments]


def same_with_every_branch_alone(kind: type[PlannedTurn], game: AnyGame, seed: int, wanted: int = 25) -> bool:
    """Whether some turns of random matches bring the same as if each of their branches were played alone.

    The players have few health points, or nearly all, so that these matter more often than in most matches.
    """
    chance = Random(seed)
    for position in positions(game, wanted, seed):
        for player in position.state.players:
            player.hp = STARTING_HP - chance.randrange(3) if chance.random() < 0.3 else chance.randint(1, 9)
        alone = brought(Alone, position.state, position.asked.seat)
        if alone is not None and brought(kind, position.state, position.asked.seat) != alone:
            return False
    return True


@pytest.mark.parametrize("game", [GAMES["varia"], WRITTEN[0], HOSTILE[1]], ids=["shipped", "written", "hostile"])
@pytest.mark.parametrize("seed", [0, 100, 200])
def test_a_turn_brings_the_same_as_if_every_branch_were_played_alone(game: AnyGame, seed: int) -> None:
    assert same_with_every_branch_alone(PlannedTurn, game, seed)


@pytest.mark.parametrize(("kind", "seed"), [(Careless, 0), (CarelessOfDamage, 100)])
def test_a_turn_that_shares_too_much_is_found_out(kind: type[PlannedTurn], seed: int) -> None:
    assert not same_with_every_branch_alone(kind, GAMES["varia"], seed)


def test_a_turn_is_played_in_a_fraction_of_the_steps() -> None:
    steps = {PlannedTurn: 0, Alone: 0}
    for position in positions(GAMES["varia"], 50, 0):
        for kind in steps:
            budget = StrictBudget(10 * ENOUGH)
            kind(planned_start(position.state, position.asked.seat, budget), position.asked.seat, budget).play_out()
            steps[kind] += budget.used
    assert steps[PlannedTurn] < 0.5 * steps[Alone]
