"""A match is spoken of somewhere, whatever is taken from it; where nobody can be told, the clock stands still."""

from collections.abc import AsyncIterator
from dataclasses import replace as replace_fields
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.host import lobby
from bot.host.kernel.paces import DAY, HOUR
from bot.host.lobby import Opening
from bot.host.match import panel_actions, thread_locks, unreachable
from bot.host.match.places import DOUBLINGS, FIRST_LOOK, Rung, ladder, look_later
from bot.host.operations import closing, grace
from bot.storage import destinations, people, timers
from bot.storage.destination import Destination, Kind
from bot.storage.timers import TimerKey
from sandbox.description import DEFAULT_WORLD
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


async def lock(office: PostOffice, thread: int) -> None:
    """Lock a thread; nothing tells the bot so before it posts there."""
    await office.client.set_thread(thread, locked=True)


async def seat_rights(office: PostOffice, match: int, *, manages: bool) -> None:
    """Have Ada click in the match's server, with or without the permission to manage threads there."""
    seen = replace(click(office.ada.id), guild=office.guild, manages=manages)
    await panel_actions.here(office.host, seen, match)


async def locked(office: PostOffice) -> tuple[int, int]:
    """Begin a match, lock its thread and let somebody move."""
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await lock(office, thread)
    await office.move(match)
    return match, thread


