"""Commands around the service: running it, trying it in the sandbox, migrating its database."""

import asyncio
import gc
import os
import signal
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
import typer
from discord.http import Route
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.app import Tableside, point_at
from bot.doctor import all_of, discord_itself
from bot.host.kernel.clock import Clock, SystemClock
from bot.host.kernel.randomness import Chance, SystemChance
from bot.interactions.answers import PATIENCE
from bot.logs import configure
from bot.settings import Settings, load
from bot.storage import orders
from bot.storage.backup import BrokenCopy, copy, numbers, take_over
from bot.storage.database import Database, service_lock
from bot.storage.migrate import migrate
from bot.storage.orders import OrderRow
from bot.storage.transfer import NotMoved, transfer
from bot.ui.games import RENDERERS
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.drawing_process import drawing_process
from bot.ui.words import Words
from bot.web.listener import NotServed
from engine.contract import AnyGame
from engine.registry import EXAMPLES, GAMES

ORDER_LOOKS = 20
"""How often the command looks whether its order was carried out, pausing so many seconds in between."""

ORDER_PAUSE = 0.5

THREAD_SECONDS = 0.0005
"""For how long a thread may keep the interpreter while another wants it. A click goes to SQLite's thread and back for
each of its statements; Python's own five milliseconds would be waited for each time while another thread is busy."""


class StartFailed(Exception):
    """The service could not start, or a command not do its work; the message says why in one line."""


class Misconfigured(StartFailed):
    """Discord refuses the bot for what only its operator can change: to start it again would come to the same."""


FATAL: Final = {
    4004: "TABLESIDE_TOKEN: Discord does not accept this token",
    4010: "TABLESIDE_SHARDS: Discord knows no such shard as this process wants; every process needs the same number",
    4011: "TABLESIDE_SHARDS: the bot is in too many servers for so few shards; GET /gateway/bot says how many it needs",
    4012: "Discord no longer speaks this version of its gateway: a newer Tableside is needed",
    4013: "Discord does not know what this version asks to hear: a newer Tableside is needed",
    4014: "Discord does not let the bot hear what it asks for: look at the intents in the developer portal",
}
"""What to do about the codes with which Discord's gateway closes for good (Discord's documentation, "Gateway Close
Event Codes": those after which nobody is to reconnect)."""


async def run(
    clock: Clock | None = None,
    chance: Chance | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    renderers: Mapping[str, Renderer] = RENDERERS,
    *,
    patience: float = PATIENCE,
) -> int:
    """Run the bot until it is told to stop, by the system's clock and chance where no others are given.

    An answer that is not there after `patience` seconds is announced to Discord.

    Raises StartFailed, and what the settings, the card sets and the database refuse with.
    """
    settings = load()
    if settings.token is None:
        raise StartFailed("TABLESIDE_TOKEN: no token is set; it is the bot's, from Discord's developer portal")
    configure(settings)
    point_at(settings)
    offered = {**games, **EXAMPLES} if settings.example_games else games
    sys.setswitchinterval(THREAD_SECONDS)
    with ExitStack() as held:
        with _naming_the_database(settings):
            held.enter_context(service_lock(settings.database))
            bot = Tableside(settings, clock or SystemClock(), chance or SystemChance(), offered, renderers, patience)
            await bot.prepare()
        held.enter_context(drawing_process())
        _spare_the_collector()
        await _serve(bot, settings.token.get_secret_value())
    return 1 if bot.failed else 0


def _spare_the_collector() -> None:
    """Let what is loaded be looked through no more for garbage: a click that met that would wait 0.1 seconds."""
    gc.collect()
    gc.freeze()


async def _serve(bot: Tableside, token: str) -> None:
    stopped = _until_stopped()
    with refused_start():
        async with bot:
            running = asyncio.create_task(bot.start(token))
            await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
            running.cancel()  # else it would go on starting, or trying to connect, what is closed
            await asyncio.wait({running})
            await bot.close()
            if not running.cancelled():
                running.result()
        if bot.calls.logged_out.is_set():
            raise Misconfigured(FATAL[4004])


