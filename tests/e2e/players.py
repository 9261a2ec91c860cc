"""People who play through Discord: they read their panels and click the components, as a person would."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import lru_cache, partial
from math import inf
from multiprocessing.context import BaseContext
from pathlib import Path
from random import Random
from typing import Any, Protocol, Self

import aiohttp
import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import destinations, matches, outbox, people
from bot.storage.database import Database
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow
from bot.storage.panels import SLEEP
from bot.storage.schema import matches as match_rows
from bot.storage.schema import timers
from bot.ui.messages.custom_ids import CustomId, parse
from sandbox.client import Person, Refused, SandboxClient
from sandbox.clock import WALL_TIME, ClockFile, TimeSource
from sandbox.description import WorldDescription
from sandbox.interactions import InteractionSettings
from sandbox.seen import Message
from sandbox.server import Sandbox, SandboxSettings
from tests.support.databases import migrated_file
from tests.support.discord import DOORS, PATIENCE, Stage
from tests.support.people import PLAYED_WORLD
from tests.support.processes import FORKED, BotProcess

ROOT = Path(__file__).parents[2]
ANSWERS = ("warn", "pick", "select", "choose", "chosen", "commit", "keep")
ENDING = ("lock", "pass", "end")
"""The answers of all games that end a question with things as they are."""
"""Discord's button styles for final answers and for passing."""

IDLE = 0.05
"""The seconds without news after which the test assumes that nobody can act until the clock moves on. A shorter wait
only moves the clock too often, which is harmless."""

START = 60.0
"""The seconds that the bot may take to come online on a busy machine."""

SETTINGS = SandboxSettings(interactions=InteractionSettings(first_answer=PATIENCE))
SLOWER = 1.15
"""The factor by which each wait without news grows: a house player may think for long on a busy machine."""

SENT = 120.0
"""The seconds in which a panel changes that a click elsewhere changes, on a machine that does much else."""

PATIENT = str(0.8 * PATIENCE)
"""The `TEST_PATIENCE` of a bot that announces an answer only if it is very late."""

STEP = 21 * 60.0
"""The seconds by which the clock then moves: past every wait of the daily pace, and far from its deadlines."""


both_doors = pytest.mark.parametrize("door", DOORS)
"""Marks a test, or a file of tests, that runs with both ways of receiving interactions."""


def settings_of(door: str) -> dict[str, str]:
    """Return the settings of a bot that receives its interactions in one of Discord's two ways."""
    if door == "gateway":
        return {}
    return {"TABLESIDE_FRONT": "http", "TABLESIDE_PUBLIC_PORT": str(free_port())}


