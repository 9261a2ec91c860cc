"""Players who do not show up: they are mentioned once and lose, unless they could not be reached; and second offers."""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Final, TypeAlias

import pytest

from bot.host.kernel.host import Host
from bot.host.kernel.paces import GRACE, MINUTE
from bot.host.operations import outage
from bot.host.tournament import absence, entry, management
from bot.host.tournament.rules import course
from bot.host.tournament.rules.course import FORMATS
from bot.host.tournament.tournament import Tournament, find, look
from bot.host.workers import sender
from bot.host.workers.delivery_results import Closed, Later, Report, Sent
from bot.storage import matches, tournaments
from bot.storage.destination import Kind
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.tournaments import SeriesRow
from tests.host.players import click
from tests.host.tournament.organisers import CHANNEL, ORGANISER, begun, check, game_of, play_round, settle, waiting, win
from tests.support.clocks import ManualClock

HALF, WHOLE = 2.5 * MINUTE, 5 * MINUTE + GRACE + 5
"""Half of the usual time, and a little more than all of it."""


MISSING: Final = 0.4
"""How likely a player does not show up on a random evening."""

ClickIn: TypeAlias = Callable[[Host, int, int], Awaitable[None]]
"""Has a person click on something in a match."""


class Post:
    """Discord, which takes all posts unless it is down, and no direct messages if they are closed."""

    def __init__(self) -> None:
        self.sent: list[PostRow] = []
        self.is_down = self.is_closed = False
        self._ids = iter(range(5000, 10**6))

    async def post(self, row: PostRow) -> Report:
        if self.is_down:
            return Later("down")
        if self.is_closed and row.destination.kind is Kind.DM:
            return Closed()
        self.sent.append(row)
        return Sent(CHANNEL, next(self._ids))

    async def surface(self, row: SurfaceRow) -> Report:
        return Sent(CHANNEL, next(self._ids), "")

    def told(self, kind: str) -> list[PostRow]:
        return [row for row in self.sent if row.kind == kind]


async def pass_time(host: Host, clock: ManualClock, post: Post, seconds: float) -> None:
    """Pass time a minute at a time, and deliver what is to be said meanwhile."""
    while seconds > 0:
        clock.advance(min(seconds, MINUTE / 2))
        seconds -= MINUTE / 2
        await settle(host)
        await sender.drain(host, post)
        await settle(host)


async def come(host: Host, found: Tournament, series: SeriesRow, *players: int | None) -> None:
    """Have players click on something in the running game of a series."""
    row = await game_of(host, series)
    assert row is not None
    for player in players:
        assert player is not None
        await absence.note_click(host, row.id, found.entrant(player).user)


async def of(host: Host, found: Tournament, series: SeriesRow) -> SeriesRow:
    return next(each for each in (await look(host, found.row.id)).series if each.id == series.id)


async def test_who_does_not_show_up_is_mentioned_once_and_loses_and_may_join_again(
    host: Host, clock: ManualClock
) -> None:
    post, number = Post(), await begun(host, 4)
    found = await look(host, number)
    first, second = found.series
    await come(host, found, first, first.first)
    await come(host, found, second, second.first, second.second)
    assert first.second is not None
    missing = found.entrant(first.second)
    await pass_time(host, clock, post, HALF + 5)
    assert {(each.destination.kind, each.match) for each in post.told("missing")} == {
        (kind, getattr(await game_of(host, first), "id", None)) for kind in (Kind.THREAD, Kind.DM)
    }
    assert [each.destination.number for each in post.told("missing") if each.destination.kind is Kind.DM] == [
        missing.user
    ]
    await pass_time(host, clock, post, HALF)
    after = await of(host, found, first)
    assert (after.state, after.winner, after.how) == ("won", first.first, "absent")
    assert (await of(host, found, second)).state == "open"
    assert (await look(host, number)).entrant(missing.number).status == "out"
    assert await game_of(host, first) is None
    assert len(post.told("missing")) == 2
    assert [each.content["players"] for each in post.told("absent")] == [[missing.number]]
    assert [each.destination.number for each in post.told("no_show")] == [missing.user]
    back = await entry.join(host, click(missing.user), number, missing.name, ())
    assert (back.entrant(missing.number).status, back.entrant(missing.number).absent) == ("in", False)


