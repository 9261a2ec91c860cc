"""Clocks: reserves, waits that tell nothing, races, reminders, missed turns, being away."""

import pytest

from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.lobby import Refused
from bot.host.match import away, panel_actions
from bot.host.people import settings
from bot.storage import matches
from bot.storage.destination import Destination
from tests.host.players import (
    ADA,
    BEN,
    CLEO,
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
    until,
)
from tests.support.clocks import ManualClock


async def bank_of(host: Host, match: int, seat: int) -> float:
    return (await table_of(host, match)).seats[seat].bank


async def test_a_reserve_gives_back_what_was_not_used(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    assert await bank_of(host, match, 0) == 180
    await pass_time(host, clock, 123)
    assert (await table_of(host, match)).log == []
    await pass_time(host, clock, 60)
    await answer(host, match, ADA, "mark")
    await answer(host, match, ADA, "done", at=clock.now())
    assert (await table_of(host, match)).row.entries == 1, "nothing final was said"
    await answer(host, match, ADA, "s1", "s2", at=clock.now())
    assert 110 < await bank_of(host, match, 0) < 125


async def test_a_reserve_does_not_run_in_windows(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await until(host, match, "sealed")
    await pass_time(host, clock, 33)
    assert (await table_of(host, match)).open()[0].kind == "race", "the window was closed by the clock"
    assert await bank_of(host, match, 1) == 180


async def test_a_panel_says_that_time_ran_out_until_the_next_click(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await until(host, match, "sealed")
    await pass_time(host, clock, 33)
    notices = [(await panel_actions.show(host, match, person)).notice for person in (ADA, BEN)]
    assert [None if each is None else each.id for each in notices] == ["panel.time_out", "panel.time_out"]
    await panel_actions.look(host, match, ADA, click(ADA))
    assert (await panel_actions.show(host, match, ADA)).notice is None


async def test_a_click_counts_when_discord_took_it_in_time(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await until(host, match, "sealed")
    deadline = (await panel_actions.show(host, match, ADA)).deadline
    assert deadline is not None
    clock.advance(31)
    late = await answer(host, match, BEN, "none", at=deadline + 0.5)
    assert late.notice is not None
    assert late.notice.id == "panel.too_late"
    counted = await answer(host, match, ADA, "none", at=deadline - 0.5)
    assert counted.notice is None


async def test_a_quick_pass_takes_effect_when_its_wait_is_over_and_can_be_taken_back(
    host: Host, clock: ManualClock
) -> None:
    match = await probe_of(host)
    await until(host, match, "sealed")
    held = await answer(host, match, ADA, "none")
    assert held.draft.held is not None
    assert held.asked is None
    assert held.effect is not None
    assert 8 <= held.effect - clock.now() <= 12
    assert (await table_of(host, match)).waited_for() == (0, 1)
    back = await panel_actions.undo(host, click(ADA), match, held.draft.revision)
    assert back is not None
    assert back.asked is not None
    await answer(host, match, ADA, "none")
    await answer(host, match, BEN, "none")
    await pass_time(host, clock, 7.9)
    assert (await table_of(host, match)).open()[0].kind == "sealed", "a window stays open for a while"
    await pass_time(host, clock, 4.2)
    assert (await table_of(host, match)).open()[0].kind == "race"
    await check_timers(host, match)


async def test_until_a_window_closes_all_who_may_answer_are_named(host: Host, clock: ManualClock) -> None:
    people = (ADA, BEN, CLEO)
    match = await probe_of(host, people)
    await until(host, match, "sealed", people)
    panel = await panel_actions.show(host, match, BEN)
    assert panel.asked is not None
    await answer(host, match, BEN, panel.asked.options[0].key)
    assert {asked.seat for asked in (await table_of(host, match)).open()} == {0, 2}
    assert (await panel_actions.show(host, match, ADA)).waiting == (0, 1, 2)


async def test_a_race_closes_shortly_after_the_first_who_does_something(host: Host, clock: ManualClock) -> None:
    people = (ADA, BEN, CLEO)
    match = await probe_of(host, people)
    await until(host, match, "sealed", people)
    await pass_time(host, clock, 33)
    assert (await table_of(host, match)).open()[0].kind == "race"
    await answer(host, match, BEN, "grab")
    await pass_time(host, clock, 1.4)
    assert (await table_of(host, match)).open()[0].kind == "race"
    await answer(host, match, CLEO, "grab")
    await pass_time(host, clock, 0.2)
    table = await table_of(host, match)
    assert table.open()[0].kind == "turn"
    assert sum(table.state.scores[1:]) == 1, "the dice chose one of the two who answered"


async def test_a_race_in_which_all_pass_stays_open_until_the_last(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host)
    await until(host, match, "sealed")
    await pass_time(host, clock, 33)
    await answer(host, match, ADA, "pass")
    await pass_time(host, clock, 13)
    assert (await table_of(host, match)).open()[0].kind == "race"
    await answer(host, match, BEN, "pass")
    assert (await table_of(host, match)).open()[0].kind == "turn"


async def test_passing_ahead_answers_a_whole_topic(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="daily")
    await until(host, match, "sealed")
    for user in (ADA, BEN):
        await answer(host, match, user, "none", ahead=True)
    await pass_time(host, clock, 20 * 60)
    assert (await table_of(host, match)).open()[0].kind == "race"
    await pass_time(host, clock, 20 * 60)
    table = await table_of(host, match)
    assert table.state.turn == 2
    assert not [entry for entry in await entries_of(host, match) if entry.kind == "default"]


async def test_undo_takes_back_a_pass_in_advance_with_the_answer_that_gave_it(host: Host) -> None:
    match = await probe_of(host, pace="daily")
    await until(host, match, "sealed")
    passed = await answer(host, match, ADA, "none", ahead=True)
    assert passed.draft.held is not None
    assert passed.own.ahead is not None
    back = await panel_actions.undo(host, click(ADA), match, passed.draft.revision)
    assert back is not None
    assert back.draft.held is None
    assert back.own.ahead is None


async def entries_of(host: Host, match: int) -> list[matches.EntryRow]:
    async with host.database.reading() as connection:
        return await matches.log_of(connection, match)


async def test_who_takes_the_whole_time_may_change_everything_until_it_is_up(host: Host, clock: ManualClock) -> None:
    match = await started(host, pace="daily")
    seat = (await table_of(host, match)).open()[0].seat
    user = (ADA, BEN)[seat]
    await panel_actions.wait(host, click(user), match)
    await answer(host, match, user, "stay")
    held = await answer(host, match, user, "lock")
    assert held.draft.held is not None
    assert held.effect == held.deadline
    await pass_time(host, clock, DAY - 60)
    assert (await table_of(host, match)).row.entries == 1
    back = await panel_actions.undo(host, click(user), match, held.draft.revision)
    assert back is not None
    assert back.draft.held is None
    await answer(host, match, user, "lock")
    await pass_time(host, clock, 63)
    assert (await table_of(host, match)).row.entries == 3


async def test_taking_the_whole_time_is_for_matches_over_days(host: Host) -> None:
    match = await probe_of(host)
    panel = await panel_actions.wait(host, click(ADA), match)
    assert panel is not None
    assert panel.notice is not None
    assert panel.notice.id == "refusal.only_days"


async def test_more_time_can_be_asked_for_once_and_on_ones_own_turn(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="relaxed")
    before = (await panel_actions.show(host, match, ADA)).deadline
    assert before is not None
    longer = await panel_actions.more_time(host, click(ADA), match)
    assert longer is not None
    assert longer.deadline == before + 15 * 60
    again = await panel_actions.more_time(host, click(ADA), match)
    assert again is not None
    assert again.notice is not None
    assert again.notice.id == "refusal.extended"
    other = await panel_actions.more_time(host, click(BEN), match)
    assert other is not None
    assert other.notice is not None
    assert other.notice.id == "refusal.not_your_turn"


async def test_a_reminder_comes_once_when_a_quarter_is_left(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="daily")
    await pass_time(host, clock, 18 * HOUR - 1)
    assert await posts_of(host, match, "reminder") == []
    await pass_time(host, clock, 2)
    (post,) = await posts_of(host, match, "reminder")
    assert post.destination == Destination.dm(ADA)
    await pass_time(host, clock, 5 * HOUR)
    assert len(await posts_of(host, match, "reminder")) == 1


async def test_who_has_little_time_or_wants_none_is_not_reminded(host: Host, clock: ManualClock) -> None:
    live = await probe_of(host)
    daily = await probe_of(host, pace="daily")
    await settings.change_person(host, ADA, "reminders", ["no"])
    await pass_time(host, clock, 23 * HOUR)
    assert await posts_of(host, live, "reminder") == []
    assert await posts_of(host, daily, "reminder") == []


async def test_quiet_hours_hold_reminders_and_never_deadlines(host: Host, clock: ManualClock) -> None:
    hour = int(clock.now() // HOUR % 24)
    match = await probe_of(host, pace="daily")
    await settings.change_person(host, ADA, "quiet_from", [str((hour + 16) % 24)])
    await settings.change_person(host, ADA, "quiet_to", [str((hour + 20) % 24)])
    await pass_time(host, clock, 19 * HOUR)
    assert await posts_of(host, match, "reminder") == []
    await pass_time(host, clock, 1 * HOUR + 1)
    assert len(await posts_of(host, match, "reminder")) == 1
    await settings.change_person(host, ADA, "quiet_to", [str((hour + 2) % 24)])
    await pass_time(host, clock, 4 * HOUR + 3)
    assert (await table_of(host, match)).row.entries > 1, "the deadline came all the same"


async def test_who_misses_three_turns_running_leaves(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, (ADA, BEN, CLEO), pace="daily")
    seen = []
    while not (table := await table_of(host, match)).seats[0].left:
        asked = table.open()[0]
        if asked.seat != 0 and asked.kind in ("turn", "gather", "order"):
            await until(host, match, "sealed", (ADA, BEN, CLEO))
        await pass_time(host, clock, DAY + 3)
        seen.append((table.seats[0].missed, len(await posts_of(host, match, "still"))))
    assert max(seen) == (2, 1)
    assert (await table_of(host, match)).row.status == "running"
    await check_timers(host, match)


async def test_whoever_does_something_has_not_missed_anything(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="relaxed")
    await pass_time(host, clock, 15 * 60 + 3)
    assert (await table_of(host, match)).seats[0].missed == 1
    await panel_actions.here(host, click(ADA), match)
    assert (await table_of(host, match)).seats[0].missed == 0


async def test_a_table_without_people_is_closed_without_a_result(host: Host, clock: ManualClock) -> None:
    table = await lobby_of_three_with_houses(host)
    await panel_actions.leave(host, click(ADA), table)
    row = (await table_of(host, table)).row
    assert (row.status, row.outcome) == ("closed", None)
    assert row.closing is not None
    assert row.closing["id"] == "end.deserted"
    await pass_time(host, clock, 100)
    assert (await table_of(host, table)).row.entries == row.entries


async def lobby_of_three_with_houses(host: Host) -> int:
    table = await opened(host, game="probe", house="easy", seats=3)
    await begin(host, click(ADA), table.match.id)
    return table.match.id


async def test_being_away_stops_ones_clocks_and_gives_back_what_was_left(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="daily")
    await pass_time(host, clock, 10 * HOUR)
    await away.go(host, click(ADA), 3)
    assert (await panel_actions.show(host, match, ADA)).deadline is None
    await check_timers(host, match)
    await pass_time(host, clock, 2 * DAY)
    assert (await table_of(host, match)).row.entries == 1
    await away.come_back(host, click(ADA))
    assert (await panel_actions.show(host, match, ADA)).deadline == pytest.approx(clock.now() + 14 * HOUR)
    await away.go(host, click(ADA), 1)
    await pass_time(host, clock, DAY + 1)
    assert (await panel_actions.show(host, match, ADA)).deadline == pytest.approx(clock.now() + 14 * HOUR, abs=2)


async def test_one_may_be_away_for_fourteen_days_a_year(host: Host, clock: ManualClock) -> None:
    await away.go(host, click(ADA), 10)
    clock.advance(11 * DAY)
    with pytest.raises(Refused) as refused:
        await away.go(host, click(ADA), 5)
    assert refused.value.reason.args == {"count": 4}
    await away.go(host, click(ADA), 4)
    clock.advance(380 * DAY)
    await away.go(host, click(ADA), 14)
    assert not await away.come_back(host, click(BEN))


async def test_live_clocks_run_on_while_somebody_is_away(host: Host, clock: ManualClock) -> None:
    await away.go(host, click(ADA), 1)
    match = await probe_of(host)
    assert (await panel_actions.show(host, match, ADA)).deadline is not None
