"""Law 11: each law has a planted fault that its test catches."""

from collections.abc import Callable
from functools import partial

import pytest

from engine.contract import AnyGame
from tests.engine import faults, laws
from tests.engine.card_locations import PLACES

Law = Callable[[AnyGame, int], None]

CAUGHT: list[tuple[Law, type[AnyGame]]] = [
    (laws.picks_are_accepted_or_refused_whole, faults.RefusesTooLate),
    (laws.picks_are_accepted_or_refused_whole, faults.TakesAnything),
    (laws.same_picks_same_match, faults.Remembers),
    (laws.json_carries_everything, faults.ForgetsInDumps),
    (laws.views_tell_nothing_hidden, faults.ShowsTheDeck),
    (laws.views_tell_nothing_hidden, faults.OrdersByTheHand),
    (laws.forecasts_tell_nothing_hidden, faults.ForecastsByTheHand),
    (laws.outlooks_are_the_forecasts_after_each_option, faults.ForetellsNothingNew),
    (laws.outlooks_are_the_forecasts_after_each_option, faults.ForetellsHalfARow),
    (laws.outlooks_tell_nothing_hidden, faults.ForetellsByTheHand),
    (laws.events_tell_nothing_hidden, faults.TellsTheHand),
    (laws.unseen_moves_cannot_be_followed, faults.FollowsWhatMovesUnseen),
    (laws.unseen_moves_cannot_be_followed, faults.ShowsHandsByPlace),
    (laws.drafts_show_nothing_new, faults.PeeksInDrafts),
    (laws.drafts_show_nothing_new, faults.TurnsUpInDrafts),
    (laws.nothing_names_what_is_unknown, faults.ShowsTheDeck),
    (laws.nothing_names_what_is_unknown, faults.ShowsDraws),
    (laws.determinize_deals_anew, faults.DeterminizesByCopy),
    (laws.guesses_follow_from_what_is_known, faults.GuessesOneCardRight),
    (partial(laws.every_piece_is_in_one_place, places=PLACES["varia"]), faults.DoublesCards),
    (partial(laws.every_piece_is_in_one_place, places=PLACES["probe"]), faults.LosesCards),
    (laws.every_match_ends, faults.NeverEnds),
    (laws.every_match_ends, faults.EndsWithNobodyAsked),
    (laws.defaults_are_legal_and_blind, faults.DefaultsByTheHand),
    (laws.copies_are_their_own, faults.CopiesShallow),
    (laws.the_log_replays_the_match, faults.BeginsByItself),
    (laws.options_that_are_not_final_use_no_chance, faults.NothingIsFinal),
    (laws.a_pick_ends_with_its_budget, faults.ToilsOn),
    (laws.a_pick_ends_with_its_budget, faults.EndsInSilence),
    (laws.a_pick_ends_with_its_budget, faults.TellsItTwice),
    (laws.a_pick_is_far_from_its_budget, faults.EndsInSilence),
    (laws.a_panel_ends_with_its_budget, faults.ForecastsAtAnyCost),
    (laws.a_panel_ends_with_its_budget, faults.ViewsAtAnyCost),
    (laws.a_panel_ends_with_its_budget, faults.AsksAtAnyCost),
]


@pytest.mark.parametrize(("law", "fault"), CAUGHT)
def test_fault_is_caught(law: Law, fault: type[AnyGame]) -> None:
    assert any(breaks(law, fault(), seed) for seed in range(60))


def breaks(law: Law, game: AnyGame, seed: int) -> bool:
    try:
        law(game, seed)
    except AssertionError:
        return True
    return False


def test_fault_between_processes_is_caught() -> None:
    with pytest.raises(AssertionError):
        laws.same_match_in_any_process("{'counts': faults.CountsOnHashes()}", "counts", 5)
