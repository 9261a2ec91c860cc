"""Tournaments through the host's doors: every format to its end, and what organisers, players and time do to them."""

import asyncio

import pytest
from sqlalchemy import select

from bot.host import lobby
from bot.host.fairness import exports
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR, MINUTE
from bot.host.match.places import Rung, is_own_thread, keep_own_thread
from bot.host.operations import closing, privacy
from bot.host.tournament import creation, entry, management, pairing, rounds
from bot.host.tournament.rules import course
from bot.host.tournament.rules.bracket import double
from bot.host.tournament.timers import APART, pair_at
from bot.host.tournament.tournament import Tournament, find, look
from bot.host.workers import timekeeper
from bot.storage import destinations, matches, outbox
from bot.storage.destination import Destination
from bot.storage.schema import acts
from tests.host.players import click, jobs_of
from tests.host.tournament.organisers import (
    CHANNEL,
    GUILD,
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


@pytest.mark.parametrize(
    ("settings", "people", "rounds_played"),
    [
        ({"format": "swiss"}, 5, 3),
        ({"format": "swiss", "cut": "2"}, 4, 3),
        ({"format": "robin"}, 5, 5),
        ({"format": "single"}, 5, 3),
        ({"format": "double"}, 3, None),
        ({"format": "single", "best_of": "3"}, 2, 1),
    ],
)
async def test_every_format_is_played_to_its_end(
    host: Host, settings: dict[str, str], people: int, rounds_played: int | None
) -> None:
    number = await begun(host, people, **settings)
    while (await look(host, number)).row.status == "running":
        await check(host, number)
        await play_round(host, number)
    found = await look(host, number)
    await check(host, number)
    assert found.row.status == "over"
    assert rounds_played in (None, found.row.round)
    assert sorted(each.player for each in course.places(found.course)) == list(range(people))
    best = next(entrant.number for entrant in found.entrants if entrant.seed == 0)
    assert course.places(found.course)[0].player == best, "who wins everything is first"
    if settings["format"] == "double":
        assert len(course.nodes(found.course)) == len(double(people))


async def test_games_of_a_series_take_turns_and_end_with_the_second_win(host: Host) -> None:
    number = await begun(host, 2, format="single", best_of="3")
    found = await look(host, number)
    (series,) = found.series
    seated = []
    for winner in (series.first, series.second, series.first):
        row = await game_of(host, series)
        assert row is not None
        assert winner is not None
        async with host.database.reading() as connection:
            seated.append([seat.user for seat in await matches.seats_of(connection, row.id)])
        await win(host, found, series, winner)
        await settle(host)
    assert seated[0] == seated[1][::-1] == seated[2]
    ended = await look(host, number)
    assert (ended.row.status, ended.series[0].winner, ended.games_won(ended.series[0])) == (
        "over",
        series.first,
        (2, 1),
    )


async def test_the_seats_of_a_game_have_the_names_of_their_entrants(host: Host) -> None:
    found = await look(host, await begun(host, 2))
    match = await game_of(host, found.series[0])
    assert match is not None
    async with host.database.reading() as connection:
        seats = await matches.seats_of(connection, match.id)
    assert [seat.name for seat in seats] == [f"Player {seat.user}" for seat in seats]


async def test_the_thread_of_a_series_is_tidied_up_after_its_last_game(host: Host) -> None:
    number = await begun(host, 2, format="single", best_of="3")
    found = await look(host, number)
    (series,) = found.series
    tidied = []
    for winner in (series.first, series.second, series.first):
        row = await game_of(host, series)
        assert row is not None
        assert winner is not None
        await win(host, found, series, winner)
        tidied.append(len(await jobs_of(host, row.id, "tidy")))
        await settle(host)
    assert tidied == [0, 0, 1]


@pytest.mark.parametrize("own", [True, False])
async def test_a_later_game_of_a_series_is_in_the_thread_of_the_first_and_it_is_known_whose_that_is(
    host: Host,
    own: bool,  # noqa: FBT001
) -> None:
    number, channel = await begun(host, 2, format="single", best_of="3"), 71
    found = await look(host, number)
    (series,) = found.series
    first = await game_of(host, series)
    assert first is not None
    assert series.first is not None
    async with host.database.transaction() as tx:
        await destinations.keep_place(tx, Destination.thread(first.id), channel)
        if own:
            await keep_own_thread(tx, first.id, Rung.THREAD, channel)
    await win(host, found, series, series.first)
    await settle(host)
    second = await game_of(host, series)
    assert second is not None
    assert second.id != first.id
    async with host.database.reading() as connection:
        assert await destinations.place(connection, Destination.thread(second.id)) == channel
        assert await is_own_thread(connection, second.id, channel) is own


async def test_a_round_is_paired_once_however_often_it_is_started(host: Host) -> None:
    number = await announced(host)
    for user in range(1, 7):
        await entry.join(host, click(user), number, f"Player {user}", ())
    starts = [rounds.start(host, click(ORGANISER), number, manages=False) for _ in range(4)]
    came = await asyncio.gather(*starts, return_exceptions=True)
    assert sum(isinstance(each, Tournament) for each in came) == 1
    assert {each.reason.id for each in came if isinstance(each, Refused)} == {"tournament.refused.running"}
    async with host.database.transaction() as tx:
        for _ in range(3):
            await pair_at(tx, (await find(host, tx, number)).row, host.now())
    await asyncio.gather(*(pairing.work(host) for _ in range(4)))
    await settle(host)
    found = await look(host, number)
    assert (found.row.round, len(found.series)) == (1, 3)
    await check(host, number)


async def test_who_may_enter(host: Host) -> None:
    number = await announced(host, entry="role", role="55", most="4")
    with pytest.raises(Refused, match="role"):
        await entry.join(host, click(1), number, "One", ())
    await entry.join(host, click(1), number, "One", (55,))
    await entry.join(host, click(1), number, "One", (55,))
    assert len((await look(host, number)).members) == 1
    asked = await announced(host, entry="invitation")
    with pytest.raises(Refused, match="invitation"):
        await entry.join(host, click(1), asked, "One", ())
    await management.invite(host, click(ORGANISER), asked, 1, "One", manages=False)
    await entry.join(host, click(1), asked, "One", ())
    with pytest.raises(Refused, match="not_organiser"):
        await management.invite(host, click(1), asked, 2, "Two", manages=False)


async def test_no_more_enter_than_may(host: Host) -> None:
    number = await announced(host, most="4")
    joins = [entry.join(host, click(user), number, f"Player {user}", ()) for user in range(1, 9)]
    came = await asyncio.gather(*joins, return_exceptions=True)
    assert sum(isinstance(each, Refused) for each in came) == 4
    found = await look(host, number)
    assert len({entrant.number for entrant in found.members}) == 4


async def test_a_deck_is_locked_when_it_begins_and_is_a_copy(host: Host) -> None:
    number = await announced(host)
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    own = await entry.own(host, number, 1)
    assert own.choosing
    name = own.ready[-1].ready.name
    await entry.choose_deck(host, click(1), number, name)
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await settle(host)
    with pytest.raises(Refused, match="locked"):
        await entry.choose_deck(host, click(1), number, own.ready[0].ready.name)
    found = await look(host, number)
    row = await game_of(host, found.series[0])
    assert row is not None
    async with host.database.reading() as connection:
        decks = {seat.user: (seat.deck or {})["name"] for seat in await matches.seats_of(connection, row.id)}
    assert decks[1] == name


async def test_who_has_not_checked_in_is_left_out_when_it_begins_by_itself(host: Host, clock: ManualClock) -> None:
    number = await announced(host, starts="2", check_in="30")
    for user in (1, 2, 3):
        await entry.join(host, click(user), number, f"Player {user}", ())
    with pytest.raises(Refused, match="check_in"):
        await entry.check_in(host, click(1), number)
    await pass_time(host, clock, 1.6 * HOUR)
    for user in (1, 2):
        await entry.check_in(host, click(user), number)
    await pass_time(host, clock, HOUR)
    found = await look(host, number)
    assert (found.row.status, len(found.members)) == ("running", 2)
    late = await entry.join(host, click(3), number, "Player 3", ())
    assert len(late.members) == 3, "a Swiss tournament takes who comes late"


async def test_too_few_people_cancel_what_begins_by_itself(host: Host, clock: ManualClock) -> None:
    number = await announced(host, starts="1")
    await entry.join(host, click(1), number, "One", ())
    with pytest.raises(Refused, match="few"):
        await rounds.start(host, click(ORGANISER), number, manages=False)
    await pass_time(host, clock, 2 * HOUR)
    assert (await look(host, number)).row.status == "cancelled"


async def test_who_leaves_is_a_bye_for_whom_they_were_to_meet(host: Host) -> None:
    number = await begun(host, 4, format="robin")
    found = await look(host, number)
    series = found.series[0]
    await entry.leave(host, click(found.entrant(series.first).user), number)
    await settle(host)
    after = (await look(host, number)).series[0]
    assert (after.winner, after.how) == (series.second, "left")
    assert await game_of(host, series) is None
    over = await play_to_the_end(host, number)
    assert [each.why for each in over.series if each.second is None] == ["rest", "rest"]
    with pytest.raises(Refused, match="over"):
        await entry.join(host, click(9), number, "Nine", ())


async def test_a_deadline_ends_the_round(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 4, pace="slow", round_length="6")
    await pass_time(host, clock, 5 * HOUR + 1)
    assert await posted(host, number) == ["round", "warning"]
    await pass_time(host, clock, HOUR)
    found = await look(host, number)
    assert found.row.round == 2
    assert {each.how for each in found.series if each.round == 1} == {"stopped"}
    await check(host, number)


async def test_a_week_in_which_everything_was_played_ends_without_a_warning(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 4, pace="slow", weekly="yes")
    await settle(host)
    found = await look(host, number)
    for series in found.now_played:
        assert series.first is not None
        await win(host, found, series, series.first)
    await pass_time(host, clock, 7 * DAY - HOUR / 2)
    assert (await look(host, number)).row.round == 1
    assert await posted(host, number) == ["round"]


@pytest.mark.parametrize(
    ("length", "before"), [("20 minutes", 5 * MINUTE), ("1", 15 * MINUTE), ("6", HOUR), ("24", HOUR)]
)
async def test_the_organiser_is_warned_a_quarter_of_a_round_before_its_end_but_an_hour_at_most(
    host: Host, clock: ManualClock, length: str, before: float
) -> None:
    number = await begun(host, 2, pace="slow", round_length=length)
    deadline = (await look(host, number)).row.deadline
    assert deadline is not None
    await pass_time(host, clock, deadline - before - 1 - host.now())
    assert await posted(host, number) == ["round"]
    await pass_time(host, clock, 1)
    assert await posted(host, number) == ["round", "warning"]


async def posted(host: Host, number: int) -> list[str]:
    async with host.database.reading() as connection:
        return [row.kind for row in await outbox.posts_about(connection, number)]


async def test_a_pause_keeps_the_time_that_is_left(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 4, pace="slow", round_length="6")
    await pass_time(host, clock, 4 * HOUR)
    await management.change_course(host, click(ORGANISER), number, "pause", manages=False)
    with pytest.raises(Refused, match="paused"):
        await management.change_course(host, click(ORGANISER), number, "pause", manages=False)
    await pass_time(host, clock, 10 * HOUR)
    await play_round(host, number)
    assert (await look(host, number)).row.round == 1, "nothing new begins"
    await management.change_course(host, click(ORGANISER), number, "resume", manages=False)
    await settle(host)
    assert (await look(host, number)).row.round == 2


async def test_a_weekly_league_pairs_once_a_week(host: Host, clock: ManualClock) -> None:
    number = await begun(host, 4, format="robin", weekly="yes", pace="slow")
    await play_round(host, number)
    assert (await look(host, number)).row.round == 1
    await pass_time(host, clock, 7 * DAY)
    assert (await look(host, number)).row.round == 2


async def test_a_match_that_was_closed_is_played_again_in_the_same_seats(host: Host) -> None:
    number = await begun(host, 2)
    found = await look(host, number)
    row = await game_of(host, found.series[0])
    assert row is not None
    await closing.by_operator(host, row.id, "the machine was moved")
    await settle(host)
    again = await game_of(host, found.series[0])
    assert again is not None
    assert again.id != row.id
    async with host.database.reading() as connection:
        before, after = [await matches.seats_of(connection, each) for each in (row.id, again.id)]
    assert [seat.user for seat in before] == [seat.user for seat in after]
    await management.play_again(host, click(ORGANISER), number, found.series[0].id, manages=False)
    await settle(host)
    third = await game_of(host, found.series[0])
    assert third is not None
    assert third.id != again.id


async def test_a_correction_changes_standings_and_no_pairing(host: Host) -> None:
    number = await begun(host, 4)
    await play_round(host, number)
    before = await look(host, number)
    series = before.series[0]
    loser = series.second if series.winner == series.first else series.first
    assert loser is not None
    for _ in range(2):
        await management.correct(host, click(ORGANISER), number, series.id, loser, manages=False)
    after = await look(host, number)
    assert after.series[0].winner == loser
    assert [(each.first, each.second) for each in after.series] == [(each.first, each.second) for each in before.series]
    assert course.table(after.course) != course.table(before.course)
    async with host.database.reading() as connection:
        kinds = list(
            await connection.scalars(select(acts.c.kind).where(acts.c.tournament == number).order_by(acts.c.id))
        )
    assert kinds == ["announce", "draw", "start", "correct"], "what was done twice is noted once"


async def test_a_tree_is_not_corrected_behind_those_who_went_on(host: Host) -> None:
    number = await begun(host, 4, format="single")
    await play_round(host, number)
    found = await look(host, number)
    early, final = found.series[0], found.now_played[0]
    with pytest.raises(Refused, match="went_on"):
        await management.correct(host, click(ORGANISER), number, early.id, early.second or 0, manages=False)
    with pytest.raises(Refused, match="knockout"):
        await management.correct(host, click(ORGANISER), number, final.id, None, manages=False)
    await management.correct(host, click(ORGANISER), number, final.id, final.first, manages=False)
    await settle(host)
    over = await look(host, number)
    assert over.row.status == "over"
    assert course.places(over.course)[0].player == final.first
    assert await game_of(host, final) is None, "the game that ran is stopped"


async def test_nobody_has_a_forged_number(host: Host) -> None:
    """Found by forged clicks: what a select never offered was looked up as if it had."""
    number = await begun(host, 2)
    for forged in (17, 2**31 - 1):
        with pytest.raises(Refused, match=r"tournament\.refused\.nobody"):
            (await look(host, number)).entrant(forged)
        for act in (management.drop, management.disqualify):
            with pytest.raises(Refused, match=r"tournament\.refused\.nobody"):
                await act(host, click(ORGANISER), number, forged, manages=False)


async def test_a_disqualified_player_stays_out_and_a_replacement_plays_on(host: Host) -> None:
    number = await begun(host, 4)
    found = await look(host, number)
    series = found.series[0]
    for _ in range(2):
        await management.disqualify(host, click(ORGANISER), number, series.first, manages=False)
    await settle(host)
    with pytest.raises(Refused, match="disqualified"):
        await entry.join(host, click(found.entrant(series.first).user), number, "Back", ())
    other = found.series[1]
    await management.replace(host, click(ORGANISER), number, other.first, 50, "Fifty", manages=False)
    await settle(host)
    row = await game_of(host, other)
    assert row is not None
    async with host.database.reading() as connection:
        users = {seat.user for seat in await matches.seats_of(connection, row.id)}
    assert 50 in users


async def test_a_cancelled_tournament_begins_nothing_any_more(host: Host) -> None:
    number = await begun(host, 4)
    found = await look(host, number)
    await management.change_course(host, click(ORGANISER), number, "cancel", manages=False)
    await settle(host)
    assert [await game_of(host, series) for series in found.series] == [None, None]
    with pytest.raises(Refused, match="cancelled"):
        await management.change_course(host, click(ORGANISER), number, "cancel", manages=False)


async def test_a_channel_that_is_gone_begins_nothing_until_it_is_moved_and_ends_no_game(host: Host) -> None:
    number = await begun(host, 2)
    played = await game_of(host, (await look(host, number)).series[0])
    assert played is not None
    await closing.channel_gone(host, CHANNEL)
    await settle(host)
    found = await look(host, number)
    assert found.row.paused is not None
    row = await game_of(host, found.series[0])
    assert row is not None
    assert row.id == played.id, "a game that has begun goes on in its next place"
    assert "stranded" in await posted(host, number)
    await management.move(host, click(ORGANISER), number, CHANNEL + 1, manages=False)
    await management.change_course(host, click(ORGANISER), number, "resume", manages=False)
    await closing.by_operator(host, played.id, "maintenance")
    await settle(host)
    row = await game_of(host, found.series[0])
    assert row is not None
    assert (row.id != played.id, row.channel) == (True, CHANNEL + 1)


async def test_who_is_forgotten_is_in_no_tournament_any_more(host: Host) -> None:
    number = await begun(host, 4)
    await privacy.forget(host, 2)
    await settle(host)
    found = await look(host, number)
    assert all(entrant.user != 2 and entrant.name != "Player 2" for entrant in found.entrants)
    await play_to_the_end(host, number)


async def test_hidden_decks_are_published_at_the_end_of_the_tournament(host: Host) -> None:
    number = await begun(host, 4, hidden="yes")
    found = await look(host, number)
    row = await game_of(host, found.series[0])
    assert row is not None
    await win(host, found, found.series[0], found.series[0].first)
    assert await exports.export(host, row.id) is None
    await play_to_the_end(host, number)
    assert await exports.export(host, row.id) is None, "the results are provisional"
    await management.close(host, click(ORGANISER), number, manages=False)
    assert await exports.export(host, row.id) is not None


async def test_a_game_of_a_series_has_no_rematch(host: Host) -> None:
    number = await begun(host, 2)
    found = await look(host, number)
    row = await game_of(host, found.series[0])
    assert row is not None
    await win(host, found, found.series[0], found.series[0].first)
    with pytest.raises(Refused):
        await lobby.rematch(host, click(1), row.id)


async def test_settings_of_a_draft_are_checked(host: Host) -> None:
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, "artbot", "  Friday   night ")
    assert made is not None
    assert made.row.title == "Friday night"
    for what, value in (("format", "chess"), ("nonsense", "1"), ("option mode", "nobody"), ("title", "  ")):
        with pytest.raises(Refused):
            await creation.arrange(host, click(ORGANISER), made.row.id, what, value, manages=False)
    assert (await look(host, made.row.id)).row == made.row


async def test_the_games_of_a_round_begin_one_after_the_other(host: Host, clock: ManualClock) -> None:
    """Else a round of 32 would open its threads and direct messages faster than Discord takes them."""
    number = await announced(host, format="swiss")
    for user in range(1, 9):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await pairing.work(host)
    begun_at = []
    for _ in range(4):
        while await timekeeper.work(host):
            pass
        async with host.database.reading() as connection:
            begun_at.append(len(await matches.unfinished_in(connection, channel=CHANNEL)))
        clock.advance(APART)
    assert begun_at == [1, 2, 3, 4]
