"""What the sandbox's own tests use."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest_asyncio

from sandbox.client import Person, SandboxClient
from sandbox.server import Sandbox
from tests.sandbox.rawbot import PLAY, RawBot, RawGateway
from tests.support.discord import Stage, pytest_runtest_makereport, stage

__all__ = ["pytest_runtest_makereport", "stage"]


@dataclass
class Scene:
    """A sandbox with a bare bot that is connected and has synced /play, and two people."""

    sandbox: Sandbox
    client: SandboxClient
    bot: RawBot
    gateway: RawGateway
    ada: Person
    ben: Person

    @property
    def lobby(self) -> int:
        return self.ada.channel_id("lobby")


async def set_scene(stage: Stage, **arguments: object) -> Scene:
    sandbox = await stage.sandbox(**arguments)
    client = await stage.client(sandbox)
    bot = await stage.enter(RawBot(sandbox))
    await bot.sync(PLAY)
    gateway = await bot.gateway()
    await gateway.event("GUILD_CREATE")
    return Scene(sandbox, client, bot, gateway, await client.person("Ada"), await client.person("Ben"))


@pytest_asyncio.fixture
async def scene(stage: Stage) -> AsyncIterator[Scene]:
    """Set the ordinary scene."""
    yield await set_scene(stage)
