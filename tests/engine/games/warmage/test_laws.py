"""The laws, for every number of seats in all three response modes, in matches long enough for players to go out."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given

from engine.games.warmage.pieces import WarMageOptions
from tests.engine import laws
from tests.engine.card_locations import PLACES
from tests.engine.games.warmage.tables import MODES, fixed
from tests.engine.test_laws import LAWS, SEEDS
from tests.support.examples import examples

ALL: list[Callable[[Any, int], None]] = [*LAWS, partial(laws.every_piece_is_in_one_place, places=PLACES["warmage"])]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: str(mode().responses))
@pytest.mark.parametrize("seats", range(2, 7))
def test_laws(seats: int, mode: type[WarMageOptions]) -> None:
    """One seed tries all laws: together the examples are some hundreds of matches in each run."""
    game = fixed(seats, mode)

    @examples(2)
    @given(SEEDS)
    def hold(seed: int) -> None:
        for law in ALL:
            law(game, seed)

    hold()