def free_port() -> int:
    """Return a port of this machine that nothing uses."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


class Bot(Protocol):
    """A bot that is running, or has ended."""

    @property
    def is_dead(self) -> bool:
        """Whether it has ended."""
        ...


class Room:
    """A sandbox with the bot, its people, and the clock that all of them share.

    `script` is the script that starts the bot, in a process of `context`. `moved` is the time to which the clock was
    last set.
    """

    script = ROOT / "tests" / "e2e" / "bot_process.py"
    context: BaseContext = FORKED

    def __init__(self, stage: Stage, sandbox: Sandbox, client: SandboxClient, folder: Path, seed: int) -> None:
        self.stage = stage
        self.sandbox = sandbox
        self.client = client
        self.folder = folder
        self.seed = seed
        self.moved = sandbox.clock.seconds()
        self.clicks = 0
        self.prompts = 0
        self.kill_at: tuple[str, int] | None = None
        self.environment: dict[str, str] = {}
        self.database: str | None = None
        self.front = settings_of(stage.door)
        self.bot: BotProcess
        self._opened: Database | None = None
        self._readers = 0

    @classmethod
    async def opened(
        cls,
        stage: Stage,
        folder: Path,
        seed: int = 1,
        locale: str = "en-US",
        *,
        pictures: bool = False,
        **environment: str,
    ) -> Self:
        """Start a sandbox whose people use a locale, and the bot with extra settings; see `prepared`."""
        spoken = replace(SETTINGS, interactions=replace(SETTINGS.interactions, locale=locale))
        room = await cls.prepared(stage, folder, seed, spoken, pictures=pictures)
        room.environment = environment
        await room.start()
        return room

    @classmethod
    async def prepared(
        cls,
        stage: Stage,
        folder: Path,
        seed: int = 1,
        settings: SandboxSettings = SETTINGS,
        world: WorldDescription = PLAYED_WORLD,
        clock: TimeSource = WALL_TIME,
        *,
        pictures: bool = False,
    ) -> Self:
        """Start a sandbox for a bot that starts later.

        Drawing takes most of a match's time, so nobody wants `pictures` in a SQLite file unless the test is about them.
        """
        sandbox = await stage.sandbox(settings=settings, world=world, clock=clock, clock_file=folder / "clock")
        file = folder / "tableside.db"
        if not file.exists():  # a bot's own first migration is in test_start.py
            file.write_bytes(await migrated_file())
            if not pictures:
                people_there = sandbox.parts.world.people.values()
                await _prefer(f"sqlite+aiosqlite:///{file}", people_there, {"pictures": False})
        return cls(stage, sandbox, await stage.client(sandbox), folder, seed)

    def with_pages(self) -> dict[str, str]:
        """Return the settings of a bot that serves match pages on this machine."""
        port = self.front.get("TABLESIDE_PUBLIC_PORT") or str(free_port())
        return {"TABLESIDE_PUBLIC_URL": f"http://127.0.0.1:{port}", "TABLESIDE_PUBLIC_PORT": port}

    @property
    def clock_file(self) -> ClockFile:
        """The file by which the bot follows the sandbox's clock."""
        assert self.sandbox.clock_file is not None
        return self.sandbox.clock_file

    @property
    def now(self) -> float:
        """The current time on the bot's clock."""
        return self.sandbox.clock.seconds() + self.clock_file.error

    @property
    def url(self) -> str:
        usual = self.environment.get("TABLESIDE_DATABASE", f"sqlite+aiosqlite:///{self.folder / 'tableside.db'}")
        return self.database or usual

    async def start(self, watcher: str = "Ada") -> None:
        """Start the bot, and wait until a person sees it online or it has died at its kill point."""
        if self.front:
            self.bot = await self.process()
            await self.use_endpoint(self.bot)
            return
        person = await self.client.person(watcher)
        before = person.arrivals
        self.bot = await self.process()
        back = asyncio.ensure_future(person.wait_back(before, timeout=START))
        gone = asyncio.ensure_future(self.bot.ended())
        done, _ = await asyncio.wait([back, gone], return_when=asyncio.FIRST_COMPLETED)
        for waiting in (back, gone):
            waiting.cancel()
        if back in done:
            back.result()

    async def use_endpoint(self, bot: Bot) -> None:
        """Send interactions and events to a bot's URL as soon as it accepts them; give up if the bot dies."""
        address = "http://127.0.0.1:{TABLESIDE_PUBLIC_PORT}".format(**{**self.front, **self.environment})
        while not bot.is_dead:
            try:
                await self.sandbox.use_endpoint(f"{address}/interactions")
                await self.sandbox.use_webhook(f"{address}/events")
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(IDLE)  # nothing signals that another process listens
            else:
                return

    async def process(self, *, listening: bool = False) -> BotProcess:
        """Start the bot without waiting for it; with `listening` its log is read.

        Late answers are not announced in advance, unless the machine is very slow.
        """
        environment = {
            "PYTHONPATH": str(ROOT),
            "TABLESIDE_CLOCK_FILE": str(self.clock_file.path),
            "TEST_SEED": str(self.seed),
            "TEST_PATIENCE": PATIENT,
            "TABLESIDE_TOKEN": self.sandbox.token,
            "TABLESIDE_DISCORD_API": self.sandbox.api_base,
            "TABLESIDE_DISCORD_GATEWAY": self.sandbox.gateway_url,
            "TABLESIDE_DISCORD_CDN": self.sandbox.cdn_base,
            "TABLESIDE_LOG_FORMAT": "json",
            "TABLESIDE_LOG_LEVEL": "warning",
            "TABLESIDE_DATABASE": self.url,
            **self.front,
            **self.environment,
        }
        if self.kill_at is not None:
            environment["TEST_KILL"] = "{}:{}".format(*self.kill_at)
        return await self.stage.process(self.context, self.sandbox, str(self.script), environment, heard=listening)

    def advance(self, seconds: float) -> None:
        """Move everyone's clock forward."""
        self.moved = self.now + seconds
        self.sandbox.clock.advance(seconds)

    def set_clock(self, seconds: float) -> None:
        """Move the clock of the bot's machine forward or back, and no other clock."""
        self.clock_file.error += seconds
        self.moved = self.now
        self.clock_file.write()

    def freeze(self) -> None:
        """Stop everyone's clock, so that it only changes when it is moved."""
        clock = self.sandbox.clock
        clock.source = partial(float, clock.seconds() - clock.elapsed)
        self.moved = self.now
        clock.moved()

    async def open_match(self, *, house: str | None = None) -> int:
        """Have Ada open a table and start the match, against Ben or a house player; return the match."""
        ada, ben = await self.client.person("Ada"), await self.client.person("Ben")
        against: dict[str, Any] = {"opponent": ben} if house is None else {"house": house}
        opened = await ada.slash("play", pace="daily", deck="Cinder Vanguard", **against)
        assert opened.message is not None, opened.reason
        if house is None:
            joined = await ben.click(opened.message, found(opened.message, "join"))
            assert joined.kind == "update", joined.reason
        lobby = ada.now(opened.message)
        started = await ada.click(lobby, found(lobby, "start"))
        assert started.kind == "update", started.reason
        return parse(found(lobby, "start")).number

    async def seated(self, game: str, people: list[Person], pace: str = "daily") -> int:
        """Have people sit down at a table of a game and start it; return the match."""
        opened = await people[0].slash("play", game=game, players=len(people), pace=pace)
        assert opened.message is not None, opened.reason
        for person in people[1:]:
            joined = await person.click(person.now(opened.message), found(person.now(opened.message), "join"))
            assert joined.kind == "update", joined.reason
        lobby = people[0].now(opened.message)
        started = await people[0].click(lobby, found(lobby, "start"))
        assert started.kind == "update", started.reason
        return parse(found(lobby, "start")).number

    # The database's contents, read while the bot runs

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open the bot's database for reading."""
        async with self.opened_database() as database, database.reading() as connection:
            yield connection

    @asynccontextmanager
    async def opened_database(self) -> AsyncIterator[Database]:
        """Open the bot's database; what is read meanwhile is read from the same one, as opening it takes a while.

        It is not open for longer, because a SQLite file is only whole if nobody has it open.
        """
        self._opened = opened = self._opened or Database(self.url)
        self._readers += 1
        try:
            yield opened
        finally:
            self._readers -= 1
            if not self._readers:
                self._opened = None
                await opened.close()

    async def facts(self, match: int) -> list[dict[str, Any]]:
        """Return all facts of a match."""
        async with self.reading() as connection:
            return [row.fact for row in await matches.events_of(connection, match, 1, 10**9)]

    async def row(self, match: int) -> MatchRow:
        """Return a match's row."""
        async with self.reading() as connection:
            row = await matches.get(connection, match)
        assert row is not None
        return row

    async def thread(self, match: int) -> int:
        """Return the thread in which a match is played."""
        found = await self.thread_or_none(match)
        assert found is not None
        return found

    async def thread_or_none(self, match: int) -> int | None:
        """Return the thread in which a match is played, or None until there is one."""
        async with self.reading() as connection:
            return await destinations.place(connection, Destination.thread(match))

    async def posts(self, match: int) -> list[PostRow]:
        """Return a match's posts."""
        async with self.reading() as connection:
            return await outbox.posts_of(connection, match)

    async def calm(self, players: "list[Player]") -> None:
        """Wait until the bot has done and sent everything that is due, and people have received it."""
        await self._calm([player.person for player in players])

    async def quiet(self, person: Person) -> None:
        """Wait until the bot has done and sent everything that is due, checking again on each news of one person."""
        await self._calm([person])

    async def _calm(self, people: list[Person]) -> None:
        """Look whether all is done after each news of some people, and now and then, until there is none after that."""
        async with self.opened_database():
            done = False
            while await anything_new(people) or not done:
                done = await self.all_done()

    async def all_done(self) -> bool:
        """Return whether the bot has done and sent everything that is due."""
        async with self.reading() as connection:
            due = (await outbox.next_due(connection, inf), await connection.scalar(select(func.min(timers.c.due))))
            waits = match_rows.c.status == "lobby", match_rows.c.starting.is_not(None)
            starting = await connection.scalar(select(func.count()).select_from(match_rows).where(*waits))
        return not starting and all(moment is None or moment > self.now for moment in due)

    # Writes to the database

    async def speak(self, locale: str) -> None:
        """Set the server's language; people keep the language of their own Discord."""
        await self._set_up(locale=locale)

    async def shorten(self, game: str, turns: int) -> None:
        """Have new tables of a game end after some turns, in a test that is about something else than their matches."""
        await self._set_up(defaults={game: {"options": {"turn_cap": turns}}})

    async def _set_up(self, **settings: Any) -> None:
        """Store settings of the server."""
        ada = await self.client.person("Ada")
        guild = int(ada.places["guilds"][0]["id"])
        database = Database(self.url)
        async with database.transaction() as tx:
            await people.change_guild(tx, guild, **settings)
        await database.close()

    async def prefer(self, **settings: Any) -> None:
        """Store settings of Ada and Ben."""
        ada, ben = await self.client.person("Ada"), await self.client.person("Ben")
        await _prefer(self.url, [ada.id, ben.id], settings)


