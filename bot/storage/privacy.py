"""The data stored about a person, in every table: its export and its deletion.

Matches stay unchanged for the other players, because a log refers to seats. After a deletion, the person's seat holds
`GONE`, without a name, and its deck has lost its name.
"""

from functools import partial
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Executable, Table, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import schema
from bot.storage.destination import Destination

GONE: Final = 0
"""The id that stands for a deleted person; no Discord id has this value."""

ERASED: Final[tuple["Column[Any]", ...]] = (
    schema.users.c.id,
    schema.aways.c.user,
    schema.blocks.c.user,
    schema.blocks.c.blocked,
    schema.barred.c.user,
    schema.lookouts.c.user,
    schema.explained.c.user,
    schema.tries.c.user,
    schema.watchers.c.user,
    schema.own_decks.c.user,
    schema.ratings.c.user,
    schema.results.c.user,
    schema.rating_corrections.c.user,
    schema.page_links.c.maker,
    schema.role_holders.c.user,
    schema.season_places.c.user,
    schema.honours.c.user,
    schema.crowns.c.user,
)
"""Columns of rows that concern one person only: the rows are deleted."""

COLLECTED: Final[tuple["Column[Any]", ...]] = (
    schema.collectors.c.user,
    schema.copies.c.owner,
    schema.packs.c.user,
    schema.starters.c.user,
    schema.trades.c.opener,
    schema.trades.c.partner,
    schema.movements.c.giver,
    schema.movements.c.taker,
)
"""Columns of collections, which have deletion rules of their own, because every copy has to stay accounted for."""

REPLACED: Final[dict["Column[Any]", int | None]] = {
    schema.seats.c.user: GONE,
    schema.seats.c.invited: None,
    schema.matches.c.opener: GONE,
    schema.guild_sets.c.uploader: GONE,
    schema.inbox.c.user: GONE,
    schema.tournaments.c.organiser: GONE,
    schema.entrants.c.user: GONE,
    schema.acts.c.actor: GONE,
    schema.tournaments.c.role_chooser: None,
    schema.seasons.c.role_chooser: None,
    schema.seasons.c.ended_by: None,
    schema.seasons.c.organiser: GONE,
}
"""Columns that name a person in rows that have to stay, with the values that replace the name."""


async def told(connection: AsyncConnection, user: int) -> dict[str, Any]:
    """Return everything that is stored about a person, by table. None of it reveals other people's hands."""
    of, direct = partial(_rows, connection, user), partial(_rows, connection, str(Destination.dm(user)))
    found: dict[str, Any] = {
        "settings": await of(schema.users.c.id),
        "away": await of(schema.aways.c.user),
        "blocked": await of(schema.blocks.c.user),
        "may not play": await of(schema.barred.c.user),
        "wants to know who looks for a match": await of(schema.lookouts.c.user),
        "explained": await of(schema.explained.c.user),
        "tries of puzzles": await of(schema.tries.c.user),
        "watching": await of(schema.watchers.c.user),
        "decks": await of(schema.own_decks.c.user),
        "ratings": await of(schema.ratings.c.user),
        "rated matches": await of(schema.results.c.user),
        "corrections of ratings": await of(schema.rating_corrections.c.user),
        "characters beaten": await of(schema.crowns.c.user),
        "roles of champions": await of(schema.role_holders.c.user),
        "links to pages of matches": await of(schema.page_links.c.maker),
        "cards": await of(schema.copies.c.owner),
        "starter decks": await of(schema.starters.c.user),
        "finished matches": await of(schema.collectors.c.user),
        "movements of cards": await of(schema.movements.c.giver, schema.movements.c.taker),
        "trades": await of(schema.trades.c.opener, schema.trades.c.partner),
        "packs": await of(schema.packs.c.user),
        "clicks": await of(schema.inbox.c.user),
        "seats": await of(schema.seats.c.user, schema.seats.c.invited),
        "direct messages": await direct(schema.destinations.c.name),
        "shown directly": await direct(schema.surfaces.c.destination),
        "said directly": await direct(schema.posts.c.destination),
        "to be added to threads": await _all(connection, select(schema.timers).where(_to_add(user))),
    }
    left = await _rows(connection, "watch", schema.posts.c.kind)  # left by an older version
    found["to be added to threads"] += [row for row in left if row["content"].get("user") == user]
    opened = select(*(schema.matches.c[name] for name in ("id", "game", "guild", "channel", "status", "opened")))
    mine = opened.where(schema.matches.c.opener == user).order_by(schema.matches.c.id)
    found["in logs of servers"] = await _logged(connection, user)
    found["opened"] = await _all(connection, mine)
    found["tournaments"] = await of(schema.entrants.c.user)
    found["held tournaments"] = await of(schema.tournaments.c.organiser, schema.tournaments.c.role_chooser)
    found["acts as an organiser"] = await of(schema.acts.c.actor)
    found["held seasons"] = await of(schema.seasons.c.organiser, schema.seasons.c.ended_by)
    found["places in seasons"] = await of(schema.season_places.c.user)
    found["honours"] = await of(schema.honours.c.user)
    found["card sets"] = await of(schema.guild_sets.c.uploader)
    seats = schema.seats.c
    for name, table in (("answers", schema.entries), ("drafts", schema.drafts)):
        columns = [column for column in table.c if column.name != "draws"]
        seated = select(*columns).join(schema.seats, and_(seats.match == table.c.match, seats.seat == table.c.seat))
        found[name] = await _all(connection, seated.where(seats.user == user))
    return found


