"""Seasons through the host: evenings join and count, what is provisional waits, the final invites, and the end."""

import pytest
from sqlalchemy import select

from bot.host.kernel.errors import Refused, Unsure
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.operations import privacy, retention
from bot.host.people import settings
from bot.host.seasons import hall, management
from bot.host.seasons import season as seasons_host
from bot.host.tournament import entry, rounds
from bot.host.tournament import management as organising
from bot.host.tournament import tournament as tournaments_host
from bot.storage.schema import posts
from tests.host.players import click
from tests.host.seasons.evenings import announced, choose, evening, held, planned, table
from tests.host.tournament.organisers import GUILD, ORGANISER, pass_time, settle
from tests.support.clocks import ManualClock

ADA, BEN, CLEO, DAN, EVE = 1, 2, 3, 4, 5


async def said(host: Host) -> list[str]:
    """The kinds of posts about the ends of evenings and about seasons, in order."""
    async with host.database.reading() as connection:
        rows = await connection.scalars(select(posts.c.kind).order_by(posts.c.id))
        return [kind for kind in rows if kind == "over" or kind.startswith("season")]


async def trophies(host: Host, user: int) -> list[tuple[str, str, int]]:
    return [(each.kind, each.title, each.place) for each in await hall.trophies(host, user, GUILD)]


async def status(host: Host, season: int) -> str:
    return (await seasons_host.look(host, season)).row.status


async def test_evenings_add_up_and_each_is_told(host: Host) -> None:
    season = await planned(host)
    assert await status(host, season) == "planned"
    await evening(host, season, (ADA, BEN, CLEO))
    assert await status(host, season) == "running"
    await evening(host, season, (BEN, DAN, ADA))
    assert await table(host, season) == [(BEN, 1, 17), (ADA, 2, 15), (DAN, 3, 7), (CLEO, 4, 5)]
    assert await said(host) == ["over", "over"]
    lines = {line.user: line.before for line in (await seasons_host.look(host, season)).table}
    assert lines == {BEN: 2, ADA: 1, DAN: None, CLEO: 3}


async def test_only_the_best_evenings_count(host: Host) -> None:
    season = await planned(host, best="2", typed="9 4 1")
    for order in ((ADA, BEN), (BEN, ADA), (BEN, ADA)):
        await evening(host, season, order)
    assert await table(host, season) == [(BEN, 1, 18), (ADA, 2, 13)]


@pytest.mark.parametrize("typed", ["", "a", "3 4", "0", "5 -1", "9999", " ".join(["1"] * 40), "5.5"])
async def test_points_that_make_no_sense_are_refused(host: Host, typed: str) -> None:
    season = await planned(host)
    with pytest.raises(Refused):
        await management.arrange(host, click(ORGANISER), season, "typed", typed, manages=False)
    assert (await seasons_host.look(host, season)).row.points == [10, 7, 5, 4, 3, 2, 1]


async def test_nothing_but_the_title_changes_once_an_evening_has_begun(host: Host) -> None:
    season = await planned(host)
    await evening(host, season, (ADA, BEN))
    for what, value in (("weeks", "4"), ("points", "small"), ("typed", "3 2"), ("recurrence", "none")):
        with pytest.raises(Refused):
            await management.arrange(host, click(ORGANISER), season, what, value, manages=False)
    changed = await management.arrange(host, click(ORGANISER), season, "title", "Winter", manages=False)
    assert changed.row.title == "Winter"


async def test_only_its_organiser_and_those_who_may_hold_tournaments_change_a_season(host: Host) -> None:
    season = await planned(host)
    with pytest.raises(Refused):
        await management.arrange(host, click(ADA), season, "title", "Mine", manages=False)
    with pytest.raises(Refused):
        await management.end(host, click(ADA), season, manages=False)
    assert (await management.arrange(host, click(ADA), season, "title", "Ours", manages=True)).row.title == "Ours"


async def test_a_provisional_evening_counts_and_all_that_is_final_waits(host: Host, clock: ManualClock) -> None:
    season = await planned(host, weeks="2")
    await pass_time(host, clock, 1)
    await evening(host, season, (CLEO, ADA))
    number = await evening(host, season, (ADA, BEN), provisional="72")
    found = await seasons_host.look(host, season)
    assert found.provisional
    assert await table(host, season) == [(ADA, 1, 17), (CLEO, 2, 10), (BEN, 3, 7)]
    await management.end(host, click(ORGANISER), season, manages=False)
    await settle(host)
    assert await status(host, season) == "running"
    assert await trophies(host, ADA) == []

    event = await tournaments_host.look(host, number)
    [series] = event.series
    loser = series.second if series.winner == series.first else series.first
    await organising.correct(host, click(ORGANISER), number, series.id, loser, manages=False)
    await settle(host)
    assert await table(host, season) == [(ADA, 1, 14), (BEN, 2, 10), (CLEO, 3, 10)]
    assert await said(host) == ["over", "over", "over"]

    await pass_time(host, clock, 3 * DAY + HOUR)
    assert await status(host, season) == "over"
    assert await said(host) == ["over", "over", "over", "season_over"]
    assert await trophies(host, ADA) == [("season", "Autumn", 1)]
    assert await trophies(host, BEN) == [("season", "Autumn", 2), ("evening", "Friday", 1)]