class Player:
    """A player who clicks at random, in direct messages or from My hand.

    `quiet` is the number of initial answers that lock in or pass at once, to make a match long; `ahead` makes the
    person pass ahead with each answer that offers it.
    """

    def __init__(
        self, room: Room, person: Person, match: int, *, dms: bool = True, quiet: int = 0, ahead: bool = False
    ) -> None:
        self.room = room
        self.person = person
        self.match = match
        self.chance = Random(f"{room.seed} {person.name}")
        self.dms = dms
        self.quiet = quiet
        self.ahead = ahead
        self._panel: Message | None = None
        self._sleeps = 0.0

    async def act(self) -> bool:
        """Click something that the panel offers, and return whether it offered anything."""
        panel = self.panel() if self.dms else await self.look()
        offers = offered(panel) if panel is not None else []
        if panel is None or not offers:
            return False
        final = [offer for offer in offers if offer[2]]
        custom_id, value, is_final = self.chance.choice(final if self.quiet and final else offers)
        self.quiet -= bool(self.quiet and is_final)
        self.room.clicks += 1
        self.room.prompts += "moment" in (panel.text.split("\n")[1] if "\n" in panel.text else "")
        if self.ahead and is_final and await self.skip(panel, value or parse(custom_id).argument):
            self.room.clicks += 1
            return True
        self.room.prompts += parse(custom_id).action == "warn"  # what is asked about cannot pass ahead
        return await self.click(panel, custom_id, value)

    async def skip(self, panel: Message, key: str) -> bool:
        """Give an answer in the menu behind More, and so pass ahead too; return whether the menu offers that."""
        try:
            opened = await self.person.click(panel, found(panel, "more"))
            if opened.kind == "deferred" and all(each.id != panel.id for each in self.person.seen()):
                return True  # the panel was sent anew during the click
            more = await self.person.finished(opened)
            button = find(more, "skip")
            if button is None or parse(button).argument != key:
                await self.back(more)
                return False
            outcome = await self.person.click(more, button)
        except Refused:
            return True  # the panel changed during the clicks
        if outcome.kind == "update":
            self._hold(outcome.message)
        held = self._panel
        await self.person.until(
            lambda: (self.panel() if self.dms or held is None else self.person.now(held)) != panel,
            "the panel after passing ahead",
            SENT,
        )
        return True

    async def back(self, page: Message) -> None:
        """Go back from what a panel shows in place of its question, unless what others do has brought that back."""

        def there() -> bool:
            shown = self.person.now(page)
            return find(shown, "refresh") is not None or shown != page

        await self.person.until(there, "the page or the question", SENT)
        shown = self.person.now(page)
        button = find(shown, "refresh")
        if button is not None:
            await self.click(shown, button, None)

    async def click(self, panel: Message, custom_id: str, value: str | None) -> bool:
        """Click a button of a panel or choose a select's value, and wait for the panel in its place; return True."""
        try:
            if value is None:
                outcome = await self.person.click(panel, custom_id)
            else:
                outcome = await self.person.select(panel, custom_id, [value])
        except Refused:
            return True  # the panel changed during the click
        if outcome.kind == "deferred":
            await self.person.until(
                lambda: self.panel() != panel, "the panel in the place of the one that was clicked on"
            )
            return True
        assert outcome.kind == "update", (outcome.kind, outcome.reason)
        self._hold(outcome.message)
        return True

    def panel(self) -> Message | None:
        """Return the newest panel of this match in the person's direct messages."""
        direct = self.person.dm_id
        dms = (each for each in reversed(self.person.seen()) if each.channel_id == direct)
        return next((each for each in dms if self._is_panel(each)), None)

    async def shown(self) -> Message:
        """Wait for the person's panel and return it."""
        await self.person.until(lambda: self.panel() is not None, "the panel")
        panel = self.panel()
        assert panel is not None
        return panel

    def _is_panel(self, message: Message) -> bool:
        return any(wanted.action == "help" and wanted.subject == self.match for wanted in ids_of(message))

    async def look(self) -> Message | None:
        """Look at the open panel, which changes by itself; press My hand if none is open or it does so no longer."""
        if self._panel is not None:
            there = self.person.now(self._panel)
            if offered(there) or self.room.now < self._sleeps:
                return there
        return await self._press_hand(await self.person.wait_for(lambda each: find(each, "hand") is not None))

    def _hold(self, panel: Message | None) -> None:
        """Keep the panel that has just been answered to a click, and the time until which it changes by itself."""
        self._panel, self._sleeps = panel, self.room.now + SLEEP

    async def _press_hand(self, status: Message) -> Message | None:
        """Press My hand and return the panel that it shows; None if it is late or the message has just been deleted."""
        try:
            self._hold((await self.person.click(status, found(status, "hand"))).message)
        except Refused:
            return None
        return self._panel


