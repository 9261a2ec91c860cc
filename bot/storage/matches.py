"""Matches, their seats, logs, events and drafts."""

from collections.abc import Iterable, Sequence
from math import inf
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, case, func, insert, null, or_, select, type_coerce, update
from sqlalchemy import delete as sql_delete
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import OF_MATCH, Destination
from bot.storage.prepared import Prepared
from bot.storage.rows import added
from bot.storage.schema import agreements, destinations, guilds, keeps, page_links, posts, surfaces, timers
from bot.storage.schema.matches import (
    DraftRow,
    EntryRow,
    EventRow,
    MatchRow,
    SeatRow,
    drafts,
    entries,
    events,
    matches,
    seals,
    seats,
    watchers,
)
from bot.storage.upsert import insert_or_change, insert_or_skip


class Conflict(Exception):
    """Another transaction has changed the match since it was read: try again."""


async def create(tx: AsyncConnection, values: dict[str, Any]) -> int:
    """Insert a match and return its id."""
    return await added(tx, matches, values)


_MATCHES: Final = select(matches)
_THIS: Final = _MATCHES.where(matches.c.id == bindparam("of"))
_ONE: Final = Prepared(_THIS)
_LOCKED: Final = Prepared(_THIS.with_for_update())


_STATE: Final = case((matches.c.revision == bindparam("known"), null()), else_=matches.c.state)
_NEWER: Final = select(
    *(
        column if column is not matches.c.state else type_coerce(_STATE, column.type).label(column.name)
        for column in matches.c
    )
).where(matches.c.id == bindparam("of"))
_ONE_NEWER: Final = Prepared(_NEWER)
_LOCKED_NEWER: Final = Prepared(_NEWER.with_for_update())


async def get(
    connection: AsyncConnection, match: int, *, lock: bool = False, known: int | None = None
) -> MatchRow | None:
    """Return a match; if `lock` is set, nobody else may change it until the transaction ends.

    If the match is still at the revision `known`, its state is left out.
    """
    if known is None:
        row = await (_LOCKED if lock else _ONE).first(connection, {"of": match})
    else:
        row = await (_LOCKED_NEWER if lock else _ONE_NEWER).first(connection, {"of": match, "known": known})
    return None if row is None else MatchRow(*row)


class Whereabouts(Struct, frozen=True):
    """The server of a match and the channel in which it was opened; `solo` if only its player sees it."""

    guild: int | None
    channel: int
    solo: bool


async def whereabouts(connection: AsyncConnection, match: int) -> Whereabouts | None:
    """Return where a match was opened, or None if there is no such match."""
    query = select(matches.c.guild, matches.c.channel, matches.c.solo).where(matches.c.id == match)
    row = (await connection.execute(query)).first()
    return None if row is None else Whereabouts(*row)


async def people_at(connection: AsyncConnection, match: int) -> list[int]:
    """Return the people who have a seat in a match, who have left one, or for whom a seat is reserved."""
    rows = await connection.execute(select(seats.c.user, seats.c.invited).where(seats.c.match == match))
    return [user for row in rows for user in (row.user, row.invited) if user is not None]


async def change(tx: AsyncConnection, row: MatchRow, values: dict[str, Any]) -> None:
    """Change a match that was read in this transaction. Raises Conflict if it has changed since it was read."""
    if await _CHANGE.changed(tx, {"of": row.id, "read": row.revision, **values, "revision": row.revision + 1}) != 1:
        raise Conflict(row.id)
    row.revision += 1


_CHANGE: Final = Prepared(
    update(matches).where(matches.c.id == bindparam("of"), matches.c.revision == bindparam("read"))
)
_SEATS: Final = Prepared(select(seats).where(seats.c.match == bindparam("of")).order_by(seats.c.seat))
_SEAT: Final = Prepared(update(seats).where(seats.c.match == bindparam("of"), seats.c.seat == bindparam("whose")))
_ENTRIES: Final = Prepared(insert(entries))
_EVENTS: Final = Prepared(insert(events))
_LOG: Final = select(entries).where(entries.c.match == bindparam("of")).order_by(entries.c.number)
_TOLD: Final = (
    select(events)
    .where(events.c.match == bindparam("of"), events.c.number.between(bindparam("first"), bindparam("last")))
    .order_by(events.c.number)
)
_LAST_ANSWER: Final = (
    select(func.max(entries.c.number))
    .where(
        entries.c.match == bindparam("of"),
        entries.c.seat == bindparam("seat"),
        entries.c.decision.is_not(None),
        entries.c.kind != "pass",
    )
    .scalar_subquery()
)
_SINCE_ANSWER: Final = Prepared(
    select(events)
    .where(events.c.match == bindparam("of"), events.c.entry >= func.coalesce(_LAST_ANSWER, 0))
    .order_by(events.c.number)
)


