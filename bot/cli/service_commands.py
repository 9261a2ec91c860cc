"""Commands for the service: run it, and maintain its database."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager
from multiprocessing.context import BaseContext
from pathlib import Path
from typing import Annotated, Any, Final

import aiohttp
import discord
import typer
from discord.http import Route
from sqlalchemy import make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.app import Tableside, point_at
from bot.cli.backup import copying, file_of
from bot.cli.errors import OUTAGE, ServiceMisconfigured, StartFailed
from bot.cli.signals import until_stopped
from bot.doctor import all_of, discord_itself
from bot.host.kernel.clock import Clock, FollowedClock, SystemClock
from bot.host.kernel.randomness import Chance, SystemChance
from bot.interactions.answers import PATIENCE
from bot.logs import configure
from bot.processes import LEAN
from bot.settings import Settings, load
from bot.storage import orders
from bot.storage.backup import take_over
from bot.storage.database import Database, service_lock
from bot.storage.migrate import migrate, upgrade
from bot.storage.orders import OrderRow
from bot.storage.sqlite_copy import copy, numbers
from bot.storage.transfer import NotMoved, transfer
from bot.ui.games import RENDERERS
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.drawing_process import drawing_process
from bot.ui.texts.words import Words
from bot.web.listener import NotServed
from engine.contract import AnyGame
from engine.registry import EXAMPLES, GAMES

ORDER_LOOKS = 20
"""How often a command checks whether its order was carried out."""

ORDER_PAUSE = 0.5
"""How many seconds pass between two checks."""

THREAD_SECONDS = 0.0005
"""How many seconds a thread may hold the interpreter while another is waiting. A click switches to SQLite's thread
and back for each statement; with Python's default, each switch would wait five milliseconds for a busy thread."""


FATAL: Final = {
    4004: "TABLESIDE_TOKEN: Discord does not accept this token",
    4010: "TABLESIDE_SHARDS: Discord does not know this process's shard; every process needs the same number of shards",
    4011: "TABLESIDE_SHARDS: the bot is in too many servers for so few shards; GET /gateway/bot says how many it needs",
    4012: "Discord no longer speaks this version of its gateway: a newer Tableside is needed",
    4013: "Discord does not know an intent that this version asks for: a newer Tableside is needed",
    4014: "Discord refuses an intent that the bot asks for: check the intents in the developer portal",
}
"""The messages for the codes with which Discord's gateway closes for good (Discord's documentation, "Gateway Close
Event Codes": those that forbid reconnecting)."""


async def run(
    clock: Clock | None = None,
    chance: Chance | None = None,
    games: Mapping[str, AnyGame] = GAMES,
    renderers: Mapping[str, Renderer] = RENDERERS,
    *,
    patience: float = PATIENCE,
    context: BaseContext = LEAN,
) -> int:
    """Run the bot until it receives a signal to stop, using the settings' clock and the system's randomness by default.

    An answer that is not ready after `patience` seconds is announced to Discord. `context` says how the process that
    draws is started; that happens before anything is opened, so that it may be forked.

    Raises StartFailed, and any error from the settings, the card sets or the database.
    """
    settings = load()
    if settings.token is None:
        raise StartFailed("TABLESIDE_TOKEN: no token is set; it is the bot's, from Discord's developer portal")
    configure(settings)
    point_at(settings)
    offered = {**games, **EXAMPLES} if settings.example_games else games
    sys.setswitchinterval(THREAD_SECONDS)
    with ExitStack() as held:
        drawing = held.enter_context(drawing_process(map(type, renderers.values()), context))
        with naming_the_database(settings):
            held.enter_context(service_lock(settings.database))
            bot = Tableside(
                settings,
                clock or clock_of(settings),
                chance or SystemChance(),
                offered,
                renderers,
                patience,
                drawing,
            )
            await bot.prepare()
        _spare_the_collector()
        await _serve(bot, settings.token.get_secret_value())
    if bot.failed and bot.host.database.outage.why is not None:
        return OUTAGE
    return 1 if bot.failed else 0