async def _prefer(url: str, users: Iterable[int], settings: dict[str, Any]) -> None:
    """Store settings of some people."""
    database = Database(url)
    async with database.transaction() as tx:
        for user in users:
            await people.change_user(tx, user, **settings)
    await database.close()


async def begin(person: Person, table: Message) -> int:
    """Press Start at a table, and return the match once it has begun, which is when Discord has its seal."""
    lobby = person.now(table)
    match = parse(found(lobby, "start")).number
    started = await person.click(lobby, found(lobby, "start"))
    assert started.kind == "update", started.reason
    await person.until(lambda: find(person.now(table), "hand") is not None, "the beginning of the match")
    return match


async def play_here(person: Person, match: int) -> Message:
    """Move a person's solo match to the channel where the person is, and return the answer."""
    board = await person.finished(await person.slash("match show", options={"match": match}))
    more = await person.finished(await person.click(board, found(board, "more")))
    return await person.finished(await person.click(more, found(more, "playhere")))


def find(message: Message, action: str, argument: str | None = None) -> str | None:
    """Return the custom id of a message's button for an action, and with an argument if one is given; or None."""
    for button in message.buttons:
        wanted = None if button.custom_id is None else parse(button.custom_id)
        if wanted is not None and wanted.action == action and argument in (None, wanted.argument):
            return button.custom_id
    return None


