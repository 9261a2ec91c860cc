"""A room whose bot runs in the test's own process and event loop, with the sandbox's own doors in between.

Nothing is forked, read anew or drawn in another process. What a bot's process is about (its start, settings, log,
signals and end) is tested in `tests/e2e`.
"""

import asyncio
from typing import Final, Self

from bot.app import Tableside, point_at
from bot.rendering import pictures
from bot.settings import PREFIX, Settings
from bot.ui.games import RENDERERS
from engine.registry import GAMES
from tests.e2e import players
from tests.e2e.patient_clock import PatientClock
from tests.e2e.players import PATIENT, START
from tests.probe import PROBE
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.processes import fork_workers

GAMES_PLAYED: Final = {**GAMES, "probe": PROBE}


class BotTask:
    """A bot that runs as a task of this process."""

    def __init__(self, bot: Tableside, task: "asyncio.Task[None]") -> None:
        self._bot = bot
        self._task = task

    @classmethod
    async def started(cls, bot: Tableside, token: str) -> Self:
        """Prepare a bot, and let it log in."""
        await bot.prepare()
        return cls(bot, asyncio.create_task(_run(bot, token)))

    @property
    def is_dead(self) -> bool:
        """Whether it has ended."""
        return self._task.done()

    async def stop(self) -> None:
        """Stop it as a signal would. Raises the error by which it had ended before."""
        failed = self.is_dead and self._task.exception()
        self._task.cancel()
        await asyncio.wait([self._task])
        await self._bot.close()
        if failed:
            raise failed


class Room(players.Room):
    """A sandbox with the bot, its people, and the clock that all of them share; see `tests.e2e.players.Room`.

    Pictures are drawn and house players think in threads. The bot stops when the stage closes.
    """

    async def start(self, watcher: str = "Ada") -> None:
        """Start the bot, and wait until it receives what people do."""
        person = await self.client.person(watcher)
        before = person.arrivals
        own = {**self.front, **self.environment}
        known = {
            "token": self.sandbox.token,
            "database": self.url,
            "discord_api": self.sandbox.api_base,
            "discord_gateway": self.sandbox.gateway_url,
            "discord_cdn": self.sandbox.cdn_base,
            "house_processes": 0,
        }
        named = {key.removeprefix(PREFIX).lower(): value for key, value in own.items() if key.startswith(PREFIX)}
        settings = Settings.model_validate(known | named)
        point_at(settings)
        clock = PatientClock(self.clock_file.path, float(own.get("TEST_DRAWING", pictures.PATIENCE)))
        chance, renderers = SeededChance(self.seed), {**RENDERERS, "probe": renderer()}
        patience = float(own.get("TEST_PATIENCE", PATIENT))
        tableside = Tableside(settings, clock, chance, GAMES_PLAYED, renderers, patience)
        fork_workers(tableside.host)
        bot = await BotTask.started(tableside, self.sandbox.token)
        self.stage.at_the_end(bot.stop)
        if self.front:
            await self.use_endpoint(bot)
        else:
            await person.wait_back(before, timeout=START)


async def _run(bot: Tableside, token: str) -> None:
    async with bot:
        await bot.start(token)
