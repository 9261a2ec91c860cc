"""What an operator can have looked at: each check says what it found, and what to do about it where that is needed."""

import platform
import shutil
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from bot import __version__
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.migrate import is_readable
from engine.contract import Message

NEEDED: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot has to be allowed in a channel to play there as it is meant."""

NOT_IN_THREADS: Final = ("send_messages", "create_public_threads")
"""What means nothing in a thread: there Send Messages in Threads counts (Discord's documentation, "Permissions")."""

FEW: Final = 100
"""How few sessions left for today are too few: somebody should look why so many were begun."""

SKEW: Final = 1.0
"""By how many seconds this machine's clock may differ from Discord's: deadlines are judged by Discord's times."""

DISK: Final = 500 * 1024**2
"""How many free bytes are too few for a database that grows."""

PATIENCE: Final = aiohttp.ClientTimeout(total=10)


class Check(Struct, frozen=True):
    """What was looked at: whether it is well, and what there is to say of it."""

    well: bool
    said: Message


def check(about: str, /, *, well: bool, **arguments: Any) -> Check:
    """Return a check by its message's id: the one of what is well, or of what is broken."""
    return Check(well, Message(f"doctor.{about}" if well else f"doctor.{about}.broken", arguments))


def versions() -> Check:
    """Say which versions run."""
    return check(
        "version",
        well=True,
        tableside=__version__,
        python=platform.python_version(),
        discord=discord.__version__,
    )


async def database(found: Database) -> Check:
    """Look whether the database answers, and whether this version may work with it."""
    where = found.url.render_as_string(hide_password=True)
    try:
        async with found.reading() as connection:
            readable = await connection.run_sync(is_readable)
    except (SQLAlchemyError, OSError) as error:
        return check("database", well=False, where=where, why=str(error).splitlines()[0])
    return check("database" if readable else "tables", well=readable, where=where)


def disk(found: Database) -> Check | None:
    """Look whether there is room beside a SQLite file; None where the database has no file of ours."""
    path = found.url.database
    if not found.is_sqlite or not path or path == ":memory:":
        return None
    free = shutil.disk_usage(Path(path).absolute().parent).free
    return check("disk", well=free >= DISK, free=free // 1024**2)


def invitation(application: int) -> str:
    """Return the link by which somebody who manages a server invites the bot, with just what it needs."""
    return discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot", "applications.commands"))


def permissions(held: discord.Permissions, *, thread: bool = False) -> Check:
    """Look whether the bot may do in a channel, or in a thread, what it has to; what it misses has Discord's names."""
    wanted = [name for name, needed in NEEDED if needed and not (thread and name in NOT_IN_THREADS)]
    missing = [_name(name) for name in wanted if not getattr(held, name)]
    return check("permissions", well=not missing, missing=", ".join(missing))


def _name(permission: str) -> str:
    """Return what Discord calls a permission in a channel's settings."""
    if permission == "read_messages":
        return "View Channel"
    return permission.replace("_", " ").title().replace(" In ", " in ")


async def _gateway(session: aiohttp.ClientSession) -> Any:
    async with session.get(f"{Route.BASE}/gateway/bot") as answer:
        return await answer.json() if answer.status == HTTPStatus.OK else None


def sessions(settings: Settings, told: Mapping[str, Any]) -> list[Check]:
    """Look whether the shards are as Discord recommends, and whether it allows sessions enough for today."""
    limit = told["session_start_limit"]
    return [
        check("shards", well=settings.shards >= told["shards"], shards=settings.shards, recommended=told["shards"]),
        check("sessions", well=limit["remaining"] >= FEW, remaining=limit["remaining"], total=limit["total"]),
        check(
            "buckets",
            well=settings.identify_buckets <= limit["max_concurrency"],
            buckets=settings.identify_buckets,
            most=limit["max_concurrency"],
        ),
    ]


async def discord_itself(settings: Settings) -> list[Check]:
    """Look whether Discord can be reached and takes the token, and whether the clocks agree."""
    if settings.token is None:
        return [check("token.set", well=False)]
    headers = {"Authorization": f"Bot {settings.token.get_secret_value()}"}
    try:
        async with (
            aiohttp.ClientSession(timeout=PATIENCE, headers=headers) as session,
            session.get(f"{Route.BASE}/oauth2/applications/@me") as answer,
        ):
            told = answer.headers.get("Date")
            asked = time.time()
            known = await answer.json() if answer.status == HTTPStatus.OK else None
            gateway = await _gateway(session) if known is not None and settings.front == "gateway" else None
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        return [check("reach", well=False, where=Route.BASE, why=str(error))]
    found = [check("token", well=known is not None, name="" if known is None else known["name"])]
    if known is not None:
        found.append(check("invitation", well=True, link=invitation(int(known["id"]))))
    if gateway is not None:
        found += sessions(settings, gateway)
    if told is not None:
        # The header has whole seconds, cut off.
        off = abs(asked - parsedate_to_datetime(told).timestamp() - 0.5)
        found.append(check("clock", well=off <= SKEW + 0.5, off=round(off)))
    return found


async def all_of(settings: Settings) -> list[Check]:
    """Look at everything that can be looked at while the bot does not run, or beside it."""
    found = [versions()]
    opened = Database(settings.database)
    try:
        found.append(await database(opened))
        room = disk(opened)
    finally:
        await opened.close()
    return [*found, *([] if room is None else [room]), *await discord_itself(settings)]
