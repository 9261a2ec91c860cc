"""What goes wrong on purpose, and how it looks to a bot."""

import asyncio

import aiohttp
import pytest

from sandbox.client import Refused
from tests.sandbox.conftest import Scene
from tests.support.discord import Stage, heard

MESSAGES = "/channels/*/messages"


async def test_a_planned_status_strikes_as_often_as_planned(scene: Scene) -> None:
    await scene.client.fault(method="POST", path=MESSAGES, times=2, status=502)
    statuses = [(await scene.bot.send(scene.lobby, content=str(number))).status for number in range(3)]
    assert statuses == [502, 502, 200]
    assert [message.content for message in await scene.ada.messages()] == ["2"]


async def test_a_planned_429_looks_like_discords_or_cloudflares(scene: Scene) -> None:
    await scene.client.fault(path=MESSAGES, status=429, retry_after=0.5)
    await scene.client.fault(path=MESSAGES, status=429, scope="global", via=False)
    first = await scene.bot.send(scene.lobby, content="x")
    assert (first.body["retry_after"], first.body["global"]) == (0.5, False)
    assert "Via" in first.headers
    second = await scene.bot.send(scene.lobby, content="x")
    assert second.headers["X-RateLimit-Global"] == "true"
    assert "Via" not in second.headers


async def test_a_lost_answer_was_carried_out(scene: Scene) -> None:
    await scene.client.fault(path=MESSAGES, lose_answer=True)
    with pytest.raises(aiohttp.ClientError):
        await scene.bot.send(scene.lobby, content="once", nonce="n", enforce_nonce=True)
    again = await scene.bot.send(scene.lobby, content="twice", nonce="n", enforce_nonce=True)
    assert again.body["content"] == "once"
    assert [message.content for message in await scene.ada.messages()] == ["once"]


async def test_a_slow_answer_comes_after_others(scene: Scene) -> None:
    await scene.client.fault(path=MESSAGES, milliseconds=60_000)
    struck = heard(scene.sandbox, "fault")
    slow = asyncio.ensure_future(scene.bot.send(scene.lobby, content="slow"))
    await struck.wait()
    await scene.bot.send(scene.lobby, content="fast")
    await scene.client.advance(60)
    await slow
    assert [message.content for message in await scene.ada.messages()] == ["fast", "slow"]


async def test_the_cdn_can_be_down(scene: Scene) -> None:
    message = await scene.ada.write(files={"a.txt": b"hello"})
    url = message.attachments[0]["url"]
    async with aiohttp.ClientSession() as session:
        await scene.client.fault(cdn_down=True)
        async with session.get(url) as response:
            assert response.status == 503
        await scene.client.call("DELETE", "faults")
        async with session.get(url) as response:
            assert (await response.read(), response.content_type) == (b"hello", "text/plain")
        async with session.get(f"{url}x") as response:
            assert response.status == 404


async def test_a_fault_that_does_not_exist_is_refused(scene: Scene) -> None:
    with pytest.raises(Refused, match="no such fault"):
        await scene.client.fault(colour="red")
    with pytest.raises(Refused, match="no change called"):
        await scene.client.change("explode")
    with pytest.raises(Refused, match="ends by one of"):
        await scene.client.drop("politely")  # type: ignore[arg-type]


async def test_what_the_sandbox_lacks_is_a_complaint(stage: Stage, scene: Scene) -> None:
    stage.forgive(scene.sandbox)
    answer = await scene.bot.call("GET", "/sticker-packs")
    assert (answer.status, answer.code) == (404, 0)
    assert [(each.kind, each.where) for each in scene.sandbox.parts.findings.fatal()] == [
        ("unimplemented", "GET /sticker-packs")
    ]
    with pytest.raises(AssertionError, match="unimplemented: GET /sticker-packs"):
        await scene.client.assert_clean()


async def test_everything_is_in_the_journal(scene: Scene) -> None:
    before = len(scene.sandbox.parts.journal.entries())
    await scene.ada.write("hello")
    await scene.bot.send(scene.lobby, content="hello, Ada")
    kinds = [(entry.kind, entry.headline.split(" /")[0]) for entry in scene.sandbox.parts.journal.entries()[before:]]
    assert kinds == [
        ("act", "Ada writes"),
        ("event", "MESSAGE_CREATE"),
        ("request", "POST"),
        ("event", "MESSAGE_CREATE"),
        ("answer", "200 POST"),
    ]
    text = await scene.client.journal_text()
    assert "hello, Ada" in text
    assert scene.sandbox.token not in text