async def seats_of(connection: AsyncConnection, match: int) -> list[SeatRow]:
    """Return a match's seats in order."""
    return [SeatRow(*row) for row in await _SEATS.rows(connection, {"of": match})]


async def add_seats(tx: AsyncConnection, rows: Iterable[SeatRow]) -> None:
    """Insert seats."""
    await tx.execute(insert(seats), [msgspec.structs.asdict(row) for row in rows])


async def change_seat(tx: AsyncConnection, row: SeatRow) -> None:
    """Store a seat."""
    await _SEAT.changed(tx, {"of": row.match, "whose": row.seat, **msgspec.structs.asdict(row)})


async def set_seats(tx: AsyncConnection, match: int, rows: Sequence[SeatRow]) -> None:
    """Replace a match's seats with these."""
    await tx.execute(sql_delete(seats).where(seats.c.match == match))
    await add_seats(tx, rows)


async def append(tx: AsyncConnection, log: Sequence[EntryRow], told: Sequence[EventRow]) -> None:
    """Append to a match's log and to its events."""
    await _ENTRIES.each(tx, map(msgspec.structs.asdict, log))
    await _EVENTS.each(tx, map(msgspec.structs.asdict, told))


async def log_of(connection: AsyncConnection, match: int) -> list[EntryRow]:
    """Return a match's log in order."""
    rows = await connection.execute(_LOG, {"of": match})
    return [EntryRow(*row) for row in rows]


async def answered(connection: AsyncConnection, match: int, seat: int, decision: str) -> list[str] | None:
    """Return the keys with which a seat has answered a decision, or None."""
    keys: list[str] | None = await connection.scalar(
        select(entries.c.answer).where(entries.c.match == match, entries.c.seat == seat, entries.c.decision == decision)
    )
    return keys


async def events_of(connection: AsyncConnection, match: int, first: int, last: int) -> list[EventRow]:
    """Return a match's events from one number to another, both included."""
    rows = await connection.execute(_TOLD, {"of": match, "first": first, "last": last})
    return [EventRow(*row) for row in rows]


async def events_since_answer(connection: AsyncConnection, match: int, seat: int) -> list[EventRow]:
    """Return the events caused by a seat's latest answer or after it, or all if the seat has never answered.

    A pass that was made for the seat is no answer: its player saw no panel then.
    """
    return [EventRow(*row) for row in await _SINCE_ANSWER.rows(connection, {"of": match, "seat": seat})]


async def first_event(connection: AsyncConnection, match: int, entry: int) -> int:
    """Return the number of the first event caused by this entry or a later one, or one past the last event."""
    where = (events.c.match == match, events.c.entry >= entry)
    first = await connection.scalar(select(func.min(events.c.number)).where(*where))
    if first is None:
        first = 1 + (await connection.scalar(select(matches.c.events).where(matches.c.id == match)) or 0)
    return int(first)


async def keep_draft(tx: AsyncConnection, row: DraftRow) -> None:
    """Store a draft."""
    values = {
        "picks": row.picks,
        "chosen": row.chosen,
        "held": row.held,
        "revision": row.revision,
        "notice": row.notice,
    }
    await insert_or_change(tx, drafts, {"match": row.match, "seat": row.seat}, values)


async def drop_drafts(tx: AsyncConnection, match: int) -> None:
    """Delete all of a match's drafts."""
    await tx.execute(sql_delete(drafts).where(drafts.c.match == match))


async def of_user(connection: AsyncConnection, user: int, statuses: Sequence[str]) -> list[MatchRow]:
    """Return the matches in which a person has a seat and has not left it, newest first."""
    seated = select(seats.c.match).where(seats.c.user == user, seats.c.left.is_(False))
    query = _MATCHES.where(matches.c.id.in_(seated), matches.c.status.in_(statuses))
    return [MatchRow(*row) for row in await connection.execute(query.order_by(matches.c.id.desc()))]


async def newest_running(connection: AsyncConnection, guild: int, most: int) -> list[MatchRow]:
    """Return a server's newest running matches, without those that only their players see."""
    query = _MATCHES.where(matches.c.guild == guild, matches.c.status == "running", matches.c.solo.is_(False))
    return [MatchRow(*row) for row in await connection.execute(query.order_by(matches.c.id.desc()).limit(most))]