async def test_a_season_ends_by_itself_after_its_weeks(host: Host, clock: ManualClock) -> None:
    season = await planned(host, weeks="2")
    await evening(host, season, (ADA, BEN))
    await pass_time(host, clock, 7 * DAY)
    await evening(host, season, (ADA, BEN))
    left = await announced(host, season)
    await pass_time(host, clock, 7 * DAY - 13 * 3600)
    assert await status(host, season) == "running"
    await pass_time(host, clock, 2 * 3600)
    assert await status(host, season) == "over"
    assert await trophies(host, ADA) == [("season", "Autumn", 1), ("evening", "Friday", 1), ("evening", "Friday", 1)]
    assert left not in {each.tournament for each in (await seasons_host.look(host, season)).evenings}
    with pytest.raises(Refused):
        await choose(host, season, left)


async def test_an_evening_that_is_called_off_counts_for_nothing(host: Host) -> None:
    season = await planned(host)
    number = await announced(host, season)
    await organising.change_course(host, click(ORGANISER), number, "cancel", manages=False)
    await settle(host)
    assert (await seasons_host.look(host, season)).evenings == ()
    assert await status(host, season) == "planned"


async def test_nobody_has_points_without_having_come(host: Host, clock: ManualClock) -> None:
    season = await planned(host)
    number = await announced(host, season, format="swiss", rounds="1")
    for user in (ADA, BEN, CLEO, DAN):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await settle(host)
    event = await tournaments_host.look(host, number)
    gone, kept = event.now_played
    absent = event.entrant(gone.first).user
    await entry.leave(host, click(absent), number)
    await settle(host)
    await organising.correct(host, click(ORGANISER), number, kept.id, kept.first, manages=False)
    await settle(host)
    assert (await tournaments_host.look(host, number)).row.status == "over"
    assert {user for user, _, _ in await table(host, season)} == {ADA, BEN, CLEO, DAN} - {absent}


async def test_the_final_evening_invites_the_best_and_decides(host: Host, clock: ManualClock) -> None:
    season = await planned(host, weeks="2", final="2")
    await evening(host, season, (ADA, BEN, CLEO, DAN))
    await evening(host, season, (ADA, CLEO, BEN, DAN))
    await pass_time(host, clock, 14 * DAY)
    assert await status(host, season) == "running"
    final = await announced(host, season, title="Final")
    event = await tournaments_host.look(host, final)
    assert event.row.entry == "invitation"
    assert [(each.user, each.status) for each in event.entrants] == [(ADA, "invited"), (CLEO, "invited")]
    assert await said(host) == ["over", "over", "season_final"]
    with pytest.raises(Refused):
        await entry.join(host, click(DAN), final, "Dan", ())
    await held(host, final, (CLEO, ADA))
    assert await status(host, season) == "over"
    found = await seasons_host.look(host, season)
    lines = [(line.user, line.place, line.last) for line in found.table]
    assert lines[:3] == [(CLEO, 1, 1), (ADA, 2, 2), (BEN, 3, None)]
    assert [each.place for each in await hall.trophies(host, CLEO, GUILD) if each.kind == "season"] == [1]


async def test_a_final_evening_that_never_comes_is_not_waited_for_in_vain(host: Host, clock: ManualClock) -> None:
    season = await planned(host, weeks="2", final="2")
    await evening(host, season, (ADA, BEN))
    await pass_time(host, clock, 14 * DAY)
    assert await status(host, season) == "running"
    await pass_time(host, clock, 36 * DAY)
    assert await status(host, season) == "over"
    assert (await trophies(host, ADA))[0] == ("season", "Autumn", 1)


async def test_ending_a_season_asks_first_and_a_planned_one_is_deleted(host: Host) -> None:
    season = await planned(host)
    with pytest.raises(Unsure):
        await management.end(host, click(ORGANISER, sure=False), season, manages=False)
    assert await management.end(host, click(ORGANISER), season, manages=False) is None
    with pytest.raises(Refused):
        await seasons_host.look(host, season)
    season = await planned(host)
    await evening(host, season, (ADA, BEN))
    with pytest.raises(Unsure):
        await management.end(host, click(ORGANISER, sure=False), season, manages=False)
    await management.end(host, click(ORGANISER), season, manages=False)
    await settle(host)
    assert await status(host, season) == "over"