@pytest.mark.parametrize("minutes", ["3", "5", "10"])
async def test_players_have_as_long_as_the_organiser_sets(host: Host, clock: ManualClock, minutes: str) -> None:
    post, number = Post(), await begun(host, 2, absent_after=minutes, pace="relaxed")
    found = await look(host, number)
    (series,) = found.series
    await come(host, found, series, series.first)
    await pass_time(host, clock, post, int(minutes) * MINUTE - 1)
    assert (await of(host, found, series)).state == "open"
    await pass_time(host, clock, post, 10)
    assert (await of(host, found, series)).winner == series.first


async def test_a_click_in_the_second_half_is_in_time(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 2, pace="relaxed")
    found = await look(host, number)
    (series,) = found.series
    await come(host, found, series, series.first)
    await pass_time(host, clock, post, HALF + MINUTE)
    await come(host, found, series, series.second)
    await pass_time(host, clock, post, 2 * WHOLE)
    assert (await of(host, found, series)).state == "open"
    assert not {kind for kind, _ in await waiting(host)} & {"missed", "absent"}


async def test_nobody_is_absent_who_could_not_be_reached(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 2, pace="relaxed")
    found = await look(host, number)
    (series,) = found.series
    await come(host, found, series, series.first)
    post.is_down = True
    await pass_time(host, clock, post, 2 * WHOLE)
    assert (await of(host, found, series)).state == "open"
    post.is_down = False
    await pass_time(host, clock, post, HALF)
    assert len(post.told("missing")) == 2
    assert (await of(host, found, series)).state == "open", "they have half of the time from the mention on"
    await pass_time(host, clock, post, HALF + MINUTE)
    assert (await of(host, found, series)).how == "absent"


async def test_a_mention_in_the_thread_is_enough(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 2, pace="relaxed")
    post.is_closed = True
    found = await look(host, number)
    (series,) = found.series
    await come(host, found, series, series.first)
    await pass_time(host, clock, post, WHOLE)
    assert (await of(host, found, series)).how == "absent"


async def test_an_outage_gives_its_time_back(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 2, pace="relaxed")
    await outage.heard(host)
    found = await look(host, number)
    (series,) = found.series
    await come(host, found, series, series.first)
    clock.advance(2 * WHOLE)
    await outage.heard(host)
    await pass_time(host, clock, post, HALF + MINUTE)
    assert (await of(host, found, series)).state == "open"
    await pass_time(host, clock, post, HALF)
    assert (await of(host, found, series)).how == "absent"


async def test_nobody_is_expected_in_a_game_over_days(host: Host) -> None:
    await begun(host, 2, pace="daily")
    assert not {kind for kind, _ in await waiting(host)} & {"missed", "absent"}


async def test_nobody_loses_during_a_pause(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 2, pace="relaxed")
    found = await look(host, number)
    (series,) = found.series
    await come(host, found, series, series.first)
    await management.change_course(host, click(ORGANISER), number, "pause", manages=False)
    await pass_time(host, clock, post, 2 * WHOLE)
    assert (await of(host, found, series)).state == "open"
    await management.change_course(host, click(ORGANISER), number, "resume", manages=False)
    await pass_time(host, clock, post, WHOLE)
    assert (await of(host, found, series)).how == "absent"


async def test_who_is_removed_by_the_clock_without_a_click_has_not_shown_up(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 4, absent_after="10")
    found = await look(host, number)
    first, second = found.series
    await come(host, found, second, second.first, second.second)
    await come(host, found, first, first.second)
    await pass_time(host, clock, post, 10 * MINUTE + GRACE + 5)
    assert (await of(host, found, first)).how == "absent"
    assert (await look(host, number)).entrant(first.first).status == "out"


