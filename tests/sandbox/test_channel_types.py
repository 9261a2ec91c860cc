"""Kinds of channels, and which messages, threads and posts each of them takes."""

from pathlib import Path

import pytest

from sandbox.client import Refused
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.world import save
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import act
from tests.support.discord import Stage

TYPES = {"lobby": 0, "voice": 2, "news": 5, "stage": 13, "forum": 15, "gallery": 16}
WORLD = WorldDescription(
    guilds=(
        GuildDescription(
            "Inn",
            (
                ChannelDescription("lobby"),
                ChannelDescription("voice", kind="voice"),
                ChannelDescription("news", kind="announcement"),
                ChannelDescription("stage", kind="stage"),
                ChannelDescription("forum", kind="forum", tags=("duel", "league"), tag_required=True),
                ChannelDescription("gallery", kind="media"),
            ),
        ),
    ),
)


async def scene_of(stage: Stage, **arguments: object) -> Scene:
    return await set_scene(stage, **{"world": WORLD, **arguments})


def tags_of(scene: Scene, channel: str) -> dict[str, str]:
    listed = scene.ada.places["guilds"][0]["channels"]
    return {tag["name"]: tag["id"] for each in listed if each["name"] == channel for tag in each["available_tags"]}


async def test_channels_are_told_with_their_types(stage: Stage) -> None:
    """Discord documentation, "Channel: Channel Types" (the numbers) and "Threads: Forums" (tags, and REQUIRE_TAG)."""
    scene = await scene_of(stage)
    created = next(each["d"] for each in scene.gateway.heard if each.get("t") == "GUILD_CREATE")
    assert {each["name"]: each["type"] for each in created["channels"]} == TYPES
    forum = (await scene.bot.call("GET", f"/channels/{scene.ada.channel_id('forum')}")).body
    assert [tag["name"] for tag in forum["available_tags"]] == ["duel", "league"]
    assert forum["flags"] == 1 << 4
    assert (await scene.bot.call("GET", f"/channels/{scene.ada.channel_id('gallery')}")).body["available_tags"] == []


async def test_a_channel_of_any_kind_can_be_made(stage: Stage) -> None:
    """Discord documentation, "Gateway Events: Channel Create": sent when a channel is created in a server."""
    scene = await scene_of(stage)
    guild = int(scene.ada.places["guilds"][0]["id"])
    made = await scene.client.create_channel(guild, "deals", "media", tags=["swap"])
    created = await scene.gateway.event("CHANNEL_CREATE")
    assert (created["id"], created["type"]) == (str(made), 16)
    assert [tag["name"] for tag in created["available_tags"]] == ["swap"]
    with pytest.raises(Refused, match="no channels of the kind"):
        await scene.client.change("create_channel", guild=str(guild), name="x", kind="hub")


async def test_kinds_and_posts_survive_a_restart(stage: Stage, tmp_path: Path) -> None:
    file = tmp_path / "world.json"
    scene = await scene_of(stage, snapshot=file)
    post = (await scene.ada.start_post("Wanted", "A rival", "forum", tags=["duel"])).channel_id
    await scene.bot.call("PUT", f"/channels/{post}/thread-members/@me")
    save(scene.sandbox.parts.world, file)
    other = await stage.sandbox(snapshot=file)
    ada = await (await stage.client(other)).person("Ada")
    places = ada.places["guilds"][0]
    assert {each["name"]: each["type"] for each in places["channels"]} == TYPES
    assert [each["flags"] for each in places["channels"] if each["name"] == "forum"] == [1 << 4]
    assert [each["id"] for each in places["threads"]] == [str(post)]


@pytest.mark.parametrize("channel", ["voice", "stage"])
async def test_voice_and_stage_channels_take_messages(stage: Stage, channel: str) -> None:
    """Discord documentation, "Message: Create Message": a message goes to a server's channel with SEND_MESSAGES.

    "Channel: Channel Structure" gives voice channels a last message.
    """
    scene = await scene_of(stage)
    place = scene.ada.channel_id(channel)
    assert (await scene.bot.send(place, content="hello")).status == 200
    await scene.ada.write("hello", place)
    assert [each.content for each in await scene.ada.messages(place)] == ["hello", "hello"]
    doing = await act(scene.gateway, scene.ada.slash("play", channel=place))
    assert doing.interaction["channel"]["type"] == TYPES[channel]
    assert (await scene.bot.answer(doing.interaction, 4, content="here")).status == 200
    await doing.done()
    await scene.client.permit(place, "bot", "send_messages", allowed=False)
    assert (await scene.bot.send(place, content="hello")).code == 50013


