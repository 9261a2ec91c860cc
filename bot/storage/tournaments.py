"""Tournaments, their entrants, series and games, and the record of their organisers' actions."""

from collections.abc import Collection, Iterable, Sequence

import msgspec
from sqlalchemy import delete as sql_delete
from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every, fields, first
from bot.storage.schema import entries, guilds, matches, posts, seats, surfaces
from bot.storage.schema.tournaments import (
    LIVE,
    ActRow,
    EntrantRow,
    GameRow,
    RoleHolderRow,
    SeriesRow,
    TournamentRow,
    acts,
    entrants,
    role_holders,
    series,
    series_games,
    tournaments,
)
from bot.storage.upsert import insert_or_skip
from engine.contract import JSON

OPEN = ("open", "running")
"""A tournament's statuses from its announcement to its end."""


async def create(tx: AsyncConnection, row: TournamentRow) -> int:
    """Insert a tournament and return its number."""
    return await added(tx, tournaments, fields(row, "id"))


async def get(connection: AsyncConnection, tournament: int, *, lock: bool = False) -> TournamentRow | None:
    """Return a tournament; if `lock` is set, nobody else may change it until the transaction ends."""
    query = select(tournaments).where(tournaments.c.id == tournament)
    # Rows that only refer to the tournament need not wait: its number never changes.
    return await first(connection, TournamentRow, query.with_for_update(key_share=True) if lock else query)


async def change(tx: AsyncConnection, row: TournamentRow) -> None:
    """Store a locked tournament."""
    await tx.execute(update(tournaments).where(tournaments.c.id == row.id).values(msgspec.structs.asdict(row)))


async def shift(tx: AsyncConnection, seconds: float) -> None:
    """Postpone the deadlines of current rounds by `seconds`."""
    where = (tournaments.c.status == "running", tournaments.c.deadline.is_not(None))
    await tx.execute(update(tournaments).where(*where).values(deadline=tournaments.c.deadline + seconds))


async def of_guild(connection: AsyncConnection, guild: int, statuses: Sequence[str]) -> list[TournamentRow]:
    """Return a server's tournaments with the given statuses, newest first."""
    where = (tournaments.c.guild == guild, tournaments.c.status.in_(statuses))
    return await every(connection, TournamentRow, select(tournaments).where(*where).order_by(tournaments.c.id.desc()))


async def unfinished(
    connection: AsyncConnection, *, guild: int | None = None, channel: int | None = None
) -> list[TournamentRow]:
    """Return the announced, unfinished tournaments in a server or channel."""
    where = tournaments.c.guild == guild if channel is None else tournaments.c.channel == channel
    query = select(tournaments).where(where, tournaments.c.status.in_(OPEN))
    return await every(connection, TournamentRow, query.order_by(tournaments.c.id))


async def guilds_with_any(connection: AsyncConnection) -> list[int]:
    """Return the servers with announced, unfinished tournaments."""
    query = select(tournaments.c.guild).distinct().where(tournaments.c.status.in_(OPEN))
    return list(await connection.scalars(query))


async def begun_by(connection: AsyncConnection, organiser: int) -> int:
    """Return how many unfinished tournaments a person is organising."""
    where = (tournaments.c.organiser == organiser, tournaments.c.status.in_(("draft", *OPEN)))
    return int(await connection.scalar(select(func.count()).select_from(tournaments).where(*where)) or 0)


async def of_user(connection: AsyncConnection, user: int) -> list[tuple[int, int]]:
    """Return the unfinished tournaments that a person is in, with the person's number in each."""
    query = (
        select(entrants.c.tournament, entrants.c.number)
        .join(tournaments)
        .where(entrants.c.user == user, entrants.c.status.in_(LIVE), tournaments.c.status.in_(OPEN))
        .order_by(entrants.c.tournament)
    )
    return [(row.tournament, row.number) for row in await connection.execute(query)]


# Entrants


async def entrants_of(connection: AsyncConnection, tournament: int) -> list[EntrantRow]:
    """Return the present and former entrants, by number."""
    query = select(entrants).where(entrants.c.tournament == tournament).order_by(entrants.c.number)
    return await every(connection, EntrantRow, query)


