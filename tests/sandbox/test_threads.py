"""Threads: made once, archived, locked, and who may still do what."""

import pytest

from sandbox.client import Refused
from tests.sandbox.conftest import Scene
from tests.sandbox.rawbot import act


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