async def test_a_locked_thread_opens_no_second_one_and_costs_nobody_time(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    async with office.host.database.transaction() as tx:
        await people.change_guild(tx, office.guild, log=office.ada.here)
    await lock(office, thread)
    await office.move(match)
    assert (await office.row(match)).paused == "thread"
    assert await office.place(match) == thread
    assert [each["id"] for each in office.ada.threads] == [str(thread)]
    await office.ada.wait_for(lambda each: f"<#{thread}>" in each.text and "/moderate close" in each.text)
    for person in (office.ada, office.ben):
        await office.told(person, "thread is locked")
        shown = await panel_actions.show(office.host, match, person.id)
        assert (shown.asked, shown.deadline) == (None, None)
    timers_then = await clocks(office, match)
    await office.pass_time(5 * HOUR)
    await office.client.set_thread(thread, locked=False)
    await office.pass_time(thread_locks.LOOK)
    assert (await office.row(match)).paused is None
    assert await office.place(match) == thread
    later = {key: due + 5 * HOUR for key, due in timers_then.items()}
    assert await clocks(office, match) == pytest.approx(later, abs=thread_locks.LOOK + 1)
    assert all(post.status == "sent" for post in await office.posts(match))
    await office.ada.wait_for(lambda each: "goes on after" in each.text and each.channel_id == thread)
    await check_timers(office.host, match)


async def clocks(office: PostOffice, match: int) -> dict[str, float]:
    """Return when the deadlines of a match are as its table shows them, by their kind and seat."""
    table = await table_of(office.host, match)
    return {f"{key.kind} {key.seat} {key.subject}": due for key, due in table.timers.items() if key.kind == "deadline"}


async def test_a_lock_by_a_player_stops_no_clock(office: PostOffice) -> None:
    """The permissions that come with a player's clicks say who could lock the thread of a match that they lose."""
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await seat_rights(office, match, manages=True)
    await lock(office, thread)
    await office.move(match)
    assert (await office.row(match)).paused is None
    assert await office.place(match) not in (None, thread)


async def test_a_player_who_may_manage_threads_no_longer_forbids_no_pause(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await seat_rights(office, match, manages=True)
    await seat_rights(office, match, manages=False)
    await lock(office, thread)
    await office.move(match)
    assert (await office.row(match)).paused == "thread"


async def test_no_match_is_paused_by_locks_for_more_than_a_day(office: PostOffice) -> None:
    match, thread = await locked(office)
    await office.pass_time(20 * HOUR)
    await office.client.set_thread(thread, locked=False)
    await office.pass_time(thread_locks.LOOK)
    assert (await office.row(match)).paused is None
    await lock(office, thread)
    await office.move(match)
    assert (await office.row(match)).paused == "thread"
    await office.pass_time(3 * HOUR)
    assert (await office.row(match)).paused == "thread"
    await office.pass_time(HOUR)
    assert (await office.row(match)).paused is None
    assert await office.place(match) not in (None, thread)
    for _ in range(8):
        await office.pass_time(thread_locks.LOOK)
    await check_timers(office.host, match)


async def test_a_thread_that_is_unlocked_takes_its_match_back(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await seat_rights(office, match, manages=True)
    await lock(office, thread)
    await office.move(match)
    aside = await office.place(match)
    await office.pass_time(FIRST_LOOK)
    assert await office.place(match) == aside, "it is locked still"
    await office.client.set_thread(thread, locked=False)
    await office.pass_time(2 * FIRST_LOOK)
    assert await office.place(match) == thread


async def test_a_match_that_is_ended_in_its_locked_thread_is_not_silent(office: PostOffice) -> None:
    match, thread = await locked(office)
    await closing.by_moderator(office.host, click(office.ada.id), office.guild, match, "enough")
    await office.settle()
    row = await office.row(match)
    assert (row.status, row.paused) == ("closed", None)
    await office.ada.wait_for(lambda each: "enough" in each.text and each.channel_id != thread)


async def test_a_lock_that_the_gateway_tells_of_needs_no_post(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await lock(office, thread)
    await thread_locks.changed(office.host, thread, locked=True)
    await office.settle()
    assert (await office.row(match)).paused == "thread"
    await office.client.set_thread(thread, locked=False)
    await thread_locks.changed(office.host, thread, locked=False)
    await office.settle()
    assert (await office.row(match)).paused is None


async def test_a_deleted_channel_ends_no_match(office: PostOffice) -> None:
    channel, thread = office.ada.here, await aside(office)
    match = await office.begun(thread, channel)
    await office.client.delete_channel(thread)
    await closing.channel_gone(office.host, thread)
    await office.settle()
    assert (await office.row(match)).status == "running"
    assert await office.place(match) == channel
    await office.ada.wait_for(lambda each: f"match {match}" in each.text.lower() and each.channel_id == channel)
    await office.client.delete_channel(channel)
    await closing.channel_gone(office.host, channel)
    await office.settle()
    assert (await office.row(match)).status == "running"
    for person in (office.ada, office.ben):
        await office.told(person, f"match {match}")


async def test_a_removal_that_only_a_refusal_tells_of_writes_to_nobody(office: PostOffice) -> None:
    """The news may come later than a refused post, or while the bot was down."""
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    await office.client.kick_bot(office.guild)
    before = [len(person.seen()) for person in (office.ada, office.ben)]
    await office.move(match)
    assert (await office.row(match)).paused == "removed"
    await office.pass_time(10 * HOUR)
    assert [len(person.seen()) for person in (office.ada, office.ben)] == before
    await office.client.invite_bot(office.guild)
    await grace.back(office.host, [office.guild])
    await office.settle()
    assert await office.place(match) == thread
    assert all(post.status == "sent" for post in await office.posts(match))
    assert [post.kind for post in await office.posts(match)].count("outage") == 1
    await office.ada.wait_for(lambda each: "back in this server" in each.text and each.channel_id == thread)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003), (404, 0)])
async def test_a_refusal_that_says_nothing_of_the_server_is_no_removal(
    office: PostOffice, status: int, code: int
) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await office.client.delete_channel(thread)
    office.sandbox.parts.faults.plan(Fault("GET", f"/guilds/{office.guild}", status=status, code=code))
    await office.move(match)
    assert (await office.row(match)).paused is None
    assert await office.place(match) not in (None, thread)


async def test_a_grace_that_is_over_leaves_each_player_one_message(stage: Stage, tmp_path: Path) -> None:
    """Discord delivers it to everyone who shares another server with the bot."""
    inn = DEFAULT_WORLD.guilds[0]
    world = replace_fields(DEFAULT_WORLD, guilds=(inn, replace_fields(inn, name="Elsewhere")))
    async with post_office(stage, tmp_path, world) as office:
        found = [await office.begun(office.ada.here) for _ in range(2)]
        await office.client.kick_bot(office.guild)
        await grace.removed(office.host, office.guild)
        await office.settle()
        before = [len(person.seen()) for person in (office.ada, office.ben)]
        await office.pass_time(DAY)
        assert [(await office.row(match)).status for match in found] == ["closed"] * 2
        for person in (office.ada, office.ben):
            await office.told(person, f"Matches {found[0]}, {found[1]}")
        assert [len(person.seen()) for person in (office.ada, office.ben)] == [count + 1 for count in before]


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


async def test_who_watches_is_added_to_a_locked_thread_once_it_is_unlocked(office: PostOffice) -> None:
    match = await office.begun(office.ada.here)
    thread = await office.place(match)
    assert thread is not None
    await office.client.set_thread(thread, archived=True, locked=True)
    cleo = await office.client.person("Cleo")
    await lobby.watch(office.host, click(cleo.id), match)
    await office.settle()
    assert (await office.row(match)).paused == "thread"
    await office.client.set_thread(thread, locked=False)
    await office.pass_time(thread_locks.LOOK)
    assert cleo.id in office.sandbox.parts.world.channel(thread).thread_members
    assert await office.place(match) == thread


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