def all_of(message: Message) -> str:
    """Return all that a message says, in words or by its pictures' descriptions."""
    return "\n".join([message.text, *(str(picture["description"]) for picture in message.attachments)])


def found(message: Message, action: str, argument: str | None = None) -> str:
    """Return the custom id of a message's button as `find` does; the button must exist."""
    custom_id = find(message, action, argument)
    assert custom_id is not None, f"there is no button for {action} {argument or ''}"
    return custom_id


async def confirmed(person: Person, message: Message, action: str) -> Message:
    """Press the button of an action that asks first, and confirm it; return the message that answers it."""
    asked = (await person.click(message, found(message, action))).message
    assert asked is not None
    outcome = await person.click(asked, found(asked, action))
    assert outcome.message is not None, outcome.reason
    return outcome.message


def ids_of(message: Message) -> list[CustomId]:
    """Return the parsed custom ids of all components of a message."""
    buttons = [button.custom_id for button in message.buttons if button.custom_id]
    return [_parsed(custom_id) for custom_id in (*buttons, *(select.custom_id for select in message.selects))]


_parsed = lru_cache(maxsize=2**14)(parse)
"""A cache: people search hundreds of messages before each click."""


def offered(panel: Message) -> list[tuple[str, str | None, bool]]:
    """Return a panel's answers: each with its custom id, a select's value, and whether it looks final."""
    found: list[tuple[str, str | None, bool]] = [
        (button.custom_id, None, ends(button.custom_id) or parse(button.custom_id).action == "warn")
        for button in panel.buttons
        if button.custom_id and not button.disabled and parse(button.custom_id).action in ANSWERS
    ]
    for chooser in panel.selects:
        if parse(chooser.custom_id).action in ANSWERS:
            found += [(chooser.custom_id, value, False) for value, _ in chooser.options]
    return found


