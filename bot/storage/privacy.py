"""What is kept about a person, in every table: reading it, and taking the person out of it.

Matches stay as they were for those who played them: a log is by seat. Where the person sat stands `GONE` then, and
the deck there has lost its name.
"""

from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Executable, Table, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.schema import (
    acts,
    aways,
    blocks,
    collectors,
    copies,
    destinations,
    drafts,
    entrants,
    entries,
    guild_sets,
    inbox,
    matches,
    movements,
    own_decks,
    packs,
    posts,
    ratings,
    results,
    seats,
    starters,
    surfaces,
    timers,
    tournaments,
    trades,
    users,
    watchers,
)

GONE: Final = 0
"""Who stands in the place of somebody who was deleted: no id of Discord's is this."""

ERASED: Final[tuple["Column[Any]", ...]] = (
    users.c.id,
    aways.c.user,
    blocks.c.user,
    blocks.c.blocked,
    watchers.c.user,
    own_decks.c.user,
    ratings.c.user,
    results.c.user,
)
"""Columns by which rows are about one person alone: the rows go."""

COLLECTED: Final[tuple["Column[Any]", ...]] = (
    collectors.c.user,
    copies.c.owner,
    packs.c.user,
    starters.c.user,
    trades.c.opener,
    trades.c.partner,
    movements.c.giver,
    movements.c.taker,
)
"""Columns of collections, which are forgotten by rules of their own: every copy has to be somewhere."""

REPLACED: Final[dict["Column[Any]", int | None]] = {
    seats.c.user: GONE,
    seats.c.invited: None,
    matches.c.opener: GONE,
    guild_sets.c.uploader: GONE,
    inbox.c.user: GONE,
    tournaments.c.organiser: GONE,
    entrants.c.user: GONE,
    acts.c.actor: GONE,
}
"""Columns that name a person in rows that have to stay, and what stands there instead."""


async def told(connection: AsyncConnection, user: int) -> dict[str, Any]:
    """Return everything that is kept about a person, by table. Nothing of it is about the hands of others."""
    own = seats.c.user == user
    place = str(Destination.dm(user))
    found: dict[str, Any] = {
        "settings": await _rows(connection, users, users.c.id == user),
        "away": await _rows(connection, aways, aways.c.user == user),
        "blocked": await _rows(connection, blocks, blocks.c.user == user),
        "watching": await _rows(connection, watchers, watchers.c.user == user),
        "decks": await _rows(connection, own_decks, own_decks.c.user == user),
        "ratings": await _rows(connection, ratings, ratings.c.user == user),
        "rated matches": await _rows(connection, results, results.c.user == user),
        "cards": await _rows(connection, copies, copies.c.owner == user),
        "starter decks": await _rows(connection, starters, starters.c.user == user),
        "finished matches": await _rows(connection, collectors, collectors.c.user == user),
        "movements of cards": await _rows(
            connection, movements, or_(movements.c.giver == user, movements.c.taker == user)
        ),
        "trades": await _rows(connection, trades, or_(trades.c.opener == user, trades.c.partner == user)),
        "packs": await _rows(connection, packs, packs.c.user == user, but="secret"),
        "clicks": await _rows(connection, inbox, inbox.c.user == user),
        "seats": await _rows(connection, seats, or_(own, seats.c.invited == user)),
        "direct messages": await _rows(connection, destinations, destinations.c.name == place),
        "shown directly": await _rows(connection, surfaces, surfaces.c.destination == place),
        "said directly": await _rows(connection, posts, posts.c.destination == place),
    }
    found["to be added to threads"] = await _rows(connection, timers, _to_add(user))
    left = await _rows(connection, posts, posts.c.kind == "watch")  # by an older version
    found["to be added to threads"] += [row for row in left if row["content"].get("user") == user]
    opened = select(
        matches.c.id, matches.c.game, matches.c.guild, matches.c.channel, matches.c.status, matches.c.opened
    )
    found["opened"] = await _all(connection, opened.where(matches.c.opener == user).order_by(matches.c.id))
    found["tournaments"] = await _rows(connection, entrants, entrants.c.user == user)
    found["held tournaments"] = await _rows(connection, tournaments, tournaments.c.organiser == user, but="secret")
    found["acts as an organiser"] = await _rows(connection, acts, acts.c.actor == user)
    found["card sets"] = await _rows(connection, guild_sets, guild_sets.c.uploader == user)
    for name, table in (("answers", entries), ("drafts", drafts)):
        columns = [column for column in table.c if column.name != "draws"]
        mine = select(*columns).join(seats, and_(seats.c.match == table.c.match, seats.c.seat == table.c.seat))
        found[name] = await _all(connection, mine.where(own))
    return found


def _to_add(user: int) -> ColumnElement[bool]:
    """Return the condition of the jobs that put threads into a person's list."""
    return and_(timers.c.kind == "watch", timers.c.subject == str(user))


async def _rows(
    connection: AsyncConnection, table: Table, where: ColumnElement[bool], *, but: str = ""
) -> list[dict[str, Any]]:
    shown = select(*(column for column in table.c if column.name != but))
    return await _all(connection, shown.where(where))


async def _all(connection: AsyncConnection, query: Executable) -> list[dict[str, Any]]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def erase(tx: AsyncConnection, user: int) -> None:
    """Take a person out of every table, and the names that the person gave to decks."""
    place = str(Destination.dm(user))
    await tx.execute(delete(destinations).where(destinations.c.name == place))
    for table in (posts, surfaces):
        await tx.execute(delete(table).where(table.c.destination == place))
    await tx.execute(delete(timers).where(_to_add(user)))
    watching = await tx.execute(select(posts.c.id, posts.c.content).where(posts.c.kind == "watch"))
    gone = [row.id for row in watching if row.content.get("user") == user]
    await tx.execute(delete(posts).where(posts.c.id.in_(gone)))
    await _forget_names(tx, seats, user)
    await _forget_names(tx, entrants, user)
    for column in ERASED:
        await tx.execute(delete(column.table).where(column == user))
    for column, instead in REPLACED.items():
        await tx.execute(update(column.table).where(column == user).values({column: instead}))


async def _forget_names(tx: AsyncConnection, table: Table, user: int) -> None:
    """Take the name off a person's decks; their cards stay, from which a match follows."""
    for row in (await tx.execute(select(table).where(table.c.user == user))).mappings():
        if row[table.c.deck] is not None:
            where = (column == row[column] for column in table.primary_key)
            await tx.execute(update(table).where(*where).values(deck={**row.deck, "name": ""}))
