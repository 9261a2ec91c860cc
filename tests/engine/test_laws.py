"""Every law of the engine contract, for every game and the probe."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import AnyGame
from tests.engine import laws
from tests.engine.card_locations import PLACES
from tests.engine.random_tables import ALL_GAMES
from tests.support.examples import examples

SEEDS = st.integers(0, 2**32)

LAWS = [
    laws.picks_are_accepted_or_refused_whole,
    laws.same_picks_same_match,
    laws.json_carries_everything,
    laws.views_tell_nothing_hidden,
    laws.forecasts_tell_nothing_hidden,
    laws.outlooks_are_the_forecasts_after_each_option,
    laws.outlooks_tell_nothing_hidden,
    laws.events_tell_nothing_hidden,
    laws.unseen_moves_cannot_be_followed,
    laws.drafts_show_nothing_new,
    laws.nothing_names_what_is_unknown,
    laws.determinize_deals_anew,
    laws.guesses_follow_from_what_is_known,
    laws.every_match_ends,
    laws.defaults_are_legal_and_blind,
    laws.copies_are_their_own,
    laws.the_log_replays_the_match,
    laws.options_that_are_not_final_use_no_chance,
    laws.a_pick_ends_with_its_budget,
    laws.a_pick_is_far_from_its_budget,
    laws.a_panel_ends_with_its_budget,
]


@pytest.mark.parametrize("game", ALL_GAMES.values(), ids=ALL_GAMES)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_law(law: Callable[[AnyGame, int], None], game: AnyGame) -> None:
    @examples(40)
    @given(SEEDS)
    def holds(seed: int) -> None:
        law(game, seed)

    holds()


@pytest.mark.parametrize("key", ALL_GAMES)
def test_every_piece_is_in_one_place(key: str) -> None:
    places: Callable[[Any], None] = PLACES[key]

    @examples(40)
    @given(SEEDS)
    def holds(seed: int) -> None:
        laws.every_piece_is_in_one_place(ALL_GAMES[key], seed, places)

    holds()


@pytest.mark.parametrize("key", ALL_GAMES)
def test_same_match_in_any_process(key: str) -> None:
    laws.same_match_in_any_process("ALL_GAMES", key, 11)
