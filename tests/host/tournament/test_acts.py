"""What organisers do can be seen and undone: results, people taken out, edits, pairings, and the time after the end."""

import pytest

from bot.host.kernel.errors import Refused, Unsure
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.match.panel_actions import NotAtTable
from bot.host.tournament import acts, calls, editing, entry, management, rounds
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import Tournament, look
from bot.storage import matches, outbox, ratings, tournaments
from bot.storage.outbox import PostRow
from bot.storage.tournaments import SeriesRow
from bot.ui.texts.words import Words
from bot.ui.tournaments import announcement
from tests.host.players import click
from tests.host.tournament.organisers import (
    ORGANISER,
    announced,
    begun,
    check,
    game_of,
    pass_time,
    play_round,
    play_to_the_end,
    settle,
    win,
)
from tests.support.clocks import ManualClock


async def undo_latest(host: Host, number: int) -> Tournament:
    last = acts.latest(await acts.of(host, number))
    assert last is not None
    return await management.undo(host, click(ORGANISER), number, last.id, manages=False)


async def posts(host: Host, number: int) -> list[str]:
    """Return the kinds of posts about a tournament, in order."""
    async with host.database.reading() as connection:
        return [post.kind for post in await outbox.posts_about(connection, number)]


async def said(host: Host, number: int, kind: str) -> list[PostRow]:
    """Return the posts of a kind about a tournament, in order."""
    async with host.database.reading() as connection:
        return [post for post in await outbox.posts_about(connection, number) if post.kind == kind]


def of(found: Tournament, series: SeriesRow) -> SeriesRow:
    return next(each for each in found.series if each.id == series.id)


def places(found: Tournament) -> list[tuple[int | None, int]]:
    return [(each.place, each.player) for each in course.places(found.course)]


# Acts