async def has_entered(connection: AsyncConnection, tournament: int, user: int) -> bool:
    """Return whether a person takes part in a tournament, has taken part in it, or is invited to it."""
    where = (entrants.c.tournament == tournament, entrants.c.user == user)
    return (await connection.execute(select(entrants.c.number).where(*where).limit(1))).first() is not None


async def enter(tx: AsyncConnection, row: EntrantRow) -> None:
    """Add an entrant to a locked tournament."""
    await tx.execute(insert(entrants).values(msgspec.structs.asdict(row)))


async def change_entrant(tx: AsyncConnection, row: EntrantRow) -> None:
    """Store an entrant."""
    where = (entrants.c.tournament == row.tournament, entrants.c.number == row.number)
    await tx.execute(update(entrants).where(*where).values(msgspec.structs.asdict(row)))


async def withdraw(tx: AsyncConnection, row: EntrantRow) -> None:
    """Delete an entrant from a tournament that has not started."""
    where = (entrants.c.tournament == row.tournament, entrants.c.number == row.number)
    await tx.execute(sql_delete(entrants).where(*where))


async def forget(tx: AsyncConnection, user: int) -> None:
    """Remove a person's id and name from their tournaments."""
    await tx.execute(update(entrants).where(entrants.c.user == user).values(name=""))


# Series and games


async def add_series(tx: AsyncConnection, row: SeriesRow) -> int:
    """Insert a series and return its id."""
    return await added(tx, series, fields(row, "id"))


async def series_of(connection: AsyncConnection, tournament: int) -> list[SeriesRow]:
    """Return a tournament's series, in order; those whose pairing was taken back come first."""
    query = select(series).where(series.c.tournament == tournament).order_by(series.c.round, series.c.number)
    return await every(connection, SeriesRow, query)


async def deals_of(connection: AsyncConnection, row: SeriesRow) -> int:
    """Return how many matches there have been at a series' table in its round; those of taken-back rounds count too."""
    here = (series.c.tournament == row.tournament, series.c.number == row.number)
    counted = (series.c.round == row.round) | (series.c.state == "void")
    query = select(func.count()).select_from(matches.join(series, series.c.id == matches.c.series))
    return int(await connection.scalar(query.where(*here, counted)) or 0)


async def is_begun(connection: AsyncConnection, found: Iterable[int]) -> bool:
    """Return whether a player has answered anything in a match of these series."""
    query = select(entries.c.match).join(matches, matches.c.id == entries.c.match)
    where = (matches.c.series.in_(list(found)), entries.c.kind == "pick")
    return (await connection.execute(query.where(*where).limit(1))).first() is not None


async def get_series(connection: AsyncConnection, number: int, *, lock: bool = False) -> SeriesRow | None:
    """Return a series; if `lock` is set, nobody else may change it until the transaction ends."""
    query = select(series).where(series.c.id == number)
    return await first(connection, SeriesRow, query.with_for_update() if lock else query)


async def change_series(tx: AsyncConnection, row: SeriesRow) -> None:
    """Store a locked series."""
    await tx.execute(update(series).where(series.c.id == row.id).values(msgspec.structs.asdict(row)))


async def games_of(connection: AsyncConnection, number: int) -> list[GameRow]:
    """Return the results of the games in a series, in order."""
    query = select(series_games).where(series_games.c.series == number).order_by(series_games.c.number)
    return await every(connection, GameRow, query)


async def all_games(connection: AsyncConnection, tournament: int) -> list[GameRow]:
    """Return the results of all games in a tournament."""
    query = select(series_games).join(series).where(series.c.tournament == tournament)
    return await every(connection, GameRow, query.order_by(series_games.c.series, series_games.c.number))


async def add_game(tx: AsyncConnection, row: GameRow) -> bool:
    """Record the result of a game, and return whether it is new."""
    return await insert_or_skip(tx, series_games, msgspec.structs.asdict(row))


async def matches_of(connection: AsyncConnection, number: int) -> list[tuple[int, str]]:
    """Return the matches in a series, in order, with their statuses."""
    query = select(matches.c.id, matches.c.status).where(matches.c.series == number).order_by(matches.c.id)
    return [(row.id, row.status) for row in await connection.execute(query)]


