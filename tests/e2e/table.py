"""People who play through Discord: they read their panels and click what is on them, as a person would."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from bot.storage import matches
from bot.storage.database import Database
from bot.ui.custom_ids import CustomId, parse
from tests.support.discord import BotProcess, Stage

if TYPE_CHECKING:
    from sandbox.client import Person, SandboxClient
    from sandbox.seen import Message
    from sandbox.server import Sandbox

ROOT = Path(__file__).parents[2]
ANSWERS = ("pick", "select", "choose", "chosen", "commit", "keep")
IDLE = 0.2
"""After how many seconds without news the test takes it that nobody can do anything until the clock moves on."""

STEP = 21 * 60.0
"""How far the clock is moved then: past every wait of the daily pace, and far from its deadlines."""


class Room:
    """A sandbox with the bot in it, its people, and the clock that all of them share."""

    def __init__(self, stage: Stage, sandbox: Sandbox, client: SandboxClient, folder: Path) -> None:
        self.stage = stage
        self.sandbox = sandbox
        self.client = client
        self.folder = folder
        self.bot: BotProcess
        self.ahead = 0.0
        self.clicks = 0

    @classmethod
    async def opened(cls, stage: Stage, folder: Path, **settings: str) -> Room:
        sandbox = await stage.sandbox()
        room = cls(stage, sandbox, await stage.client(sandbox), folder)
        room._clock.write_text("0")
        await room.start(**settings)
        return room

    @property
    def _clock(self) -> Path:
        return self.folder / "clock"

    @property
    def url(self) -> str:
        return f"sqlite+aiosqlite:///{self.folder / 'tableside.db'}"

    async def start(self, **settings: str) -> None:
        """Start the bot, and wait until it is there."""
        self.bot = await self.stage.bot(
            self.sandbox,
            str(ROOT / "tests" / "e2e" / "bot_process.py"),
            PYTHONPATH=str(ROOT),
            TEST_CLOCK=str(self._clock),
            TABLESIDE_TOKEN=self.sandbox.token,
            TABLESIDE_DISCORD_API=self.sandbox.api_base,
            TABLESIDE_DISCORD_GATEWAY=self.sandbox.gateway_url,
            TABLESIDE_DISCORD_CDN=self.sandbox.cdn_base,
            TABLESIDE_DATABASE=self.url,
            TABLESIDE_LOG_FORMAT="json",
            **settings,
        )
        ada = await self.client.person("Ada")
        await ada.wait_online()

    def advance(self, seconds: float) -> None:
        """Move everybody's clock on."""
        self.ahead += seconds
        fresh = self._clock.with_suffix(".new")
        fresh.write_text(str(self.ahead))
        os.replace(fresh, self._clock)
        self.sandbox.clock.advance(seconds)

    async def facts(self, match: int) -> list[dict[str, Any]]:
        """Everything that happened in a match, as it is stored."""
        database = Database(self.url)
        async with database.reading() as connection:
            rows = await matches.events_of(connection, match, 1, 10**9)
        await database.close()
        return [row.fact for row in rows]

    async def row(self, match: int) -> matches.MatchRow:
        database = Database(self.url)
        async with database.reading() as connection:
            row = await matches.get(connection, match)
        await database.close()
        assert row is not None
        return row


class Player:
    """A person at a table, who plays from direct messages, or from My hand where those are closed."""

    def __init__(self, room: Room, person: Person, match: int, chance: Random, *, dms: bool) -> None:
        self.room = room
        self.person = person
        self.match = match
        self.chance = chance
        self.dms = dms
        self._panel: Message | None = None

    def panel(self) -> Message | None:
        """The newest panel of this match that the person sees."""
        mine = [each for each in self.person.seen() if self._is_panel(each)]
        return mine[-1] if mine else None

    def _is_panel(self, message: Message) -> bool:
        return (
            any(wanted.action == "refresh" and wanted.match == self.match for wanted in (ids_of(message)))
            and (message.channel_id == self.person.dm_id) is self.dms
        )

    async def act(self) -> bool:
        """Click something that the panel offers at random, and return whether there was anything."""
        panel = self.panel() if self.dms else await self.look()
        if panel is None:
            return False
        offers = offered(panel)
        if not offers:
            return False
        kind, custom_id, values = self.chance.choice(offers)
        self.room.clicks += 1
        if kind == "button":
            outcome = await self.person.click(panel, custom_id)
        else:
            outcome = await self.person.select(panel, custom_id, [self.chance.choice(values)])
        assert outcome.kind == "update", (outcome.kind, outcome.reason)
        self._panel = outcome.message
        return True

    async def look(self) -> Message | None:
        """Press My hand, unless the panel at hand has something to answer."""
        if self._panel is not None and offered(self.person.now(self._panel)):
            return self.person.now(self._panel)
        status = await self.person.wait_for(lambda each: any(wanted.action == "hand" for wanted in ids_of(each)))
        outcome = await self.person.click(status, "My hand")
        assert outcome.message is not None, outcome.reason
        self._panel = outcome.message
        return self._panel


def ids_of(message: Message) -> list[CustomId]:
    return [parse(button.custom_id) for button in message.buttons if button.custom_id] + [
        parse(select.custom_id) for select in message.selects
    ]


def offered(panel: Message) -> list[tuple[str, str, list[str]]]:
    """The ways to answer that a panel shows, one entry for each option, so that all are as likely."""
    found: list[tuple[str, str, list[str]]] = []
    for button in panel.buttons:
        if button.custom_id and not button.disabled and parse(button.custom_id).action in ANSWERS:
            found.append(("button", button.custom_id, []))
    for select in panel.selects:
        if parse(select.custom_id).action in ANSWERS:
            values = [value for value, _ in select.options]
            found += [("select", select.custom_id, values)] * len(values)
    return found


async def play_out(room: Room, players: list[Player], turns: int = 200) -> None:
    """Let people play until somebody sees the end post; the clock moves on where nobody can do anything."""
    watcher = players[0].person
    idle = 0
    while not any(wanted.action == "rematch" for each in watcher.seen() for wanted in ids_of(each)):
        acted = [await player.act() for player in players]
        if any(acted):
            idle = 0
            continue
        if not await news(players, IDLE):
            idle += 1
            assert idle < turns, "nobody can do anything, however far the clock moves on"
            room.advance(STEP)


async def news(players: list[Player], seconds: float) -> bool:
    """Wait a little for anything new that somebody sees."""
    waits = [asyncio.ensure_future(player.person.news()) for player in players]
    done, pending = await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for wait in pending:
        wait.cancel()
    return bool(done)
