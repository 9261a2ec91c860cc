"""The languages that cards are written in: whatever a set says, its matches keep the laws and come to an end."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import AnyGame
from tests.engine import laws
from tests.engine.card_locations import PLACES
from tests.engine.random_tables import WORDED, WRITTEN
from tests.support.examples import examples

SEEDS = st.integers(0, 2**32)
GAMES = (*WRITTEN, *WORDED)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.key)
@pytest.mark.parametrize(
    "law",
    [
        laws.every_match_ends,
        laws.picks_are_accepted_or_refused_whole,
        laws.json_carries_everything,
        laws.views_tell_nothing_hidden,
        laws.events_tell_nothing_hidden,
        laws.unseen_moves_cannot_be_followed,
        laws.drafts_show_nothing_new,
        laws.options_that_are_not_final_use_no_chance,
        laws.guesses_follow_from_what_is_known,
        laws.forecasts_tell_nothing_hidden,
        laws.nothing_names_what_is_unknown,
        laws.defaults_are_legal_and_blind,
        laws.the_log_replays_the_match,
        laws.a_pick_ends_with_its_budget,
    ],
    ids=lambda law: law.__name__,
)
def test_law(law: Callable[[AnyGame, int], None], game: AnyGame) -> None:
    @examples(5)
    @given(SEEDS)
    def holds(seed: int) -> None:
        law(game, seed)

    holds()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.key)
def test_every_piece_is_in_one_place(game: AnyGame) -> None:
    @examples(5)
    @given(SEEDS)
    def holds(seed: int) -> None:
        laws.every_piece_is_in_one_place(game, seed, PLACES[game.spec.key])

    holds()
