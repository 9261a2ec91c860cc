"""People's and servers' settings, absences and blocks."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.prepared import Prepared
from bot.storage.rows import every
from bot.storage.schema.people import AwayRow, GuildRow, UserRow, aways, blocks, guilds, lookouts, users
from bot.storage.schema.people import barred as barred_rows
from bot.storage.upsert import insert_or_change, insert_or_skip

_USER: Final = Prepared(select(users).where(users.c.id == bindparam("of")))
_GUILD: Final = Prepared(select(guilds).where(guilds.c.id == bindparam("of")))


async def user(connection: AsyncConnection, user_id: int) -> UserRow:
    """Return a person's settings, or the defaults if none are stored."""
    row = await _USER.first(connection, {"of": user_id})
    return UserRow(user_id) if row is None else UserRow(*row)


async def change_user(tx: AsyncConnection, user_id: int, **values: Any) -> None:
    """Store some of a person's settings."""
    await insert_or_change(tx, users, {"id": user_id}, values)


async def hold(tx: AsyncConnection, user_id: int) -> None:
    """Lock a person until the transaction ends, so that other transactions for the same person wait."""
    await insert_or_skip(tx, users, {"id": user_id})
    await tx.execute(select(users.c.id).where(users.c.id == user_id).with_for_update())


async def note_act(tx: AsyncConnection, user_id: int, now: float, locale: str | None, avatar: str | None) -> None:
    """Record when a person acted in a match, their avatar, and the language of their Discord client if it is known."""
    await change_user(tx, user_id, acted=now, avatar=avatar, **({} if locale is None else {"locale": locale}))


async def avatars(connection: AsyncConnection, user_ids: Collection[int]) -> dict[int, str]:
    """Return Discord's names for the avatars of those of some people who have one."""
    rows = await connection.execute(select(users.c.id, users.c.avatar).where(users.c.id.in_(user_ids)))
    return {row.id: row.avatar for row in rows if row.avatar is not None}


async def any_without_pictures(connection: AsyncConnection, user_ids: Collection[int]) -> bool:
    """Return whether any of some people does without pictures."""
    query = select(users.c.id).where(users.c.id.in_(user_ids), users.c.pictures.is_(False)).limit(1)
    return (await connection.execute(query)).first() is not None


async def closed_dms(connection: AsyncConnection) -> int:
    """Return how many people cannot be sent direct messages."""
    return int(await connection.scalar(select(func.count()).where(users.c.dm_closed)) or 0)


async def guild(connection: AsyncConnection, guild_id: int | None) -> GuildRow:
    """Return a server's settings, or the defaults if none are stored or there is no server."""
    row = await _GUILD.first(connection, {"of": guild_id})
    return GuildRow(guild_id or 0) if row is None else GuildRow(*row)


async def confined_guilds(connection: AsyncConnection) -> list[GuildRow]:
    """Return the settings of the servers that allow games only in some channels."""
    rows = await connection.execute(select(guilds).order_by(guilds.c.id))
    return [row for row in (GuildRow(*each) for each in rows) if row.channels]


async def guilds_posting_in(connection: AsyncConnection, channel: int) -> list[int]:
    """Return the servers that have chosen a channel for announcements, for their log or for puzzles."""
    where = or_(guilds.c.announcements == channel, guilds.c.log == channel, guilds.c.puzzles == channel)
    return list(await connection.scalars(select(guilds.c.id).where(where)))


async def change_guild(tx: AsyncConnection, guild_id: int, **values: Any) -> None:
    """Store some of a server's settings."""
    await insert_or_change(tx, guilds, {"id": guild_id}, values)


async def hold_guild(tx: AsyncConnection, guild_id: int) -> None:
    """Lock a server until the transaction ends, so that other transactions that lock it wait."""
    await insert_or_skip(tx, guilds, {"id": guild_id})
    await tx.execute(select(guilds.c.id).where(guilds.c.id == guild_id).with_for_update())