async def serve() -> int:
    """Run the bot. The settings come from the environment and .env; see .env.example."""
    return await run()


def clock_of(settings: Settings) -> Clock:
    """Return the clock in the settings: the machine's, or the one that a file publishes. Raises StartFailed."""
    if settings.clock_file is None:
        return SystemClock()
    followed = FollowedClock(settings.clock_file)
    try:
        followed.now()
    except (OSError, ValueError) as error:
        raise StartFailed(f"TABLESIDE_CLOCK_FILE: the clock cannot be followed: {error}") from error
    return followed


COLLECTED: Final = (20_000, 20, 50)
"""After how many new objects the collector looks, and after how many looks it goes further; Python's own are 700, 10
and 10."""


def _spare_the_collector() -> None:
    """Keep garbage collection away from clicks, which it would delay by up to 0.1 seconds.

    Everything loaded so far is excluded, and the rest is looked at less often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)


async def _serve(bot: Tableside, token: str) -> None:
    stopped = until_stopped()
    with refused_start():
        async with bot:
            running = asyncio.create_task(bot.start(token))
            await asyncio.wait({running, stopped}, return_when=asyncio.FIRST_COMPLETED)
            running.cancel()  # otherwise it would keep starting or connecting a closed bot
            await asyncio.wait({running})
            await bot.close()
            if not running.cancelled():
                running.result()
        if bot.calls.logged_out.is_set():
            raise ServiceMisconfigured(FATAL[4004])


@contextmanager
def refused_start() -> Iterator[None]:
    """Turn an error that keeps the bot from starting into a one-line message. Raises StartFailed."""
    try:
        yield
    except discord.LoginFailure as error:
        raise ServiceMisconfigured(FATAL[4004]) from error
    except discord.PrivilegedIntentsRequired as error:
        raise ServiceMisconfigured(FATAL[4014]) from error
    except discord.ConnectionClosed as error:
        if error.code in FATAL:
            raise ServiceMisconfigured(FATAL[error.code]) from error
        raise StartFailed(f"Discord closed the connection: {error}") from error
    except discord.HTTPException as error:
        raise StartFailed(f"Discord did not let the bot in: {error}") from error
    except NotServed as error:
        raise StartFailed(str(error)) from error
    except aiohttp.ClientError as error:
        raise StartFailed(f"Discord cannot be reached at {Route.BASE}: {error}") from error


@contextmanager
def naming_the_database(settings: Settings) -> Iterator[None]:
    """Turn a database error into a one-line message that names the setting. Raises StartFailed."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        where = make_url(settings.database).render_as_string(hide_password=True)
        raise StartFailed(f"TABLESIDE_DATABASE: {where} cannot be used: {str(error).splitlines()[0]}") from error


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[Database]:
    """Open the database, and close it when the context ends. Raises StartFailed."""
    with naming_the_database(settings):
        database = Database(settings.database)
        try:
            yield database
        finally:
            await database.close()


async def migrate_database() -> int:
    """Upgrade the database to this version's tables. `run` does this automatically."""
    settings = load()
    with naming_the_database(settings), service_lock(settings.database):
        async with _opened(settings) as database:
            copied = await upgrade(database)
    if copied is not None:
        typer.echo(f"{copied} is a whole copy of the database before the upgrade")
    typer.echo("the database is up to date")
    return 0


async def doctor() -> int:
    """Check the settings, token, database, clock, disk and versions, and say how to fix any problem."""
    settings = load()
    point_at(settings)
    words, found = Words(None), await all_of(settings)
    for check in found:
        typer.echo(f"{'ok  ' if check.well else 'BAD '} {words.label(check.said)}")
    return 0 if all(check.well for check in found) else 1


