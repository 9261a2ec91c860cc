"""A result that an organiser set reads like one that was played, and names the same winner."""

import pytest

from bot.host.kernel.host import Host
from bot.host.tournament import entry, management, rounds
from bot.host.tournament.meetings import meeting_of, meetings_of
from bot.host.tournament.tournament import Tournament, look
from bot.storage.tournaments import SeriesRow
from bot.ui.messages.outgoing import Outgoing
from bot.ui.texts.words import Words
from bot.ui.tournaments import management as management_ui
from bot.ui.tournaments import texts
from bot.ui.tournaments.bracket import tree_of
from bot.ui.tournaments.tournament_view import view_of
from tests.host.players import click
from tests.host.tournament.organisers import ORGANISER, announced, begun, settle, win

WORDS = Words("en")


async def set_result(host: Host, found: Tournament, series: SeriesRow, winner: int | None) -> Tournament:
    return await management.correct(host, click(ORGANISER), found.row.id, series.id, winner, manages=True)


@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize(("best_of", "score"), [("1", "1–0"), ("3", "2–0")])
async def test_a_set_result_has_the_score_that_it_takes(host: Host, best_of: str, score: str, played: bool) -> None:  # noqa: FBT001
    number = await begun(host, 2, format="swiss", rounds="2", best_of=best_of)
    found = await look(host, number)
    [series] = found.now_played
    if played and best_of == "1":
        await win(host, found, series, series.first)
        await settle(host)
    winner = series.second
    assert winner is not None
    found = await set_result(host, found, series, winner)
    told = texts.pairings(view_of(found), 0, meetings_of(found, 1), WORDS)[0]
    first, second = (found.entrant(player).user for player in (series.first, winner))
    assert f"🏆 <@{second}> beat <@{first}> **{score}**" in told


async def test_a_set_draw_has_an_even_score(host: Host) -> None:
    number = await begun(host, 2, format="swiss", rounds="2")
    found = await look(host, number)
    [series] = found.now_played
    await win(host, found, series, series.first)
    await settle(host)
    found = await set_result(host, found, series, None)
    assert "drew **0–0**" in texts.pairings(view_of(found), 0, meetings_of(found, 1), WORDS)[0]


async def test_a_set_result_of_a_bracket_is_not_called_unplayed(host: Host) -> None:
    number = await begun(host, 4, format="single")
    found = await look(host, number)
    found = await set_result(host, found, found.now_played[0], found.now_played[0].first)
    tree = tree_of(found)
    assert tree is not None
    assert tree.games[found.now_played[0].node or 0] == (1, 0)
    assert "by forfeit" not in "\n".join(texts.bracket(view_of(found), tree, WORDS))


async def test_who_does_not_advance_from_the_swiss_rounds_is_told_that_they_are_out(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="1", cut="2")
    found = await look(host, number)
    for series in found.now_played:
        await set_result(host, found, series, series.first)
    await settle(host)
    found = await look(host, number)
    assert found.course.cut is not None
    out = next(each.number for each in found.entrants if each.number not in found.course.cut)
    told = texts.next_for(view_of(found), out, meetings_of(found), WORDS, tree_of(found))
    assert told == WORDS("own.out")


async def test_a_bye_says_where_it_leads(host: Host) -> None:
    number = await begun(host, 3, format="single")
    found = await look(host, number)
    tree = tree_of(found)
    assert tree is not None
    [line] = [line for line in texts.bracket(view_of(found), tree, WORDS)[0].splitlines() if "bye" in line]
    assert line.endswith("goes straight to the final.")


def told(message: Outgoing) -> str:
    assert message.view is not None
    return str(message.view.to_components())


async def test_before_the_first_round_is_paired_no_round_is_being_played(host: Host) -> None:
    number = await announced(host)
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    found = await look(host, number)
    assert (found.row.status, found.row.round) == ("running", 0)
    assert WORDS("manage.status.starting", count=2) in told(
        management_ui.panel(management_ui.ManagedView(found), WORDS)
    )


async def test_only_an_open_match_is_said_to_have_a_button_that_plays_it_again(host: Host) -> None:
    number = await begun(host, 2, format="swiss", rounds="2")
    found = await look(host, number)
    [series] = found.now_played
    assert WORDS("manage.series.now") in told(management_ui.series(found, meeting_of(found, series), WORDS))
    found = await set_result(host, found, series, series.first)
    [meeting] = meetings_of(found, 1)
    decided = told(management_ui.series(found, meeting, WORDS))
    assert WORDS("manage.series.decided") in decided
    assert "tagain" not in decided


async def test_the_first_table_of_a_round_is_played_at(host: Host) -> None:
    number = await begun(host, 3, format="robin")
    found = await look(host, number)
    assert [(each.number, each.second is None) for each in found.now_played] == [(1, False), (2, True)]