async def listens(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Return whether a person wants to know when somebody in a server looks for a match."""
    where = (lookouts.c.guild == guild_id, lookouts.c.user == user_id)
    return (await connection.execute(select(lookouts).where(*where))).first() is not None


async def listen(tx: AsyncConnection, guild_id: int, user_id: int, *, wanted: bool) -> None:
    """Store whether a person wants to know when somebody in a server looks for a match."""
    if wanted:
        await insert_or_skip(tx, lookouts, {"guild": guild_id, "user": user_id})
    else:
        await tx.execute(delete(lookouts).where(lookouts.c.guild == guild_id, lookouts.c.user == user_id))


async def listeners(connection: AsyncConnection, guild_id: int) -> list[int]:
    """Return the people who want to know when somebody in a server looks for a match, the last active first."""
    query = select(lookouts.c.user).outerjoin(users, users.c.id == lookouts.c.user).where(lookouts.c.guild == guild_id)
    return list(await connection.scalars(query.order_by(func.coalesce(users.c.acted, 0.0).desc(), lookouts.c.user)))


async def barred(connection: AsyncConnection, guild_id: int, among: Collection[int] | None = None) -> set[int]:
    """Return the people who may not play in a server, all of them or those among some people."""
    query = select(barred_rows.c.user).where(barred_rows.c.guild == guild_id)
    return set(await connection.scalars(query if among is None else query.where(barred_rows.c.user.in_(among))))


async def bar(tx: AsyncConnection, guild_id: int, user_ids: Collection[int]) -> None:
    """Store who may not play in a server; everyone else may from now on."""
    await tx.execute(delete(barred_rows).where(barred_rows.c.guild == guild_id))
    for user_id in user_ids:
        await insert_or_skip(tx, barred_rows, {"guild": guild_id, "user": user_id})


async def block(tx: AsyncConnection, user_id: int, blocked: int) -> None:
    """Record that a person has blocked another."""
    await insert_or_skip(tx, blocks, {"user": user_id, "blocked": blocked})


async def unblock(tx: AsyncConnection, user_id: int, blocked: int) -> None:
    """Remove a block."""
    await tx.execute(delete(blocks).where(blocks.c.user == user_id, blocks.c.blocked == blocked))


async def blocked_by(connection: AsyncConnection, user_id: int) -> list[int]:
    """Return the people whom a person has blocked."""
    return list(await connection.scalars(select(blocks.c.blocked).where(blocks.c.user == user_id)))


async def apart(connection: AsyncConnection, user_id: int, others: Sequence[int]) -> bool:
    """Return whether there is a block, in either direction, between a person and any of the others."""
    query = select(blocks.c.user).where(
        or_(
            (blocks.c.user == user_id) & blocks.c.blocked.in_(others),
            (blocks.c.blocked == user_id) & blocks.c.user.in_(others),
        )
    )
    return (await connection.execute(query.limit(1))).first() is not None


async def pairs_apart(connection: AsyncConnection, users: Collection[int]) -> set[frozenset[int]]:
    """Return the pairs of people with a block between them, in either direction."""
    query = select(blocks).where(blocks.c.user.in_(users), blocks.c.blocked.in_(users))
    return {frozenset((row.user, row.blocked)) for row in await connection.execute(query)}


async def go_away(tx: AsyncConnection, user_id: int, begun: float, until: float) -> None:
    """Record an absence."""
    await tx.execute(insert(aways).values(user=user_id, begun=begun, until=until))


async def come_back(tx: AsyncConnection, user_id: int, now: float) -> None:
    """End a person's current absence now."""
    await tx.execute(update(aways).where(aways.c.user == user_id, aways.c.until > now).values(until=now))


async def aways_of(connection: AsyncConnection, user_ids: Sequence[int], since: float) -> list[AwayRow]:
    """Return the absences of the given people that end after a given time."""
    return await every(connection, AwayRow, select(aways).where(aways.c.user.in_(user_ids), aways.c.until > since))
