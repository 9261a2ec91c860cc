"""The bot that setup starts, and what the database says about a bot that runs."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from bot.cli.setup.services import COMMAND
from bot.host.operations import outage
from bot.settings import Settings
from bot.storage import outbox, servers
from bot.storage.database import AlreadyRunning, Database, service_lock

LOOKS: Final = 120
PAUSE: Final = 0.5
"""How often setup looks for news of the bot, and how many seconds pass between two looks."""


def is_running(settings: Settings) -> bool:
    """Return whether a process works on the SQLite database; for PostgreSQL, which any number may use, False."""
    try:
        with service_lock(settings.database):
            return False
    except AlreadyRunning:
        return True


@contextmanager
def bot() -> Iterator[subprocess.Popen[bytes]]:
    """Run the bot in a process of its own; it is asked to stop when the context ends."""
    process = subprocess.Popen([*COMMAND, "run"])  # noqa: S603 - this program
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()


def until_stopped(process: subprocess.Popen[bytes]) -> int:
    """Wait until the bot ends, by itself or because this process has to stop; return its exit code."""
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.terminate()  # after Ctrl+C in a terminal it is stopping already
        return process.wait()


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
