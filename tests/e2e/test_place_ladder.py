"""A match is spoken of somewhere, whatever is taken from it; where nobody can be told, the clock stands still."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.host import lobby
from bot.host.kernel.paces import DAY, HOUR
from bot.host.lobby import Opening
from bot.host.match import panel_actions, unreachable
from bot.host.match.places import DOUBLINGS, FIRST_LOOK, Rung, ladder, look_later
from bot.storage import destinations, timers
from bot.storage.destination import Destination, Kind
from bot.storage.timers import TimerKey
from sandbox.faults import Fault
from tests.e2e.post_office import PostOffice, post_office
from tests.host.players import check_timers, click, jobs_of, table_of
from tests.support.discord import Stage

LONGEST_LOOK = FIRST_LOOK * 2**DOUBLINGS


@pytest.fixture
async def office(stage: Stage, tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(stage, tmp_path) as opened:
        yield opened


def test_the_ladder() -> None:
    assert ladder(threads=True, parent=False) == (Rung.THREAD, Rung.NEW_THREAD, Rung.ASKED)
    assert ladder(threads=False, parent=True) == (Rung.ASKED, Rung.PARENT)


async def aside(office: PostOffice) -> int:
    """A thread that is nobody's match, in the channel where Ada is."""
    message = await office.ada.write("aside")
    backend = office.sandbox.parts.world.backend
    return int(backend.create_thread(message.channel_id, "aside", office.ada.id, message_id=message.id).id)


async def permit(office: PostOffice, *, allowed: bool) -> None:
    for permission in ("send_messages", "send_messages_in_threads"):
        await office.client.permit(office.ada.here, "bot", permission, allowed=allowed)


async def silence(office: PostOffice, match: int, *names: str) -> None:
    """Take every place from a match, and direct messages from some people; and let somebody move."""
    await permit(office, allowed=False)
    for name in names:
        await office.client.close_dms(name)
    await office.move(match)


async def kinds_of_timers(office: PostOffice, match: int) -> set[str]:
    async with office.host.database.reading() as connection:
        return {row.kind for row in await timers.of_match(connection, match)}


async def test_a_match_that_loses_the_thread_where_it_was_asked_for_goes_on_in_the_channel(office: PostOffice) -> None:
    channel, thread = office.ada.here, await aside(office)
    match = await office.begun(thread, channel)
    assert await office.place(match) == thread
    await office.client.delete_channel(thread)
    await office.move(match)
    assert await office.place(match) == channel
    assert all(post.status == "sent" for post in await office.posts(match))


async def test_a_lobby_that_loses_its_thread_is_shown_in_the_channel(office: PostOffice) -> None:
    channel, thread = office.ada.here, await aside(office)
    await office.client.set_thread(thread, locked=True, archived=True)
    match = await office.lobby(thread, channel)
    assert await office.place(match, Kind.LOBBY) == channel
    await office.ada.wait_for(lambda each: f"table {match}" in each.text and each.channel_id == channel)


async def test_a_lobby_that_no_place_takes_is_closed_and_its_people_are_told(office: PostOffice) -> None:
    await permit(office, allowed=False)
    match = await office.lobby(office.ada.here)
    assert (await office.row(match)).status == "closed"
    await office.told(office.ada, f"Match {match}")


