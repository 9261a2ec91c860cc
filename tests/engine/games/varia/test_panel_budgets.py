"""What a panel of Varia shows has a budget: what a hostile set makes too large is left out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from cardsdb.sets import fitted, shipped_sets
from engine.budget import STEPS_A_FORECAST, Budget, PartBudget, Spent, StrictBudget
from engine.contract import SPECTATOR, letter
from engine.games.varia.action_figures import profile_of
from engine.games.varia.branches import BRANCHES, Result, Trunk, chosen
from engine.games.varia.rules import GAME
from engine.registry import GAMES
from tests.engine.clicks import MOST_LINES, lines_of, looks
from tests.engine.hostile_sets import hostile_sets
from tests.engine.random_tables import Step, begun, busy_keys, walk


def against(kind: str, seats: Mapping[str, Mapping[str, Sequence[str]]]) -> Any:
    """A position in the fast steps with the cards of a hostile set."""
    cards: Any = fitted(GAME, hostile_sets("varia")[kind](), shipped_sets(GAME))
    return GAME.position({"step": "fast_action", "seats": seats}, cards)


TOO_RARE = [(misses, left) for misses in (True, False) for left in range(BRANCHES)]


def busy_match(seed: int) -> Iterator[Step]:
    """The first steps of a match with the cards that come with the game, in which as much as possible happens."""
    at, state, dice, chance = begun(GAMES["varia"], seed)
    yield from islice(walk(at, state, dice, chance, lambda _, asked: busy_keys(asked, chance)), 100)


def booms(first: int, second: int) -> Any:
    seats = {"A": {"timeline": ["Boom"] * first}, "B": {"timeline": ["Boom"] * second}}
    return against("rolls turned against their own player", seats)


def test_a_forecast_does_not_weigh_every_pair_of_two_rolls() -> None:
    state, budget = booms(6, 6), StrictBudget(STEPS_A_FORECAST)
    assert lines_of(lambda: GAME.forecast(state, 0, budget)) <= MOST_LINES["forecast"]
    assert budget.spent


def test_a_forecast_whose_budget_is_spent_is_left_out_as_a_whole() -> None:
    assert GAME.forecast(booms(1, 0), 0)
    assert GAME.forecast(booms(1, 0), 0, StrictBudget(10)) == ()
    assert GAME.forecast(booms(6, 6), 0) == ()


def test_nothing_goes_on_once_a_strict_budget_is_spent() -> None:
    budget = StrictBudget(10)
    budget.spend(9)
    with pytest.raises(Spent):
        budget.spend(1)
    with pytest.raises(Spent):
        budget.look(1)
    lenient = Budget(10)
    lenient.look(99)
    assert not lenient.spent


def test_a_part_of_a_budget_has_a_limit_of_its_own_and_counts_towards_the_whole() -> None:
    def taking(spent: int, shared: int = 0) -> Callable[[PartBudget], int]:
        def work(part: PartBudget) -> int:
            part.share(shared)
            part.spend(spent)
            return part.used

        return work

    whole = StrictBudget(100)
    assert whole.within(20, taking(5)) == 5
    assert whole.within(20, taking(20)) is None
    assert (whole.used, whole.spent) == (25, False)
    assert whole.within(20, taking(1, shared=18)) == 19
    assert whole.within(20, taking(1, shared=19)) is None
    assert whole.used == 27, "what another part has taken is not counted again"
    with pytest.raises(Spent):
        whole.within(200, taking(73))


def test_a_chance_too_small_to_be_counted_breaks_no_forecast() -> None:
    state = booms(1, 0)
    common = [Result(0.0, Trunk(state), (0, 0), misses, (0, 0), (left, 30), 0) for misses, left in TOO_RARE]
    likely = common[0]._replace(weight=1.0, left=(1, 0))
    assert sum(result.weight for result in chosen([*common, likely])) == 1


def test_a_view_does_not_look_at_piles_for_every_rule_of_every_action() -> None:
    gear = [f"Gear {number}" for number in range(30)]
    seats = {seat: {"items": gear, "discard": ["A"] * 30, "timeline": ["A"] * 40} for seat in "AB"}
    state = against("costs that depend on piles", seats)
    assert lines_of(looks(GAME, state, 0)["view"]) <= MOST_LINES["view"]
    printed = [action.ap for seat in GAME.view(state, 0).seats.values() for action in seat.plan if action is not None]
    assert len(printed) == 80


@pytest.mark.parametrize("seed", [13, 28, 32])
def test_a_view_shows_every_change_by_the_cards_that_come_with_the_game(seed: int) -> None:
    for step in busy_match(seed):
        state, shown = step.state, GAME.view(step.state, SPECTATOR)
        for seat, player in enumerate(state.players):
            for moment, action in enumerate(player.plan):
                if action is not None:
                    seen = shown.seats[letter(seat)].plan[moment]
                    now = profile_of(state, seat, action, moment)
                    assert seen is not None
                    assert (seen.ap, seen.power, seen.focus, seen.power_dice) == (
                        now.ap,
                        now.power,
                        now.focus,
                        now.power_dice,
                    )


@pytest.mark.parametrize(("seed", "number"), [(34, 15), (126, 27), (99, 39)])
def test_a_long_turn_with_the_cards_that_come_with_the_game_has_a_forecast(seed: int, number: int) -> None:
    step = next(each for each in busy_match(seed) if each.number == number)
    assert GAME.forecast(step.state, step.decision.seat)


def test_fuses_that_fit_nowhere_are_not_tried_one_by_one() -> None:
    walls = [f"Wall {number % 3}" for number in range(40)]
    seats = {"A": {"hand": [f"Spark {number}" for number in range(97)], "timeline": walls}, "B": {"timeline": walls}}
    state = against("fuses that fit nowhere", seats)
    assert lines_of(looks(GAME, state, 0)["question"]) <= MOST_LINES["question"]
    asked = GAME.decisions(state)[0]
    assert {option.key.partition(":")[0] for option in asked.options} == {"fast", "fuse", "pass"}
