"""A tree's bot as it serves people, with Discord's end of the line in this process."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, Final, TypeVar

import discord
from discord.app_commands import Group
from msgspec import Struct
from msgspec.structs import replace

from bot.app import Tableside
from bot.discord_internals import take_in
from bot.host.house import worker as house
from bot.host.house.thinking import think
from bot.host.tournament import pairing
from bot.host.workers import jobs, sender, timekeeper
from bot.host.workers.delivery_results import Report
from bot.interactions import answers
from bot.messenger.jobs import JobRequests
from bot.settings import Settings
from bot.storage.outbox import PostRow, SurfaceRow
from engine.registry import GAMES
from tests.compare.discord_stand_in import BOT, BOT_ID, DiscordStandIn, message
from tests.compare.recording import MessageRecorder
from tests.compare.scenes import NoSeam
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

GAMES_SHOWN: Final = "bot.ui.games"
"""The package with what shows each game: the one mapping there that has every game's key."""

EVERYTHING: Final = str((1 << 50) - 1)
PATIENT: Final = 3600.0
BUTTON: Final = 3
COMMAND: Final = 2

T = TypeVar("T")
R = TypeVar("R")


class Person(Struct, frozen=True):
    """Somebody with an account: an id and a name."""

    id: int
    name: str


class InProcess:
    """Does at once what is otherwise done in other processes, and lets nothing depend on how fast the machine is."""

    places = 1

    async def run(self, work: Callable[..., R], task: T, *_: Any) -> R:
        """Return the result of a function for a task; a time within which it should be done is left out."""
        if work is think:
            return think(task, lambda: 0.0)
        if getattr(task, "seconds", None) is not None:
            task = replace(task, seconds=None)  # type: ignore[type-var]
        return work(task)

    def close(self) -> None:
        """Do nothing: there is nothing to end."""


class AnnouncingSender:
    """The messenger's sender, which says what it is about to send."""

    def __init__(self, to: Any, messages: MessageRecorder) -> None:
        self._to = to
        self._messages = messages

    async def post(self, row: PostRow) -> Report:
        self._messages.what = f"post {row.kind} to {row.destination}"
        report: Report = await self._to.post(row)
        return report

    async def surface(self, row: SurfaceRow) -> Report:
        self._messages.what = f"{row.kind} to {row.destination}"
        report: Report = await self._to.surface(row)
        return report


