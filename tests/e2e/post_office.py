"""The host and its messenger in this process, with a sandbox, no gateway, and a clock that only the test moves."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import discord
from discord.http import Route
from sqlalchemy import delete

from bot.host import lobby
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.lobby import Opening
from bot.host.match import panel_actions
from bot.host.tournament import creation, entry, pairing, rounds, tournament
from bot.host.workers import jobs, sender, timekeeper
from bot.interactions import answers, router
from bot.interactions.answers import Front, incident_of
from bot.messenger.avatars import fetched
from bot.messenger.calls import Calls
from bot.messenger.channels import ServerChannels
from bot.messenger.delivery import Delivery
from bot.messenger.emojis import Emojis
from bot.messenger.jobs import JobRequests
from bot.messenger.pacing import Traffic
from bot.rendering.faces import Faces
from bot.rendering.languages import Languages
from bot.storage import destinations, matches, outbox, people, tournaments
from bot.storage.destination import Destination, Kind
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow
from bot.storage.schema import destinations as destination_rows
from bot.ui.games import RENDERERS
from engine.registry import GAMES
from sandbox.client import Person, SandboxClient
from sandbox.description import DEFAULT_WORLD, WorldDescription
from sandbox.seen import Message
from sandbox.server import Sandbox
from tests.e2e.players import found
from tests.host.players import click
from tests.probe import PROBE
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite
from tests.support.discord import PATIENT, Stage

FINAL: Final = {"turn": ("done",), "gather": ("s1", "s2")}
"""The simplest answers of the probe."""


LOOK_AGAIN: Final = 130.0
"""The seconds after which every pause of the outbox is over, and a nonce may be forgotten."""

PASS: Final = PACES["daily"].passing[1]


class Client(discord.Client):
    """A bot without a gateway: it is passed interactions, and answers clicks."""

    def __init__(self, host: Host, patience: float) -> None:
        super().__init__(intents=discord.Intents.none())
        self.calls = Calls(self, Traffic(host), Emojis(()))
        channels = ServerChannels(self, self.calls)
        faces = Faces(host, fetched)
        self.front = Front(host, Languages(host), {**RENDERERS, "probe": renderer()}, channels, faces, patience)
        self.answered = asyncio.Event()

    def take(self, payload: Any) -> None:
        """Accept an interaction, as a bot that receives them over HTTP does."""
        self._connection.parse_interaction_create(payload)

    async def on_interaction(self, interaction: "discord.Interaction[Client]") -> None:
        try:
            await router.component(self.front, interaction)
        except Exception as error:  # noqa: BLE001 - as the bot itself does
            await incident_of(interaction, error)
        finally:
            self.answered.set()


class PostOffice:
    """Ada and Ben, with their matches hosted here and their messages sent by the messenger through discord.py."""

    def __init__(self, host: Host, clock: ManualClock, sandbox: Sandbox, people: SandboxClient) -> None:
        self.host = host
        self.clock = clock
        self.sandbox = sandbox
        self.client = people
        self.kind = Delivery
        self.bot: Client | None = None
        self.messenger: Delivery
        self.ada: Person
        self.ben: Person

    @property
    def guild(self) -> int:
        return int(self.ada.places["guilds"][0]["id"])

    async def start_again(self, patience: float = answers.PATIENCE) -> None:
        """Replace the bot and the messenger by new ones without memory; answers are announced after `patience`
        seconds."""
        if self.bot is not None:
            await self.bot.close()
        self.bot = Client(self.host, patience)
        await self.bot.login(self.sandbox.token)
        self.sandbox.parts.interactions.deliver = self.bot.take
        self.messenger = self.kind(self.host, self.bot.calls, {**RENDERERS, "probe": renderer()})

    async def close(self) -> None:
        if self.bot is not None:
            await self.bot.close()
        self.host.worker_pool.close()

    async def click(self, person: Person, message: Message, action: str) -> None:
        """Click a button as a person, and wait until the bot is done with it, whether answered or not."""
        assert self.bot is not None
        self.bot.answered.clear()
        clicking = asyncio.create_task(person.click(person.now(message), found(person.now(message), action)))
        await self.bot.answered.wait()
        if not clicking.done():
            self.sandbox.clock.advance(PATIENT.interactions.first_answer)
        await clicking
        await self.settle()

    async def settle(self) -> None:
        """Process and send everything that is due, until nothing is left."""
        await sender.drain(self.host, self.messenger)
        while await self._work():
            await sender.drain(self.host, self.messenger)

    async def _work(self) -> bool:
        assert self.bot is not None
        done = [await timekeeper.work(self.host), await pairing.work(self.host)]
        return any([*done, await jobs.work(self.host, JobRequests(self.bot.calls))])

    async def pass_time(self, seconds: float) -> None:
        self.clock.advance(seconds)
        await self.settle()

    def agree_on_time(self) -> None:
        """Move Discord's clock up to the bot's: otherwise the bot believes that each token has run out long ago."""
        self.sandbox.clock.advance(max(0.0, self.clock.now() - self.sandbox.clock.seconds()))

    async def lobby(self, channel: int, parent: int | None = None) -> int:
        """Open a table as Ada in a channel, and have it posted."""
        options = self.host.games["probe"].spec.options()
        wanted = Opening("probe", "daily", self.guild, channel, options, parent=parent, seats=2)
        opened = await lobby.open_table(self.host, click(self.ada.id), wanted)
        assert opened is not None
        await self.pass_time(lobby.creation.ANSWER_SECONDS + 1)
        return opened.match.id

    async def start(self, match: int, *, joined: bool = False) -> None:
        """Have Ben join Ada's table, unless he has already joined, and Ada start it."""
        if not joined:
            await lobby.join(self.host, click(self.ben.id), match)
        await lobby.start(self.host, click(self.ada.id), match)
        await self.settle()

    async def begun(self, channel: int, parent: int | None = None) -> int:
        """Start a match between Ada and Ben that was opened in a channel."""
        match = await self.lobby(channel, parent)
        await self.start(match)
        assert (await self.row(match)).status == "running"
        return match

    async def series(
        self, title: str, *, scheduled: bool = False, then: Callable[[], None] = lambda: None
    ) -> int | None:
        """Hold a tournament of Ada's for herself and Ben; return the first game of its series, or None if there is
        none.

        With `scheduled` it has a start time; `then` is called when it is announced.
        """
        made = await creation.create(self.host, click(self.ada.id), self.guild, self.ada.here, "probe", title)
        assert made is not None
        number = made.row.id
        if scheduled:
            await creation.arrange(self.host, click(self.ada.id), number, "starts", "1", manages=False)
        await creation.announce(self.host, click(self.ada.id), number, manages=False)
        await self.settle()
        then()
        for person in (self.ada, self.ben):
            await entry.join(self.host, click(person.id), number, person.name, ())
        await rounds.start(self.host, click(self.ada.id), number, manages=False)
        await self.settle()
        await self.pass_time(LOOK_AGAIN)
        shown = await tournament.look(self.host, number)
        async with self.host.database.reading() as connection:
            played = [await tournaments.matches_of(connection, series.id) for series in shown.now_played]
        return next((games[-1][0] for games in played if games), None)

    async def end_tournaments(self) -> None:
        """End the tournaments still in progress: a person may hold only a few at a time."""
        for row in await tournament.of_guild(self.host, self.guild):
            if row.status in ("open", "running"):
                async with self.host.database.transaction() as tx:
                    await rounds.end(self.host, tx, await tournament.find(self.host, tx, row.id), "cancelled")
        await self.settle()

    async def leave(self, match: int) -> None:
        """Have Ben leave, so that Ada wins, and send the news."""
        await panel_actions.leave(self.host, click(self.ben.id), match)
        await self.settle()

    async def forget_direct_messages(self) -> None:
        """Forget the known direct messages, so that they are opened again, and mark nobody's as closed."""
        await self.start_again()
        async with self.host.database.transaction() as tx:
            for person in (self.ada, self.ben):
                await tx.execute(
                    delete(destination_rows).where(destination_rows.c.name == str(Destination.dm(person.id)))
                )
                await people.change_user(tx, person.id, dm_closed=False)

    async def move(self, match: int) -> None:
        """Answer for the asked players until a final answer is given, and send the news."""
        said = (await self.row(match)).entries
        while (await self.row(match)).entries == said:
            for person in (self.ada, self.ben):
                panel = await panel_actions.show(self.host, match, person.id)
                if panel.asked is not None:
                    keys = FINAL.get(panel.asked.kind, (panel.asked.options[0].key,))
                    now = click(person.id, self.clock.now())
                    await panel_actions.pick(self.host, now, match, panel.asked.id, panel.draft.revision, keys)
            if (await self.row(match)).entries == said:
                await self.pass_time(PASS)  # a player has passed, which takes effect later
        await self.settle()

    async def row(self, match: int) -> MatchRow:
        async with self.host.database.reading() as connection:
            row = await matches.get(connection, match)
        assert row is not None
        return row

    async def place(self, match: int, kind: Kind = Kind.THREAD) -> int | None:
        async with self.host.database.reading() as connection:
            return await destinations.place(connection, Destination(kind, match))

    async def posts(self, match: int) -> list[PostRow]:
        async with self.host.database.reading() as connection:
            return await outbox.posts_of(connection, match)

    async def told(self, person: Person, words: str) -> None:
        """Wait until a person has seen some words in direct messages."""
        await person.until(
            lambda: any(words in each.text for each in person.seen() if each.channel_id == person.dm_id), words
        )


@asynccontextmanager
async def post_office(stage: Stage, folder: Path, world: WorldDescription = DEFAULT_WORLD) -> AsyncIterator[PostOffice]:
    """Open a post office with a sandbox of its own."""
    sandbox = await stage.sandbox(settings=PATIENT, world=world)
    controls = await stage.client(sandbox)
    before, Route.BASE = Route.BASE, sandbox.api_base
    clock = ManualClock()
    async with sqlite(folder) as database:
        host = Host(database, {**GAMES, "probe": PROBE}, clock, SeededChance(7), HOOKS)
        host.workers = 0  # the quota is not shared, and nothing is paced
        await host.store_sets()
        office = PostOffice(host, clock, sandbox, controls)
        await office.start_again()
        office.ada, office.ben = await controls.person("Ada"), await controls.person("Ben")
        try:
            yield office
        finally:
            await office.close()
            Route.BASE = before