async def begun_with(connection: AsyncConnection, user: int) -> list[tuple[MatchRow, int]]:
    """Return the matches that began with a person's lucky word, each with the person's seat."""
    query = _MATCHES.add_columns(seats.c.seat).join_from(matches, seats, seats.c.match == matches.c.id)
    found = query.where(seats.c.user == user, seats.c.word != "", matches.c.table_string.is_not(None))
    return [(MatchRow(*row[:-1]), row.seat) for row in await connection.execute(found)]


async def forget_words(tx: AsyncConnection, user: int) -> None:
    """Remove a person's lucky words from their seats."""
    await tx.execute(update(seats).where(seats.c.user == user).values(word=None))


async def finished_of(connection: AsyncConnection, user: int, most: int) -> list[MatchRow]:
    """Return the latest finished matches in which a person played, to the end or not."""
    seated = select(seats.c.match).where(seats.c.user == user)
    query = _MATCHES.where(matches.c.id.in_(seated), matches.c.status == "over")
    return [MatchRow(*row) for row in await connection.execute(query.order_by(matches.c.id.desc()).limit(most))]


class HouseMatch(Struct, frozen=True):
    """A finished match of a person and one house player, as the house player's seat stores it, and who won."""

    match: int
    house: str
    won: bool
    lost: bool


async def against_house(connection: AsyncConnection, user: int, game: str, most: int) -> list[HouseMatch]:
    """Return the finished matches of a game that a person and one house player played alone and from the beginning.

    They are among the person's newest `most` matches of any game, so that a long history costs no more.
    """
    own = select(seats.c.match, seats.c.seat).where(seats.c.user == user, seats.c.house.is_(None))
    newest, other = own.order_by(seats.c.match.desc()).limit(most).subquery(), seats.alias()
    query = (
        select(newest, other.c.house, matches.c.outcome, matches.c.lesson, matches.c.loaded, matches.c.origin)
        .join_from(newest, matches, matches.c.id == newest.c.match)
        .join(other, and_(other.c.match == newest.c.match, other.c.seat != newest.c.seat))
        .where(matches.c.game == game, matches.c.status == "over", other.c.user.is_(None), other.c.house.is_not(None))
    )
    found = []
    for row in await connection.execute(query):
        ranking = row.outcome["ranking"]
        whole = row.lesson is None and row.loaded is None and row.origin is None
        if whole and sum(map(len, ranking)) == 2:  # noqa: PLR2004 - the person and the house player
            decided = len(ranking) > 1
            won = decided and row.seat in ranking[0]
            found.append(HouseMatch(row.match, row.house, won, decided and not won))
    return found


async def lessons_done(connection: AsyncConnection, user: int) -> set[str]:
    """Return the keys of the lessons that a person has played to the end."""
    query = select(matches.c.lesson).select_from(seats.join(matches)).where(seats.c.user == user, ~seats.c.left)
    found = await connection.scalars(query.where(matches.c.status == "over", matches.c.unrated == "lesson"))
    return {lesson["key"] for lesson in found}


async def rematch_of(connection: AsyncConnection, match: int) -> int | None:
    """Return the rematch requested after a match, unless the rematch was closed."""
    again: int | None = await connection.scalar(
        select(matches.c.id)
        .where(matches.c.rematch_of == match, matches.c.status != "closed")
        .order_by(matches.c.id.desc())
        .limit(1)
    )
    return again


async def asked_until(connection: AsyncConnection, opener: int, others: Iterable[int], since: float) -> float | None:
    """Return when a person's latest challenge to any of `others` failed, if that was after a given time.

    The result is infinite while such a challenge is open, and None if there is neither.
    """
    recent = (matches.c.status == "lobby") | ((matches.c.status == "closed") & (matches.c.ended > since))
    query = (
        select(matches.c.status, matches.c.ended)
        .select_from(seats.join(matches))
        .where(matches.c.opener == opener, matches.c.started.is_(None), recent)
        .where(seats.c.invited.in_(others), seats.c.user.is_(None))
    )
    return max((inf if row.status == "lobby" else row.ended for row in await connection.execute(query)), default=None)


async def open_of(connection: AsyncConnection, user: int) -> int:
    """Return how many lobbies and running matches a person has a seat in."""
    query = (
        select(func.count())
        .select_from(seats.join(matches))
        .where(seats.c.user == user, seats.c.left.is_(False), matches.c.status.in_(("lobby", "running")))
    )
    return int(await connection.scalar(query) or 0)


async def opened_by(connection: AsyncConnection, user: int) -> int:
    """Return how many of the lobbies that a person has opened are still waiting to start."""
    query = select(func.count()).where(matches.c.opener == user, matches.c.status == "lobby")
    return int(await connection.scalar(query) or 0)


