"""Checks for the operator: each one reports what it found and, if needed, what to do about it."""

import platform
import shutil
import time
from collections.abc import Mapping, Sequence
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
from discord.http import Route
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from bot import __version__
from bot.messenger import servers
from bot.messenger.permissions import UNSEEN, invitation, missing, required
from bot.messenger.requests import Request
from bot.settings import Settings
from bot.storage import people
from bot.storage.database import Database
from bot.storage.migrate import is_readable
from bot.storage.people import GuildRow
from bot.ui.texts.words import Rendered, Words
from engine.contract import Message

ENGLISH: Final = Words(None)

FEW: Final = 100
"""If fewer sessions than this are left for today, somebody should check why so many have been started."""

SKEW: Final = 1.0
"""How many seconds this machine's clock may differ from Discord's, which deadlines depend on."""

DISK: Final = 500 * 1024**2
"""The minimum number of free bytes for a growing database."""

PATIENCE: Final = aiohttp.ClientTimeout(total=10)


class CheckResult(Struct, frozen=True):
    """The result of a check: whether all is well, and the message about it."""

    well: bool
    said: Message


def check(about: str, /, *, well: bool, **arguments: Any) -> CheckResult:
    """Return a check's result; its message is "doctor." and `about`, with ".broken" added for failure."""
    return CheckResult(well, Message(f"doctor.{about}" if well else f"doctor.{about}.broken", arguments))


def versions() -> CheckResult:
    """Report the versions in use."""
    return check(
        "version",
        well=True,
        tableside=__version__,
        python=platform.python_version(),
        discord=discord.__version__,
    )


async def database(found: Database) -> CheckResult:
    """Check whether the database answers, and whether this version can work with it."""
    where = found.url.render_as_string(hide_password=True)
    try:
        async with found.reading() as connection:
            readable = await connection.run_sync(is_readable)
    except (SQLAlchemyError, OSError) as error:
        return check("database", well=False, where=where, why=str(error).splitlines()[0])
    return check("database" if readable else "tables", well=readable, where=where)


def disk(found: Database) -> CheckResult | None:
    """Check whether there is disk space for a SQLite file; return None if there is no such file."""
    if not found.is_sqlite or found.url.database in (None, "", ":memory:"):
        return None
    free = shutil.disk_usage(found.folder).free
    return check("disk", well=free >= DISK, free=free // 1024**2)


def permissions(held: discord.Permissions, kind: discord.ChannelType, *, threads: bool = True) -> CheckResult:
    """Check whether the bot has the permissions it needs in a kind of channel; name missing ones as Discord does."""
    lacking = missing(held, kind, threads=threads)
    return check("permissions", well=not lacking, missing=_names(lacking))


def events(held: discord.Permissions) -> CheckResult:
    """Report whether tournaments can appear in the server's list of events, which is optional."""
    listed = held.administrator or all(getattr(held, name) for name in required(Request.CREATE_EVENT))
    return CheckResult(well=True, said=Message("doctor.events" if listed else "doctor.events.none"))


def lacking_there(lacking: Mapping[str, Sequence[str]]) -> list[CheckResult]:
    """Report the permissions that the bot lacks in a server's game channels, by the channels' names.

    Channels that lack the same permissions are reported together.
    """
    alike: dict[str, list[str]] = {}
    for name, permissions_there in lacking.items():
        alike.setdefault(_names(permissions_there), []).append(name)
    return [
        check("channels", well=not names, channels=Rendered(", ".join(channels)), missing=names)
        for names, channels in alike.items()
    ]


def _names(permissions: Sequence[str]) -> str:
    """Return the permissions' names as Discord shows them in a channel's settings."""
    return ", ".join(ENGLISH.plain(f"permission.{name}") for name in permissions)


async def _gateway(session: aiohttp.ClientSession) -> Any:
    async with session.get(f"{Route.BASE}/gateway/bot") as answer:
        return await answer.json() if answer.status == HTTPStatus.OK else None


def sessions(settings: Settings, told: Mapping[str, Any]) -> list[CheckResult]:
    """Check whether the shards match Discord's recommendation, and whether enough sessions are left for today."""
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


async def discord_itself(settings: Settings) -> list[CheckResult]:
    """Check whether Discord can be reached and accepts the token, and whether the clocks agree."""
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
        # The header has whole seconds, rounded down.
        off = abs(asked - parsedate_to_datetime(told).timestamp() - 0.5)
        found.append(check("clock", well=off <= SKEW + 0.5, off=round(off)))
    return found


async def pages(settings: Settings) -> CheckResult | None:
    """Check whether the running bot's match pages are reached at the public address; return None if it has none."""
    if settings.public_url is None:
        return None
    port, nowhere = settings.public_port or 0, f"{settings.public_url}/m/doctor"
    try:
        async with aiohttp.ClientSession(timeout=PATIENCE) as session, session.get(nowhere) as answer:
            own = answer.status == HTTPStatus.NOT_FOUND and "noindex" in answer.headers.get("X-Robots-Tag", "")
            why = f"HTTP {answer.status}"
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        own, why = False, str(error)
    return check("pages", well=own, url=settings.public_url, port=port, why=why)


async def all_of(settings: Settings) -> list[CheckResult]:
    """Run every check that works whether or not the bot is running."""
    opened = Database(settings.database)
    try:
        found = [versions(), await database(opened)]
        usable, room = found[-1].well, disk(opened)
        found += [] if room is None else [room]
        found += await discord_itself(settings)
        served = await pages(settings)
        found += [] if served is None else [served]
        if usable and all(each.well for each in found if each.said.id.startswith("doctor.token")):
            found += await _allowed_channels(settings, opened)
    finally:
        await opened.close()
    return found


async def _allowed_channels(settings: Settings, opened: Database) -> list[CheckResult]:
    """Check each channel that a server has confined the games to. Return nothing if no token is set."""
    async with opened.reading() as connection:
        rows = await people.confined_guilds(connection)
    if settings.token is None or not rows:
        return []
    headers = {"Authorization": f"Bot {settings.token.get_secret_value()}"}
    async with aiohttp.ClientSession(timeout=PATIENCE, headers=headers, raise_for_status=True) as session:

        async def get(path: str) -> Any:
            async with session.get(f"{Route.BASE}{path}") as answer:
                return await answer.json()

        try:
            me = int((await get("/users/@me"))["id"])
            return [each for row in rows for each in await _of_server(get, row, me)]
        except (aiohttp.ClientError, OSError, TimeoutError) as error:
            return [check("reach", well=False, where=Route.BASE, why=str(error))]


async def _of_server(get: servers.Get, row: GuildRow, me: int) -> list[CheckResult]:
    """Check one server's channels; a server that is gone has none.

    A channel that is hidden or gone is reported by its id alone, as lacking View Channel.
    """
    try:
        there = await servers.channels(get, row.id, me)
    except aiohttp.ClientResponseError as error:
        if error.status not in (HTTPStatus.NOT_FOUND, HTTPStatus.FORBIDDEN):
            raise
        return []
    found: dict[str, Sequence[str]] = {}
    for number in row.channels:
        if number in there:
            each = there[number]
            found[f"#{each.name} ({number})"] = missing(each.held, each.kind, threads=row.threads)
        else:
            found[str(number)] = UNSEEN
    return lacking_there(found)
