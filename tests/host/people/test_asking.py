"""When somebody wants to be asked in windows: always, when concerned, never; and that nobody can tell."""

import pytest

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.host.people import settings
from bot.storage import timers
from tests.host.players import ADA, BEN, CLEO, answer, click, pass_time, probe_of, table_of, until
from tests.support.clocks import ManualClock

THREE = (ADA, BEN, CLEO)


async def passes_of(host: Host, match: int) -> dict[int, float]:
    async with host.database.reading() as connection:
        passes = [row for row in await timers.of_match(connection, match) if row.kind == "pass"]
        return {row.seat: row.due for row in passes if row.seat is not None}


@pytest.mark.parametrize(("asking", "passed"), [("always", []), ("concerned", [1, 2]), ("never", [0, 1, 2])])
async def test_who_does_not_want_to_be_asked_is_passed_after_the_wait_that_reads_no_hand(
    host: Host, clock: ManualClock, asking: str, passed: list[int]
) -> None:
    """The probe's sealed window concerns whose turn it is, Ada."""
    match = await probe_of(host, THREE)
    for user in THREE:
        await panel_actions.ask_me(host, click(user), match, asking)
    await until(host, match, "sealed", THREE)
    table = await table_of(host, match)
    assert table.waited_for() == (0, 1, 2)
    due = await passes_of(host, match)
    assert sorted(due) == passed
    least, most = table.pace.passing
    assert all(least <= moment - clock.now() <= most for moment in due.values())
    drawn = {asked.seat: table.clocks.asked[asked.id] + table.pass_delay(asked).own for asked in table.open()}
    assert due == {seat: drawn[seat] for seat in passed}
    await pass_time(host, clock, most)
    after = await table_of(host, match)
    left = [asked.seat for asked in after.open() if asked.kind == "sealed"]
    assert left == [seat for seat in (0, 1, 2) if seat not in passed]


async def test_the_wait_is_the_one_that_was_drawn_whatever_somebody_wants(host: Host) -> None:
    """The wait is there before the setting is, and the setting does not change it."""
    match = await probe_of(host, THREE)
    await until(host, match, "sealed", THREE)
    before = await table_of(host, match)
    await panel_actions.ask_me(host, click(BEN), match, "never")
    table = await table_of(host, match)
    assert table.clocks.asked == before.clocks.asked
    [bens] = [asked for asked in before.open() if asked.seat == 1]
    assert await passes_of(host, match) == {1: before.clocks.asked[bens.id] + before.pass_delay(bens).own}


async def test_who_is_not_asked_can_still_answer_in_time(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, THREE)
    await panel_actions.ask_me(host, click(BEN), match, "never")
    await until(host, match, "sealed", THREE)
    asked = (await panel_actions.show(host, match, BEN)).asked
    assert asked is not None
    await answer(host, match, BEN, asked.options[0].key)
    assert (await table_of(host, match)).state.sealed == {1: asked.options[0].key}


async def test_own_turns_are_always_asked(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, THREE)
    await panel_actions.ask_me(host, click(ADA), match, "never")
    assert await passes_of(host, match) == {}
    await pass_time(host, clock, 60)
    assert (await table_of(host, match)).open()[0].kind == "turn"


async def test_the_personal_setting_counts_for_matches_to_come_and_more_for_the_one(host: Host) -> None:
    running = await probe_of(host, THREE)
    await settings.change_person(host, BEN, "asking", ["never"])
    match = await probe_of(host, THREE)
    seats = (await lobby.look(host, match)).seats
    assert [row.asking for row in seats] == ["always", "never", "always"]
    assert (await lobby.look(host, running)).seats[1].asking == "always"
    refused = await panel_actions.ask_me(host, click(BEN), match, "sometimes")
    assert refused is not None
    assert refused.notice is not None
    await panel_actions.ask_me(host, click(BEN), match, "concerned")
    assert (await lobby.look(host, match)).seats[1].asking == "concerned"
    assert (await settings.person(host, BEN)).asking == "never"