async def invite() -> int:
    """Print the link that invites the bot to a server, with only the permissions that the bot uses."""
    settings = load()
    point_at(settings)
    found = {check.said.id: check for check in await discord_itself(settings)}
    if "doctor.invitation" not in found:
        raise StartFailed(Words(None).label(next(each.said for each in found.values() if not each.well)))
    typer.echo(found["doctor.invitation"].said.args["link"])
    return 0


async def close(
    match: Annotated[int, typer.Argument(help="The number of the match or table.")],
    reason: Annotated[str, typer.Argument(help="Why; its players read this.")],
) -> int:
    """Close a match without a result. The bot may be running."""
    return await _order("close", {"match": match, "reason": reason}, f"match {match} is closed")


async def forget(user: Annotated[int, typer.Argument(help="The id of the person's Discord account.")]) -> int:
    """Delete everything stored about a person, as /privacy delete does. The bot may be running."""
    return await _order("forget", {"user": user}, "everything about this person is deleted")


async def _order(kind: str, content: dict[str, Any], done: str) -> int:
    """Store an order, and wait a few seconds for a running service to carry it out."""
    settings = load()
    async with _opened(settings) as database:
        async with database.transaction() as tx:
            number = await orders.give(tx, kind, content, clock_of(settings).now())
        order = await _carried_out(database, number)
    if order.failure is not None:
        raise StartFailed(order.failure)
    typer.echo("the order is noted: the bot carries it out when it runs" if order.done is None else done)
    return 0


async def migrate_data(
    source: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="The SQLite file of a bot that is stopped.")
    ],
) -> int:
    """Move everything from a SQLite file to the empty PostgreSQL database in the settings, and compare every row."""
    settings, url = load(), f"sqlite+aiosqlite:///{source}"
    if make_url(settings.database).get_backend_name() == "sqlite":
        raise StartFailed("TABLESIDE_DATABASE has to name the PostgreSQL database that the data goes to")
    former, target = Database(url), Database(settings.database)
    try:
        with naming_the_database(settings), service_lock(url):
            await migrate(former)
            await migrate(target)
            await transfer(former, target, lambda table, rows: typer.echo(f"{table}: {rows} rows, all compared"))
    except NotMoved as error:
        raise StartFailed(str(error)) from error
    finally:
        await former.close()
        await target.close()
    return 0


async def restore(
    source: Annotated[Path | None, typer.Argument(help="The copy; with PostgreSQL none, after pg_restore.")] = None,
) -> int:
    """Replace the database with a copy while the bot is stopped. With SQLite, the old database is kept beside it."""
    settings = load()
    with naming_the_database(settings), copying(), service_lock(settings.database):
        database = Database(settings.database)
        if database.is_sqlite != (source is not None):
            raise StartFailed("for SQLite, give the copy's file; for PostgreSQL, run pg_restore first and give no file")
        given: dict[str, int] = {}
        if source is not None:
            given = numbers(file_of(settings))
            _replace(file_of(settings), source)
        try:
            await migrate(database)
            async with database.transaction() as tx:
                await take_over(tx, given)
        finally:
            await database.close()
    typer.echo("the copy is in place: start the bot, and every open clock gets the time since back")
    return 0


def _replace(path: Path, source: Path) -> None:
    """Replace the database with a copy, and keep the old one beside it under another name."""
    fresh = path.with_name(f"{path.name}.restored")
    fresh.unlink(missing_ok=True)
    copy(source, fresh)
    for ending in ("", "-wal", "-shm"):
        present = path.with_name(path.name + ending)
        if present.exists():
            present.replace(path.with_name(f"{path.name}.replaced{ending}"))
    fresh.rename(path)


async def _carried_out(database: Database, number: int) -> OrderRow:
    """Return an order once it has been carried out, or unchanged if no service does so within a few seconds."""
    looks = 0
    while True:
        async with database.reading() as connection:
            order = await orders.get(connection, number)
        looks += 1
        if order.done is not None or looks == ORDER_LOOKS:
            return order
        await asyncio.sleep(ORDER_PAUSE)
