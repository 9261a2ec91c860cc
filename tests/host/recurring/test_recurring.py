"""Tournaments that are held again and again: each evening is announced once, begun or called off once."""

import pytest
from msgspec.structs import asdict

from bot.host.kernel.errors import Refused, Unsure
from bot.host.kernel.host import Host
from bot.host.operations import closing, grace, privacy
from bot.host.recurring import evenings as recurring
from bot.host.recurring import management
from bot.host.recurring.evenings import COURSE
from bot.host.tournament import creation, editing, entry
from bot.host.tournament import management as organising
from bot.host.tournament.tournament import look
from bot.storage import people
from bot.storage.destination import Destination
from bot.storage.schema import surfaces
from tests.host.players import click
from tests.host.recurring.evenings import (
    BERLIN,
    Members,
    evenings,
    face,
    pass_to,
    posts_of_kind,
    template_of,
    waiting,
    wake_at,
    weekly,
    work,
)
from tests.host.tournament.organisers import CHANNEL, GUILD, ORGANISER, announced, begun, play_to_the_end
from tests.support.clocks import ManualClock

OTHER = 101


async def starts(host: Host) -> list[str]:
    """Return when the evenings begin that people can join."""
    return [face(each.starts) for each in await evenings(host) if each.status == "open"]


async def test_evenings_are_announced_days_ahead_at_the_same_time_by_the_clocks(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock, first="2027-03-19 20:00")
    await pass_to(host, clock, members, "2027-03-14 19:59")
    assert await starts(host) == []
    await pass_to(host, clock, members, "2027-03-14 20:00")
    assert await starts(host) == ["2027-03-19 20:00"]
    await pass_to(host, clock, members, "2027-04-04 19:59")
    held = (await evenings(host))[1:]
    assert [face(each.ended) for each in held] == ["2027-03-19 20:00", "2027-03-26 20:00", "2027-04-02 20:00"]
    assert [face(each.opened) for each in held] == ["2027-03-14 20:00", "2027-03-21 20:00", "2027-03-28 20:00"]