async def _logged(connection: AsyncConnection, user: int) -> list[dict[str, Any]]:
    """Return the lines of servers' logs that name a person."""
    lines = await _rows(connection, "log", schema.posts.c.kind)
    return [row for row in lines if user in row["content"]["people"]]


def _to_add(user: int) -> ColumnElement[bool]:
    """Return the condition for the jobs that add a person to threads."""
    return and_(schema.timers.c.kind == "watch", schema.timers.c.subject == str(user))


async def _rows(connection: AsyncConnection, value: int | str, *among: "Column[Any]") -> list[dict[str, Any]]:
    """Return the rows of a table that have a value in any of the given columns, without their secrets."""
    shown = select(*(column for column in among[0].table.c if column.name != "secret"))
    return await _all(connection, shown.where(or_(*(column == value for column in among))))


async def _all(connection: AsyncConnection, query: Executable) -> list[dict[str, Any]]:
    return [dict(row) for row in (await connection.execute(query)).mappings()]


async def erase(tx: AsyncConnection, user: int) -> None:
    """Delete a person from every table, along with the names that they gave to decks."""
    place = str(Destination.dm(user))
    await tx.execute(delete(schema.destinations).where(schema.destinations.c.name == place))
    for table in (schema.posts, schema.surfaces):
        await tx.execute(delete(table).where(table.c.destination == place))
    await tx.execute(delete(schema.timers).where(_to_add(user)))
    watching = await tx.execute(select(schema.posts.c.id, schema.posts.c.content).where(schema.posts.c.kind == "watch"))
    gone = [row.id for row in watching if row.content.get("user") == user]
    gone += [row["id"] for row in await _logged(tx, user)]
    await tx.execute(delete(schema.posts).where(schema.posts.c.id.in_(gone)))
    named = or_(schema.seats.c.user == user, schema.seats.c.invited == user)
    await tx.execute(update(schema.seats).where(named).values(name=None, manages=False))
    await _forget_names(tx, schema.seats, user)
    await _forget_names(tx, schema.entrants, user)
    for column in ERASED:
        await tx.execute(delete(column.table).where(column == user))
    for column, instead in REPLACED.items():
        await tx.execute(update(column.table).where(column == user).values({column: instead}))


async def _forget_names(tx: AsyncConnection, table: Table, user: int) -> None:
    """Remove the names of a person's decks; their cards stay, because a match's replay depends on them."""
    for row in (await tx.execute(select(table).where(table.c.user == user))).mappings():
        if row[table.c.deck] is not None:
            where = (column == row[column] for column in table.primary_key)
            await tx.execute(update(table).where(*where).values(deck={**row.deck, "name": ""}))
