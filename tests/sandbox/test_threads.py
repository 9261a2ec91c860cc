"""Threads: made once, archived, locked, and who may still do what."""

import pytest

from sandbox.client import Refused
from sandbox.gateway import GatewaySettings
from sandbox.server import SandboxSettings
from sandbox.world import ThreadLimits
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import act
from tests.support.discord import Stage

NOON = 1_800_000_000.0
HOUR = 3600.0


async def open_thread(scene: Scene) -> int:
    sent = await scene.bot.send(scene.lobby, content="a match")
    path = f"/channels/{scene.lobby}/messages/{sent.body['id']}/threads"
    made = await scene.bot.call("POST", path, {"name": "Match 1"})
    assert made.status == 201
    return int(made.body["id"])


async def test_a_thread_hangs_on_its_message(scene: Scene) -> None:
    thread = await open_thread(scene)
    created = await scene.gateway.event("THREAD_CREATE")
    assert (created["id"], created["newly_created"]) == (str(thread), True)
    updated = await scene.gateway.event("MESSAGE_UPDATE")
    assert updated["thread"]["id"] == updated["id"] == str(thread)
    assert updated["flags"] & 32
    (starter,) = await scene.ada.messages(thread)
    assert starter.raw["type"] == 21
    assert starter.raw["referenced_message"]["content"] == "a match"


async def test_threads_need_their_permission(scene: Scene) -> None:
    await scene.client.permit(scene.lobby, "bot", "create_public_threads", allowed=False)
    answer = await scene.bot.call("POST", f"/channels/{scene.lobby}/threads", {"name": "Match", "type": 11})
    assert (answer.status, answer.code) == (403, 50013)
    answer = await scene.bot.call("POST", f"/channels/{scene.lobby}/threads", {"name": "Match", "type": 12})
    assert (answer.status, answer.code) == (403, 50013)


async def test_a_second_thread_on_a_message_is_160004(scene: Scene) -> None:
    thread = await open_thread(scene)
    path = f"/channels/{scene.lobby}/messages/{thread}/threads"
    answer = await scene.bot.call("POST", path, {"name": "Match 2"})
    assert (answer.status, answer.code) == (400, 160004)


async def test_there_are_no_threads_in_threads(scene: Scene) -> None:
    thread = await open_thread(scene)
    answer = await scene.bot.call("POST", f"/channels/{thread}/threads", {"name": "Match 2", "type": 11})
    assert (answer.status, answer.code) == (400, 50024)


async def test_a_message_wakes_an_archived_thread(scene: Scene) -> None:
    thread = await open_thread(scene)
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"archived": True})).status == 200
    assert (await scene.bot.send(thread, content="awake")).status == 200
    answer = await scene.bot.call("GET", f"/channels/{thread}")
    assert answer.body["thread_metadata"]["archived"] is False


async def test_an_edit_in_an_archived_thread_is_50083(scene: Scene) -> None:
    """Discord documentation, "Opcodes and Status Codes: JSON Error Codes" (50083), and "Topics: Threads"."""
    thread = await open_thread(scene)
    said = await scene.bot.send(thread, content="x")
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"archived": True})).status == 200
    path = f"/channels/{thread}/messages/{said.body['id']}"
    assert (await scene.bot.call("PATCH", path, {"content": "y"})).code == 50083
    assert (await scene.bot.send(thread, content="awake")).status == 200
    assert (await scene.bot.call("PATCH", path, {"content": "y"})).status == 200


async def test_an_archived_and_locked_thread_takes_nothing(scene: Scene) -> None:
    thread = await open_thread(scene)
    await scene.client.set_thread(thread, archived=True, locked=True)
    assert (await scene.bot.send(thread, content="x")).code == 50083
    member = f"/channels/{thread}/thread-members/{scene.ben.id}"
    assert (await scene.bot.call("PUT", member)).code == 50083
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"name": "x"})).code == 50083
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"archived": False})).code == 50013


async def test_a_locked_thread_is_160005_without_the_right_to_manage(scene: Scene) -> None:
    thread = await open_thread(scene)
    await scene.client.set_thread(thread, locked=True)
    assert (await scene.bot.send(thread, content="x")).code == 160005
    await scene.client.permit(scene.lobby, "bot", "manage_threads", allowed=True)
    assert (await scene.bot.send(thread, content="x")).status == 200


async def test_the_owner_may_rename_but_not_lock(scene: Scene) -> None:
    thread = await open_thread(scene)
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"name": "Match One"})).status == 200
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"locked": True})).code == 50013
    assert (await scene.bot.call("DELETE", f"/channels/{thread}")).code == 50013


async def test_only_the_servers_members_can_be_added(scene: Scene) -> None:
    thread = await open_thread(scene)
    await scene.client.remove_member(int(scene.ada.places["guilds"][0]["id"]), "Ben")
    answer = await scene.bot.call("PUT", f"/channels/{thread}/thread-members/{scene.ben.id}")
    assert (answer.status, answer.code) == (404, 10007)
    answer = await scene.bot.call("PUT", f"/channels/{thread}/thread-members/{scene.ada.id}")
    assert answer.status == 204
    assert (await scene.gateway.event("THREAD_MEMBERS_UPDATE"))["added_members"]


