"""Sandboxes, people and bots for tests; a conftest imports `stage` and the report hook.

    async def test_hello(stage: Stage) -> None:
        sandbox = await stage.sandbox()
        client = await stage.client(sandbox)
        await stage.bot(sandbox, "tests/sandbox/bot.py")
        ada = await client.person("Ada")
        await ada.wait_online()
        outcome = await ada.slash("hello", card="Ember Fox")

At the end everything is stopped. The test fails if the bot requested something that a sandbox lacks, or if a sandbox
sent what Discord would not send. The report of a failed test ends with each sandbox's journal.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from multiprocessing.context import BaseContext
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from sandbox.client import SandboxClient
from sandbox.description import DEFAULT_WORLD, ChannelDescription, GuildDescription, WorldDescription
from sandbox.interactions import InteractionSettings
from sandbox.journal import JournalEntry
from sandbox.schema import find_openapi
from sandbox.server import Sandbox, SandboxSettings
from tests.support.processes import FRESH, BotProcess

OPENAPI = find_openapi()
needs_openapi = pytest.mark.skipif(
    OPENAPI is None, reason="Discord's OpenAPI file is not there (set TABLESIDE_OPENAPI)"
)
PATIENCE = 10.0
"""The seconds that a bot's first answer may take in a test that is not about Discord's own three: no test depends on
the speed of the machine."""
PATIENT = SandboxSettings(interactions=InteractionSettings(first_answer=PATIENCE))
ELSEWHERE = "the-shed"
INSTALLED_BY_ADA = WorldDescription(
    guilds=(
        *DEFAULT_WORLD.guilds,
        GuildDescription("Elsewhere", (ChannelDescription(ELSEWHERE),), ("Dan", "Ada", "Ben"), bot=False),
    ),
    installed_by=("Ada",),
    conversations=(("Ada", "Ben"), ("Ada", "Ben", "Cleo")),
)
"""A world in which Ada has installed the bot for her own account and chats with friends where it was not added."""
DOORS = ("gateway", "http")
"""Discord's two ways to deliver interactions to a bot."""

T = TypeVar("T")
_open: list[Sandbox] = []
_JOURNAL_LINES, _JOURNAL_WIDTH = 120, 600


class Stage:
    """Opens sandboxes, clients and bots, and closes all of them.

    `door` is the way in which the opened bots receive interactions, if they support both.
    """

    def __init__(self, door: str = DOORS[0]) -> None:
        self.door = door
        self._stack = AsyncExitStack()
        self._sandboxes: list[Sandbox] = []
        self._forgiven: set[Sandbox] = set()

    async def sandbox(self, **arguments: Any) -> Sandbox:
        """Start a sandbox; the arguments are those of `Sandbox`."""
        arguments.setdefault("openapi", OPENAPI)
        sandbox = await self._stack.enter_async_context(Sandbox(**arguments))
        self._sandboxes.append(sandbox)
        _open.append(sandbox)
        return sandbox

    async def client(self, sandbox: Sandbox) -> SandboxClient:
        """Connect to a sandbox on behalf of its people and the test."""
        return await self._stack.enter_async_context(SandboxClient(sandbox.address))

    async def enter(self, context: AbstractAsyncContextManager[T]) -> T:
        """Enter another context that is closed at the end."""
        return await self._stack.enter_async_context(context)

    def at_the_end(self, close: Callable[[], Awaitable[None]]) -> None:
        """Register a callback for the end; it runs before everything opened earlier is closed."""
        self._stack.push_async_callback(close)

    async def bot(self, sandbox: Sandbox, script: str, **environment: str) -> BotProcess:
        """Start a bot's script from nothing; it finds the sandbox's addresses in its environment."""
        return await self.process(FRESH, sandbox, script, environment)

    async def process(
        self,
        context: BaseContext,
        sandbox: Sandbox,
        script: str,
        environment: Mapping[str, str],
        *,
        heard: bool = False,
    ) -> BotProcess:
        """Start a bot's script in a process of a context, with the sandbox's addresses in its environment.

        If `heard`, the test reads its standard error: see `BotProcess.complaints`.
        """
        whole = {**os.environ, **addresses(sandbox), **environment}
        bot = await BotProcess.started(context, script, whole, heard=heard)
        self._stack.push_async_callback(bot.stop)
        return bot

    def forgive(self, sandbox: Sandbox) -> None:
        """Do not fail because of this sandbox's findings: the test provokes them."""
        self._forgiven.add(sandbox)

    def check(self) -> None:
        """Fail if the sandboxes have findings."""
        for sandbox in self._sandboxes:
            if sandbox not in self._forgiven:
                complaints = sandbox.parts.findings.fatal()
                assert complaints == [], complaints

    async def close(self) -> None:
        await self._stack.aclose()
        for sandbox in self._sandboxes:
            _open.remove(sandbox)


def heard(sandbox: Sandbox, kind: str, words: str = "") -> asyncio.Event:
    """Return an event that is set by the next entry of this kind, with these words, in the sandbox's journal."""
    event = asyncio.Event()

    def look(entry: JournalEntry) -> None:
        if entry.kind == kind and words in entry.headline:
            event.set()

    sandbox.parts.journal.listeners.append(look)
    return event


def addresses(sandbox: Sandbox) -> dict[str, str]:
    """Return a sandbox's addresses by the names of the environment variables that the test bots read."""
    return {
        "BOT_API_BASE": sandbox.api_base,
        "BOT_GATEWAY": sandbox.gateway_url,
        "BOT_CDN": sandbox.cdn_base,
        "BOT_TOKEN": sandbox.token,
    }


@asynccontextmanager
async def open_stage(door: str = DOORS[0]) -> AsyncIterator[Stage]:
    """Open a stage, and close it in any case."""
    opened = Stage(door)
    try:
        yield opened
        opened.check()
    finally:
        await opened.close()


@pytest_asyncio.fixture
async def stage() -> AsyncIterator[Stage]:
    """Provide a test with its stage."""
    async with open_stage() as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the journals of the open sandboxes to the report of a failed test."""
    report = yield
    if report.when == "call" and report.failed:
        for sandbox in _open:
            text = sandbox.parts.journal.text(_JOURNAL_LINES, _JOURNAL_WIDTH)
            report.sections.append(("sandbox journal", text))
    return report
