"""Two processes with two shards each on one PostgreSQL: whoever hears a click answers it, and either may die."""

from collections.abc import Collection
from pathlib import Path

import pytest

from sandbox.gateway import GatewaySettings
from sandbox.server import SandboxSettings
from tests.e2e.survival import Survival
from tests.e2e.table import HEARTBEATS, IDLE, STEP, Player, Room, news
from tests.support.databases import postgres
from tests.support.discord import BotProcess, Stage

SHARDS, DIRECT, SERVER = 4, 0, 3
"""The shard that hears direct messages, and the one that hears the sandbox's server: of different processes."""

SETTINGS = SandboxSettings(
    gateway=GatewaySettings(heartbeat_interval=HEARTBEATS, shards=SHARDS, max_concurrency=SHARDS)
)


class Fleet:
    """A room whose bot is two processes: the first hears direct messages, the second the server's channels."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.processes: list[BotProcess] = []

    @classmethod
    async def opened(cls, stage: Stage, folder: Path, server: str) -> "Fleet":
        database = await stage.enter(postgres(server))
        room = await Room.prepared(stage, folder, settings=SETTINGS)
        room.environment = {
            "TABLESIDE_DATABASE": database.url.render_as_string(hide_password=False),
            "TABLESIDE_SHARDS": str(SHARDS),
            "TABLESIDE_SHARDS_HERE": "2",
            "TABLESIDE_IDENTIFY_BUCKETS": str(SHARDS),
        }
        fleet = cls(room)
        await fleet.start(0, 1)
        await fleet.start(2, 3)
        return fleet

    async def start(self, *shards: int) -> None:
        """Start another process, and wait until it hears some shards; whoever heard them before may leave meanwhile."""
        before = {each.id for each in self.room.sandbox.parts.gateway.sessions}
        self.processes.append(await self.room.process())
        while not all(self.heard(shard, before) for shard in shards):
            await self.pause()

    def heard(self, shard: int, but: Collection[str] = ()) -> int:
        """How many sessions hear a shard, some left out."""
        sessions = self.room.sandbox.parts.gateway.sessions
        return sum(each.shard[0] == shard and each.connection is not None and each.id not in but for each in sessions)

    async def all_heard(self) -> None:
        """Let time pass until every shard is heard again."""
        while not all(self.heard(shard) for shard in range(SHARDS)):
            self.room.advance(5)
            await self.pause()

    async def pause(self) -> None:
        """Wait a little for anything new."""
        await news([Player(self.room, await self.room.client.person("Ada"), 0)], IDLE)


async def played(fleet: Fleet, survival: Survival, clicks: int) -> None:
    """Let everybody click for a while; the clock moves on where nobody can do anything."""
    before = fleet.room.clicks
    players = [player for each in survival.players.values() for player in each]
    while fleet.room.clicks - before < clicks and not await over(survival):
        if not any([await player.act() for player in players]) and not await news(list(players)):
            fleet.room.advance(STEP)


async def over(survival: Survival) -> bool:
    return all([(await survival.room.row(match)).status != "running" for match in survival.players])


@pytest.mark.parametrize("victim", [0, 1], ids=["direct messages'", "server's"])
async def test_either_process_may_die_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, victim: int, figures: list[str]
) -> None:
    fleet = await Fleet.opened(stage, tmp_path, server)
    assert (fleet.heard(DIRECT), fleet.heard(SERVER)) == (1, 1)
    room, survival = fleet.room, Survival(fleet.room, 5)
    room.bot = fleet.processes[1 - victim]
    for _ in range(2):
        await survival.open("probe", 2)
        await survival.settle()
    await played(fleet, survival, 12)
    await fleet.processes[victim].kill()
    await fleet.all_heard()
    await played(fleet, survival, 10**6)
    await survival.check()
    figures.append(f"a fleet of two, one killed: {room.clicks} clicks, nothing lost")
