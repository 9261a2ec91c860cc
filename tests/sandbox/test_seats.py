"""What people see of each other, and what they never do."""

import asyncio
from typing import Any

import aiohttp
import pytest

from sandbox.client import Refused
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.rawbot import used
from tests.support.discord import Stage


async def overheard(scene: Scene, name: str, until: str) -> str:
    """Give everything that reaches a person's seat until a text comes by, as it comes over the wire."""
    raw: list[str] = []
    url = f"{scene.sandbox.address}/sandbox/people/{name}/seat"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await scene.ada.write(until)
        while not raw or until not in raw[-1]:
            raw.append(await socket.receive_str(timeout=5))
    return "\n".join(raw)


async def test_others_never_get_ephemeral_messages(scene: Scene) -> None:
    doing = await used(scene.gateway, scene.ada)
    url = f"{scene.sandbox.address}/sandbox/people/Ben/seat"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        await scene.bot.answer(doing.interaction, 4, content="for Ada's eyes", flags=64)
        await scene.bot.webhook("PATCH", doing.interaction, "/messages/@original", content="Ada's changed")
        more = await scene.bot.webhook("POST", doing.interaction, "?wait=true", content="Ada's more", flags=64)
        await scene.bot.webhook("DELETE", doing.interaction, f"/messages/{more.body['id']}")
        await scene.ada.write("done")
        raw = ""
        while "done" not in raw:
            raw += await socket.receive_str(timeout=5)
    assert "Ada's" not in raw
    assert more.body["id"] not in raw
    assert "Ada's" not in str(await scene.client.call("GET", "people/Ben/messages", channel="lobby"))
    hers = await scene.ada.wait_for(lambda message: message.content == "Ada's changed")
    assert hers.ephemeral
    with pytest.raises(Refused, match="does not see"):
        await scene.ben.click(hers, "anything")


async def test_others_never_get_direct_messages(scene: Scene) -> None:
    dm = await scene.ada.open_dm()
    await scene.ada.write("Ada's secret", dm)
    await scene.bot.send(dm, content="Ada's answer")
    heard = await overheard(scene, "Ben", "the end")
    assert "Ada's" not in heard
    assert str(dm) not in heard
    with pytest.raises(Refused, match="sees no channel"):
        await scene.ben.messages(dm)
    with pytest.raises(Refused, match="sees no channel"):
        await scene.ben.write("hello", dm)


async def test_hidden_channels_and_private_threads_stay_hidden(stage: Stage) -> None:
    world = WorldDescription(
        people=("Ada", "Ben"),
        guilds=(
            GuildDescription(
                "Inn",
                (
                    ChannelDescription("lobby"),
                    ChannelDescription("cellar", hidden_from=("Ben",)),
                    ChannelDescription("news", read_only=("Ben",)),
                ),
                bot_permissions=(
                    "view_channel",
                    "send_messages",
                    "create_private_threads",
                    "send_messages_in_threads",
                ),
            ),
        ),
    )
    scene = await set_scene(stage, world=world)
    made = await scene.bot.call(
        "POST", f"/channels/{scene.lobby}/threads", {"name": "whispers", "type": 12, "invitable": False}
    )
    await scene.bot.send(int(made.body["id"]), content="psst")
    await scene.ada.write("wine", "cellar")
    heard = await overheard(scene, "Ben", "the end")
    assert "cellar" not in heard
    assert "wine" not in heard
    assert "whispers" not in heard
    assert "psst" not in heard
    with pytest.raises(Refused, match="may not write here"):
        await scene.ben.write("me, too", "news")
    with pytest.raises(Refused, match="sees no channel"):
        await scene.ben.write("x", "cellar")


async def test_people_see_each_other_write_and_type(scene: Scene) -> None:
    first = await scene.ada.write("hello")
    await scene.ben.wait_for(lambda message: message.content == "hello")
    await scene.ben.type()
    await scene.ada.until(lambda: (scene.lobby, scene.ben.id) in scene.ada.typing)
    reply = await scene.ben.write("and to you", reply_to=first)
    assert reply.raw["referenced_message"]["content"] == "hello"
    assert (await scene.ada.wait_for(lambda message: message.content == "and to you")).pings_me
    await scene.ada.delete(first)
    await scene.ben.wait_gone(first)
    with pytest.raises(Refused, match="may not delete"):
        await scene.ben.delete(await scene.ada.write("mine"))
    with pytest.raises(Refused, match="empty message"):
        await scene.ada.write("  ")


async def test_other_origins_are_kept_out(scene: Scene) -> None:
    async with aiohttp.ClientSession() as session:
        url = f"{scene.sandbox.address}/sandbox/facts"
        here = scene.sandbox.address
        foreign = "evil.example"
        for headers, status in (
            ({"Origin": here}, 200),
            ({"Origin": f"http://{foreign}"}, 403),
            ({"Origin": f"http://{foreign}", "Host": foreign}, 403),
            ({"Host": foreign}, 403),
        ):
            async with session.get(url, headers=headers) as response:
                assert response.status == status


async def test_the_facts_tell_where_everything_is(scene: Scene) -> None:
    facts: Any = await scene.client.facts()
    assert facts["api_base"] == scene.sandbox.api_base
    assert facts["people"]["Ada"] == str(scene.ada.id)
    assert facts["guilds"][0]["channels"]["lobby"] == str(scene.lobby)


async def test_news_between_the_question_and_the_wait_count(scene: Scene) -> None:
    """Else a test waits for what it has just seen: the news come while its wait is being prepared."""
    news = scene.ben.news()
    await scene.ada.write("hello")
    await scene.ben.wait_for(lambda message: message.content == "hello")
    async with asyncio.timeout(5):
        await news