async def test_an_evening_has_all_settings_and_nothing_of_an_earlier_course(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    settings = {"best_of": "3", "most": "16", "entry": "invitation", "check_in": "30"}
    shown = await weekly(host, clock, about="Hi", format="single", **settings)
    await pass_to(host, clock, members, "2027-02-14 20:00")
    first, evening = await evenings(host)
    own = {"id", "status", "starts", "secret", "opened", *COURSE}
    assert {k: v for k, v in asdict(evening).items() if k not in own} == {
        k: v for k, v in asdict(first).items() if k not in own
    }
    assert {name: getattr(evening, name) for name in COURSE} == COURSE
    assert evening.secret not in (first.secret, (await template_of(host, shown)).secret)
    async with host.database.reading() as connection:
        kinds = await connection.execute(surfaces.select().where(surfaces.c.tournament == evening.id))
        assert {row.kind for row in kinds} == {"tournament", "event"}


async def test_a_tournament_that_is_over_recurs_at_its_time_and_with_as_many_rounds_as_it_needs(
    host: Host, clock: ManualClock
) -> None:
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, timezone=BERLIN)
    number = await begun(host, 4)
    started = (await look(host, number)).row.begun
    assert (await play_to_the_end(host, number)).row.rounds
    found = await management.look(host, number)
    assert face(found.plan.begins(BERLIN))[-5:] == face((started or 0.0) // 900 * 900)[-5:]
    shown = await management.begin(host, click(ORGANISER), number, found.plan, manages=True)
    row = await template_of(host, shown)
    assert (row.rounds, row.round, row.closes, row.ended) == (0, 0, None, None)
    assert (await look(host, number)).row.status == "over"


async def test_an_announcement_that_was_missed_is_made_up_for_once(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    await wake_at(host, clock, members, "2027-02-18 03:00")
    assert await starts(host) == ["2027-02-19 20:00"]
    assert len(await waiting(host)) == 1
    assert await posts_of_kind(host, "evening_missed") == []


async def test_evenings_whose_time_is_over_are_skipped_with_one_quiet_line(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    await wake_at(host, clock, members, "2027-03-05 20:30")
    assert await starts(host) == []
    assert len(await posts_of_kind(host, "evening_missed")) == 1
    await pass_to(host, clock, members, "2027-03-07 20:00")
    assert await starts(host) == ["2027-03-12 20:00"]


async def test_an_announced_evening_that_would_be_over_by_now_is_called_off(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    await pass_to(host, clock, members, "2027-02-14 20:00")
    number = (await evenings(host))[-1].id
    for user in (1, 2, 3):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await wake_at(host, clock, members, "2027-02-21 12:00")
    assert (await look(host, number)).row.status == "cancelled"


async def test_an_announcement_repeated_after_a_crash_announces_nothing_twice(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    shown = await weekly(host, clock)
    await pass_to(host, clock, members, "2027-02-14 20:00")
    for _ in range(3):
        await recurring.announce(host, shown.tournament.row.recurrence or 0, ORGANISER, may=True)
        await work(host, members)
    assert await starts(host) == ["2027-02-19 20:00"]
    assert len(await waiting(host)) == 1


async def test_while_discord_says_nothing_an_announcement_waits(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    members.busy = True
    await wake_at(host, clock, members, "2027-02-14 20:00")
    assert await starts(host) == []
    members.busy = False
    await pass_to(host, clock, members, "2027-02-14 20:05")
    assert await starts(host) == ["2027-02-19 20:00"]


async def test_with_too_few_people_an_evening_is_called_off_and_the_next_one_comes(
    host: Host, clock: ManualClock
) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock, least="3")
    await pass_to(host, clock, members, "2027-02-14 20:00")
    number = (await evenings(host))[-1].id
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await pass_to(host, clock, members, "2027-02-19 20:00")
    assert (await look(host, number)).row.status == "cancelled"
    assert [post.content for post in await posts_of_kind(host, "cancelled") if post.tournament == number] == [
        {"few": True}
    ]
    await pass_to(host, clock, members, "2027-02-21 20:00")
    assert await starts(host) == ["2027-02-26 20:00"]


async def test_a_change_of_one_evening_stays_with_it_and_a_change_of_the_coming_ones_does_not_touch_it(
    host: Host, clock: ManualClock
) -> None:
    members = Members(ORGANISER)
    shown = await weekly(host, clock)
    template = shown.tournament.row.id
    await pass_to(host, clock, members, "2027-02-14 20:00")
    number = (await evenings(host))[-1].id
    await editing.edit(host, click(ORGANISER), number, "title", "Carnival", manages=False)
    await creation.arrange(host, click(ORGANISER), template, "best_of", "3", manages=False)
    await pass_to(host, clock, members, "2027-02-21 20:00")
    assert [(each.title, each.best_of) for each in (await evenings(host))[1:]] == [("Carnival", 1), ("Friday", 3)]
    with pytest.raises(Refused):
        await creation.arrange(host, click(ORGANISER), template, "starts", "2", manages=False)


async def test_another_rhythm_counts_after_the_evenings_that_are_announced(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    shown = await weekly(host, clock)
    await pass_to(host, clock, members, "2027-02-14 20:00")
    plan = management.typed("2027-02-19 19:00", shown.plan, BERLIN)
    changed = await management.arrange(host, click(ORGANISER), shown.tournament.row.id, plan, manages=False)
    assert face(changed.plan.begins(BERLIN)) == "2027-02-26 19:00"
    plan = management.typed("2027-03-01 18:00", changed.plan, BERLIN)
    changed = await management.arrange(
        host, click(ORGANISER), shown.tournament.row.id, management.checked(host, plan, BERLIN), manages=False
    )
    await pass_to(host, clock, members, "2027-03-08 18:00")
    assert [face(each.opened) for each in await evenings(host)][2:] == ["2027-02-24 18:00", "2027-03-03 18:00"]


async def test_not_this_week_calls_off_the_announced_evening_or_else_skips_the_next(
    host: Host, clock: ManualClock
) -> None:
    members = Members(ORGANISER)
    template = (await weekly(host, clock)).tournament.row.id
    await pass_to(host, clock, members, "2027-02-14 20:00")
    number = (await evenings(host))[-1].id
    shown = await management.look(host, template)
    assert shown.coming is not None
    with pytest.raises(Unsure):
        await management.skip(host, click(ORGANISER, sure=False), template, number, shown.plan.day, manages=False)
    await management.skip(host, click(ORGANISER), template, number, shown.plan.day, manages=False)
    assert (await look(host, number)).row.status == "cancelled"
    await management.skip(host, click(ORGANISER), template, 0, shown.plan.day, manages=False)
    with pytest.raises(Refused, match="changed"):  # by a second press on the same button
        await management.skip(host, click(ORGANISER), template, 0, shown.plan.day, manages=False)
    assert len(await posts_of_kind(host, "evening_skipped")) == 1
    await pass_to(host, clock, members, "2027-02-28 20:00")
    assert await starts(host) == ["2027-03-05 20:00"]


@pytest.mark.parametrize("gone", ["left", "deleted"])
async def test_without_its_organiser_a_recurrence_waits_until_somebody_carries_it_on(
    host: Host, clock: ManualClock, gone: str
) -> None:
    members = Members(OTHER, *({ORGANISER} if gone == "deleted" else ()))
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, log=901)
    template = (await weekly(host, clock)).tournament.row.id
    if gone == "deleted":
        await privacy.forget(host, ORGANISER)
    await pass_to(host, clock, members, "2027-02-14 20:00")
    assert await starts(host) == []
    asked = await posts_of_kind(host, "carry_on")
    assert [(post.destination, post.content) for post in asked] == [(Destination.log(GUILD), {"why": "organiser"})]
    await pass_to(host, clock, members, "2027-02-20 20:00")
    assert await waiting(host) == []
    with pytest.raises(Refused):
        await management.carry_on(host, click(2), template, manages=False)
    await management.carry_on(host, click(OTHER), template, manages=True)
    with pytest.raises(Refused):
        await management.carry_on(host, click(OTHER), template, manages=True)
    await pass_to(host, clock, members, "2027-02-21 20:00")
    assert await starts(host) == ["2027-02-26 20:00"]
    assert (await evenings(host))[-1].organiser == OTHER
    assert len(await posts_of_kind(host, "carry_on")) == 1


async def test_evenings_of_a_deleted_channel_move_to_the_announcements(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    template = (await weekly(host, clock)).tournament.row.id
    await pass_to(host, clock, members, "2027-02-14 20:00")
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, announcements=902)
    await closing.channel_gone(host, CHANNEL)
    await pass_to(host, clock, members, "2027-02-21 20:00")
    assert {each.channel for each in await evenings(host) if each.status == "open"} == {902}
    assert (await look(host, template)).row.channel == 902
    assert await posts_of_kind(host, "stranded") == []


async def test_without_any_channel_a_recurrence_waits_to_be_moved(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, log=901)
    template = (await weekly(host, clock)).tournament.row.id
    await closing.channel_gone(host, CHANNEL)
    await closing.channel_gone(host, CHANNEL)
    asked = {str(post.destination) for post in await posts_of_kind(host, "carry_on")}
    assert asked == {str(Destination.log(GUILD)), str(Destination.dm(ORGANISER))}
    await pass_to(host, clock, members, "2027-02-16 20:00")
    assert await starts(host) == []
    await management.move(host, click(ORGANISER), template, 903, manages=False)
    await work(host, members)
    assert [each.channel for each in await evenings(host)][1:] == [903]


@pytest.mark.parametrize(
    ("back", "coming"), [("2027-02-15 08:00", ["2027-02-19 20:00"]), ("2027-03-01 08:00", ["2027-03-05 20:00"])]
)
async def test_while_the_bot_is_away_from_a_server_nothing_is_announced_there(
    host: Host, clock: ManualClock, back: str, coming: list[str]
) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    await grace.removed(host, GUILD)
    await pass_to(host, clock, members, back)
    assert len(await evenings(host)) == 1
    await grace.back(host, [GUILD])
    await work(host, members)
    assert await starts(host) == coming
    assert len(await waiting(host)) == 1


async def test_a_kick_during_an_outage_is_found_for_a_server_with_nothing_but_a_recurrence(
    host: Host, clock: ManualClock
) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    await pass_to(host, clock, members, "2027-02-12 20:00")
    await grace.reconcile(host, [], [], lambda _: True)
    await pass_to(host, clock, members, "2027-02-15 20:00")
    assert len(await evenings(host)) == 1


async def test_a_game_that_is_no_longer_played_in_a_server_is_not_announced(host: Host, clock: ManualClock) -> None:
    members = Members(ORGANISER)
    await weekly(host, clock)
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, games=["varia"])
    await pass_to(host, clock, members, "2027-02-15 20:00")
    assert len(await evenings(host)) == 1
    assert [post.content for post in await posts_of_kind(host, "carry_on")] == [{"why": "game"}]


async def test_a_recurrence_that_was_stopped_announces_nothing_and_its_tournament_can_recur_again(
    host: Host, clock: ManualClock
) -> None:
    members = Members(ORGANISER)
    shown = await weekly(host, clock)
    number = (await evenings(host))[0].id
    with pytest.raises(Refused):
        await management.begin(host, click(ORGANISER), number, shown.plan, manages=True)
    with pytest.raises(Refused):
        await management.stop(host, click(1), shown.tournament.row.id, manages=False)
    assert await management.stop(host, click(ORGANISER), shown.tournament.row.id, manages=False) == "Friday"
    await pass_to(host, clock, members, "2027-02-15 20:00")
    assert len(await evenings(host)) == 1
    assert await waiting(host) == []
    plan = shown.plan.later()
    assert (await management.begin(host, click(ORGANISER), number, plan, manages=True)).status == "on"


async def test_only_people_who_may_hold_tournaments_begin_one_and_not_too_many(host: Host, clock: ManualClock) -> None:
    shown = await weekly(host, clock)
    another = await announced(host)
    with pytest.raises(Refused):
        await management.begin(host, click(ORGANISER), another, shown.plan, manages=False)
    for _ in range(creation.AT_ONCE):
        await management.begin(host, click(OTHER), another, shown.plan, manages=True)
        await organising.change_course(host, click(ORGANISER), another, "cancel", manages=False)
        another = await announced(host)
    with pytest.raises(Refused):
        await management.begin(host, click(OTHER), another, shown.plan, manages=True)