async def of_series(connection: AsyncConnection, number: int) -> TournamentRow | None:
    """Return the tournament that a series belongs to."""
    query = select(tournaments).join(series, series.c.tournament == tournaments.c.id).where(series.c.id == number)
    return await first(connection, TournamentRow, query)


async def hiding_decks(connection: AsyncConnection, user: int) -> set[int]:
    """Return a person's matches in unfinished tournaments with hidden decks."""
    query = (
        select(matches.c.id)
        .join(series, series.c.id == matches.c.series)
        .join(tournaments, tournaments.c.id == series.c.tournament)
        .join(seats, seats.c.match == matches.c.id)
        .where(seats.c.user == user, tournaments.c.hidden)
        .where((tournaments.c.status == "running") | tournaments.c.closes.is_not(None))
    )
    return set(await connection.scalars(query))


# Actions


async def note(tx: AsyncConnection, tournament: int, actor: int | None, kind: str, content: JSON, now: float) -> None:
    """Record an action in a tournament."""
    values = {"tournament": tournament, "actor": actor, "kind": kind, "content": content, "at": now}
    await tx.execute(insert(acts).values(values))


async def acts_of(connection: AsyncConnection, tournament: int, kinds: Collection[str]) -> list[ActRow]:
    """Return what people have done in a tournament, the latest first."""
    where = (acts.c.tournament == tournament, acts.c.kind.in_(kinds), acts.c.actor.is_not(None))
    return await every(connection, ActRow, select(acts).where(*where).order_by(acts.c.id.desc()))


async def start_of(connection: AsyncConnection, tournament: int) -> ActRow | None:
    """Return the start of a tournament; None if it has not started."""
    where = (acts.c.tournament == tournament, acts.c.kind == "start")
    return await first(connection, ActRow, select(acts).where(*where).limit(1))


async def change_act(tx: AsyncConnection, row: ActRow) -> None:
    """Store what is known about an action."""
    await tx.execute(update(acts).where(acts.c.id == row.id).values(content=row.content))


# Retention


async def outlived(connection: AsyncConnection, now: float, draft_life: float, count: int) -> list[int]:
    """Return up to `count` tournaments to delete: old drafts, and those past their server's retention time.

    What is still provisional stays, because a season waits for it.
    """
    draft = (tournaments.c.status == "draft") & (tournaments.c.opened < now - draft_life)
    kept_for = guilds.c.retention * 86400.0
    old = guilds.c.retention.is_not(None) & (tournaments.c.ended < now - kept_for) & tournaments.c.closes.is_(None)
    query = select(tournaments.c.id).outerjoin(guilds, guilds.c.id == tournaments.c.guild).where(draft | old)
    return list(await connection.scalars(query.limit(count)))


async def delete(tx: AsyncConnection, found: Iterable[int]) -> None:
    """Delete tournaments with everything that belongs to them; their matches are kept like any others."""
    numbers = list(found)
    if not numbers:
        return
    played = select(series.c.id).where(series.c.tournament.in_(numbers))
    await tx.execute(sql_delete(series_games).where(series_games.c.series.in_(played)))
    for table in (series, entrants, acts, posts, surfaces):
        await tx.execute(sql_delete(table).where(table.c.tournament.in_(numbers)))
    await tx.execute(sql_delete(tournaments).where(tournaments.c.id.in_(numbers)))


# The roles of champions


async def holders_of(connection: AsyncConnection, guild: int, role: int) -> list[int]:
    """Return the people to whom the bot has given a role."""
    query = select(role_holders.c.user).where(role_holders.c.guild == guild, role_holders.c.role == role)
    return sorted(await connection.scalars(query))


async def keep_holders(tx: AsyncConnection, guild: int, role: int, users: Iterable[int]) -> None:
    """Store the people to whom the bot has given a role, in place of those before."""
    where = (role_holders.c.guild == guild, role_holders.c.role == role)
    await tx.execute(sql_delete(role_holders).where(*where))
    for user in users:
        await tx.execute(insert(role_holders).values(msgspec.structs.asdict(RoleHolderRow(guild, role, user))))
