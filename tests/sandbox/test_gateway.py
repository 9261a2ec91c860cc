"""The gateway, spoken to without a library: sessions, codes, intents, shards, compression."""

import statistics
from functools import partial
from typing import Any

import pytest

from sandbox.gateway import GatewaySettings
from sandbox.interactions import InteractionSettings
from sandbox.server import SandboxSettings
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import (
    CONTENT,
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILDS,
    RawBot,
    RawGateway,
    used,
)
from tests.support.discord import Stage

ALL = GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES


def settings(**changes: Any) -> SandboxSettings:
    return SandboxSettings(gateway=GatewaySettings(**changes))


async def bot_of(stage: Stage, **changes: Any) -> RawBot:
    sandbox = await stage.sandbox(settings=settings(**changes))
    return await stage.enter(RawBot(sandbox))


def pass_time(bot: RawBot, seconds: float) -> None:
    """Let time pass for the sandbox and for its bot's connection alike."""
    clock = bot.sandbox.clock
    clock.source = partial(float, clock.seconds() - clock.elapsed + seconds)
    clock.moved()


async def test_ready_tells_what_a_client_needs(stage: Stage) -> None:
    bot = await bot_of(stage)
    gateway = await bot.gateway(shard=[0, 1])
    ready = await gateway.event("READY")
    assert ready["resume_gateway_url"] == bot.sandbox.gateway_url
    assert ready["shard"] == [0, 1]
    assert ready["application"]["id"] == str(bot.sandbox.application_id)
    (stub,) = ready["guilds"]
    assert stub["unavailable"] is True
    guild = await gateway.event("GUILD_CREATE")
    assert [member["user"]["username"] for member in guild["members"]] == ["Tableside"]
    assert guild["member_count"] == 5
    assert (await bot.call("GET", "/gateway/bot")).body["session_start_limit"]["remaining"] == 999


