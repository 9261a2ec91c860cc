"""Matches against house players alone: begun at once, and without a clock unless a person joins."""

from bot.host import lobby
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, NO_CLOCK
from bot.host.lobby import Opening
from bot.host.match import panel_actions
from bot.storage import timers
from tests.host.players import ADA, BEN, CHANNEL, click, opened, pass_time, table_of
from tests.support.clocks import ManualClock


async def test_a_match_that_begins_at_once_waits_only_for_its_seal(host: Host, clock: ManualClock) -> None:
    options = host.games["artbot"].spec.options()
    wanted = Opening("artbot", NO_CLOCK.key, None, CHANNEL, options, house="pip", solo=True, at_once=True)
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    await pass_time(host, clock, 1)
    assert (await lobby.look(host, table.match.id)).match.starting is not None
    answered = Click(71, ADA, host.now())
    await lobby.keep_hand(host, answered, table.match.id, "answered", 72)
    await pass_time(host, clock, 1)
    assert (await table_of(host, table.match.id)).row.status == "running"
    while (panel := await panel_actions.show(host, table.match.id, ADA)).asked is None:
        await pass_time(host, clock, 5)
    assert panel.deadline is None
    async with host.database.reading() as connection:
        kinds = {row.key[0] for row in await timers.of_match(connection, table.match.id)}
    assert kinds == {"idle", "reminder"}
    await pass_time(host, clock, 31 * DAY)
    assert (await table_of(host, table.match.id)).row.status == "closed"


async def test_a_clock_runs_as_soon_as_a_person_joins(host: Host) -> None:
    table = await opened(host, pace=NO_CLOCK.key, opponent=None)
    joined = await lobby.join(host, click(BEN), table.match.id)
    assert joined.match.pace == "live"
