"""People's and servers' settings, and what is known of how to reach them."""

from typing import Any

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import guilds, inbox, users
from bot.storage.upsert import insert_or_change, insert_or_skip


class UserRow(Struct):
    """A person's settings; see the table."""

    id: int
    locale: str | None = None
    hand: str = "dm"
    dm_channel: int | None = None
    dm_closed: bool = False
    acted: float | None = None


class GuildRow(Struct):
    """A server's settings; see the table."""

    id: int
    locale: str | None = None
    pace: str | None = None
    threads: bool = True


async def user(connection: AsyncConnection, user_id: int) -> UserRow:
    """Return a person's settings, the default ones where none were stored."""
    row = (await connection.execute(select(users).where(users.c.id == user_id))).first()
    return UserRow(user_id) if row is None else UserRow(**row._mapping)  # noqa: SLF001


async def change_user(tx: AsyncConnection, user_id: int, **values: Any) -> None:
    """Store some of a person's settings."""
    fresh = {"hand": "dm", "dm_closed": False, **values}
    await insert_or_change(tx, users, {"id": user_id}, values, fresh)


async def guild(connection: AsyncConnection, guild_id: int | None) -> GuildRow:
    """Return a server's settings, the default ones where none were stored or where it is no server."""
    row = (await connection.execute(select(guilds).where(guilds.c.id == guild_id))).first()
    return GuildRow(guild_id or 0) if row is None else GuildRow(**row._mapping)  # noqa: SLF001


async def change_guild(tx: AsyncConnection, guild_id: int, **values: Any) -> None:
    """Store some of a server's settings."""
    await insert_or_change(tx, guilds, {"id": guild_id}, values, {"threads": True, **values})


async def take_up(tx: AsyncConnection, interaction: int, now: float) -> bool:
    """Note an interaction, and return whether it is the first time that it came."""
    return await insert_or_skip(tx, inbox, {"interaction": interaction, "at": now})
