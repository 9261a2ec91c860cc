"""A room's bot as one or more processes, which die and are restarted."""

import asyncio
import json
from collections import Counter
from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from bot.host.operations.fleet import BEAT, LEASE, WORKER
from bot.storage.schema import leases
from sandbox.description import WorldDescription
from sandbox.gateway import GatewaySettings
from sandbox.interactions import InteractionSettings
from sandbox.server import SandboxSettings
from tests.e2e.in_flight_requests import aloft
from tests.e2e.players import IDLE, SETTINGS, Room, anything_new
from tests.support.database_proxy import DatabaseProxy, database_proxy
from tests.support.databases import postgres
from tests.support.discord import Stage
from tests.support.people import PLAYED_WORLD
from tests.support.processes import BotProcess

EACH = 2
"""The number of shards of each process, if there are several."""

FLIGHTS: Final = "flights"

QUIET: Final = {"PYTHONWARNINGS": "ignore:resource_tracker:UserWarning"}
"""Silences Python's warnings about cleaning up after a killed process, which are no fault of the bot."""


class Fleet:
    """The processes of a room's bot.

    `kills` counts their deaths, by the named point, "at random" or "by itself"; `armed` are the points at which the
    processes started next will die; `said` are the lines of their logs.

    By the `proxy` they reach their PostgreSQL server, if they have one.
    """

    def __init__(self, room: Room, size: int, proxy: DatabaseProxy | None) -> None:
        self.room = room
        self.proxy = proxy
        self.size = size
        self.shards = 1 if size == 1 else size * EACH
        self.processes: list[BotProcess] = []
        self.kills: Counter[str] = Counter()
        self.armed: list[tuple[str, int]] = []
        self.said: list[dict[str, Any]] = []
        self._points: dict[BotProcess, str] = {}
        self._readers: set[asyncio.Task[None]] = set()

    @classmethod
    async def opened(
        cls,
        stage: Stage,
        folder: Path,
        seed: int = 1,
        size: int = 1,
        server: str | None = None,
        world: WorldDescription = PLAYED_WORLD,
        interactions: InteractionSettings = SETTINGS.interactions,
        **environment: str,
    ) -> "Fleet":
        """Start a room's bot: on SQLite, or on a PostgreSQL server as several processes with two shards each."""
        shards = 1 if size == 1 else size * EACH
        gateway = GatewaySettings(shards=shards, max_concurrency=shards)
        settings = SandboxSettings(gateway=gateway, interactions=interactions)
        room = await Room.prepared(stage, folder, seed, settings, world, pictures=True)
        proxy = None
        room.environment = QUIET | environment | {"TEST_FLIGHTS": str(folder / FLIGHTS)}
        if server is not None:
            database = await stage.enter(postgres(server))
            room.database = database.url.render_as_string(hide_password=False)
            proxy = await stage.enter(database_proxy(room.database))
            room.environment |= {"TABLESIDE_DATABASE": proxy.url.render_as_string(hide_password=False)}
        if size > 1:
            room.environment |= {
                "TABLESIDE_SHARDS": str(shards),
                "TABLESIDE_SHARDS_HERE": str(EACH),
                "TABLESIDE_IDENTIFY_BUCKETS": str(shards),
            }
        fleet = cls(room, size, proxy)
        for number in range(size):
            await fleet.start(*([0] if size == 1 else range(number * EACH, (number + 1) * EACH)))
        return fleet

    async def start(self, *shards: int) -> BotProcess:
        """Start another process, and wait until it hears some shards; their previous listener may leave meanwhile."""
        before = {each.id for each in self.room.sandbox.parts.gateway.sessions}
        process = await self.launch()
        if self.room.front:
            await self.room.use_endpoint(process)
            return process
        while not process.is_dead and not all(self.heard(shard, before) for shard in shards):
            await self.pause()
        return process

    async def launch(self) -> BotProcess:
        """Start another process, which dies at the next armed point, without waiting for it."""
        self.room.kill_at = self.armed.pop(0) if self.armed else None
        process = await self.room.process(listening=True)
        if self.room.kill_at is not None:
            self._points[process] = self.room.kill_at[0]
        self.processes.append(process)
        reader = asyncio.create_task(self._read(process))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)
        return process

    async def _read(self, process: BotProcess) -> None:
        """Collect a process's log; consecutive lines in another format form one uncaught failure."""
        uncaught: dict[str, Any] | None = None
        async for line in process.complaints():
            try:
                self.said.append(json.loads(line))
                uncaught = None
            except ValueError:
                if uncaught is None:
                    uncaught = {"level": "error", "event": ""}
                    self.said.append(uncaught)
                uncaught["event"] += f"{line}\n"

    @property
    def is_armed(self) -> bool:
        """Whether the only process will die at a named point; with several, it is not known whether one reaches it."""
        return self.size == 1 and bool(self.armed or any(process in self._points for process in self.processes))

    @property
    def is_hurt(self) -> bool:
        """Whether a process is dead."""
        return any(process.is_dead for process in self.processes)

    @property
    def is_sending(self) -> bool:
        """Whether a live process has a request to Discord in flight."""
        living = [process.pid for process in self.processes if not process.is_dead]
        return aloft(self.room.folder / FLIGHTS, living)

    async def kill(self, number: int) -> None:
        """Kill a process at once, as a power cut would."""
        process = self.processes[number]
        if not process.is_dead:
            self._points[process] = "at random"
            await process.kill()

    async def revive(self) -> None:
        """Start a process for each dead one, and wait until every shard is heard again."""
        while dead := [process for process in self.processes if process.is_dead]:
            for process in dead:
                self.processes.remove(process)
                self.kills[self._points.pop(process, "by itself")] += 1
            if self.size > 1:
                self.room.advance(20)  # past the leases of dead processes
            for _ in dead:
                await self.launch()
            await self.all_heard()

    def heard(self, shard: int, but: Collection[str] = ()) -> int:
        """Return the number of sessions that hear a shard, without those in `but`."""
        sessions = self.room.sandbox.parts.gateway.sessions
        return sum(each.shard[0] == shard and each.connection is not None and each.id not in but for each in sessions)

    async def all_heard(self) -> None:
        """Pass time until every shard is heard again or a process has died.

        A living process must not lose its leases to this, however slow the machine is. So the clock moves on by one
        heartbeat, and only after every living process that has leases has had its last one.
        """
        pauses = 0
        while not all(self.heard(shard) for shard in range(self.shards)):
            if self.is_hurt:
                return
            pauses += 1
            if self.size > 1 and not pauses % 20 and await self._have_beaten():
                self.room.advance(BEAT)
            await self.pause()

    async def all_joined(self) -> None:
        """Wait until every process has shards or waits for one, and has shown it since the clock was last moved."""
        while await self._beaten() < len(self.processes):
            await self.pause()

    async def _have_beaten(self) -> bool:
        """Whether every living process that has joined has shown that it lives since the clock was last moved."""
        living = sum(not process.is_dead for process in self.processes)
        return await self._beaten() >= min(living, await self._beaten(since=self.room.now - LEASE))

    async def _beaten(self, since: float | None = None) -> int:
        """Return the number of processes with a heartbeat since a time, by default since the clock was last moved."""
        from_then_on = leases.c.until >= (self.room.moved if since is None else since) + LEASE
        processes = select(func.count()).where(leases.c.name.startswith(f"{WORKER} "), from_then_on)
        async with self.room.reading() as connection:
            return await connection.scalar(processes) or 0

    async def pause(self) -> None:
        """Wait a little for anything new."""
        await anything_new([await self.room.client.person(self.room.sandbox.description.people[0])], IDLE)

    async def stop(self) -> list[int]:
        """Ask all processes to stop, and return their exit codes."""
        for process in self.processes:
            await process.stop()
        await asyncio.gather(*self._readers)
        return [await process.ended() for process in self.processes]