async def test_an_act_says_who_did_what_when_and_why(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    await management.drop(host, click(ORGANISER), number, 3, manages=False)
    act = (await acts.of(host, number))[0]
    assert (act.actor, act.kind, act.at) == (ORGANISER, "drop", host.now())
    assert act.content == {"entrant": 3, "before": "in"}
    await acts.explain(host, click(ORGANISER), number, act.id, "asked for it", manages=False)
    assert (await acts.of(host, number))[0].content["reason"] == "asked for it"


async def test_only_the_latest_act_is_undone_and_then_the_one_before(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="3")
    before = await look(host, number)
    await management.drop(host, click(ORGANISER), number, 2, manages=False)
    first = (await acts.of(host, number))[0]
    await management.change_course(host, click(ORGANISER), number, "pause", manages=False)
    with pytest.raises(Refused):
        await management.undo(host, click(ORGANISER), number, first.id, manages=False)
    assert (await undo_latest(host, number)).row.paused is None
    found = await undo_latest(host, number)
    assert [each.status for each in found.entrants] == [each.status for each in before.entrants]
    assert "undone" in await posts(host, number)


async def test_who_was_replaced_plays_again_after_the_act_is_undone(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    await management.replace(host, click(ORGANISER), number, 0, 9, "Nine", manages=False)
    found = await look(host, number)
    assert (found.entrant(0).user, [each.status for each in found.entrants if each.user == 1]) == (9, ["out"])
    found = await undo_latest(host, number)
    assert (found.entrant(0).user, found.entrant(0).name) == (1, "Player 1")
    assert len(found.entrants) == 4
    await settle(host)
    await check(host, number)


async def test_a_replacement_stays_while_the_replaced_person_is_in_by_another_entry(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="3")

    async def replace(entrant: int, user: int) -> None:
        await management.replace(host, click(ORGANISER), number, entrant, user, f"Player {user}", manages=False)

    await replace(0, 9)
    await replace(1, 1)
    await entry.leave(host, click(1), number)
    await entry.join(host, click(1), number, "Player 1", ())
    await replace(1, 8)
    with pytest.raises(Refused) as refused:
        await undo_latest(host, number)
    assert refused.value.reason.id == "tournament.refused.is_in"
    found = await look(host, number)
    assert [each.user for each in found.entrants if each.status == "in"].count(1) == 1
    await settle(host)
    await check(host, number)


async def test_an_invitation_is_taken_back(host: Host) -> None:
    number = await announced(host, entry="invitation")
    await management.invite(host, click(ORGANISER), number, 5, "Five", manages=False)
    found = await undo_latest(host, number)
    assert found.entrants == ()
    [post] = await said(host, number, "undone")
    assert "invitation" in (announcement.tournament_post(found, post.kind, post.content, Words(None)).content or "")


# Back in


async def test_somebody_who_left_plays_the_match_that_they_lost_by_it_with_new_dice(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    found = await look(host, number)
    series = found.now_played[0]
    old = await game_of(host, series)
    leaver = series.first
    await entry.leave(host, click(found.entrant(leaver).user), number)
    await settle(host)
    assert of(await look(host, number), series).winner == series.second
    await management.let_back_in(host, click(ORGANISER), number, leaver, manages=False)
    await settle(host)
    found = await look(host, number)
    assert found.entrant(leaver).status == "in"
    assert of(found, series).state == "open"
    new = await game_of(host, series)
    assert old is not None
    assert new is not None
    assert new.secret != old.secret
    await win(host, found, series, leaver)
    await play_to_the_end(host, number)
    await check(host, number)


@pytest.mark.parametrize("what", ["drop", "disqualify"])
async def test_somebody_taken_out_comes_back_by_undoing_it(host: Host, what: str) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    take_out = management.drop if what == "drop" else management.disqualify
    await take_out(host, click(ORGANISER), number, 1, manages=False)
    found = await undo_latest(host, number)
    assert found.entrant(1).status == "in"
    await settle(host)
    found = await look(host, number)
    assert {each.state for each in found.now_played} == {"open"}, "undone before anything was lost"
    await play_to_the_end(host, number)


async def test_a_knockout_that_has_gone_on_without_somebody_does_not_take_them_back(host: Host) -> None:
    number = await begun(host, 8, format="single")
    found = await look(host, number)
    first, *_ = found.now_played
    leaver = first.first
    await win(host, found, first, leaver)
    await settle(host)
    await entry.leave(host, click(found.entrant(leaver).user), number)
    while (await look(host, number)).row.round < 3:
        await play_round(host, number)
    assert len((await look(host, number)).now_played) == 1, "somebody took the leaver's place in the final"
    with pytest.raises(Refused) as refused:
        await management.let_back_in(host, click(ORGANISER), number, leaver, manages=False)
    assert refused.value.reason.id == "tournament.refused.passed"
    await play_to_the_end(host, number)


async def test_before_the_start_somebody_taken_out_is_let_back_in(host: Host) -> None:
    number = await announced(host)
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await management.disqualify(host, click(ORGANISER), number, 1, manages=False)
    with pytest.raises(Refused):
        await entry.join(host, click(2), number, "Player 2", ())
    found = await management.let_back_in(host, click(ORGANISER), number, 1, manages=False)
    assert [each.user for each in found.members] == [1, 2]


# Results


async def test_a_result_that_is_taken_back_is_played_with_a_new_secret(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    series = (await look(host, number)).now_played[0]
    await management.correct(host, click(ORGANISER), number, series.id, series.first, manages=False)
    await settle(host)
    found = await undo_latest(host, number)
    assert of(found, series).state == "open"
    await settle(host)
    async with host.database.reading() as connection:
        played = [
            await matches.get(connection, match) for match, _ in await tournaments.matches_of(connection, series.id)
        ]
    assert len({row.secret for row in played if row is not None}) == len(played) == 2
    await play_to_the_end(host, number)
    await check(host, number)


async def test_a_match_that_both_have_lost_can_be_set_to_a_draw(host: Host) -> None:
    number = await begun(host, 6, format="swiss", rounds="2")
    series = (await look(host, number)).now_played[0]
    for player in (series.first, series.second):
        assert player is not None
        await management.drop(host, click(ORGANISER), number, player, manages=False)
    await settle(host)
    assert of(await look(host, number), series).state == "lost"
    found = await management.correct(host, click(ORGANISER), number, series.id, None, manages=False)
    assert of(found, series).state == "drawn"


async def test_a_result_is_not_taken_back_once_the_next_round_is_paired(host: Host) -> None:
    number = await begun(host, 2, format="swiss", rounds="2")
    series = (await look(host, number)).now_played[0]
    await management.correct(host, click(ORGANISER), number, series.id, series.first, manages=False)
    await settle(host)
    with pytest.raises(Refused):
        await undo_latest(host, number)
    assert of(await look(host, number), series).winner == series.first


# Pairing again


async def test_a_round_that_nobody_has_begun_is_paired_again_after_a_correction(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="3")
    first = await play_round(host, number)
    before = await look(host, number)
    assert before.row.round == 2
    old = [await game_of(host, each) for each in before.now_played]
    for series in first:
        loser = series.second if of(before, series).winner == series.first else series.first
        await management.correct(host, click(ORGANISER), number, series.id, loser, manages=False)
    await management.pair_again(host, click(ORGANISER), number, manages=False)
    await settle(host)
    after = await look(host, number)
    assert after.row.round == 2
    leaders = {each.player for each in course.table(after.course) if each.points == 3}
    assert any({each.first, each.second} == leaders for each in after.now_played), "the new winners meet"
    new = [await game_of(host, each) for each in after.now_played]
    assert not {row.secret for row in old if row is not None} & {row.secret for row in new if row is not None}
    await play_to_the_end(host, number)
    await check(host, number)


async def test_a_cut_is_paired_again_after_a_correction(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="2", cut="2")
    played: list[SeriesRow] = []
    while (await look(host, number)).course.cut is None:
        played = await play_round(host, number)
    before = await look(host, number)
    assert before.course.cut is not None
    best = before.course.cut[0]
    lost = next(each for each in played if best in (each.first, each.second))
    other = lost.second if lost.first == best else lost.first
    await management.correct(host, click(ORGANISER), number, lost.id, other, manages=False)
    await management.pair_again(host, click(ORGANISER), number, manages=False)
    await settle(host)
    after = await look(host, number)
    assert after.course.cut is not None
    assert other in after.course.cut
    await play_to_the_end(host, number)


# After the end


async def test_for_a_day_results_can_be_corrected_and_then_no_more(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    found = await play_to_the_end(host, number)
    assert found.row.closes is not None
    assert 0 <= found.row.closes - host.now() - DAY < HOUR, "the next full hour"
    assert found.row.closes % HOUR == 0
    last = found.series[-1]
    other = last.second if last.winner == last.first else last.first
    before = places(found)
    found = await management.correct(host, click(ORGANISER), number, last.id, other, manages=True)
    assert of(found, last).winner == other
    assert places(found) != before
    assert await game_of(host, last) is None, "a correction opens no game"
    assert [each.content for each in await said(host, number, "over")] == [{}, {"corrected": True}]
    assert places(await undo_latest(host, number)) == before
    await pass_time(host, clock, DAY + HOUR)
    assert (await look(host, number)).row.closes is None
    with pytest.raises(Refused):
        await management.correct(host, click(ORGANISER), number, last.id, other, manages=True)
    assert "closed" in await posts(host, number)


async def test_without_time_for_corrections_results_are_final_at_once(host: Host) -> None:
    number = await begun(host, 2, format="swiss", rounds="1", provisional="none")
    found = await play_to_the_end(host, number)
    assert found.row.settled


async def test_if_the_champion_is_disqualified_the_other_finalist_is_champion(host: Host) -> None:
    number = await begun(host, 5, format="swiss", rounds="3", cut="2")
    found = await play_to_the_end(host, number)
    (_, champion), (_, second), *others = places(found)
    found = await management.disqualify(host, click(ORGANISER), number, champion, manages=False)
    order = [player for _, player in places(found)]
    assert order == [second, *(player for _, player in others), champion]
    assert places(found)[0] == (1, second)
    assert places(found)[-1] == (None, champion)
    assert places(await undo_latest(host, number))[0] == (1, champion)


async def test_who_played_the_final_shares_its_places_whatever_is_corrected_before_it(host: Host) -> None:
    number = await begun(host, 5, format="swiss", rounds="3", cut="2")
    found = await play_to_the_end(host, number)
    finalists = {player for _, player in places(found)[:2]}
    swiss = [each for each in found.series if each.node is None and each.second is not None]
    for series in swiss:
        loser = series.second if series.winner == series.first else series.first
        found = await management.correct(host, click(ORGANISER), number, series.id, loser, manages=False)
    assert {player for _, player in places(found)[:2]} == finalists


async def test_a_corrected_match_gives_its_ratings_back_and_an_undone_correction_takes_them_again(host: Host) -> None:
    number = await begun(host, 2, game="artbot", format="swiss", rounds="1")
    found = await look(host, number)
    series = found.now_played[0]
    row = await game_of(host, series)
    assert row is not None
    await play_to_the_end(host, number)
    result = ratings.ResultRow(row.id, 1, "artbot", 77, 1, 2, None, 26.0, 8.0, 1.0, 1, host.now())
    async with host.database.transaction() as tx:
        await ratings.take(tx, [ratings.RatingRow("artbot", 1, 25.0, 8.0)])
        await ratings.keep(tx, [ratings.RatingRow("artbot", 1, 26.0, 8.0, 1)], [result])
    winner = of(await look(host, number), series).winner
    other = series.second if winner == series.first else series.first
    await management.correct(host, click(ORGANISER), number, series.id, other, manages=False)
    async with host.database.reading() as connection:
        assert await ratings.of_match(connection, row.id) == []
        assert await ratings.of(connection, 1, "artbot", None) is None
    await undo_latest(host, number)
    async with host.database.reading() as connection:
        kept = await ratings.of(connection, 1, "artbot", None)
        assert kept is not None
        assert (kept.mu, kept.matches) == (26.0, 1)


# Editing


async def test_an_announced_tournament_is_edited_until_its_start(host: Host) -> None:
    number = await announced(host)
    for user in (1, 2, 3):
        await entry.join(host, click(user), number, f"Player {user}", ())
    found = await editing.edit(host, click(ORGANISER), number, "title", "Saturday", manages=False)
    assert found.row.title == "Saturday"
    found = await editing.edit(host, click(ORGANISER), number, "starts", "1", manages=False)
    assert found.row.starts == host.now() + HOUR
    assert (await posts(host, number)).count("edited") == 2
    assert (await undo_latest(host, number)).row.starts is None
    with pytest.raises(Refused):
        await editing.edit(host, click(ORGANISER), number, "format", "single", manages=False)
    await rounds.start(host, click(ORGANISER), number, manages=False)
    with pytest.raises(Refused):
        await editing.edit(host, click(ORGANISER), number, "title", "Sunday", manages=False)


async def test_fewer_places_than_people_are_refused(host: Host) -> None:
    number = await announced(host, most="8")
    for user in range(1, 6):
        await entry.join(host, click(user), number, f"Player {user}", ())
    with pytest.raises(Refused):
        await editing.edit(host, click(ORGANISER), number, "most", "4", manages=False)
    assert (await look(host, number)).row.most == 8


async def test_a_new_time_is_the_time_at_which_it_starts(host: Host, clock: ManualClock) -> None:
    number = await announced(host, starts="2")
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await editing.edit(host, click(ORGANISER), number, "starts", "4", manages=False)
    await pass_time(host, clock, 3 * HOUR)
    assert (await look(host, number)).row.status == "open"
    await pass_time(host, clock, HOUR)
    assert (await look(host, number)).row.status == "running"


# Questions


async def test_what_costs_a_match_or_a_place_is_asked_about_in_figures(host: Host) -> None:
    number = await begun(host, 4, format="swiss", rounds="2")
    series = (await look(host, number)).now_played[0]
    before = await look(host, number)
    unsure = click(ORGANISER, sure=False)
    for use_case in (
        management.disqualify(host, unsure, number, 1, manages=False),
        management.drop(host, unsure, number, 1, manages=False),
        management.correct(host, unsure, number, series.id, series.first, manages=False),
        management.play_again(host, unsure, number, series.id, manages=False),
        management.replace(host, unsure, number, 1, 9, "Nine", manages=False),
        management.pair_again(host, unsure, number, manages=False),
        management.change_course(host, unsure, number, "cancel", manages=False),
        entry.leave(host, click(1, sure=False), number),
    ):
        with pytest.raises(Unsure) as asked:
            await use_case
        assert any(isinstance(each, int) for each in asked.value.reason.args.values())
    assert await look(host, number) == before


# Calls


async def test_a_player_calls_the_organiser_once_in_ten_minutes(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 2, format="swiss", rounds="1")
    row = await game_of(host, (await look(host, number)).now_played[0])
    assert row is not None
    await calls.call(host, click(1), row.id)
    with pytest.raises(Refused):
        await calls.call(host, click(2), row.id)
    with pytest.raises(NotAtTable):
        await calls.call(host, click(3), row.id)
    assert len(await calls.open_calls(host, number)) == 1
    await pass_time(host, clock, calls.APART)
    await calls.call(host, click(2), row.id)
    await calls.answer(host, click(ORGANISER), number, manages=False)
    assert await calls.open_calls(host, number) == []
    assert (await posts(host, number)).count("call") == 2
