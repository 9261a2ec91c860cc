"""A match is never silent: where Discord refuses a place or a form, people see it in the next one."""

from pathlib import Path

import pytest

from bot.storage import timers
from sandbox.faults import Fault
from tests.e2e.players import Player, Room, begin, find, found, play_out
from tests.support.discord import Stage

UNHEARD_OF = 59_999
"""A code that Discord's list does not have."""

WRONG_KIND, TOO_MANY_THREADS = 50024, 160006


async def players_of(room: Room, match: int) -> list[Player]:
    return [Player(room, await room.client.person(name), match) for name in ("Ada", "Ben")]


async def begun(stage: Stage, folder: Path) -> tuple[Room, list[Player]]:
    """Begin a match of Ada and Ben in a thread of its own, and wait until all is said."""
    room = await Room.opened(stage, folder, seed=3)
    match = await room.seated("probe", [await room.client.person(name) for name in ("Ada", "Ben")])
    players = await players_of(room, match)
    await room.calm(players)
    return room, players


async def test_a_match_that_is_asked_for_in_a_thread_is_played_there(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    first = await room.open_match()
    await room.calm(await players_of(room, first))
    thread = await room.thread(first)
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    lobby = await ada.finished(await ada.slash("play", thread, game="probe", players=2, pace="daily"))
    assert lobby.channel_id == thread
    joined = await ben.wait_for(lambda each: each.id == lobby.id, thread)
    await ben.click(joined, find(joined, "join") or "")
    match = await begin(ada, lobby)
    players = await players_of(room, match)
    await play_out(room, players)
    await room.calm(players)
    assert await room.thread_or_none(match) == thread
    assert all(post.status == "sent" for post in await room.posts(match))


@pytest.mark.parametrize("code", [WRONG_KIND, TOO_MANY_THREADS, UNHEARD_OF])
async def test_a_match_that_gets_no_thread_is_played_in_its_channel(stage: Stage, tmp_path: Path, code: int) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    room.sandbox.parts.faults.plan(Fault("POST", "/channels/*/threads", times=9, status=400, code=code))
    room.sandbox.parts.faults.plan(Fault("POST", "/channels/*/messages/*/threads", times=9, status=400, code=code))
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.seated("probe", [ada, ben])
    await room.calm(await players_of(room, match))
    assert await room.thread_or_none(match) == ada.here
    assert all(post.status == "sent" for post in await room.posts(match))


async def test_a_token_that_discord_takes_no_longer_ends_the_process(stage: Stage, tmp_path: Path) -> None:
    room, _ = await begun(stage, tmp_path)
    room.sandbox.parts.faults.plan(Fault("*", "/channels/*", times=9, status=401))
    ada = await room.client.person("Ada")
    leaving = await ada.finished(await ada.slash("match leave"))
    await ada.click(leaving, found(leaving, "leave"))
    assert await room.bot.ended() == 1


async def test_what_discord_refuses_for_its_form_is_said_in_words(stage: Stage, tmp_path: Path) -> None:
    room, players = await begun(stage, tmp_path)
    match = players[0].match
    thread = await room.thread(match)
    fault = Fault("POST", f"/channels/{thread}/messages", times=1, status=400, code=UNHEARD_OF)
    room.sandbox.parts.faults.plan(fault)
    await play_out(room, players)
    await room.calm(players)
    assert room.sandbox.parts.faults.planned() == []
    assert await room.thread(match) == thread
    assert all(post.status == "sent" for post in await room.posts(match))


async def test_a_match_stays_in_its_thread_when_that_was_archived(stage: Stage, tmp_path: Path) -> None:
    """Discord answers 50083 to an edit in an archived thread, and wakes the thread for a message."""
    room, players = await begun(stage, tmp_path)
    match = players[0].match
    thread = await room.thread(match)
    await room.client.set_thread(thread, archived=True)
    await play_out(room, players)
    await room.calm(players)
    assert await room.thread(match) == thread
    assert all(post.status == "sent" for post in await room.posts(match))


async def test_who_may_not_be_put_into_a_thread_moves_no_match(stage: Stage, tmp_path: Path) -> None:
    room, players = await begun(stage, tmp_path)
    match, cleo = players[0].match, await room.client.person("Cleo")
    thread = await room.thread(match)
    fault = Fault("PUT", f"/channels/{thread}/thread-members/{cleo.id}", times=9, status=403, code=50001)
    room.sandbox.parts.faults.plan(fault)
    lobby = await cleo.wait_for(lambda each: find(each, "watch") is not None)
    await cleo.click(lobby, find(lobby, "watch") or "")
    await room.calm([*players, Player(room, cleo, match)])
    assert await room.thread(match) == thread
    async with room.reading() as connection:
        assert not await timers.any_of(connection, match, "watch")