def ends(custom_id: str | None) -> bool:
    """Whether a button ends a question with things as they are."""
    return custom_id is not None and parse(custom_id).argument in ENDING


def plans(panel: Message) -> list[tuple[str, str | None]]:
    """Return the answers of a panel that plan a card, each as a custom id and a select's value."""
    return [
        (custom_id, value)
        for custom_id, value, _ in offered(panel)
        if (value or parse(custom_id).argument).startswith("plan:")
    ]


async def answered(person: Person, panel: Message, custom_id: str, value: str | None) -> Message:
    """Click a button or select a value on a panel, and return the panel afterwards. Raises Refused."""
    outcome = await (person.click(panel, custom_id) if value is None else person.select(panel, custom_id, [value]))
    assert outcome.message is not None, outcome.reason
    return outcome.message


async def play_out(room: Room, players: list[Player], patience: int = 40, *, live: bool = False) -> None:
    """Play until the end post appears; the clock moves on if nobody can act, at a live pace only if nothing is due."""
    watcher, idle = players[0].person, 0
    match = players[0].match
    async with room.opened_database():
        while not any(CustomId("verify", match) in ids_of(message) for message in watcher.seen()):
            if any([await player.act() for player in players]):
                idle = 0
            elif live and not await room.all_done():
                await news(players)  # a slow machine must not cost anyone a turn
            elif not await news(players, IDLE * SLOWER**idle):
                idle += 1
                assert idle < patience, "nobody can do anything, however far the clock moves on"
                room.advance(STEP)


async def news(players: Iterable[Player], patience: float = IDLE) -> bool:
    """Wait up to `patience` seconds for a player to see anything new, and return whether one did."""
    return await anything_new([player.person for player in players], patience)


async def anything_new(people: Iterable[Person], patience: float = IDLE) -> bool:
    """Wait up to `patience` seconds for a person to see anything new, and return whether one did."""
    waits = [asyncio.ensure_future(person.news()) for person in people]
    done, pending = await asyncio.wait(waits, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
    for wait in pending:
        wait.cancel()
    return bool(done)