@pytest.mark.parametrize("channel", ["voice", "stage"])
async def test_the_chat_of_a_voice_channel_takes_connect(stage: Stage, channel: str) -> None:
    """Discord documentation, "Permissions: Implicit Permissions" and "Message: Get Channel Messages".

    In voice and stage channels denying CONNECT implicitly denies other permissions, and reading messages takes it too.
    """
    scene = await scene_of(stage)
    place = scene.ada.channel_id(channel)
    sent = await scene.bot.send(place, content="hello")
    await scene.client.permit(place, "bot", "connect", allowed=False)
    assert (await scene.bot.send(place, content="hello")).code == 50013
    assert (await scene.bot.call("GET", f"/channels/{place}/messages")).code == 50013
    assert (await scene.bot.call("GET", f"/channels/{place}/messages/{sent.body['id']}")).code == 50013
    await scene.client.permit(place, "Ben", "connect", allowed=False)
    with pytest.raises(Refused, match="may not write"):
        await scene.ben.write("hello", place)


@pytest.mark.parametrize("channel", ["forum", "gallery"])
async def test_a_channel_of_posts_takes_no_message(stage: Stage, channel: str) -> None:
    """Discord documentation, "Threads: Forums": messages cannot be sent directly in forum channels.

    The code is that of "Cannot send messages in a non-text channel" ("JSON Error Codes"), as was seen of the service.
    """
    scene = await scene_of(stage)
    place = scene.ada.channel_id(channel)
    answer = await scene.bot.send(place, content="hello")
    assert (answer.status, answer.code) == (400, 50008)
    with pytest.raises(Refused, match="may not write"):
        await scene.ada.write("hello", place)
    with pytest.raises(Refused, match="used in a post"):
        await scene.ada.slash("play", channel=place)


@pytest.mark.parametrize("channel", ["forum", "gallery"])
async def test_a_post_is_a_thread_whose_first_message_has_its_id(stage: Stage, channel: str) -> None:
    """Discord documentation, "Channel: Start Thread in Forum or Media Channel" and "Threads: Forums".

    The thread is a PUBLIC_THREAD, the answer holds the message, which has the thread's id; a Thread Create and a
    Message Create are sent, and SEND_MESSAGES is the permission (not CREATE_PUBLIC_THREADS).
    """
    scene = await scene_of(stage)
    place = scene.ada.channel_id(channel)
    tags = [tags_of(scene, channel)["duel"]] if channel == "forum" else []
    await scene.client.permit(place, "bot", "create_public_threads", allowed=False)
    await scene.client.permit(place, "bot", "send_messages_in_threads", allowed=False)
    form = {"name": "Match 1", "message": {"content": "A match"}, "applied_tags": tags}
    answer = await scene.bot.call("POST", f"/channels/{place}/threads", form)
    assert answer.status == 201
    post = answer.body
    assert (post["type"], post["parent_id"], post["applied_tags"]) == (11, str(place), tags)
    assert (post["message"]["id"], post["message"]["channel_id"]) == (post["id"], post["id"])
    assert post["message_count"] == 0
    created = await scene.gateway.event("THREAD_CREATE")
    assert (created["id"], created["newly_created"]) == (post["id"], True)
    assert (await scene.gateway.event("MESSAGE_CREATE"))["id"] == post["id"]
    await scene.client.permit(place, "bot", "send_messages", allowed=False)
    assert (await scene.bot.call("POST", f"/channels/{place}/threads", form)).code == 50013


