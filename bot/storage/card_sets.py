"""Servers' own card sets: their versions, and which of them are enabled."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import String, cast, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every, fields
from bot.storage.schema import card_sets, guild_sets, matches, workshops
from bot.storage.upsert import insert_or_skip


class GuildSetRow(Struct, kw_only=True):
    """A version of a server's set, without the file; see the table. `title` is the set's own title."""

    id: int
    guild: int
    game: str
    key: str
    version: int
    hash: str
    uploader: int
    uploaded: float
    enabled: bool
    dropped: float | None = None
    title: str


_SHOWN = (*(column for column in guild_sets.c if column.name != "source"), card_sets.c.title)


async def lock(tx: AsyncConnection, guild: int) -> list[float]:
    """Lock a server's sets until the transaction ends, and return the times of recent uploads."""
    await insert_or_skip(tx, workshops, {"guild": guild, "uploads": []})
    query = select(workshops.c.uploads).where(workshops.c.guild == guild).with_for_update()
    return list(await tx.scalar(query) or ())


async def note_uploads(tx: AsyncConnection, guild: int, times: Sequence[float]) -> None:
    """Store the times of recent uploads."""
    await tx.execute(update(workshops).where(workshops.c.guild == guild).values(uploads=list(times)))


async def of_guild(connection: AsyncConnection, guild: int) -> list[GuildSetRow]:
    """Return the versions of a server's sets that have not been dropped, in upload order."""
    query = select(*_SHOWN).join(card_sets).where(guild_sets.c.guild == guild, guild_sets.c.dropped.is_(None))
    return await every(connection, GuildSetRow, query.order_by(guild_sets.c.id))


async def enabled(connection: AsyncConnection, guild: int, game: str) -> list[GuildSetRow]:
    """Return the versions of a server's sets that its new tables for a game use."""
    return [row for row in await of_guild(connection, guild) if row.enabled and row.game == game]


async def all_enabled(connection: AsyncConnection) -> list[GuildSetRow]:
    """Return the enabled versions in all servers."""
    query = select(*_SHOWN).join(card_sets).where(guild_sets.c.enabled.is_(True)).order_by(guild_sets.c.id)
    return await every(connection, GuildSetRow, query)


async def source(connection: AsyncConnection, version: int) -> str | None:
    """Return a version's file as it was uploaded."""
    found: str | None = await connection.scalar(select(guild_sets.c.source).where(guild_sets.c.id == version))
    return found


async def add(tx: AsyncConnection, row: GuildSetRow, text: str) -> int:
    """Insert a version with its file, and return its id."""
    return await added(tx, guild_sets, {**fields(row, "id", "title"), "source": text})


async def enable(tx: AsyncConnection, version: int, *, enabled: bool) -> None:
    """Enable a version for new tables, or disable it."""
    await tx.execute(update(guild_sets).where(guild_sets.c.id == version).values(enabled=enabled))


async def drop(tx: AsyncConnection, versions: Sequence[int], now: float) -> None:
    """Mark versions as dropped by their server."""
    where = guild_sets.c.id.in_(versions)
    await tx.execute(update(guild_sets).where(where).values(enabled=False, dropped=now))


async def forget(tx: AsyncConnection, before: float) -> None:
    """Delete versions that were dropped before a given time and that no match is pinned to, with their contents.

    Contents shared with another version, in any server, are kept.
    """
    pinned = select(matches.c.id).where(cast(matches.c.sets, String).contains(guild_sets.c.hash)).exists()
    query = select(guild_sets.c.id, guild_sets.c.hash).where(guild_sets.c.dropped < before, ~pinned)
    found = (await tx.execute(query)).all()
    await tx.execute(delete(guild_sets).where(guild_sets.c.id.in_([row.id for row in found])))
    owned = select(guild_sets.c.id).where(guild_sets.c.hash == card_sets.c.hash).exists()
    await tx.execute(delete(card_sets).where(card_sets.c.hash.in_([row.hash for row in found]), ~owned))