async def sought(connection: AsyncConnection, guild: int, game: str, pace: str, now: float) -> list[MatchRow]:
    """Return a server's tables of a game and pace that look for somebody and have a free seat, the oldest first."""
    unkept = seats.c.invited.is_(None) | seats.c.agreed.is_(False)
    free = select(seats.c.match).where(seats.c.user.is_(None), seats.c.house.is_(None), unkept)
    query = _MATCHES.where(
        matches.c.status == "lobby",
        matches.c.starting.is_(None),
        matches.c.guild == guild,
        matches.c.game == game,
        matches.c.pace == pace,
        matches.c.sought > now,
        matches.c.id.in_(free),
    )
    return [MatchRow(*row) for row in await connection.execute(query.order_by(matches.c.id))]


async def has_sought(connection: AsyncConnection, opener: int, guild: int, since: float) -> bool:
    """Return whether a person has looked for somebody to play with in a server since a given time."""
    where = (matches.c.opener == opener, matches.c.guild == guild, matches.c.opened > since)
    query = select(matches.c.id).where(*where, matches.c.sought.is_not(None)).limit(1)
    return (await connection.execute(query)).first() is not None


async def unfinished_in(
    connection: AsyncConnection, *, guild: int | None = None, channel: int | None = None
) -> list[int]:
    """Return the lobbies and running matches in a server, or in a channel; a solo match is in no channel."""
    where = [matches.c.guild == guild] if channel is None else [matches.c.channel == channel, matches.c.solo.is_(False)]
    found = await connection.scalars(select(matches.c.id).where(*where, matches.c.status.in_(("lobby", "running"))))
    return list(found)


async def running_in(connection: AsyncConnection, guild: int) -> int:
    """Return how many matches are running in a server."""
    query = select(func.count()).where(matches.c.guild == guild, matches.c.status == "running")
    return int(await connection.scalar(query) or 0)


async def guilds_in_play(connection: AsyncConnection) -> list[int]:
    """Return the servers with lobbies or running matches."""
    query = select(matches.c.guild).distinct().where(matches.c.guild.is_not(None))
    return list(await connection.scalars(query.where(matches.c.status.in_(("lobby", "running")))))


async def running_by_game(connection: AsyncConnection) -> dict[str, int]:
    """Return how many matches are running, by game."""
    query = (
        select(matches.c.game, func.count().label("running"))
        .where(matches.c.status == "running")
        .group_by(matches.c.game)
    )
    return {row.game: row.running for row in await connection.execute(query)}


async def without_timers(connection: AsyncConnection) -> list[int]:
    """Return the running matches without any timer: nothing would ever advance them."""
    has = select(timers.c.id).where(timers.c.match == matches.c.id).exists()
    return list(await connection.scalars(select(matches.c.id).where(matches.c.status == "running", ~has)))


async def watch(tx: AsyncConnection, match: int, user: int) -> bool:
    """Record that a person is watching a match, and return whether that is new."""
    return await insert_or_skip(tx, watchers, {"match": match, "user": user})


async def watchers_of(connection: AsyncConnection, match: int) -> list[int]:
    """Return a match's spectators."""
    return list(await connection.scalars(select(watchers.c.user).where(watchers.c.match == match)))


async def outlived(connection: AsyncConnection, now: float, lobby_life: float, count: int) -> list[int]:
    """Return up to `count` matches to delete: old closed lobbies, and matches past their server's retention time."""
    kept_for = guilds.c.retention * 86400.0
    query = (
        select(matches.c.id)
        .outerjoin(guilds, guilds.c.id == matches.c.guild)
        .where(
            matches.c.status.in_(("over", "closed")),
            or_(
                matches.c.started.is_(None) & (matches.c.ended < now - lobby_life),
                guilds.c.retention.is_not(None) & (matches.c.ended < now - kept_for),
            ),
        )
        .limit(count)
    )
    return list(await connection.scalars(query))


_BELONGING: Final = (
    *(events, entries, drafts, watchers, posts, surfaces, timers),
    *(agreements, keeps, seals, page_links, seats),
)


async def delete(tx: AsyncConnection, found: Sequence[int]) -> None:
    """Delete matches with everything that belongs to them."""
    if not found:
        return
    for table in _BELONGING:
        await tx.execute(sql_delete(table).where(table.c.match.in_(found)))
    names = [str(Destination(kind, match)) for match in found for kind in OF_MATCH]
    await tx.execute(sql_delete(destinations).where(destinations.c.name.in_(names)))
    await tx.execute(sql_delete(matches).where(matches.c.id.in_(found)))