async def test_a_tournament_counts_in_one_season_and_can_be_taken_out(host: Host) -> None:
    one, other = await planned(host), await planned(host, "Other")
    number = await evening(host, one, (ADA, BEN))
    assert number not in {each.id for each in await management.offered(host, await seasons_host.look(host, other))}
    found = await management.choose(host, click(ORGANISER), one, set(), manages=False)
    assert found.table == ()
    await choose(host, other, number)
    await settle(host)
    assert await table(host, other) == [(ADA, 1, 10), (BEN, 2, 7)]


async def test_what_was_reached_outlives_the_rows_of_its_tournaments(host: Host, clock: ManualClock) -> None:
    await settings.change_guild(host, GUILD, "retention", ["30"])
    season = await planned(host, weeks="26")
    await evening(host, season, (ADA, BEN))
    await pass_time(host, clock, 40 * DAY)
    await retention.sweep(host)
    await evening(host, season, (BEN, ADA))
    assert await table(host, season) == [(BEN, 1, 17), (ADA, 2, 17)]
    await management.end(host, click(ORGANISER), season, manages=False)
    await settle(host)
    await pass_time(host, clock, 40 * DAY)
    await retention.sweep(host)
    assert await table(host, season) == [(BEN, 1, 17), (ADA, 2, 17)]
    assert await trophies(host, BEN) == [("season", "Autumn", 1), ("evening", "Friday", 1)]


async def test_deleting_a_persons_data_takes_their_name_and_honours(host: Host) -> None:
    season = await planned(host)
    await evening(host, season, (ADA, BEN, CLEO))
    await management.end(host, click(ORGANISER), season, manages=False)
    await settle(host)
    told = await privacy.told(host, ADA)
    assert [row["place"] for row in told["places in seasons"]] == [1]
    assert {row["kind"] for row in told["honours"]} == {"season", "evening"}
    await privacy.forget(host, ADA)
    assert await trophies(host, ADA) == []
    assert await table(host, season) == [(BEN, 1, 7), (CLEO, 2, 5)]
    feats = await hall.hall_of_fame(host, GUILD)
    assert [(each.kind, [honour.user for honour in each.honours]) for each in feats] == [("season", [BEN, CLEO])]


async def test_who_has_ended_a_season_early_is_kept_until_their_data_is_deleted(host: Host, clock: ManualClock) -> None:
    by_itself, ended = await planned(host, weeks="2"), await planned(host, "Winter")
    for season in (by_itself, ended):
        await evening(host, season, (ADA, BEN))
    await management.end(host, click(EVE), ended, manages=True)
    await pass_time(host, clock, 15 * DAY)
    assert [(await seasons_host.look(host, each)).row.ended_by for each in (by_itself, ended)] == [None, EVE]
    assert [row["title"] for row in (await privacy.told(host, EVE))["held seasons"]] == ["Winter"]
    await privacy.forget(host, EVE)
    found = await seasons_host.look(host, ended)
    assert (found.row.status, found.row.ended_by) == ("over", None)


async def test_the_hall_of_fame_has_points_of_seasons_and_counts_wins_by_title(host: Host, clock: ManualClock) -> None:
    season = await planned(host)
    for order in ((ADA, BEN), (BEN, ADA), (ADA, CLEO)):
        await evening(host, season, order)
        await pass_time(host, clock, DAY)
    await evening(host, season, (CLEO, ADA), title="Sunday")
    await management.end(host, click(ORGANISER), season, manages=False)
    await settle(host)
    feats = await hall.hall_of_fame(host, GUILD)
    assert [each.points for each in feats if each.kind == "season"] == [{ADA: 34, BEN: 17, CLEO: 17}]
    assert [(each.title, each.winners) for each in hall.wins(feats)] == [
        ("Sunday", ((CLEO, 1),)),
        ("Friday", ((ADA, 2), (BEN, 1))),
    ]


async def test_what_comes_next_is_known(host: Host, clock: ManualClock) -> None:
    season = await planned(host)
    await evening(host, season, (ADA, BEN))
    assert await coming(host, season) == ("none", None, None)
    number = await announced(host, season)
    assert await coming(host, season) == ("open", None, None)
    for user in (ADA, BEN):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await settle(host)
    assert await coming(host, season) == ("running", None, None)


async def coming(host: Host, season: int) -> tuple[str, float | None, int | None]:
    found = await seasons_host.coming(host, await seasons_host.look(host, season))
    return found.state, found.starts, found.most