class RunningBot:
    """A bot whose messages are noted, and the clock that only moves when it is told to."""

    def __init__(self, bot: Tableside, clock: ManualClock, stand_in: DiscordStandIn, messages: MessageRecorder) -> None:
        self.bot = bot
        self.host = bot.host
        self.clock = clock
        self.messages = messages
        self._reach = messages.recording.reach
        self._reach.commands |= {
            each.qualified_name for each in bot.tree.walk_commands() if not isinstance(each, Group)
        }
        self._stand_in = stand_in
        self._clicks = count(1)
        self._sender = AnnouncingSender(bot.delivery, messages)

    async def settle(self) -> None:
        """Do everything that is due, and send what there is to be sent."""
        again = True
        while again:
            await sender.drain(self.host, self._sender)
            again = any(
                [
                    await timekeeper.work(self.host),
                    await house.work(self.host, self.bot.thinkers),
                    await pairing.work(self.host),
                    await jobs.work(self.host, JobRequests(self.bot.calls)),
                ]
            )

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and what is due then happen."""
        self.clock.advance(seconds)
        await self.settle()

    async def click(self, person: Person, place: tuple[int, int], custom_id: str) -> None:
        """Click a button as a person in a server's channel."""
        self._reach.pressed.add(custom_id.split(".")[1])
        clicked = message(str(self._stand_in.new_id()), str(place[1]), {})
        data = {"custom_id": custom_id, "component_type": 2}
        await self._interact(BUTTON, person, place, data, message=clicked)

    async def command(self, person: Person, place: tuple[int, int], name: str, /, **options: str | int) -> None:
        """Give a command as a person, such as "match show", in a server's channel."""
        self._reach.given.add(name)
        given: list[Any] = [
            {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value} for key, value in options.items()
        ]
        first, *rest = name.split(" ")
        for part in reversed(rest):
            given = [{"name": part, "type": 1, "options": given}]
        await self._interact(COMMAND, person, place, {"id": "5", "name": first, "type": 1, "options": given})

    async def _interact(
        self, kind: int, person: Person, place: tuple[int, int], data: dict[str, Any], **more: Any
    ) -> None:
        """Pass an interaction to the bot, and wait until it is answered."""
        said = self.messages.count
        take_in(self.bot, self._interaction(kind, person, place, data, **more))
        while self.messages.count == said or self.bot.front.ongoing:
            await asyncio.sleep(0)
            await answers.finish(self.bot.front)
        await self.settle()

    def _interaction(
        self, kind: int, person: Person, place: tuple[int, int], data: dict[str, Any], **more: Any
    ) -> dict[str, Any]:
        guild, channel = place
        user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None}
        return {
            "id": str((int(self.clock.now() * 1000) - discord.utils.DISCORD_EPOCH << 22) + next(self._clicks)),
            "application_id": BOT["id"],
            "type": kind,
            "token": "token",
            "version": 1,
            "guild_id": str(guild),
            "channel": {"id": str(channel), "type": 0, "name": "room", "position": 0, "permission_overwrites": []},
            "channel_id": str(channel),
            "member": {
                "user": user,
                "nick": person.name,
                "roles": [],
                "joined_at": "2020-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": EVERYTHING,
            },
            "data": data,
            "locale": "en-US",
            "app_permissions": EVERYTHING,
            "entitlements": [],
            "attachment_size_limit": 10**7,
            "authorizing_integration_owners": {"0": str(guild)},
            **more,
        }


def shown_games() -> Mapping[str, Any]:
    """Return what shows each game, by key. Raises NoSeam if a tree has it nowhere, or twice."""
    package = import_module(GAMES_SHOWN)
    found = [
        each
        for each in vars(package).values()
        if isinstance(each, Mapping) and each is not GAMES and set(each) >= set(GAMES)
    ]
    if len(found) != 1:
        raise NoSeam(f"{GAMES_SHOWN} has {len(found)} mappings with every game's key, and one is wanted")
    shown: Mapping[str, Any] = found[0]
    return shown


@asynccontextmanager
async def running_bot(messages: MessageRecorder, folder: Path, game: str, seed: int) -> AsyncIterator[RunningBot]:
    """Open a bot with one game and a database of its own, and a stand-in for Discord."""
    clock = ManualClock()
    settings = Settings(database=f"sqlite+aiosqlite:///{folder / 'tableside.db'}", token=None)
    bot = Tableside(settings, clock, SeededChance(seed), {game: GAMES[game]}, shown_games(), PATIENT)
    stand_in = DiscordStandIn(messages.note)
    bot.thinkers = InProcess()
    bot.host.worker_pool.close()
    bot.host.worker_pool = InProcess()  # type: ignore[assignment]
    async with bot:
        http = bot.http
        setattr(http, "_HTTPClient__session", stand_in)  # noqa: B010 - discord.py keeps it to itself
        http._global_over = asyncio.Event()
        http._global_over.set()
        bot._connection.user = discord.ClientUser(state=bot._connection, data=BOT)  # type: ignore[arg-type]
        bot._connection.application_id = BOT_ID
        await bot.load_extension("cogs")
        await bot.prepare()
        await bot.on_shard_connect(0)
        bot.host.workers = 0  # nothing is paced
        try:
            yield RunningBot(bot, clock, stand_in, messages)
        finally:
            setattr(http, "_HTTPClient__session", discord.utils.MISSING)  # noqa: B010 - nothing of it is to be closed