async def test_a_match_without_a_place_shows_its_hands_by_direct_message(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    await silence(office, match)
    assert await office.place(match) is None
    for person in (office.ada, office.ben):
        await office.told(person, f"match {match}")
    assert "untold" not in await kinds_of_timers(office, match)


async def test_a_thread_that_is_unlocked_takes_its_match_back_once(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    for times in (1, 2):
        await office.client.set_thread(thread, locked=True, archived=True)
        await office.move(match)
        aside = await office.place(match)
        assert aside not in (None, thread)
        await office.pass_time(FIRST_LOOK)
        assert await office.place(match) == aside, "it is locked still"
        await office.client.set_thread(thread, locked=False, archived=False)
        await office.pass_time(2 * FIRST_LOOK)
        assert await office.place(match) == (thread if times == 1 else aside)


async def test_the_clock_of_somebody_who_cannot_be_told_stands_still_until_a_click(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    await silence(office, match, "Ada", "Ben")
    (asked,) = {each.seat for each in (await table_of(office.host, match)).open()}
    person = (office.ada, office.ben)[asked]
    assert await kinds_of_timers(office, match) == {"untold"}
    await office.pass_time(20 * HOUR)
    assert (await office.row(match)).status == "running"
    await panel_actions.look(office.host, match, person.id)
    assert "deadline" in await kinds_of_timers(office, match)
    await check_timers(office.host, match)


async def test_what_nobody_could_be_told_is_on_the_next_panel(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    await silence(office, match, "Ben")
    assert (await panel_actions.look(office.host, match, office.ben.id)).since != ()


async def test_a_match_ends_without_a_result_after_a_day_in_which_nobody_can_be_told(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    await silence(office, match, "Ada", "Ben")
    await office.pass_time(DAY - HOUR)
    assert (await office.row(match)).status == "running"
    await office.pass_time(2 * HOUR)
    row = await office.row(match)
    assert (row.status, row.outcome) == ("closed", None)
    assert row.closing is not None
    assert row.closing["id"] == "end.untold"


async def test_clocks_run_on_when_the_match_has_a_place_again(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    await silence(office, match, "Ada", "Ben")
    await permit(office, allowed=True)
    await office.pass_time(LONGEST_LOOK)
    assert await office.place(match) is not None
    assert "deadline" in await kinds_of_timers(office, match)


async def test_clocks_run_on_when_direct_messages_are_open_again(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    await silence(office, match, "Ada", "Ben")
    for name in ("Ada", "Ben"):
        await office.client.close_dms(name, closed=False)
    await office.pass_time(LONGEST_LOOK)
    assert await office.place(match) is None
    assert "deadline" in await kinds_of_timers(office, match)
    await panel_actions.here(office.host, click(office.ada.id), match)


async def test_a_match_stays_where_it_is_if_discord_does_not_say_who_is_in_the_server(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    office.sandbox.parts.faults.plan(Fault("GET", "/guilds/*", status=403, code=50001))
    async with office.host.database.transaction() as tx:
        for seat in range(2):
            await timers.put(tx, match, TimerKey("check", seat), office.host.now())
    await office.settle()
    assert await office.place(match) == thread
    assert (await office.row(match)).status == "running"


def requests(office: PostOffice, channel: int) -> list[str]:
    """The requests about a channel itself so far."""
    told = [entry.headline for entry in office.sandbox.parts.journal.entries({"request"})]
    return [each for each in told if each.endswith(f" /channels/{channel}")]


async def test_a_thread_that_was_deleted_is_looked_for_once(office: PostOffice) -> None:
    """Discord answers 10003, "Unknown channel": what is deleted does not come back."""
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await office.client.delete_channel(thread)
    await office.move(match)
    for _ in range(3):
        await office.pass_time(LONGEST_LOOK)
    assert requests(office, thread) == [f"GET /channels/{thread}"]
    assert await office.place(match) not in (None, thread)


async def test_a_deleted_place_of_a_silent_match_is_looked_for_once(office: PostOffice) -> None:
    channel, thread = office.ada.here, await aside(office)
    match = await office.begun(thread, channel)
    await office.client.delete_channel(thread)
    await silence(office, match)
    for _ in range(3):
        await office.pass_time(LONGEST_LOOK)
    assert requests(office, thread) == [f"GET /channels/{thread}"]
    await permit(office, allowed=True)
    await office.pass_time(LONGEST_LOOK)
    assert await office.place(match) == channel


async def test_only_a_thread_that_was_opened_for_the_match_is_tidied_up(office: PostOffice) -> None:
    """Not the channel around it, to which the match has come down, and not a thread of people's."""
    channel, thread = office.ada.here, await aside(office)
    match = await office.begun(thread, channel)
    await office.client.delete_channel(thread)
    await office.move(match)
    assert await office.place(match) == channel
    await office.leave(match)
    assert f"PATCH /channels/{channel}" not in requests(office, channel)


async def test_another_thread_of_a_match_is_tidied_up_too(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    lost = await office.place(match)
    assert lost is not None
    await office.client.delete_channel(lost)
    await office.move(match)
    thread = await office.place(match)
    assert thread not in (None, lost, office.ada.here)
    await office.leave(match)
    assert f"PATCH /channels/{thread}" in requests(office, thread or 0)


async def watched(office: PostOffice, match: int) -> int:
    """Let Cleo watch a match, and return who she is."""
    cleo = await office.client.person("Cleo")
    await lobby.watch(office.host, click(cleo.id), match)
    await office.settle()
    assert await jobs_of(office.host, match, "watch") == []
    return cleo.id


async def test_who_watches_is_added_to_a_thread_that_was_archived(office: PostOffice) -> None:
    """Nobody can be added to an archived thread (Discord documentation, "Add Thread Member"), so it is woken."""
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await office.client.set_thread(thread, archived=True)
    cleo = await watched(office, match)
    assert cleo in office.sandbox.parts.world.channel(thread).thread_members
    assert await office.place(match) == thread


async def test_who_watches_is_added_to_the_thread_to_which_the_match_moves(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await office.client.set_thread(thread, archived=True, locked=True)
    cleo = await watched(office, match)
    moved = await office.place(match)
    assert moved not in (None, thread)
    assert cleo in office.sandbox.parts.world.channel(moved or 0).thread_members


async def test_a_solo_match_has_no_place_to_lose_and_none_to_go_back_to(office: PostOffice) -> None:
    host, here = office.host, office.ada.here
    options = host.games["probe"].spec.options()
    wanted = Opening("probe", "live", office.guild, here, options, house="easy", seats=2, solo=True)
    table = await lobby.open_table(host, click(office.ada.id), wanted)
    assert table is not None
    match = table.match.id
    await lobby.start(host, replace(click(office.ada.id), message=71), match)
    async with host.database.transaction() as tx:
        for _ in Rung:
            await destinations.keep_place(tx, Destination.thread(match), here)
            await destinations.lose_place(tx, Destination.thread(match), here)
        await look_later(tx, match, here, host.now())
    await unreachable.note(host, match, office.ada.id)
    before = len(requests(office, here))
    await office.pass_time(LONGEST_LOOK)
    assert not (await office.row(match)).clocks.get("untold")
    assert "untold" not in await kinds_of_timers(office, match)
    assert len(requests(office, here)) == before
    assert await office.place(match) is None
    assert await office.posts(match) == []
    assert await jobs_of(host, match, "return") == []
