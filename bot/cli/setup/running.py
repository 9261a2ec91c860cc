"""The bot that setup starts, and what the database says about a bot that runs."""

import asyncio
import subprocess
import time
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Final, Self

from sqlalchemy.exc import SQLAlchemyError

from bot.cli.errors import FOR_GOOD
from bot.cli.setup.services import COMMAND
from bot.host.operations import outage
from bot.settings import Settings
from bot.storage import outbox, servers
from bot.storage.database import AlreadyRunning, Database, service_lock

LOOKS: Final = 120
PAUSE: Final = 0.5
"""How often setup looks for news of the bot, and how many seconds pass between two looks."""

AGAIN: Final = (5, 10, 30, 60, 300)
"""Seconds before a bot that has died starts again: after the first time, the second and so on."""


def is_running(settings: Settings) -> bool:
    """Return whether a process works on the SQLite database; for PostgreSQL, which any number may use, False."""
    try:
        with service_lock(settings.database):
            return False
    except AlreadyRunning:
        return True


class Bot:
    """The bot in a process of its own, started again whenever it dies, for as long as this program runs.

    Args:
        command: what starts it.
        wait: waits some seconds; KeyboardInterrupt ends it.
    """

    def __init__(self, command: Sequence[str] = (*COMMAND, "run"), wait: Callable[[float], None] = time.sleep) -> None:
        self._command = command
        self._wait = wait
        self.process = self._started()

    def __enter__(self) -> Self:
        """Return this bot, which runs already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Ask the process to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()

    def keep(self, dies: Callable[[int, int], None]) -> int:
        """Wait until the bot ends as it should, or for a reason that a new start cannot mend; return its exit code.

        If it dies, `dies` gets its exit code and the seconds until it starts again; each pause is longer than the last.
        """
        pauses = chain(AGAIN, repeat(AGAIN[-1]))
        try:
            while (code := self.process.wait()) not in (0, FOR_GOOD):
                pause = next(pauses)
                dies(code, pause)
                self._wait(pause)
                self.process = self._started()
        except KeyboardInterrupt:
            self.process.terminate()  # after Ctrl+C in a terminal it is stopping already
            return self.process.wait()
        return code

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(self._command)  # noqa: S603 - this program


def wait_until_ready(settings: Settings, server: int, since: float, process: subprocess.Popen[bytes] | None) -> bool:
    """Wait until the bot has heard Discord after `since` and has greeted a server.

    Return False if it has not within a minute, or if its process has ended.
    """
    for _ in range(LOOKS):
        if asyncio.run(_is_ready(settings, server, since)):
            return True
        if process is not None and process.poll() is not None:
            return False
        time.sleep(PAUSE)
    return False


async def _is_ready(settings: Settings, server: int, since: float) -> bool:
    database = Database(settings.database)
    try:
        async with database.reading() as connection:
            heard = await outage.last_heard(connection)
            unmet = await servers.unmet(connection, [server])
            greeting = await outbox.greeting_waits(connection, server)
    except (SQLAlchemyError, OSError):
        return False  # the tables are not there yet
    finally:
        await database.close()
    return heard is not None and heard >= since and not unmet and not greeting
