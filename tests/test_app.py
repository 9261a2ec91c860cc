"""The client by itself: what no handler caught, and its heartbeats while Discord keeps it waiting."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from bot.app import Tableside
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.randomness import SystemChance
from bot.host.operations.fleet import BEAT, SHARD
from bot.settings import Settings
from bot.storage.schema import leases
from bot.ui.games import RENDERERS
from engine.registry import GAMES
from tests.support.clocks import ManualClock


class KeptWaiting(Tableside):
    """A client that Discord keeps waiting: when it logs in, or, if it has launched its own shards, for another one."""

    launched = False

    async def login(self, token: str) -> None:
        if not self.launched:
            await asyncio.Event().wait()

    async def connect(self, *, reconnect: bool = True) -> None:
        await asyncio.Event().wait()

    async def launch_shard(self, gateway: Any, shard_id: int, *, initial: bool = False) -> None:
        await asyncio.Event().wait()

    @property
    def shards(self) -> dict[int, Any]:
        return dict.fromkeys([0]) if self.launched else {}


async def leased(bot: Tableside) -> dict[int, float]:
    """When the leases of a process's shards end."""
    where = leases.c.name.startswith(f"{SHARD} "), leases.c.worker == bot.host.worker
    async with bot.host.database.reading() as connection:
        rows = await connection.execute(select(leases.c.name, leases.c.until).where(*where))
        return {int(row.name.removeprefix(f"{SHARD} ")): row.until for row in rows}


@pytest.mark.parametrize(("launched", "mine"), [(False, {0}), (True, {0, 1})], ids=["logging in", "adopting"])
async def test_a_process_keeps_its_shards_however_long_discord_keeps_it_waiting(
    tmp_path: Path, *, launched: bool, mine: set[int]
) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}", shards=2, shards_here=1)
    clock = ManualClock()
    async with KeptWaiting(settings, clock, SystemChance(), GAMES, RENDERERS) as bot:
        bot.launched = launched
        await bot.prepare()
        running = asyncio.create_task(bot.start(""))
        for _ in range(6):
            before = await leased(bot)
            while await leased(bot) == before:
                clock.advance(BEAT)
                await asyncio.sleep(0)
        assert (await leased(bot)).keys() == mine
        running.cancel()
        bot.launched = False  # there is nothing to disconnect


async def test_what_an_event_fails_with_is_logged_under_an_incident(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}")
    bot = Tableside(settings, SystemClock(), SystemChance(), GAMES, RENDERERS)
    with capture_logs() as logged:
        try:
            await bot.on_shard_connect(0)  # there are no tables yet
        except Exception:  # noqa: BLE001 - what discord.py does with whatever an event raises
            await bot.on_error("on_shard_connect")
    await bot.host.database.close()
    [line] = logged
    assert line["handler"] == "on_shard_connect"
    assert line["incident"]
    assert "leases" in str(line["exc_info"][1])


class Severed(ManualClock):
    """A clock on which an end comes as an error, as it does from a database that shuts down at the same moment."""

    def __init__(self) -> None:
        super().__init__()
        self.slept_on = asyncio.Event()

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        self.slept_on.set()
        try:
            await super().sleep(seconds, until)
        except asyncio.CancelledError:
            raise OSError("the database is shutting down") from None


async def test_a_worker_that_fails_while_the_process_ends_does_not_hold_it_up(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}")
    clock = Severed()
    async with KeptWaiting(settings, clock, SystemChance(), GAMES, RENDERERS) as bot:
        await bot.prepare()
        running = asyncio.create_task(bot.start(""))
        await clock.slept_on.wait()
        with capture_logs() as logged:
            await asyncio.wait_for(bot.close(), 30)
        running.cancel()
    assert "worker failed" in [line["event"] for line in logged]
