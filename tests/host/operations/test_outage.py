"""Nobody loses time that was not heard, and what a process left behind is put right; what is of no use is forgotten."""

import pytest
from structlog.testing import capture_logs

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.match import panel_actions
from bot.host.operations import health, outage, retention
from bot.host.people import settings
from bot.host.people.quiet_hours import quiet_until
from bot.host.workers import timekeeper
from bot.storage import destinations, inbox, matches, outbox, timers
from bot.storage.destination import Destination
from bot.storage.people import UserRow
from bot.storage.timers import TimerKey
from tests.host.players import (
    ADA,
    BEN,
    CLEO,
    DAN,
    answer,
    begin,
    check_timers,
    click,
    opened,
    pass_time,
    posts_of,
    probe_of,
    started,
    table_of,
)
from tests.support.clocks import ManualClock

GUILD = 800


async def test_an_outage_gives_every_clock_its_time_back_and_says_so_once(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="daily")
    await outage.heard(host)
    before = (await panel_actions.show(host, match, ADA)).deadline
    assert before is not None
    clock.advance(600)
    await outage.heard(host)
    assert (await panel_actions.show(host, match, ADA)).deadline == before + 600
    (post,) = await posts_of(host, match, "outage")
    assert post.content == {"seconds": 600}
    clock.advance(10)
    await outage.heard(host)
    assert len(await posts_of(host, match, "outage")) == 1
    await check_timers(host, match)


@pytest.mark.parametrize("played", [True, False])
async def test_an_outage_that_concerns_no_match_is_no_warning(host: Host, clock: ManualClock, *, played: bool) -> None:
    if played:
        await probe_of(host, (ADA, BEN), pace="daily")
    await outage.heard(host)
    clock.advance(600)
    with capture_logs() as logged:
        await outage.heard(host)
    assert [each["log_level"] for each in logged if each["event"] == "could not hear"] == ["warning"] * played


async def test_an_outage_is_spoken_of_in_every_match_and_shows_the_new_deadlines_where_the_old_ones_are(
    host: Host, clock: ManualClock
) -> None:
    found = [await probe_of(host, people, pace="daily") for people in ((ADA, BEN), (CLEO, DAN), (ADA, DAN))]
    await outage.heard(host)
    await _all_shown(host, found, clock)
    clock.advance(600)
    await outage.heard(host)
    async with host.database.reading() as connection:
        for match in found:
            assert len(await posts_of(host, match, "outage")) == 1
            parts: list[tuple[outbox.SurfaceKind, int | None]] = [("status", None), ("hand", 0), ("hand", 1)]
            for kind, seat in parts:
                shown = await outbox.surface(connection, match, kind, seat)
                assert shown is not None
                assert shown.wanted > shown.shown, (match, kind)
            lobby_post = await outbox.surface(connection, match, "lobby", None)
            assert lobby_post is not None
            assert lobby_post.wanted == lobby_post.shown, "it shows no deadline"


async def _all_shown(host: Host, found: list[int], clock: ManualClock) -> None:
    async with host.database.transaction() as tx:
        for match in found:
            parts: list[tuple[outbox.SurfaceKind, int | None]] = [
                ("lobby", None),
                ("status", None),
                ("hand", 0),
                ("hand", 1),
            ]
            for kind, seat in parts:
                surface = await outbox.surface(tx, match, kind, seat)
                assert surface is not None
                await outbox.surface_shown(tx, surface, 1, 2, clock.now())


