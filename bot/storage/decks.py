"""Decks that people have built, and servers' deck formats."""

import unicodedata
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every, fields, first
from bot.storage.schema.decks import DeckRow, own_decks, own_formats
from bot.storage.upsert import insert_or_change

_SHOWN = [own_decks.c[name] for name in DeckRow.__struct_fields__]


def folded(name: str) -> str:
    """Return a name in the form used for comparison, which ignores case and the Unicode form of letters."""
    return unicodedata.normalize("NFKC", name).casefold()


async def of_user(connection: AsyncConnection, user: int) -> list[DeckRow]:
    """Return a person's decks, ordered by name."""
    query = select(*_SHOWN).where(own_decks.c.user == user).order_by(own_decks.c.folded)
    return await every(connection, DeckRow, query)


async def get(connection: AsyncConnection, user: int, deck: int, *, lock: bool = False) -> DeckRow | None:
    """Return a person's deck, or None if it is not theirs; if `lock` is set, nobody else may change it."""
    query = select(*_SHOWN).where(own_decks.c.id == deck, own_decks.c.user == user)
    return await first(connection, DeckRow, query.with_for_update() if lock else query)


async def named(connection: AsyncConnection, user: int, name: str) -> DeckRow | None:
    """Return a person's deck by name, or None."""
    query = select(*_SHOWN).where(own_decks.c.user == user, own_decks.c.folded == folded(name))
    return await first(connection, DeckRow, query)


async def add(tx: AsyncConnection, row: DeckRow) -> None:
    """Store a new deck and set its id. Its name must be free, which the caller checks with the person locked."""
    row.id = await added(tx, own_decks, {**fields(row, "id"), "folded": folded(row.name)})


async def change(tx: AsyncConnection, row: DeckRow, now: float) -> None:
    """Store the changes to a locked deck."""
    row.revision += 1
    row.changed = now
    values = {**fields(row, "id", "user", "game"), "folded": folded(row.name)}
    await tx.execute(update(own_decks).where(own_decks.c.id == row.id).values(values))


async def drop(tx: AsyncConnection, row: DeckRow) -> None:
    """Delete a deck."""
    await tx.execute(delete(own_decks).where(own_decks.c.id == row.id))


async def formats_of(connection: AsyncConnection, guild: int, game: str) -> list[dict[str, Any]]:
    """Return the figures of a server's own formats for a game, ordered by name."""
    where = (own_formats.c.guild == guild) & (own_formats.c.game == game)
    return list(await connection.scalars(select(own_formats.c.figures).where(where).order_by(own_formats.c.folded)))


async def keep_format(tx: AsyncConnection, guild: int, game: str, figures: dict[str, Any]) -> None:
    """Store a server's own format, replacing one of the same name."""
    key = {"guild": guild, "game": game, "folded": folded(figures["name"])}
    await insert_or_change(tx, own_formats, key, {"figures": figures})


async def drop_format(tx: AsyncConnection, guild: int, game: str, name: str) -> bool:
    """Delete a server's own format, and return whether there was one."""
    where = (own_formats.c.guild == guild) & (own_formats.c.game == game) & (own_formats.c.folded == folded(name))
    return (await tx.execute(delete(own_formats).where(where))).rowcount > 0
