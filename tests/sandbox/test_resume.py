"""discord.py over broken connections: it resumes, or identifies anew, and answers everything once."""

import asyncio

import pytest

from sandbox.client import Person, SandboxClient
from sandbox.gateway import GatewaySettings
from sandbox.server import Sandbox, SandboxSettings
from tests.support.discord import Stage

BOT = "tests/sandbox/bot.py"
RESUMING = {
    "a close code": ("close", 4000),
    "another close code": ("close", 1001),
    "a broken line": ("abort", 0),
    "op 7": ("reconnect", 0),
}


async def seat(stage: Stage, sandbox: Sandbox, **environment: str) -> tuple[SandboxClient, Person]:
    client = await stage.client(sandbox)
    await stage.bot(sandbox, BOT, **environment)
    ada = await client.person("Ada")
    await ada.wait_online()
    return client, ada


async def ops(client: SandboxClient) -> list[str]:
    """Give what the bot sent over the gateway to begin or to take up a session."""
    headlines = [entry["headline"] for entry in await client.journal("gateway")]
    return [each for each in headlines if each in {"bot sends op 2", "bot sends op 6"}]


@pytest.mark.parametrize("name", RESUMING)
async def test_a_session_is_taken_up_again(stage: Stage, name: str) -> None:
    how, code = RESUMING[name]
    sandbox = await stage.sandbox()
    client, ada = await seat(stage, sandbox)
    await client.drop(how, code)  # type: ignore[arg-type]
    outcome = await ada.slash("hello", card="Ember Fox")
    assert outcome.kind == "message"
    assert await ops(client) == ["bot sends op 2", "bot sends op 6"]
    answers = [message for message in await ada.messages() if "Ember Fox" in message.text]
    assert len(answers) == 1


async def test_an_invalid_session_is_begun_anew(stage: Stage) -> None:
    sandbox = await stage.sandbox()
    client, ada = await seat(stage, sandbox)
    before = ada.arrivals
    await client.drop("invalid")
    await ada.wait_back(before)
    assert (await ada.slash("hello", card="Ember Fox")).kind == "message"
    assert await ops(client) == ["bot sends op 2", "bot sends op 2"]


async def test_a_silent_gateway_is_left(stage: Stage) -> None:
    sandbox = await stage.sandbox(settings=SandboxSettings(gateway=GatewaySettings(heartbeat_interval=0.4)))
    client, ada = await seat(stage, sandbox, BOT_PATIENCE="1")
    before = ada.arrivals
    await client.drop("silence")
    waiting = asyncio.ensure_future(ada.slash("hello", card="Ember Fox"))
    await ada.wait_back(before)
    assert (await waiting).kind == "message"
    assert await ops(client) == ["bot sends op 2", "bot sends op 6"]


async def test_a_bot_that_was_killed_comes_back(stage: Stage) -> None:
    sandbox = await stage.sandbox()
    client = await stage.client(sandbox)
    ada = await client.person("Ada")
    first = await stage.bot(sandbox, BOT)
    await ada.wait_online()
    outcome = await ada.slash("panel")
    await first.kill()
    await ada.wait_online(online=False)
    await stage.bot(sandbox, BOT)
    await ada.wait_online()
    assert outcome.message is not None
    assert ada.now(outcome.message).buttons[0].label == "Draw"
    assert (await ada.slash("hello", card="Ember Fox")).kind == "message"
