"""The puzzle of the day in servers: each date posted once at the server's hour, and edited once with the answer."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.host.kernel.host import Host
from bot.host.lobby import puzzles
from bot.host.lobby.position_start import Place
from bot.host.operations import grace
from bot.host.people import settings
from bot.host.people.time_zones import zone
from bot.host.puzzles import daily_posts
from bot.host.puzzles.daily_posts import ANSWERED, POSTING, REVEALING, strikes
from bot.host.puzzles.streaks import DAY, closes, day_of, opens
from bot.host.workers import timekeeper
from bot.storage import timers, tries
from tests.host.players import ADA, click, table_of
from tests.host.puzzles.daily import (
    ANGELES,
    AUCKLAND,
    BERLIN,
    CHANNEL,
    Letterbox,
    due_of,
    pass_to,
    posts_of,
    utc,
    wants,
    work,
)
from tests.support.clocks import ManualClock

ZONES: Final = (BERLIN, AUCKLAND, ANGELES, "Europe/London", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata", "14")
START: Final = date(2027, 3, 20)
"""A week before the clocks of Berlin are set forward."""


def clock_at(at: float, where: str) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone(zone(where))


async def from_start(host: Host, clock: ManualClock, hour: int = 0) -> Letterbox:
    clock.advance(utc(START, hour, 30) - host.now())
    return Letterbox(host)


@given(
    st.dates(date(2026, 1, 1), date(2030, 12, 31)),
    st.integers(0, 23),
    st.sampled_from(ZONES),
)
@example(date(2026, 10, 25), 0, "Europe/London")
@example(date(2026, 3, 29), 0, "Europe/London")
@example(date(2027, 3, 28), 2, BERLIN)
def test_a_date_is_posted_once_on_that_date_at_the_hour_of_the_clock(day: date, hour: int, where: str) -> None:
    """Found by looking at the clock each half hour, unless it never shows the hour on that date."""
    at = strikes(day, hour, where)
    assert day_of(at) == day
    shown = [opens(day) + 1800 * number for number in range(48)]
    full = [each for each in shown if (clock_at(each, where).hour, clock_at(each, where).minute) == (hour, 0)]
    if full:
        assert at == full[0]
    else:
        local = clock_at(at, where)
        assert at == opens(day) or (local.hour * 60 + local.minute) - hour * 60 in (30, 60), "the hour was skipped"


async def test_two_servers_in_two_zones_have_each_date_once_across_a_change_of_clocks(
    host: Host, clock: ManualClock
) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, BERLIN, 9)
    await wants(host, 2, AUCKLAND, 20)
    days = [START + number * DAY for number in range(20)]
    await pass_to(host, clock, box, closes(days[-1]) - 1)
    for guild, where, hour in ((1, BERLIN, 9), (2, AUCKLAND, 20)):
        mine = [(day, at) for server, day, at in box.posted if server == guild]
        assert [day for day, _ in mine][:20] == [day.isoformat() for day in days]
        assert {clock_at(at, where).hour for _, at in mine} == {hour}
        assert len({clock_at(at, where).utcoffset() for _, at in mine}) == 2, "the clocks were changed"
        edited = [(day, at) for server, day, at in box.edited if server == guild]
        assert edited == [(day.isoformat(), closes(day)) for day in days[:-1]]


async def test_nothing_is_posted_unless_a_channel_is_chosen_and_not_before_the_next_hour(
    host: Host, clock: ManualClock
) -> None:
    box = await from_start(host, clock, 10)
    await settings.change_guild(host, 1, "puzzle_hour", ["9"])
    assert await due_of(host, POSTING, 1) is None
    await wants(host, 1, "UTC", 9)
    await work(host, box)
    assert box.posted == []
    assert await due_of(host, POSTING, 1) == utc(START + DAY, 9)
    await settings.change_guild(host, 1, "puzzles", [])
    await pass_to(host, clock, box, utc(START + 3 * DAY, 0))
    assert box.posted == []


async def test_a_change_of_the_hour_or_the_zone_posts_no_date_twice(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    await pass_to(host, clock, box, utc(START, 10))
    await settings.change_guild(host, 1, "puzzle_hour", ["15"])
    await pass_to(host, clock, box, utc(START, 16))
    await settings.change_guild(host, 1, "timezone", [ANGELES])
    await pass_to(host, clock, box, utc(START + 2 * DAY, 23))
    assert [day for _, day, _ in box.posted] == [(START + number * DAY).isoformat() for number in range(3)]
    assert clock_at(box.posted[-1][-1], ANGELES).hour == 15


@pytest.mark.parametrize(("hours", "posted"), [(2, [0]), (26, [1]), (17, [0]), (29, [1]), (51, [2])])
async def test_who_was_down_at_the_hour_posts_later_but_nothing_that_has_closed(
    host: Host, clock: ManualClock, hours: int, posted: list[int]
) -> None:
    """The hour is 18:00 UTC; a date closes 18 hours later."""
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 18)
    clock.advance(utc(START, 18) + 3600 * hours - host.now())
    await work(host, box)
    await work(host, box)
    assert [day for _, day, _ in box.posted] == [(START + number * DAY).isoformat() for number in posted]


async def test_who_was_down_past_the_close_posts_nothing(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 18)
    clock.advance(closes(START) + 3600 - host.now())
    await work(host, box)
    assert box.posted == []
    assert await due_of(host, POSTING, 1) == utc(START + DAY, 18)


async def test_a_restart_at_the_hour_posts_once(host: Host, clock: ManualClock) -> None:
    """Two processes fire the same timer, or one fires it again after its lease."""
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    clock.advance(utc(START, 9) - host.now())
    async with host.database.transaction() as tx:
        await timers.put_apart(tx, POSTING, 1, host.now())
    await work(host, box)
    async with host.database.transaction() as tx:
        await timers.put_apart(tx, POSTING, 1, host.now())
    await work(host, box)
    assert len(box.posted) == 1
    assert await due_of(host, POSTING, 1) == utc(START + DAY, 9)


async def test_a_close_that_was_missed_is_made_up_for_once(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    await pass_to(host, clock, box, utc(START, 10))
    clock.advance(3600 * 60)
    await work(host, box)
    await pass_to(host, clock, box, utc(START + 6 * DAY, 0))
    assert [day for _, day, _ in box.edited].count(START.isoformat()) == 1
    assert [post.content.get(ANSWERED) for post in await posts_of(host, 1)][:1] == [True]


async def test_a_server_that_no_longer_wants_posts_still_has_its_last_answer(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    await pass_to(host, clock, box, utc(START, 10))
    await settings.change_guild(host, 1, "puzzles", [])
    await pass_to(host, clock, box, utc(START + 3 * DAY, 0))
    assert [len(box.posted), len(box.edited)] == [1, 1]


async def test_a_lost_channel_ends_the_posts_and_tells_the_owner_once(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    box.closed.add(CHANNEL + 1)
    await pass_to(host, clock, box, utc(START + 3 * DAY, 0))
    assert (await settings.guild(host, 1)).puzzles is None
    assert await due_of(host, POSTING, 1) is None
    assert [post.status for post in await posts_of(host, 1)] == ["failed"]
    assert box.posted == box.edited == []


async def test_while_the_bot_is_away_nothing_is_posted_and_then_it_goes_on(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    await pass_to(host, clock, box, utc(START, 10))
    await grace.removed(host, 1)
    await pass_to(host, clock, box, utc(START, 23))
    host.grace = 10 * 86400.0
    await pass_to(host, clock, box, utc(START + 2 * DAY, 20))
    assert [len(box.posted), len(box.edited)] == [1, 0]
    await grace.back(host, [1])
    await work(host, box)
    assert len(box.edited) == 1, "the post of the first day has its answer"
    await pass_to(host, clock, box, utc(START + 3 * DAY, 10))
    assert [day for _, day, _ in box.posted] == [START.isoformat(), (START + 3 * DAY).isoformat()]


async def test_a_server_has_puzzles_of_its_games_alone_and_what_is_posted_stays(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9, puzzle_games="warmage zarcana")
    await pass_to(host, clock, box, utc(START + 5 * DAY, 10))
    posted = {post.content["day"]: post.content["puzzle"] for post in await posts_of(host, 1)}
    assert {key.split("-")[0] for key in posted.values()} <= {"warmage", "zarcana"}
    await settings.change_guild(host, 1, "puzzle_games", ["artbot"])
    today = day_of(host.now())
    found = (await puzzles.puzzle_list(host, ADA, 1)).open
    assert [each.puzzle.key for each in found] == [posted[each.day.isoformat()] for each in found]
    match = await puzzles.begin_day(host, click(ADA), today, Place(1, CHANNEL))
    assert match is not None
    attempt = (await table_of(host, match)).attempt
    assert attempt is not None
    assert (attempt.progress.key, attempt.progress.day) == (posted[today.isoformat()], today.isoformat())
    elsewhere = (await puzzles.puzzle_list(host, ADA, None)).open
    assert {each.day for each in elsewhere} == {each.day for each in found}
    await settings.change_guild(host, 1, "games", ["varia"])
    await pass_to(host, clock, box, utc(START + 6 * DAY, 10))
    assert (await posts_of(host, 1))[-1].content["puzzle"].startswith("varia-"), "it is not played there"


async def test_no_timer_is_left_of_a_date_with_its_answer(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    await pass_to(host, clock, box, utc(START, 10))
    assert await due_of(host, REVEALING, 1) == closes(START)
    await settings.change_guild(host, 1, "puzzles", [])
    await pass_to(host, clock, box, closes(START) + timedelta(hours=1).total_seconds())
    assert await due_of(host, REVEALING, 1) is None


async def test_what_could_not_be_sent_before_the_close_is_never_sent(host: Host, clock: ManualClock) -> None:
    box = await from_start(host, clock)
    await wants(host, 1, "UTC", 9)
    clock.advance(utc(START, 9) - host.now())
    while await timekeeper.work(host):
        pass
    assert await says(host, 1)
    clock.advance(closes(START) - host.now())
    while await timekeeper.work(host):
        pass
    assert not await says(host, 1), "neither the post nor its answer"
    await work(host, box)


async def says(host: Host, guild: int) -> bool:
    """Return whether a server's first post says anything."""
    async with host.database.reading() as connection:
        (first, *_) = await tries.posted(connection, guild)
        return await daily_posts.look(connection, first, host.now()) is not None