async def test_whoever_is_mentioned_joins(scene: Scene) -> None:
    thread = await open_thread(scene)
    await scene.bot.send(thread, content=f"<@{scene.ben.id}>")
    update = await scene.gateway.event("THREAD_MEMBERS_UPDATE")
    assert update["added_members"][0]["user_id"] == str(scene.ben.id)


async def test_clicks_in_a_closed_thread_are_refused_to_those_who_may_not_write(scene: Scene) -> None:
    thread = await open_thread(scene)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    await scene.bot.send(thread, content="click", components=[row])
    message = await scene.ben.wait_for(lambda each: bool(each.buttons), thread)
    await scene.client.set_thread(thread, archived=True, locked=True)
    with pytest.raises(Refused, match="archived and closed"):
        await scene.ben.click(message, "Go")
    with pytest.raises(Refused, match="archived thread"):
        await scene.ben.slash("play", channel=thread)
    with pytest.raises(Refused, match="may not write here"):
        await scene.ben.write("x", thread)
    doing = await act(scene.gateway, scene.ada.click(message, "Go"))
    await scene.bot.answer(doing.interaction, 6)
    assert (await doing.done()).kind == "deferred"


async def test_deleting_a_channel_takes_its_threads(scene: Scene) -> None:
    thread = await open_thread(scene)
    lobby = scene.lobby
    await scene.client.delete_channel(lobby)
    assert (await scene.gateway.event("THREAD_DELETE"))["id"] == str(thread)
    assert (await scene.gateway.event("CHANNEL_DELETE"))["id"] == str(lobby)
    assert (await scene.bot.send(thread, content="x")).code == 10003
    await scene.ada.until(lambda: not scene.ada.threads)


async def is_archived(scene: Scene, thread: int) -> bool:
    answer = await scene.bot.call("GET", f"/channels/{thread}")
    return bool(answer.body["thread_metadata"]["archived"])


@pytest.mark.parametrize("minutes", [0, 59, 61, 10081])
async def test_the_time_of_inactivity_is_one_of_four(scene: Scene, minutes: int) -> None:
    """Discord documentation, "Channel: Thread Metadata": `auto_archive_duration` is 60, 1440, 4320 or 10080."""
    form = {"name": "Match", "type": 11, "auto_archive_duration": minutes}
    assert (await scene.bot.call("POST", f"/channels/{scene.lobby}/threads", form)).errors_at()
    thread = await open_thread(scene)
    changed = await scene.bot.call("PATCH", f"/channels/{thread}", {"auto_archive_duration": minutes})
    assert (changed.status, changed.code) == (400, 50035)


async def test_an_idle_thread_is_archived(stage: Stage) -> None:
    """Discord documentation, "Threads: Active & Archived Threads": threads archive after a period of inactivity."""
    settings = SandboxSettings(gateway=GatewaySettings(heartbeat_interval=2 * HOUR))
    scene = await set_scene(stage, clock=lambda: NOON, settings=settings)
    thread = await open_thread(scene)
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"auto_archive_duration": 60})).status == 200
    await scene.client.advance(HOUR - 1)
    assert not await is_archived(scene, thread)
    await scene.gateway.event("THREAD_UPDATE")
    await scene.client.advance(1)
    assert (await scene.gateway.event("THREAD_UPDATE"))["thread_metadata"]["archived"] is True
    assert await is_archived(scene, thread)


@pytest.mark.parametrize("activity", ["message", "wake", "time"])
async def test_activity_begins_the_time_anew(stage: Stage, activity: str) -> None:
    """Discord documentation, "Threads: Active & Archived Threads": what activity is.

    It is sending a message, unarchiving the thread, or changing the auto-archive time.
    """
    scene = await set_scene(stage, clock=lambda: NOON)
    form = {"name": "Match", "type": 11, "auto_archive_duration": 1440}
    thread = int((await scene.bot.call("POST", f"/channels/{scene.lobby}/threads", form)).body["id"])
    path = f"/channels/{thread}"
    await scene.client.advance(23 * HOUR)
    if activity == "message":
        await scene.ada.write("still here", thread)
    elif activity == "wake":
        await scene.bot.call("PATCH", path, {"archived": True})
        await scene.bot.call("PATCH", path, {"archived": False})
    else:
        await scene.bot.call("PATCH", path, {"auto_archive_duration": 4320})
        await scene.bot.call("PATCH", path, {"auto_archive_duration": 1440})
    await scene.client.advance(23 * HOUR)
    assert not await is_archived(scene, thread)
    await scene.bot.call("PATCH", path, {"name": "A new name"})
    await scene.client.advance(HOUR)
    assert await is_archived(scene, thread)


