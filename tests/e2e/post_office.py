"""The host and its courier in this process, against a sandbox: no gateway, and a clock that only the test moves."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import discord
from discord.http import Route

from bot.calls import Calls
from bot.delivery import Delivery
from bot.host import lobby, play, sender, timekeeper
from bot.host.context import Host
from bot.host.lobby import Opening
from bot.host.paces import PACES
from bot.storage import matches, outbox
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow
from bot.traffic import Traffic
from bot.ui.games import RENDERERS
from engine.registry import GAMES
from sandbox.client import Person, SandboxClient
from sandbox.server import Sandbox
from tests.host.play_through import click
from tests.probe import PROBE
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite
from tests.support.discord import Stage

FINAL: Final = {"turn": ("done",), "gather": ("s1", "s2")}
"""The plainest answers of the probe."""


PASS: Final = PACES["daily"].passing[1]


class PostOffice:
    """Ada and Ben, whose matches are hosted here, and told by the courier as discord.py hands it over."""

    def __init__(self, host: Host, clock: ManualClock, sandbox: Sandbox, people: SandboxClient, calls: Calls) -> None:
        self.host = host
        self.clock = clock
        self.sandbox = sandbox
        self.client = people
        self.courier = Delivery(host, calls, {**RENDERERS, "probe": renderer()})
        self.ada: Person
        self.ben: Person

    @property
    def guild(self) -> int:
        return int(self.ada.places["guilds"][0]["id"])

    async def settle(self) -> None:
        """Let happen and be sent what is due, until there is nothing more."""
        while await timekeeper.work(self.host) or await self._waiting():
            await sender.drain(self.host, self.courier)

    async def _waiting(self) -> bool:
        async with self.host.database.reading() as connection:
            due = await outbox.next_due(connection, self.clock.now())
        return due is not None and due <= self.clock.now()

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.settle()

    async def lobby(self, channel: int, parent: int | None = None) -> int:
        """Let Ada open a table in a channel, and have it posted."""
        options = self.host.games["probe"].spec.options()
        wanted = Opening("probe", "daily", self.guild, channel, options, parent=parent, seats=2)
        opened = await lobby.open_table(self.host, click(self.ada.id), wanted)
        assert opened is not None
        await self.pass_time(lobby.opening.ANSWER_SECONDS + 1)
        return opened.match.id

    async def begun(self, channel: int, parent: int | None = None) -> int:
        """Let Ada and Ben begin a match that was asked for in a channel."""
        match = await self.lobby(channel, parent)
        await lobby.join(self.host, click(self.ben.id), match)
        await lobby.start(self.host, click(self.ada.id), match)
        await self.settle()
        assert (await self.row(match)).status == "running"
        return match

    async def move(self, match: int) -> None:
        """Let whoever is asked answer until something final is said, and have that told."""
        said = (await self.row(match)).entries
        while (await self.row(match)).entries == said:
            for person in (self.ada, self.ben):
                panel = await play.show(self.host, match, person.id)
                if panel.asked is not None:
                    keys = FINAL.get(panel.asked.kind, (panel.asked.options[0].key,))
                    now = click(person.id, self.clock.now())
                    await play.pick(self.host, now, match, panel.asked.id, panel.draft.revision, keys)
            if (await self.row(match)).entries == said:
                await self.pass_time(PASS)  # somebody has passed, which takes effect later
        await self.settle()

    async def row(self, match: int) -> MatchRow:
        async with self.host.database.reading() as connection:
            row = await matches.get(connection, match)
        assert row is not None
        return row

    async def place(self, match: int, what: str = "thread") -> int | None:
        async with self.host.database.reading() as connection:
            return await outbox.place(connection, f"match {match} {what}")

    async def posts(self, match: int) -> list[PostRow]:
        async with self.host.database.reading() as connection:
            return await outbox.posts_of(connection, match)

    async def told(self, person: Person, words: str) -> None:
        """Wait until somebody has seen some words in direct messages."""
        await person.until(
            lambda: any(words in each.text for each in person.seen() if each.channel_id == person.dm_id), words
        )


@asynccontextmanager
async def post_office(stage: Stage, folder: Path) -> AsyncIterator[PostOffice]:
    """Open one, with a sandbox of its own."""
    sandbox = await stage.sandbox()
    people = await stage.client(sandbox)
    before, Route.BASE = Route.BASE, sandbox.api_base
    clock = ManualClock()
    async with sqlite(folder) as database, discord.Client(intents=discord.Intents.none()) as client:
        host = Host(database, {**GAMES, "probe": PROBE}, clock, SeededChance(7))
        host.workers = 0  # nobody shares what may go to Discord, and nothing is paced
        await host.store_sets()
        await client.login(sandbox.token)
        office = PostOffice(host, clock, sandbox, people, Calls(client, Traffic(host)))
        office.ada, office.ben = await people.person("Ada"), await people.person("Ben")
        try:
            yield office
        finally:
            host.worker_pool.close()
            Route.BASE = before
