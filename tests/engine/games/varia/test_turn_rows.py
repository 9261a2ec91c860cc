"""What is played once for all options of a question brings the same as if each option were played alone."""

import pytest

from cardsdb.sets import shipped_cards
from engine.budget import STEPS_A_ROW, StrictBudget
from engine.contract import EVERYBODY, AnyGame
from engine.dice import NoDice
from engine.games.varia.pieces import CoveredCard, Uncovered, VariaInstance
from engine.games.varia.rules import GAME
from tests.engine.laws import outlooks_are_the_forecasts_after_each_option
from tests.engine.random_tables import HOSTILE, WRITTEN


@pytest.mark.parametrize("game", [GAME, WRITTEN[0], HOSTILE[1]], ids=["shipped", "written", "hostile"])
def test_outlooks_are_the_forecasts_after_each_option(game: AnyGame) -> None:
    for seed in range(40):
        outlooks_are_the_forecasts_after_each_option(game, seed)


def test_nothing_can_look_at_a_covered_card() -> None:
    cover, card = CoveredCard("", 0, EVERYBODY), VariaInstance("fatigue", 0, EVERYBODY)
    assert (cover.owner, cover.known_to, cover.token, cover.maker) == (0, EVERYBODY, False, None)
    for look in (lambda: cover.card, lambda: cover.altered, lambda: card == cover, lambda: {cover: 1}):
        with pytest.raises(Uncovered):
            look()


def test_moments_before_the_choice_are_played_once() -> None:
    attacks = ["Calibrated Shot", "Thrown Hatchet", "Frost Lance", "Fated Bolt", "Quick Jab", "Silver Cut"]
    blocks = ["Kite Guard", "Iron Bulwark", "Brass Bulwark", "Bone Ward", "Veil Ward"]
    seats = {
        "A": {"timeline": [*attacks, "Quick Jab#2", "Thrown Hatchet#2"]},
        "B": {"timeline": [*(f"{name}#2" for name in blocks), "Kite Guard#3", "Bone Ward#3"], "hand": blocks},
    }
    state = GAME.position({"step": "reaction", "seats": seats}, shipped_cards(GAME))
    row, alone = StrictBudget(STEPS_A_ROW), list[int]()
    (asked,) = GAME.decisions(state)
    outlooks = GAME.outlooks(state, asked, row)
    for key in outlooks:
        after, one = GAME.copy(state), StrictBudget(STEPS_A_ROW)
        GAME.apply(after, asked.id, (key,), NoDice())
        assert GAME.forecast(after, asked.seat, one) == outlooks[key] != ()
        alone.append(one.used)
    assert len(alone) == 6
    assert row.used < 0.6 * sum(alone)