WRONG: dict[str, tuple[dict[str, object], int]] = {
    "a wrong token": ({"token": "guess"}, 4004),
    "an impossible shard": ({"shard": [2, 2]}, 4010),
    "unknown intents": ({"intents": 1 << 30}, 4013),
    "intents that are not switched on": ({"intents": CONTENT}, 4014),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_wrong_identify_is_closed(stage: Stage, name: str) -> None:
    fields, code = WRONG[name]
    bot = await bot_of(stage)
    gateway = await bot.connect()
    await gateway.send(2, {"token": bot.sandbox.token, "intents": 1, "properties": {}} | fields)
    assert await gateway.closed() == code


MISSPOKEN: dict[str, tuple[str, int]] = {
    "no json": ("{", 4002),
    "too long": ('{"op":1,"d":"' + "x" * 4096 + '"}', 4002),
    "before identifying": ('{"op":3,"d":{}}', 4003),
}


@pytest.mark.parametrize("name", MISSPOKEN)
async def test_misspeaking_is_closed(stage: Stage, name: str) -> None:
    text, code = MISSPOKEN[name]
    gateway = await (await bot_of(stage)).connect()
    await gateway.socket.send_str(text)
    assert await gateway.closed() == code


async def test_identifying_twice_and_unknown_ops_are_closed(stage: Stage) -> None:
    bot = await bot_of(stage)
    gateway = await bot.gateway()
    await gateway.send(2, {"token": bot.sandbox.token, "intents": 1, "properties": {}})
    assert await gateway.closed() == 4005
    gateway = await bot.gateway()
    await gateway.send(99, {})
    assert await gateway.closed() == 4001


async def test_too_many_sends_are_closed(stage: Stage) -> None:
    gateway = await (await bot_of(stage, sends_per_minute=5)).connect()
    for _ in range(6):
        await gateway.send(1, None)
    assert await gateway.closed() == 4008


async def test_an_answer_to_a_heartbeat_takes_its_way(stage: Stage) -> None:
    """Discord documentation, "Gateway: Connection Lifecycle": heartbeats are answered over a network, never at once.

    An event that is asked for after the heartbeat is there before the answer.
    """
    bot = await bot_of(stage, round_trip=1.0)
    gateway = await bot.gateway()
    guild = (await gateway.event("GUILD_CREATE"))["id"]
    await gateway.send(1, gateway.sequence)
    await gateway.send(8, {"guild_id": guild, "query": "", "limit": 1})
    assert (await gateway.hear())["t"] == "GUILD_MEMBERS_CHUNK"
    assert (await gateway.hear())["op"] == 11


async def test_discord_py_measures_the_heartbeat_that_was_answered(stage: Stage) -> None:
    """discord.py warns that it cannot keep up when an answer seems as old as the time between two heartbeats."""
    sandbox = await stage.sandbox(settings=SandboxSettings(gateway=GatewaySettings(heartbeat_interval=0.6)))
    bot = await stage.bot(sandbox, "tests/sandbox/bot.py", BOT_PULSE="1")
    latencies = [float(await bot.line()) for _ in range(9)]
    assert statistics.median(latencies) < 0.5, latencies


async def test_heartbeats_are_answered_and_their_absence_ends_it(stage: Stage) -> None:
    bot = await bot_of(stage, heartbeat_interval=41)
    gateway = await bot.gateway()
    for _ in range(2):
        await gateway.send(1, None)
        assert (await gateway.op(11))["op"] == 11
        pass_time(bot, 62)
        await bot.call("GET", "/gateway")
    pass_time(bot, 62)
    assert await gateway.closed() == 4009


async def test_a_connection_outlives_a_move_of_the_world_for_which_no_heartbeat_came(stage: Stage) -> None:
    bot = await bot_of(stage, heartbeat_interval=41)
    gateway = await bot.gateway()
    bot.sandbox.clock.advance(86_400)
    await bot.call("GET", "/gateway")
    await gateway.send(1, None)
    assert (await gateway.op(11))["op"] == 11
    pass_time(bot, 62)
    await bot.call("GET", "/gateway")
    pass_time(bot, 62)
    assert await gateway.closed() == 4009


async def test_identifying_too_soon_is_an_invalid_session(stage: Stage) -> None:
    bot = await bot_of(stage, identify_every=5)
    await (await bot.gateway(shard=[0, 2])).event("READY")
    early = await bot.gateway(shard=[1, 2])
    assert (await early.op(9))["d"] is False
    bot.sandbox.clock.advance(5)
    await (await bot.gateway(shard=[1, 2])).event("READY")


async def test_events_go_to_their_shard(stage: Stage) -> None:
    sandbox = await stage.sandbox()
    client = await stage.client(sandbox)
    bot = await stage.enter(RawBot(sandbox))
    ada = await client.person("Ada")
    guild = int(ada.places["guilds"][0]["id"])
    home = (guild >> 22) % 2
    shards = [await bot.gateway(shard=[number, 2]) for number in range(2)]
    for number, gateway in enumerate(shards):
        assert len((await gateway.event("READY"))["guilds"]) == (number == home)
    await ada.write("in the server")
    await ada.write("in private", await ada.open_dm())
    assert (await shards[home].event("MESSAGE_CREATE"))["guild_id"] == str(guild)
    private = await shards[0].event("MESSAGE_CREATE")
    assert private["content"] == "in private"
    assert "guild_id" not in private


async def test_intents_decide(stage: Stage) -> None:
    sandbox = await stage.sandbox()
    client = await stage.client(sandbox)
    bot = await stage.enter(RawBot(sandbox))
    ada = await client.person("Ada")
    deaf = await bot.gateway(GUILDS)
    private = await bot.gateway(DIRECT_MESSAGES)
    await ada.write("in the server")
    await ada.write("in private", await ada.open_dm())
    await client.change("add_person", name="Eve", guilds=[ada.places["guilds"][0]["id"]])
    assert (await private.event("MESSAGE_CREATE"))["content"] == "in private"
    await client.delete_channel(ada.channel_id("card-room"))
    await deaf.event("CHANNEL_DELETE")
    assert [frame["t"] for frame in deaf.heard if frame["t"]] == ["READY", "GUILD_CREATE", "CHANNEL_DELETE"]


async def test_content_of_others_is_blank_without_its_intent(stage: Stage) -> None:
    scene = await set_scene(stage)
    me = scene.sandbox.parts.world.bot_id
    await scene.ada.write("not for bots", files={"a.txt": b"x"})
    blank = await scene.gateway.event("MESSAGE_CREATE")
    assert (blank["content"], blank["attachments"]) == ("", [])
    await scene.ada.write(f"hello <@{me}>")
    assert (await scene.gateway.event("MESSAGE_CREATE"))["content"] == f"hello <@{me}>"
    await scene.ada.write("in private", await scene.ada.open_dm())
    assert (await scene.gateway.event("MESSAGE_CREATE"))["content"] == "in private"
    await scene.bot.send(scene.lobby, content="my own")
    assert (await scene.gateway.event("MESSAGE_CREATE"))["content"] == "my own"


async def test_content_comes_where_it_is_switched_on(stage: Stage) -> None:
    bot = await bot_of(stage, approved=frozenset({"message_content"}))
    client = await stage.client(bot.sandbox)
    gateway = await bot.gateway(ALL | CONTENT)
    await (await client.person("Ada")).write("for bots, too")
    assert (await gateway.event("MESSAGE_CREATE"))["content"] == "for bots, too"


async def test_members_are_asked_for(stage: Stage) -> None:
    bot = await bot_of(stage, approved=frozenset({"members"}))
    gateway = await bot.gateway(GUILDS | GUILD_MEMBERS)
    guild = (await gateway.event("GUILD_CREATE"))["id"]
    await gateway.send(8, {"guild_id": guild, "query": "", "limit": 0, "nonce": "n"})
    chunk = await gateway.event("GUILD_MEMBERS_CHUNK")
    assert (len(chunk["members"]), chunk["nonce"], chunk["chunk_count"]) == (5, "n", 1)
    await gateway.send(8, {"guild_id": guild, "query": "be", "limit": 5})
    chunk = await gateway.event("GUILD_MEMBERS_CHUNK")
    assert [member["user"]["username"] for member in chunk["members"]] == ["ben"]
    await gateway.send(8, {"guild_id": guild, "user_ids": ["1"], "limit": 0})
    assert (await gateway.event("GUILD_MEMBERS_CHUNK"))["not_found"] == ["1"]


async def test_compressed_frames_are_one_stream(stage: Stage) -> None:
    bot = await bot_of(stage)
    gateway = await bot.gateway(query="&compress=zlib-stream")
    assert (await gateway.event("READY"))["v"] == 10
    assert (await gateway.event("GUILD_CREATE"))["name"] == "The Tableside Inn"


async def test_only_version_ten_is_spoken(stage: Stage) -> None:
    bot = await bot_of(stage)
    socket = await bot._session.ws_connect(f"{bot.sandbox.gateway_url}?v=9&encoding=json")
    assert (await socket.receive()).data == 4012


async def resumed(scene: Scene, sequence: int) -> RawGateway:
    session = next(frame["d"]["session_id"] for frame in scene.gateway.heard if frame["t"] == "READY")
    gateway = await scene.bot.connect()
    await gateway.send(6, {"token": scene.sandbox.token, "session_id": session, "seq": sequence})
    return gateway


async def test_a_resumed_session_gets_what_it_missed(stage: Stage) -> None:
    scene = await set_scene(stage)
    scene.gateway.socket._response.connection.transport.abort()  # type: ignore[union-attr]
    await scene.ada.wait_online(online=False)
    for text in ("one", "two"):
        await scene.ada.write(text)
    gateway = await resumed(scene, scene.gateway.sequence)
    first, second, done = [await gateway.hear() for _ in range(3)]
    assert [first["t"], second["t"], done["t"]] == ["MESSAGE_CREATE", "MESSAGE_CREATE", "RESUMED"]
    assert [first["s"], second["s"], done["s"]] == [scene.gateway.sequence + step for step in (1, 2, 3)]


async def test_a_buffer_that_is_too_short_ends_the_session(stage: Stage) -> None:
    scene = await set_scene(stage, settings=settings(buffer_size=2))
    sequence = scene.gateway.sequence
    await scene.client.drop("abort")
    await scene.ada.wait_online(online=False)
    for text in ("one", "two", "three"):
        await scene.ada.write(text)
    gateway = await resumed(scene, sequence)
    assert (await gateway.op(9))["d"] is False


RESUMES: dict[str, tuple[float, int, int | None]] = {
    "too late": (181, 0, None),
    "a number from the future": (0, 99, 4007),
}


@pytest.mark.parametrize("name", RESUMES)
async def test_what_cannot_be_resumed(stage: Stage, name: str) -> None:
    wait, ahead, code = RESUMES[name]
    scene = await set_scene(stage)
    await scene.client.drop("abort")
    await scene.ada.wait_online(online=False)
    await scene.client.advance(wait)
    gateway = await resumed(scene, scene.gateway.sequence + ahead)
    if code is None:
        assert (await gateway.op(9))["d"] is False
    else:
        assert await gateway.closed() == code


async def test_leaving_politely_gives_the_session_up(stage: Stage) -> None:
    scene = await set_scene(stage)
    await scene.gateway.socket.close(code=1000)
    await scene.ada.wait_online(online=False)
    assert scene.sandbox.parts.gateway.sessions == []


async def test_an_interaction_without_a_bot_fails(stage: Stage) -> None:
    brief = SandboxSettings(interactions=InteractionSettings(first_answer=0))
    scene = await set_scene(stage, settings=brief)
    await scene.client.drop("invalid")
    await scene.ada.wait_online(online=False)
    outcome = await scene.ada.slash("play")
    assert (outcome.kind, outcome.reason) == ("failed", "The application did not respond")


async def test_events_can_come_twice_and_late(stage: Stage) -> None:
    scene = await set_scene(stage)
    await scene.client.change("repeat_event", event="MESSAGE_CREATE")
    await scene.bot.send(scene.lobby, content="twice")
    assert [(await scene.gateway.event("MESSAGE_CREATE"))["content"] for _ in range(2)] == ["twice"] * 2
    await scene.client.change("delay_event", event="MESSAGE_CREATE")
    for text in ("first", "second"):
        await scene.bot.send(scene.lobby, content=text)
    assert [(await scene.gateway.event("MESSAGE_CREATE"))["content"] for _ in range(2)] == ["second", "first"]


async def test_two_sessions_of_one_shard_both_hear(stage: Stage) -> None:
    scene = await set_scene(stage)
    other = await scene.bot.gateway()
    await other.event("GUILD_CREATE")
    doing = await used(scene.gateway, scene.ada)
    assert (await other.event("INTERACTION_CREATE"))["id"] == doing.interaction["id"]
    await scene.bot.answer(doing.interaction, 5)


async def test_a_kicked_bot_loses_the_server_and_gets_it_back(stage: Stage) -> None:
    scene = await set_scene(stage)
    guild = int(scene.ada.places["guilds"][0]["id"])
    await scene.client.kick_bot(guild)
    gone = await scene.gateway.event("GUILD_DELETE")
    assert "unavailable" not in gone
    assert (await scene.bot.call("GET", f"/guilds/{guild}")).code == 10004
    assert (await scene.bot.send(scene.lobby, content="x")).code == 50001
    assert await scene.ada.commands() == []
    await scene.client.invite_bot(guild)
    assert (await scene.gateway.event("GUILD_CREATE"))["id"] == str(guild)
    assert (await scene.bot.send(scene.lobby, content="back")).status == 200


async def test_a_join_says_nothing_of_an_outage(stage: Stage) -> None:
    """Discord, "Gateway Events: Guild Create": `unavailable?` is "true if this guild is unavailable due to an outage".

    The field may be left out, and is when the bot joins; when it connects, each server comes with a false one.
    """
    sandbox = await stage.sandbox()
    client, bot = await stage.client(sandbox), await stage.enter(RawBot(sandbox))
    gateway = await bot.gateway()
    told = await gateway.event("GUILD_CREATE")
    assert told["unavailable"] is False
    await client.kick_bot(int(told["id"]))
    await client.invite_bot(int(told["id"]))
    assert "unavailable" not in await gateway.event("GUILD_CREATE")


async def test_an_outage_is_no_kick(stage: Stage) -> None:
    scene = await set_scene(stage)
    guild = scene.ada.places["guilds"][0]["id"]
    await scene.client.change("guild_available", guild=guild, available=False)
    assert (await scene.gateway.event("GUILD_DELETE"))["unavailable"] is True
    await scene.client.change("guild_available", guild=guild, available=True)
    assert (await scene.gateway.event("GUILD_CREATE"))["id"] == guild


async def test_the_end_of_an_outage_is_not_told_to_a_bot_that_was_kicked_meanwhile(stage: Stage) -> None:
    scene = await set_scene(stage)
    guild = int(scene.ada.places["guilds"][0]["id"])
    await scene.client.set_available(guild, available=False)
    await scene.client.kick_bot(guild)
    await scene.client.set_available(guild, available=True)
    await scene.client.invite_bot(guild)
    told = [entry["headline"] for entry in await scene.client.journal("event")]
    assert told[-3:] == ["GUILD_DELETE", "GUILD_DELETE", "GUILD_CREATE"]
