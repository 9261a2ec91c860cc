"""A tournament in the server's list of events: there once, where it is played, and no longer than that.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sandbox.description import DEFAULT_WORLD, INVITE_PERMISSIONS
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import SETTINGS, STEP, both_doors, found
from tests.e2e.tournament_panels import chosen, opened, set_up, turned
from tests.interactions.room import Room
from tests.support.discord import Stage

SCHEDULED, ACTIVE, COMPLETED = 1, 2, 3

WHEN = 1
"""The page of the panel on which times are set, counted from 0."""


async def events(room: Room, watcher: Person) -> list[dict[str, Any]]:
    """The server's events as soon as the bot has done and said all that is due."""
    await room.quiet(watcher)
    return room.sandbox.parts.world.scheduled_events(int(watcher.places["guilds"][0]["id"]))


async def announced(room: Room, ada: Person) -> Message:
    """Let Ada announce a tournament that starts in two hours."""
    panel = await turned(ada, await set_up(room, "Friday night", ("format", "single")), WHEN)
    return await opened(ada, await chosen(ada, panel, "starts", "2"), "Friday night")


async def managed(person: Person, action: str, channel: str = "lobby") -> Message:
    """Let an organiser press a button of the panel that comes in a channel, and return what it has become."""
    panel = (await person.slash("tournament manage", channel)).message
    assert panel is not None
    changed = (await person.click(panel, found(panel, action))).message
    assert changed is not None
    return changed


@both_doors
async def test_a_tournament_is_an_event_that_begins_and_ends_with_it(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    announcement = await announced(room, ada)
    (event,) = await events(room, ada)
    assert (event["name"], event["status"]) == ("Friday night", SCHEDULED)
    assert event["entity_metadata"] == {"location": f"<#{ada.here}>"}
    for person in (ada, ben):
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
    starting = await managed(ada, "tstart")
    await ada.click(starting, found(starting, "tstart"))
    assert [each["status"] for each in await events(room, ada)] == [ACTIVE]
    asked = (await ben.click(ben.now(announcement), found(ben.now(announcement), "tleave"))).message
    assert asked is not None
    await ben.click(asked, found(asked, "tleave"))
    assert [each["status"] for each in await events(room, ada)] == [COMPLETED]


async def test_an_event_follows_its_tournament_and_goes_when_that_is_cancelled(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    await announced(room, ada)
    (before,) = await events(room, ada)
    await managed(ada, "tmove", "card-room")
    (event,) = await events(room, ada)
    assert event["id"] == before["id"]
    assert event["entity_metadata"] == {"location": f"<#{ada.channel_id('card-room')}>"}
    asked = await managed(ada, "tcourse", "card-room")
    await ada.click(asked, found(asked, "tcourse"))
    assert await events(room, ada) == []


async def test_an_event_is_made_once_whatever_becomes_of_the_answer(stage: Stage, tmp_path: Path) -> None:
    """The answer is lost, and another time the request was repeated on the way: one event is left."""
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    await room.client.fault(method="POST", path="/guilds/*/scheduled-events", lose_answer=True)
    await announced(room, ada)
    await room.quiet(ada)  # the answer is lost by now, and the next try has its time
    room.advance(STEP)
    (event,) = await events(room, ada)
    room.sandbox.parts.world.make_scheduled_event(int(event["guild_id"]), event)
    await managed(ada, "tmove", "card-room")
    assert [each["id"] for each in await events(room, ada)] == [event["id"]]


async def test_an_event_that_a_moderator_deleted_stays_deleted(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    await announced(room, ada)
    (event,) = await events(room, ada)
    room.sandbox.parts.world.delete_scheduled_event(int(event["guild_id"]), int(event["id"]))
    await managed(ada, "tmove", "card-room")
    assert await events(room, ada) == []


async def test_without_the_permission_a_tournament_is_announced_all_the_same(stage: Stage, tmp_path: Path) -> None:
    held = tuple(name for name in INVITE_PERMISSIONS if name != "create_events")
    world = replace(DEFAULT_WORLD, guilds=tuple(replace(each, bot_permissions=held) for each in DEFAULT_WORLD.guilds))
    room = await Room.prepared(stage, tmp_path, 1, SETTINGS, world)
    await room.start()
    ada = await room.client.person("Ada")
    assert found(await announced(room, ada), "tjoin")
    assert await events(room, ada) == []
    told = await ada.finished(await ada.slash("doctor"))
    assert "Allow Create Events" in told.text
    assert "\N{WARNING SIGN}" not in told.text