async def test_a_post_takes_files(stage: Stage) -> None:
    """Discord documentation, "Channel: Start Thread in Forum or Media Channel": files come as in a message."""
    scene = await scene_of(stage)
    form = {"name": "Board", "message": {"attachments": [{"id": 0, "description": "A board"}]}}
    path = f"/channels/{scene.ada.channel_id('gallery')}/threads"
    answer = await scene.bot.call("POST", path, form, files={"board.txt": b"x"})
    (file,) = answer.body["message"]["attachments"]
    assert (file["filename"], file["description"]) == ("board.txt", "A board")


async def test_a_post_needs_a_message_and_tags_that_fit(stage: Stage) -> None:
    """Discord documentation, "Channel: Start Thread in Forum or Media Channel" and "JSON Error Codes".

    `message` is no optional field and not empty; with REQUIRE_TAG a post without a tag is refused with 40067.
    """
    scene = await scene_of(stage)
    path = f"/channels/{scene.ada.channel_id('forum')}/threads"
    duel = tags_of(scene, "forum")["duel"]
    answer = await scene.bot.call("POST", path, {"name": "x", "message": {"content": "y"}})
    assert (answer.status, answer.code) == (400, 40067)
    answer = await scene.bot.call("POST", path, {"name": "x", "message": {"content": "y"}, "applied_tags": ["1"]})
    assert answer.errors_at() == ["applied_tags.0"]
    assert (await scene.bot.call("POST", path, {"name": "x", "message": {}, "applied_tags": [duel]})).code == 50006
    answer = await scene.bot.call("POST", path, {"name": "x", "applied_tags": [duel]})
    assert answer.errors_at() == ["message"]


async def test_people_start_posts_and_speak_in_them(stage: Stage) -> None:
    """Discord documentation, "Threads: Forums": in thread-only channels threads appear as posts, and work as ever."""
    scene = await scene_of(stage)
    with pytest.raises(Refused, match="needs a tag"):
        await scene.ada.start_post("Wanted", "A rival", "forum")
    with pytest.raises(Refused, match="offers no tags"):
        await scene.ada.start_post("Wanted", "A rival", "forum", tags=["poker"])
    with pytest.raises(Refused, match="no posts"):
        await scene.ada.start_post("Wanted", "A rival", "lobby")
    starter = await scene.ada.start_post("Wanted", "A rival", "forum", tags=["duel"], files={"a.txt": b"x"})
    assert starter.id == starter.channel_id
    assert [each["filename"] for each in starter.attachments] == ["a.txt"]
    await scene.ben.write("Me", starter.channel_id)
    doing = await act(scene.gateway, scene.ben.slash("play", channel=starter.channel_id))
    assert doing.interaction["channel"]["parent_id"] == str(scene.ada.channel_id("forum"))
    await scene.bot.answer(doing.interaction, 4, content="here")
    await doing.done()
    assert (await scene.bot.send(starter.channel_id, content="a match")).status == 200


async def test_a_message_of_an_announcement_channel_starts_an_announcement_thread(stage: Stage) -> None:
    """Discord documentation, "Channel: Start Thread from Message": ANNOUNCEMENT_THREAD in a GUILD_ANNOUNCEMENT channel.

    "List Public Archived Threads" returns them when it is called on such a channel.
    """
    scene = await scene_of(stage)
    news = scene.ada.channel_id("news")
    sent = await scene.bot.send(news, content="a match")
    path = f"/channels/{news}/messages/{sent.body['id']}/threads"
    thread = (await scene.bot.call("POST", path, {"name": "Match 1"})).body
    assert (thread["type"], thread["id"]) == (10, sent.body["id"])
    assert (await scene.bot.send(int(thread["id"]), content="in the thread")).status == 200
    assert (await scene.bot.call("PATCH", f"/channels/{thread['id']}", {"archived": True})).status == 200
    listed = await scene.bot.call("GET", f"/channels/{news}/threads/archived/public")
    assert [each["id"] for each in listed.body["threads"]] == [thread["id"]]