async def test_nobodys_time_runs_out_while_nobody_can_be_heard(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await outage.heard(host)
    host.hears = False
    await pass_time(host, clock, 3600)
    assert (await table_of(host, match)).row.entries == 1
    await outage.heard(host)
    await pass_time(host, clock, 110)
    assert (await table_of(host, match)).row.entries == 1
    await pass_time(host, clock, 13)
    await pass_time(host, clock, 181)
    assert (await table_of(host, match)).row.entries > 1


async def test_house_players_move_while_nobody_can_be_heard(host: Host, clock: ManualClock) -> None:
    table = await opened(host, game="probe", house="easy", seats=2)
    await begin(host, click(ADA), table.match.id)
    await answer(host, table.match.id, ADA, "dare:1")
    host.hears = False
    entries = (await table_of(host, table.match.id)).row.entries
    await pass_time(host, clock, 3)
    assert (await table_of(host, table.match.id)).row.entries > entries


async def test_what_was_clicked_shortly_before_the_end_is_shown_again(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await outage.heard(host)
    async with host.database.transaction() as tx:
        for surface in (await outbox.surface(tx, match, "status", None), await outbox.surface(tx, match, "hand", 0)):
            assert surface is not None
            await outbox.surface_shown(tx, surface, 1, 2, clock.now(), "digest")
    await outage.repair(host)
    async with host.database.reading() as connection:
        status = await outbox.surface(connection, match, "status", None)
    assert status is not None
    assert status.wanted > status.shown
    assert status.digest is None


async def test_a_match_that_nothing_would_move_on_gets_its_clocks(host: Host) -> None:
    match = await probe_of(host)
    async with host.database.transaction() as tx:
        await timers.set_all(tx, match, {})
    await outage.repair(host)
    await check_timers(host, match)


async def test_a_timer_that_fails_comes_back(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, (ADA, BEN))
    async with host.database.transaction() as tx:
        await timers.put(tx, match, TimerKey("nonsense", 0), clock.now())
    assert await timekeeper.work(host)
    assert not await timekeeper.work(host)
    clock.advance(31)
    assert await timekeeper.work(host)


async def test_what_is_of_no_more_use_is_forgotten(host: Host, clock: ManualClock) -> None:
    await settings.change_guild(host, GUILD, "retention", ["30"])
    kept, gone = await probe_of(host), (await opened(host, game="probe", guild=GUILD, opponent=None, seats=2)).match.id
    await lobby.join(host, click(BEN), gone)
    await begin(host, click(ADA), gone)
    for match in (kept, gone):
        await panel_actions.leave(host, click(BEN), match)
    clock.advance(2 * DAY)
    await retention.sweep(host)
    async with host.database.reading() as connection:
        assert await inbox.matches_since(connection, 0.0) == []
        assert await matches.get(connection, gone) is not None
    clock.advance(29 * DAY)
    await retention.sweep(host)
    async with host.database.reading() as connection:
        assert await matches.get(connection, gone) is None
        assert await matches.get(connection, kept) is not None
        assert await destinations.place(connection, Destination.lobby(gone)) is None


@pytest.mark.parametrize("quiet", [(22, 7), (7, 22), (0, 0)])
def test_quiet_hours_end_when_they_say(quiet: tuple[int, int]) -> None:
    user = UserRow(1, quiet_from=quiet[0], quiet_to=quiet[1], zone=2)
    for hour in range(48):
        now = 1_800_000_000 // 86400 * 86400 + hour * 3600.0
        there = (hour + 2) % 24
        asleep = (there >= quiet[0] or there < quiet[1]) if quiet[0] > quiet[1] else quiet[0] <= there < quiet[1]
        woken = quiet_until(user, now)
        assert (woken is not None) == asleep
        if woken is not None:
            assert ((woken - now) / 3600 + there) % 24 == quiet[1]


async def test_a_message_that_waits_makes_no_process_unwell(host: Host, clock: ManualClock) -> None:
    """A member who typed /play in a thread took the service out of its load balancer."""
    match = await started(host)
    async with host.database.transaction() as tx:
        await outbox.add_post(tx, match, "reminder", Destination.dm(ADA), {}, clock.now())
    clock.advance(10 * health.POST_LATE)
    found = await health.look(host)
    assert found.outbox_age > health.POST_LATE
    assert found.well
    host.hears = False
    assert not (await health.look(host)).well
