"""Messages: the rules that no schema knows, each broken once."""

import asyncio
from typing import Any

import pytest

from sandbox.server import SandboxSettings
from sandbox.wire import Json
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import act
from tests.support.discord import Stage

V2 = 1 << 15
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000040000000208060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


def button(**fields: object) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | fields


def select(values: str = "ab", **fields: object) -> Json:
    return {
        "type": 3,
        "custom_id": "pick",
        "options": [{"label": value, "value": value} for value in values],
    } | fields


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def v2(*parts: Json, **fields: object) -> Json:
    return {"flags": V2, "components": list(parts)} | fields


def rows(*parts: Json) -> Json:
    return {"components": list(parts)}


LONG_EMBED = {"title": "t", "description": "x" * 3000}
BROKEN: dict[str, tuple[Json, str]] = {
    "content over 2000": ({"content": "x" * 2001}, "content"),
    "embeds over 6000 together": ({"embeds": [LONG_EMBED, LONG_EMBED]}, "embeds"),
    "six rows": (rows(*[row(button(custom_id=str(index))) for index in range(6)]), "components"),
    "41 parts": (v2(*[text() for _ in range(41)]), "components"),
    "41 parts, nested": (v2({"type": 17, "components": [text() for _ in range(40)]}), "components"),
    "4001 characters": (v2(text("x" * 2000), text("x" * 2001)), "components"),
    "content beside V2": (v2(text(), content="x"), "content"),
    "embeds beside V2": (v2(text(), embeds=[{"title": "t"}]), "embeds"),
    "a poll beside V2": (
        v2(text(), poll={"question": {"text": "Who?"}, "answers": [{"poll_media": {"text": "Me"}}]}),
        "poll",
    ),
    "stickers beside V2": (v2(text(), sticker_ids=["1"]), "sticker_ids"),
    "V2 parts without the flag": (rows(text()), "components.0.type"),
    "the same id twice": (rows(row(button(), button())), "components.0.components.1.custom_id"),
    "the same value twice": (rows(row(select("aa"))), "components.0.components.0.options.1.value"),
    "two defaults where one may be chosen": (
        rows(row(select() | {"options": [{"label": v, "value": v, "default": True} for v in "ab"]})),
        "components.0.components.0.options",
    ),
    "least above most": (rows(row(select(min_values=2))), "components.0.components.0.min_values"),
    "more than there are": (rows(row(select(max_values=3))), "components.0.components.0.max_values"),
    "a button without an id": (
        rows(row({"type": 2, "style": 1, "label": "Go"})),
        "components.0.components.0.custom_id",
    ),
    "a button with id and address": (
        rows(row(button(style=5, url="https://example.org"))),
        "components.0.components.0.custom_id",
    ),
    "a button with nothing on it": (
        rows(row({"type": 2, "style": 1, "custom_id": "go"})),
        "components.0.components.0",
    ),
    "a select beside a button": (rows(row(select(), button())), "components.0.components"),
    "a picture that is not there": (
        v2({"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}),
        "components.0.items.0.media.url",
    ),
    "a reply to nothing": ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_a_broken_rule_is_refused(scene: Scene, name: str) -> None:
    body, path = BROKEN[name]
    answer = await scene.bot.send(scene.lobby, **body)
    assert (answer.status, answer.code) == (400, 50035)
    assert path in answer.errors_at()
    assert await scene.ada.messages() == []


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": "", "embeds": [], "components": []}])
async def test_an_empty_message_is_50006(scene: Scene, body: Json) -> None:
    answer = await scene.bot.send(scene.lobby, **body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_spaces_at_the_ends_of_embed_texts_do_not_count(scene: Scene) -> None:
    embed = {"description": " " * 50 + "x" * 3000 + " " * 50}
    assert (await scene.bot.send(scene.lobby, embeds=[embed, embed])).status == 200


async def test_the_v2_flag_cannot_be_taken_off(scene: Scene) -> None:
    sent = await scene.bot.send(scene.lobby, **v2(text()))
    path = f"/channels/{scene.lobby}/messages/{sent.body['id']}"
    answer = await scene.bot.call("PATCH", path, {"flags": 0, "components": [], "content": "x"})
    assert (answer.status, answer.code) == (400, 50035)
    assert "flags" in answer.errors_at()


async def test_an_embed_may_name_a_missing_file_and_is_complained_of(scene: Scene) -> None:
    answer = await scene.bot.send(scene.lobby, embeds=[{"image": {"url": "attachment://board.png"}}])
    assert answer.status == 200
    assert "no file attachment://board.png" in scene.sandbox.parts.findings.all()[0].what


async def test_an_embed_shows_its_file(scene: Scene) -> None:
    embed = {"title": "Board", "image": {"url": "attachment://board.png"}}
    answer = await scene.bot.call(
        "POST", f"/channels/{scene.lobby}/messages", {"embeds": [embed]}, files={"board.png": PNG}
    )
    image = answer.body["embeds"][0]["image"]
    assert image["url"].startswith(scene.sandbox.cdn_base)
    assert (image["width"], image["height"]) == (4, 2)
    assert answer.body["attachments"] == []


async def test_files_are_counted_and_weighed(scene: Scene) -> None:
    path = f"/channels/{scene.lobby}/messages"
    answer = await scene.bot.call("POST", path, files={f"{index}.txt": b"x" for index in range(11)})
    assert (answer.status, answer.errors_at()) == (400, ["attachments"])
    megabyte = 1 << 20
    answer = await scene.bot.call("POST", path, files={"a.bin": b"x" * (10 * megabyte + 1)})
    assert (answer.status, answer.code) == (400, 50045)
    answer = await scene.bot.call("POST", path, files={f"{index}": b"x" * 9 * megabyte for index in range(3)})
    assert (answer.status, answer.code) == (413, 40005)


async def test_the_same_nonce_gives_the_first_message_again(stage: Stage) -> None:
    scene = await set_scene(stage, settings=SandboxSettings(nonce_window=60))
    first = await scene.bot.send(scene.lobby, content="once", nonce="n1", enforce_nonce=True)
    assert (await scene.gateway.event("MESSAGE_CREATE"))["nonce"] == "n1"
    again = await scene.bot.send(scene.lobby, content="twice", nonce="n1", enforce_nonce=True)
    assert (again.body["id"], again.body["nonce"]) == (first.body["id"], "n1")
    loose = await scene.bot.send(scene.lobby, content="loose", nonce="n1")
    assert loose.body["id"] != first.body["id"]
    await scene.client.advance(61)
    later = await scene.bot.send(scene.lobby, content="later", nonce="n1", enforce_nonce=True)
    assert later.body["id"] != first.body["id"]
    assert [message.content for message in await scene.ada.messages()] == ["once", "loose", "later"]


async def test_only_allowed_mentions_are_mentions(scene: Scene) -> None:
    content = f"<@{scene.ben.id}> and <@{scene.ada.id}>"
    answer = await scene.bot.send(scene.lobby, content=content, allowed_mentions={"users": [str(scene.ben.id)]})
    assert [user["id"] for user in answer.body["mentions"]] == [str(scene.ben.id)]
    assert (await scene.ben.wait_for(lambda message: message.content == content)).pings_me
    assert not (await scene.ada.wait_for(lambda message: message.content == content)).pings_me


async def test_messages_of_others_cannot_be_edited(scene: Scene) -> None:
    message = await scene.ada.write("mine")
    path = f"/channels/{scene.lobby}/messages/{message.id}"
    answer = await scene.bot.call("PATCH", path, {"content": "yours"})
    assert (answer.status, answer.code) == (403, 50005)


UNKNOWN: dict[str, tuple[str, int]] = {
    "/channels/1": ("GET", 10003),
    "/guilds/1": ("GET", 10004),
    "/guilds/{guild}/members/1": ("GET", 10007),
    "/channels/{lobby}/messages/1": ("GET", 10008),
    "/users/1": ("GET", 10013),
    "/webhooks/1/token/messages/@original": ("GET", 10015),
}


@pytest.mark.parametrize("path", UNKNOWN)
async def test_unknown_things_have_their_codes(scene: Scene, path: str) -> None:
    method, code = UNKNOWN[path]
    guild = scene.ada.places["guilds"][0]["id"]
    answer = await scene.bot.call(method, path.format(guild=guild, lobby=scene.lobby))
    assert (answer.status, answer.code) == (404, code)


async def test_a_path_with_no_id_in_it_is_a_bad_form(scene: Scene) -> None:
    answer = await scene.bot.call("GET", "/channels/lobby")
    assert (answer.status, answer.code, answer.errors_at()) == (400, 50035, ["channel_id"])


@pytest.mark.parametrize("token", [None, "wrong"])
async def test_without_the_right_token_nothing_goes(scene: Scene, token: str | None) -> None:
    answer = await scene.bot.call("GET", "/users/@me", token=token)
    assert (answer.status, answer.code) == (401, 0)


PERMISSIONS: dict[str, tuple[Json, dict[str, bytes] | None]] = {
    "send_messages": ({"content": "x"}, None),
    "embed_links": ({"embeds": [{"title": "t"}]}, None),
    "attach_files": ({"content": "x"}, {"a.txt": b"x"}),
}


@pytest.mark.parametrize("permission", PERMISSIONS)
async def test_a_missing_permission_is_50013(scene: Scene, permission: str) -> None:
    body, files = PERMISSIONS[permission]
    await scene.client.permit(scene.lobby, "bot", permission, allowed=False)
    path = f"/channels/{scene.lobby}/messages"
    answer = await scene.bot.call("POST", path, body, files=files)
    assert (answer.status, answer.code) == (403, 50013)
    await scene.client.permit(scene.lobby, "bot", permission, allowed=True)
    assert (await scene.bot.call("POST", path, body, files=files)).status == 200


async def test_history_that_may_not_be_read_is_empty(scene: Scene) -> None:
    await scene.ada.write("before")
    await scene.client.permit(scene.lobby, "bot", "read_message_history", allowed=False)
    answer = await scene.bot.call("GET", f"/channels/{scene.lobby}/messages")
    assert (answer.status, answer.body) == (200, [])


async def test_a_hidden_channel_is_50001_and_silent(scene: Scene) -> None:
    await scene.client.permit(scene.lobby, "bot", "view_channel", allowed=False)
    assert (await scene.bot.send(scene.lobby, content="x")).code == 50001
    await scene.ada.write("unheard")
    await scene.ada.write("heard", "card-room")
    assert (await scene.gateway.event("MESSAGE_CREATE"))["channel_id"] == str(scene.ada.channel_id("card-room"))


async def test_direct_messages_are_refused_as_discord_refuses_them(scene: Scene) -> None:
    opened = await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": str(scene.ben.id)})
    dm = int(opened.body["id"])
    assert (await scene.bot.send(dm, content="x")).status == 200
    await scene.client.close_dms("Ben")
    answer = await scene.bot.send(dm, content="x")
    assert (answer.status, answer.code) == (403, 50007)
    await scene.client.close_dms("Ben", closed=False)
    await scene.client.remove_member(int(scene.ada.places["guilds"][0]["id"]), "Ben")
    answer = await scene.bot.send(dm, content="x")
    assert (answer.status, answer.code) == (403, 50278)


async def test_too_many_new_direct_messages_are_40003(stage: Stage) -> None:
    scene = await set_scene(stage, settings=SandboxSettings(new_dms=1, new_dms_window=60))
    users = [scene.ada.id, scene.ben.id]
    first, second = [await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": str(user)}) for user in users]
    assert first.status == 200
    assert (second.status, second.code) == (403, 40003)
    again = await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": str(users[0])})
    assert again.body["id"] == first.body["id"]
    await scene.client.advance(61)
    later = await scene.bot.call("POST", "/users/@me/channels", {"recipient_id": str(users[1])})
    assert later.status == 200


async def test_ephemeral_messages_are_events_without_a_guild(scene: Scene) -> None:
    doing = await act(scene.gateway, scene.ada.slash("play"))
    answer = await scene.bot.answer(doing.interaction, 4, content="secret", flags=64)
    assert answer.body["resource"]["message"]["flags"] == 64
    event = await scene.gateway.event("MESSAGE_CREATE")
    assert event["content"] == "secret"
    assert "guild_id" not in event
    assert "member" not in event
    path = f"/channels/{scene.lobby}/messages/{event['id']}"
    assert (await scene.bot.call("GET", path)).code == 10008
    assert (await scene.bot.call("PATCH", path, {"content": "x"})).code == 10008
    assert (await doing.done()).kind == "message"


async def test_pins_have_two_addresses(scene: Scene) -> None:
    await scene.client.permit(scene.lobby, "bot", "manage_messages", allowed=True)
    sent = await scene.bot.send(scene.lobby, content="pin me")
    assert (await scene.bot.call("PUT", f"/channels/{scene.lobby}/pins/{sent.body['id']}")).status == 204
    pinned: Any = (await scene.bot.call("GET", f"/channels/{scene.lobby}/messages/pins")).body
    assert [item["message"]["id"] for item in pinned["items"]] == [sent.body["id"]]
    old: Any = (await scene.bot.call("GET", f"/channels/{scene.lobby}/pins")).body
    assert [message["id"] for message in old] == [sent.body["id"]]


async def test_a_hundred_messages_at_once_keep_apart(scene: Scene) -> None:
    answers = await asyncio.gather(*[scene.bot.send(scene.lobby, content=str(index)) for index in range(100)])
    assert len({answer.body["id"] for answer in answers}) == 100
    assert {message.content for message in await scene.ada.messages(limit=100)} == {str(index) for index in range(100)}


async def test_a_silent_message_stays_silent(scene: Scene) -> None:
    """Discord documentation, "Message: Message Flags" (SUPPRESS_NOTIFICATIONS)."""
    sent = await scene.bot.send(scene.lobby, content="the board", flags=1 << 12)
    path = f"/channels/{scene.lobby}/messages/{sent.body['id']}"
    await scene.bot.call("PATCH", path, {"content": "another board"})
    silent = await scene.ada.wait_for(lambda each: each.content == "another board")
    assert silent.silent
    assert not silent.ephemeral