@pytest.mark.parametrize(
    ("channel", "kind", "started"),
    [
        ("lobby", 11, True),
        ("lobby", 12, True),
        ("lobby", 10, False),
        ("news", 10, True),
        ("news", 11, False),
        ("news", 12, False),
        ("voice", 11, False),
        ("voice", 12, False),
        ("stage", 11, False),
    ],
)
async def test_only_threads_that_fit_the_channel_start(stage: Stage, channel: str, kind: int, *, started: bool) -> None:
    """Discord documentation, "Threads: Public & Private Threads" and "Channel: Channel Types".

    A thread's type matches its channel's: public and private ones in text channels, announcement threads in
    announcement channels, and none in voice and stage channels. 50024 is "Cannot execute action on this channel type".
    """
    permissions = (*GuildDescription("", ()).bot_permissions, "create_private_threads")
    guild = GuildDescription("Inn", WORLD.guilds[0].channels, bot_permissions=permissions)
    scene = await scene_of(stage, world=WorldDescription(guilds=(guild,)))
    place = scene.ada.channel_id(channel)
    answer = await scene.bot.call("POST", f"/channels/{place}/threads", {"name": "Match", "type": kind})
    if started:
        assert (answer.status, answer.body["type"]) == (201, kind)
    else:
        assert (answer.status, answer.code) == (400, 50024)


async def test_a_message_in_a_voice_channel_carries_no_thread(stage: Stage) -> None:
    """Discord documentation, "Channel: Start Thread from Message": on GUILD_TEXT and GUILD_ANNOUNCEMENT channels."""
    scene = await scene_of(stage)
    voice = scene.ada.channel_id("voice")
    sent = await scene.bot.send(voice, content="a match")
    answer = await scene.bot.call("POST", f"/channels/{voice}/messages/{sent.body['id']}/threads", {"name": "Match"})
    assert (answer.status, answer.code) == (400, 50024)


async def test_without_a_type_a_thread_is_private(stage: Stage) -> None:
    """Discord documentation, "Channel: Start Thread without Message": `type` defaults to PRIVATE_THREAD."""
    scene = await scene_of(stage)
    path = f"/channels/{scene.lobby}/threads"
    assert (await scene.bot.call("POST", path, {"name": "Match"})).code == 50013
    await scene.client.permit(scene.lobby, "bot", "create_private_threads", allowed=True)
    answer = await scene.bot.call("POST", path, {"name": "Match", "invitable": False, "auto_archive_duration": None})
    assert (answer.body["type"], answer.body["thread_metadata"]["invitable"]) == (12, False)


async def test_a_private_thread_is_told_to_a_bot_that_is_added_to_it(stage: Stage) -> None:
    """Discord documentation, "Threads: Gaining Access to Private Threads" and "Gateway Events: Thread Create".

    A thread that the bot may not view is not told of; when it is added, a Thread Create comes with its thread member.
    """
    scene = await scene_of(stage)
    thread = await scene.ada.start_thread("Secret", "lobby", private=True)
    assert (await scene.bot.send(thread, content="x")).code == 50001
    await scene.ada.write(f"<@{scene.sandbox.parts.world.bot_id}> <@{scene.ben.id}>", thread)
    created = await scene.gateway.event("THREAD_CREATE")
    assert (created["id"], created["member"]["user_id"]) == (str(thread), str(scene.sandbox.parts.world.bot_id))
    assert "newly_created" not in created
    assert (await scene.bot.send(thread, content="x")).status == 200
    with pytest.raises(Refused, match="no such threads"):
        await scene.ada.start_thread("Secret", "voice", private=True)


async def test_discord_py_knows_every_kind(stage: Stage) -> None:
    """What discord.py makes of the channels, and a post that it starts itself."""
    sandbox = await stage.sandbox(world=WORLD)
    client = await stage.client(sandbox)
    ada = await client.person("Ada")
    await stage.bot(sandbox, "tests/sandbox/bot.py")
    await ada.wait_online()
    outcome = await ada.slash("channels")
    assert outcome.message is not None
    assert (
        outcome.message.content == "lobby text, voice voice, news news, stage stage_voice, forum forum, gallery media"
    )
    await ada.slash("post", forum="forum", tag="league")
    await ada.wait_for(lambda each: each.content == "league")
    message = await ada.wait_for(lambda each: each.content == "from discord.py")
    assert message.id == message.channel_id
