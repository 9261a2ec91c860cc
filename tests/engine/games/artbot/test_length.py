"""The expected length: quick is shorter than classic, and a duel has as many draws as cards."""

from typing import Any

import pytest

from engine.contract.spec import Length
from engine.registry import GAMES

ARTBOT = GAMES["artbot"]


def length(seats: int, **options: Any) -> Length:
    return ARTBOT.length(ARTBOT.spec.options.model_validate(options), seats)


@pytest.mark.parametrize("seats", range(2, 9))
def test_quick_is_quicker_and_more_players_take_longer(seats: int) -> None:
    quick, classic = length(seats, rules="quick"), length(seats)
    assert quick.turns < classic.turns
    assert quick.minutes < classic.minutes
    assert length(seats, played_card="discarded") == quick
    assert seats == 8 or classic.turns < length(seats + 1).turns


def test_the_round_cap_and_the_decks_limit_it() -> None:
    assert length(4, round_cap=5).turns == (20, 20)
    assert length(4, deck_size=40).turns == tuple(2 * turns for turns in length(4).turns)


def test_a_duel_draws_every_card() -> None:
    assert length(2, mode="toe-to-toe", deck_size=5).turns[0] == 5