async def test_two_who_do_not_show_up_both_lose(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 4)
    found = await look(host, number)
    first, second = found.series
    await come(host, found, second, second.first, second.second)
    await pass_time(host, clock, post, WHOLE)
    after = await of(host, found, first)
    assert (after.state, after.winner, after.how) == ("lost", None, "absent")
    points = {each.player: each.points for each in course.table((await look(host, number)).course)}
    assert {points[player] for player in (first.first, first.second) if player is not None} == {0}


async def test_the_next_opponent_of_two_who_do_not_show_up_has_a_bye(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 4, format="single")
    found = await look(host, number)
    second = found.series[1]
    await come(host, found, second, second.first, second.second)
    await win(host, found, second, second.first)
    await pass_time(host, clock, post, WHOLE)
    over = await look(host, number)
    assert (over.row.status, over.row.round) == ("over", 1)
    places = {each.player: each.place for each in course.places(over.course)}
    assert places == {player: 1 if player == second.first else 2 for player in range(4)}


async def test_a_final_without_both_has_no_champion(host: Host, clock: ManualClock) -> None:
    post, number = Post(), await begun(host, 4, format="single")
    await play_round(host, number)
    found = await look(host, number)
    (final,) = found.now_played
    await pass_time(host, clock, post, WHOLE)
    over = await look(host, number)
    assert over.row.status == "over"
    places = {each.player: each.place for each in course.places(over.course)}
    assert sorted(places.values(), key=lambda place: place or 0) == [2, 2, 3, 3]
    assert {player for player, place in places.items() if place == 2} == {final.first, final.second}


@pytest.mark.parametrize("form", ["swiss", "robin"])
async def test_rounds_to_which_nobody_comes_have_no_champion(host: Host, clock: ManualClock, form: str) -> None:
    number = await begun(host, 4, format=form)
    await pass_time(host, clock, Post(), WHOLE)
    over = await look(host, number)
    assert over.row.status == "over"
    assert [each.place for each in course.places(over.course)] == [2, 2, 3, 4]


async def test_whoever_stayed_alone_before_a_final_is_champion(host: Host) -> None:
    number = await begun(host, 3, format="swiss", rounds="1", cut="2")
    found = await look(host, number)
    (played,) = [each for each in found.series if each.second is not None]
    staying = played.first
    await management.correct(host, click(ORGANISER), number, played.id, played.second, manages=False)
    for entrant in found.entrants:
        if entrant.number != staying:
            await management.drop(host, click(ORGANISER), number, entrant.number, manages=False)
    await settle(host)
    over = await look(host, number)
    assert over.row.status == "over"
    assert course.places(over.course)[0].player == staying


async def offered(host: Host, clock: ManualClock, post: Post) -> tuple[Tournament, SeriesRow]:
    """A match that was lost because its second player did not show up, and that is offered again."""
    number = await begun(host, 4, pace="relaxed")
    found = await look(host, number)
    first, second = found.series
    await come(host, found, first, first.first)
    await come(host, found, second, second.first, second.second)
    await pass_time(host, clock, post, WHOLE)
    assert first.second is not None
    await management.let_back_in(host, click(ORGANISER), number, first.second, manages=False)
    await settle(host)
    return await look(host, number), await of(host, found, first)


async def test_a_match_offered_again_is_a_new_game_with_new_dice(host: Host, clock: ManualClock) -> None:
    series = (await offered(host, clock, Post()))[1]
    assert series.state == "open"
    async with host.database.reading() as connection:
        played = [
            await matches.get(connection, match) for match, _ in await tournaments.matches_of(connection, series.id)
        ]
    assert len({each.secret for each in played if each is not None}) == len(played) == 2
    assert len({each.table_string for each in played if each is not None}) == 2


async def test_a_match_offered_again_waits_ten_minutes_for_who_missed_it_alone(host: Host, clock: ManualClock) -> None:
    post = Post()
    found, series = await offered(host, clock, post)
    assert series.second is not None
    await pass_time(host, clock, post, 9 * MINUTE)
    assert (await of(host, found, series)).state == "open"
    await pass_time(host, clock, post, MINUTE + GRACE + 5)
    after, entrant = await of(host, found, series), (await look(host, found.row.id)).entrant(series.second)
    assert (after.winner, after.how, entrant.status) == (series.first, "absent", "out")


