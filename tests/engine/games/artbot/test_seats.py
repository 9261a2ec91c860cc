"""Every law at every number of seats: the general tests draw the number, and a rare fault may want a certain one."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.contract import AnyGame
from engine.games.artbot.rules import ArtBot
from engine.games.artbot.rulings import LEAST_SEATS, MOST_SEATS
from tests.engine import laws
from tests.engine.card_locations import PLACES
from tests.engine.test_laws import LAWS

Law = Callable[[AnyGame, int], None]
ALL_LAWS: dict[str, Law] = {
    **{law.__name__: law for law in LAWS},
    "every_piece_is_in_one_place": partial(laws.every_piece_is_in_one_place, places=PLACES["artbot"]),
}


def seated(count: int) -> AnyGame:
    """Art Bot for just so many."""

    class Seated(ArtBot):
        spec = replace(ArtBot.spec, least=count, most=count)

    return Seated()


@pytest.mark.parametrize("count", range(LEAST_SEATS, MOST_SEATS + 1))
@pytest.mark.parametrize("law", ALL_LAWS)
def test_law_at_every_number_of_seats(law: str, count: int) -> None:
    game = seated(count)

    @settings(deadline=None, max_examples=4)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        ALL_LAWS[law](game, seed)

    holds()