async def test_a_thread_that_wakes_tells_its_members(scene: Scene) -> None:
    """Discord documentation, "Threads: Unarchiving a Thread": a Thread Update, then a Thread Member Update."""
    thread = await open_thread(scene)
    await scene.client.set_thread(thread, archived=True)
    await scene.gateway.event("THREAD_UPDATE")
    await scene.bot.send(thread, content="awake")
    assert (await scene.gateway.event("THREAD_UPDATE"))["thread_metadata"]["archived"] is False
    member = await scene.gateway.event("THREAD_MEMBER_UPDATE")
    assert (member["id"], member["user_id"]) == (str(thread), str(scene.sandbox.parts.world.bot_id))


async def test_a_locked_thread_is_woken_by_those_who_manage_threads(scene: Scene) -> None:
    """Discord documentation, "Threads: Active & Archived Threads" and "Locked Threads".

    A message wakes an archived thread unless it is locked; only MANAGE_THREADS lets somebody wake a locked one.
    """
    thread = await open_thread(scene)
    await scene.client.set_thread(thread, archived=True, locked=True)
    assert (await scene.bot.send(thread, content="x")).code == 50083
    assert (await scene.bot.call("PATCH", f"/channels/{thread}", {"archived": False})).code == 50013
    await scene.client.permit(scene.lobby, "bot", "manage_threads", allowed=True)
    assert (await scene.bot.send(thread, content="x")).status == 200
    assert not await is_archived(scene, thread)


async def test_the_creator_sets_a_threads_time_and_archives_it(scene: Scene) -> None:
    """Discord documentation, "Threads: Editing & Deleting Threads".

    `name`, `archived` and `auto_archive_duration` are for the thread's creator and for MANAGE_THREADS.
    """
    mine = await open_thread(scene)
    for field, value in (("auto_archive_duration", 60), ("name", "Match One"), ("archived", True)):
        assert (await scene.bot.call("PATCH", f"/channels/{mine}", {field: value})).status == 200
    theirs = await scene.ada.start_thread("Hers")
    for field, value in (("auto_archive_duration", 60), ("archived", True), ("name", "x")):
        answer = await scene.bot.call("PATCH", f"/channels/{theirs}", {field: value})
        assert (answer.status, answer.code) == (403, 50013)
    await scene.client.permit(scene.lobby, "bot", "manage_threads", allowed=True)
    assert (await scene.bot.call("PATCH", f"/channels/{theirs}", {"auto_archive_duration": 60})).status == 200


async def test_a_server_has_room_for_so_many_active_threads(stage: Stage) -> None:
    """Discord documentation, "Channel: Example Thread Channel" and "JSON Error Codes" (160006).

    Once a server has as many active threads as it can have, none is created or unarchived; archived ones do not count.
    """
    scene = await set_scene(stage, settings=SandboxSettings(threads=ThreadLimits(active=2)))
    first = await open_thread(scene)
    await open_thread(scene)
    sent = await scene.bot.send(scene.lobby, content="a match")
    path = f"/channels/{scene.lobby}/messages/{sent.body['id']}/threads"
    answer = await scene.bot.call("POST", path, {"name": "Match 3"})
    assert (answer.status, answer.code) == (400, 160006)
    answer = await scene.bot.call("POST", f"/channels/{scene.lobby}/threads", {"name": "Match 3", "type": 11})
    assert (answer.status, answer.code) == (400, 160006)
    await scene.client.set_thread(first, archived=True)
    assert (await scene.bot.call("POST", path, {"name": "Match 3"})).status == 201
    assert (await scene.bot.send(first, content="awake")).code == 160006
    assert (await scene.bot.call("PATCH", f"/channels/{first}", {"archived": False})).code == 160006
    assert await is_archived(scene, first)
    with pytest.raises(Refused, match="Maximum number of active threads"):
        await scene.ada.start_thread("Hers")


async def test_announcement_threads_have_a_limit_of_their_own(stage: Stage) -> None:
    """Discord documentation, "JSON Error Codes": 160007, the maximum number of active announcement threads."""
    limits = ThreadLimits(active=1, active_announcements=1)
    scene = await set_scene(stage, settings=SandboxSettings(threads=limits))
    await open_thread(scene)
    news = await scene.client.create_channel(int(scene.ada.places["guilds"][0]["id"]), "news", "announcement")
    path, form = f"/channels/{news}/threads", {"name": "Match", "type": 10}
    assert (await scene.bot.call("POST", path, form)).status == 201
    answer = await scene.bot.call("POST", path, form)
    assert (answer.status, answer.code) == (400, 160007)


async def test_nothing_is_reacted_to_in_an_archived_thread(scene: Scene) -> None:
    """Discord documentation, "Threads: Active & Archived Threads".

    In an archived thread nothing is edited or reacted to and nobody joins; messages can be deleted.
    """
    thread = await open_thread(scene)
    said = await scene.bot.send(thread, content="x")
    await scene.client.permit(scene.lobby, "bot", "add_reactions", allowed=True)
    await scene.client.set_thread(thread, archived=True)
    path = f"/channels/{thread}/messages/{said.body['id']}"
    assert (await scene.bot.call("PUT", f"{path}/reactions/%F0%9F%83%8F/@me")).code == 50083
    assert (await scene.bot.call("PUT", f"/channels/{thread}/thread-members/@me")).code == 50083
    assert (await scene.bot.call("DELETE", path)).status == 204