@contextmanager
def refused_start() -> Iterator[None]:
    """Let what Discord refuses a start with come out as one line that says what to do. Raises StartFailed."""
    try:
        yield
    except discord.LoginFailure as error:
        raise Misconfigured(FATAL[4004]) from error
    except discord.PrivilegedIntentsRequired as error:
        raise Misconfigured(FATAL[4014]) from error
    except discord.ConnectionClosed as error:
        if error.code in FATAL:
            raise Misconfigured(FATAL[error.code]) from error
        raise StartFailed(f"Discord closed the connection: {error}") from error
    except discord.HTTPException as error:
        raise StartFailed(f"Discord did not let the bot in: {error}") from error
    except NotServed as error:
        raise StartFailed(str(error)) from error
    except aiohttp.ClientError as error:
        raise StartFailed(f"Discord cannot be reached at {Route.BASE}: {error}") from error


@contextmanager
def _naming_the_database(settings: Settings) -> Iterator[None]:
    """Let what the database refuses with come out as one line that names the setting."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        where = make_url(settings.database).render_as_string(hide_password=True)
        raise StartFailed(f"TABLESIDE_DATABASE: {where} cannot be used: {str(error).splitlines()[0]}") from error


def _until_stopped() -> asyncio.Task[bool]:
    """Return what is done when the process is told to stop, or its terminal is closed."""
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stopped.set)
    return asyncio.create_task(stopped.wait())


async def migrate_database() -> int:
    """Bring the database to this version's tables."""
    settings = load()
    with _naming_the_database(settings), service_lock(settings.database):
        database = Database(settings.database)
        try:
            await migrate(database)
        finally:
            await database.close()
    typer.echo("the database is up to date")
    return 0


async def doctor() -> int:
    """Print what every check has to say, and return 1 where one is not well."""
    settings = load()
    point_at(settings)
    words, found = Words(None), await all_of(settings)
    for check in found:
        typer.echo(f"{'ok  ' if check.well else 'BAD '} {words.label(check.said)}")
    return 0 if all(check.well for check in found) else 1


async def invite() -> int:
    """Print the link by which a server invites the bot. Raises StartFailed where Discord does not say whose it is."""
    settings = load()
    point_at(settings)
    found = {check.said.id: check for check in await discord_itself(settings)}
    if "doctor.invitation" not in found:
        raise StartFailed(Words(None).label(next(each.said for each in found.values() if not each.well)))
    typer.echo(found["doctor.invitation"].said.args["link"])
    return 0


async def close(match: int, reason: str) -> int:
    """Order a match to be closed, and wait until a running service has done it."""
    return await _order("close", {"match": match, "reason": reason}, f"match {match} is closed")


async def forget(user: int) -> int:
    """Order everything about a person to be deleted, and wait until a running service has done it."""
    return await _order("forget", {"user": user}, "everything about this person is deleted")


async def _order(kind: str, content: dict[str, Any], done: str) -> int:
    settings = load()
    with _naming_the_database(settings):
        database = Database(settings.database)
        try:
            async with database.transaction() as tx:
                number = await orders.give(tx, kind, content, time.time())
            order = await _carried_out(database, number)
        finally:
            await database.close()
    if order.failure is not None:
        raise StartFailed(order.failure)
    typer.echo("the order is noted: the bot carries it out when it runs" if order.done is None else done)
    return 0


async def migrate_data(path: Path) -> int:
    """Move everything from a SQLite file into the database of the settings."""
    settings, url = load(), f"sqlite+aiosqlite:///{path}"
    if make_url(settings.database).get_backend_name() == "sqlite":
        raise StartFailed("TABLESIDE_DATABASE has to name the PostgreSQL database that the data goes to")
    source, target = Database(url), Database(settings.database)
    try:
        with _naming_the_database(settings), service_lock(url):
            await migrate(source)
            await migrate(target)
            await transfer(source, target, lambda table, rows: typer.echo(f"{table}: {rows} rows, all compared"))
    except NotMoved as error:
        raise StartFailed(str(error)) from error
    finally:
        await source.close()
        await target.close()
    return 0


def backup(target: Path) -> int:
    """Copy the database, also while the bot runs."""
    with _copying():
        copy(_file_of(load()), target)
    typer.echo(f"{target} is a whole copy of the database")
    return 0


async def restore(source: Path | None) -> int:
    """Put a copy in the database's place, or with PostgreSQL take over what was restored there already."""
    settings = load()
    with _naming_the_database(settings), _copying(), service_lock(settings.database):
        database = Database(settings.database)
        if database.is_sqlite != (source is not None):
            raise StartFailed("give the copy's file for SQLite; with PostgreSQL restore first, and give none")
        given: dict[str, int] = {}
        if source is not None:
            given = numbers(_file_of(settings))
            _replace(_file_of(settings), source)
        try:
            await migrate(database)
            async with database.transaction() as tx:
                await take_over(tx, given)
        finally:
            await database.close()
    typer.echo("the copy is in place: start the bot, and every open clock gets the time since back")
    return 0