async def test_who_comes_to_a_match_offered_again_has_been_seen(host: Host, clock: ManualClock) -> None:
    post = Post()
    found, series = await offered(host, clock, post)
    assert series.second is not None
    assert (await look(host, found.row.id)).entrant(series.second).absent
    await come(host, found, series, series.second)
    await pass_time(host, clock, post, 11 * MINUTE)
    assert (await of(host, found, series)).state == "open"
    assert not (await look(host, found.row.id)).entrant(series.second).absent


@pytest.mark.parametrize("seen", [True, False])
async def test_a_bye_counts_nothing_for_who_has_not_been_seen_since(
    host: Host,
    seen: bool,  # noqa: FBT001
) -> None:
    number = await begun(host, 3, format="swiss", rounds="2")
    found = await look(host, number)
    series = next(each for each in found.series if each.second is not None)
    assert series.second is not None
    await come(host, found, series, series.first)
    async with host.database.transaction() as tx:
        missing = (await find(host, tx, number)).entrant(series.second)
        missing.absent = True
        await tournaments.change_entrant(tx, missing)
    if seen:
        await come(host, found, series, series.second)
    await management.correct(host, click(ORGANISER), number, series.id, series.first, manages=False)
    await settle(host)
    bye = next(each for each in (await look(host, number)).now_played if each.second is None)
    assert (bye.first, bye.state) == (series.second, "won" if seen else "lost")


async def play_evening(host: Host, clock: ManualClock, chance: Random, click_in: ClickIn) -> None:
    """Play a tournament in which some players do not show up now and then, and check what becomes of them."""
    post, format_ = Post(), chance.choice(FORMATS)
    number = await begun(host, chance.randint(3, 6), format=format_, rounds="3" if format_ == "swiss" else "0")
    while (found := await look(host, number)).row.status == "running":
        missed: dict[int, set[int]] = {}
        played = [each for each in found.now_played if each.state == "open"]
        for series in played:
            players = [player for player in (series.first, series.second) if player is not None]
            missed[series.id] = {player for player in players if chance.random() < MISSING}
            row = await game_of(host, series)
            assert row is not None
            for player in set(players) - missed[series.id]:
                await click_in(host, row.id, found.entrant(player).user)
        await pass_time(host, clock, post, WHOLE)
        for series in played:
            after = await of(host, found, series)
            if not missed[series.id]:
                assert after.state == "open", "who has come plays on"
                await win(host, found, series, series.first)
            elif len(missed[series.id]) == 1:
                assert (after.state, after.how) == ("won", "absent")
                assert after.winner not in missed[series.id]
            else:
                assert (after.state, after.winner, after.how) == ("lost", None, "absent")
        gone = set().union(*missed.values())
        assert not gone & {entrant.number for entrant in (await look(host, number)).members}
        await settle(host)
        await check(host, number)
    over = await look(host, number)
    places = course.places(over.course)
    assert sorted(each.player for each in places) == list(range(len(over.entrants)))
    champions = [each.player for each in places if each.place == 1]
    assert len(champions) <= 1
    if format_ in ("single", "double"):
        last = course.seats(over.course)[-1]
        assert champions == ([] if last.winner is None else [last.winner])


@pytest.mark.parametrize("seed", range(4))
async def test_random_evenings_with_players_who_do_not_show_up(host: Host, clock: ManualClock, seed: int) -> None:
    await play_evening(host, clock, Random(seed), absence.note_click)


async def test_a_bot_that_does_not_notice_who_has_come_is_noticed(host: Host, clock: ManualClock) -> None:
    async def unnoticed(host: Host, match: int, user: int) -> None:
        """A click of which nobody takes note."""

    with pytest.raises(AssertionError, match=r"who has come|absent"):
        await play_evening(host, clock, Random(1), unnoticed)