def _replace(path: Path, source: Path) -> None:
    """Put a copy where the database is, which is kept beside it under another name."""
    fresh = path.with_name(f"{path.name}.restored")
    fresh.unlink(missing_ok=True)
    copy(source, fresh)
    for ending in ("", "-wal", "-shm"):
        present = path.with_name(path.name + ending)
        if present.exists():
            present.replace(path.with_name(f"{path.name}.replaced{ending}"))
    fresh.rename(path)


def _file_of(settings: Settings) -> Path:
    url = make_url(settings.database)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise StartFailed("this database is no SQLite file: use pg_dump, as docs/hosts/hosting.md describes")
    return Path(url.database)


@contextmanager
def _copying() -> Iterator[None]:
    """Let what a copy fails with come out as one line."""
    try:
        yield
    except (BrokenCopy, OSError, sqlite3.Error) as error:
        raise StartFailed(str(error)) from error


async def _carried_out(database: Database, number: int) -> OrderRow:
    """Return an order when it has been carried out, or as it is when nobody has for some seconds."""
    looks = 0
    while True:
        async with database.reading() as connection:
            order = await orders.get(connection, number)
        looks += 1
        if order.done is not None or looks == ORDER_LOOKS:
            return order
        await asyncio.sleep(ORDER_PAUSE)


WORLD = Path("var/sandbox.json")
"""Where the sandbox keeps its world from stop to start: what the bot told it before is not told again."""


async def sandbox(*, alone: bool) -> int:
    """Run a local Discord, and in it the bot as a process of its own, which is started again when it ends."""
    try:
        from sandbox.errors import CannotDo  # noqa: PLC0415 - an extra that a host does not install
        from sandbox.schema import find_openapi  # noqa: PLC0415 - the same
        from sandbox.server import Sandbox  # noqa: PLC0415 - the same
    except ImportError as error:
        raise StartFailed("the sandbox needs an extra: pip install 'tableside[sandbox]'") from error

    settings = load()
    openapi = settings.openapi or find_openapi()
    async with AsyncExitStack() as held:
        try:
            local = await held.enter_async_context(Sandbox(port=settings.sandbox_port, openapi=openapi, snapshot=WORLD))
        except CannotDo as error:
            raise StartFailed(f"{error}; without it and the bot's database the sandbox begins anew") from error
        except OSError as error:
            raise StartFailed(f"TABLESIDE_SANDBOX_PORT: {error}") from error
        typer.echo(f"The chat page: {local.page_url}")
        if openapi is None:
            typer.echo("Discord's OpenAPI file was not found, so requests are not checked against it.")
        if alone:
            typer.echo("The settings of a bot that is to take it for Discord:\n")
            for name, value in _pointing_at(local.api_base, local.gateway_url, local.cdn_base, local.token).items():
                typer.echo(f"{name}={value}")
        bot = (
            None
            if alone
            else asyncio.create_task(_keep_running(local.api_base, local.gateway_url, local.cdn_base, local.token))
        )
        await _until_stopped()
        if bot is not None:
            bot.cancel()
            await asyncio.gather(bot, return_exceptions=True)
    return 0


def _pointing_at(api: str, gateway: str, cdn: str, token: str) -> dict[str, str]:
    """Return the settings by which a bot takes a sandbox for Discord."""
    return {
        "TABLESIDE_TOKEN": token,
        "TABLESIDE_DISCORD_API": api,
        "TABLESIDE_DISCORD_GATEWAY": gateway,
        "TABLESIDE_DISCORD_CDN": cdn,
    }


async def _keep_running(api: str, gateway: str, cdn: str, token: str) -> None:
    environment = {
        **os.environ,
        **_pointing_at(api, gateway, cdn, token),
        "TABLESIDE_DATABASE": os.environ.get("TABLESIDE_DATABASE", "sqlite+aiosqlite:///var/sandbox.db"),
    }
    while True:
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot.cli", "run", env=environment)
        try:
            await process.wait()
        except asyncio.CancelledError:
            process.terminate()
            await process.wait()
            raise
        await asyncio.sleep(1)
