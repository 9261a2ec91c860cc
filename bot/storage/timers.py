"""Timers: scheduled work, claimed under a lease and deleted once it is done."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import Struct
from sqlalchemy import ColumnElement, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.prepared import Prepared
from bot.storage.schema import matches, posts
from bot.storage.schema.waiting import TimerKey, TimerRow, timers
from bot.storage.upsert import insert_or_change
from engine.contract import Seat

S = TypeVar("S")


class TimerKind(Struct, Generic[S], frozen=True):
    """A kind of timer that belongs to no match: its name, and the parser of its subject.

    `parse` reads what `str` prints.
    """

    name: str
    parse: Callable[[str], S]


JOBS: Final = ("check", "watch", "tidy", "return", "lock", "recur", "crown", "ping")
"""The kinds that make requests to Discord; they run independently of a match's clocks."""

AFTER_POSTS: Final = ("watch", "tidy")
"""The jobs that wait for their match's pending posts."""

_TIMERS: Final = select(timers)
_OF_MATCH: Final = Prepared(
    _TIMERS.where(timers.c.match == bindparam("of"), *(timers.c.kind != kind for kind in JOBS)).order_by(timers.c.id)
)
_THIS: Final = (
    timers.c.match == bindparam("of"),
    timers.c.kind == bindparam("what"),
    timers.c.seat == bindparam("whose"),
    timers.c.subject == bindparam("about"),
)
_DROP: Final = Prepared(delete(timers).where(*_THIS))
_MOVE: Final = Prepared(update(timers).where(*_THIS).values(due=bindparam("at")))
_ADD: Final = Prepared(insert(timers))


def _named(match: int, key: TimerKey) -> dict[str, Any]:
    return {"of": match, "what": key.kind, "whose": key.seat, "about": key.subject}


def _fields(match: int, key: TimerKey) -> dict[str, Any]:
    return {"match": match, "kind": key.kind, "seat": key.seat, "subject": key.subject}


async def of_match(connection: AsyncConnection, match: int) -> list[TimerRow]:
    """Return a match's timers, except jobs."""
    return [TimerRow(*row) for row in await _OF_MATCH.rows(connection, {"of": match})]


async def set_all(
    tx: AsyncConnection, match: int, wanted: Mapping[TimerKey, float], there: Mapping[TimerKey, float] | None = None
) -> None:
    """Replace a match's timers, except jobs, with the given ones; both mappings go from key to due time.

    An existing timer keeps its row and moves if its due time has changed. `there` holds the match's current timers, if
    this transaction has read them.
    """
    if there is None:
        there = {row.key: row.due for row in await of_match(tx, match)}
    gone = [_named(match, key) for key in there if key not in wanted]
    moved = [{**_named(match, key), "at": due} for key, due in wanted.items() if key in there and there[key] != due]
    fresh = [{**_fields(match, key), "due": due} for key, due in wanted.items() if key not in there]
    await _DROP.each(tx, gone)
    await _MOVE.each(tx, moved)
    await _ADD.each(tx, fresh)


async def put(tx: AsyncConnection, match: int, key: TimerKey, due: float) -> None:
    """Set one of a match's timers, replacing any with the same key."""
    await insert_or_change(tx, timers, _fields(match, key), {"due": due, "leased": 0.0, "attempts": 0})


async def put_apart(tx: AsyncConnection, kind: TimerKind[S], subject: S, due: float) -> None:
    """Set a timer that belongs to no match."""
    await tx.execute(insert(timers).values(kind=kind.name, seat=None, subject=str(subject), due=due))


async def any_of(connection: AsyncConnection, match: int, kind: str) -> bool:
    """Return whether a match has a timer of a kind."""
    about = (timers.c.match == match, timers.c.kind == kind)
    return await connection.scalar(select(timers.c.id).where(*about).limit(1)) is not None


async def dues_apart(connection: AsyncConnection, kind: TimerKind[S], subjects: Iterable[S]) -> dict[S, float]:
    """Return when timers that belong to no match are due, for the subjects that have one; the latest of several."""
    named = {str(subject): subject for subject in subjects}
    these = (timers.c.match.is_(None), timers.c.kind == kind.name, timers.c.subject.in_(list(named)))
    query = select(timers.c.subject, func.max(timers.c.due).label("due")).where(*these).group_by(timers.c.subject)
    return {named[row.subject]: row.due for row in await connection.execute(query)}


async def drop_apart(tx: AsyncConnection, kind: TimerKind[S], subject: S) -> None:
    """Delete a timer that belongs to no match."""
    this = (timers.c.match.is_(None), timers.c.kind == kind.name, timers.c.subject == str(subject))
    await tx.execute(delete(timers).where(*this))


def _of_kinds(only: Sequence[str], but: Sequence[str]) -> ColumnElement[bool]:
    return timers.c.kind.in_(only) if only else timers.c.kind.not_in(but)


_POSTED: Final = timers.c.kind.not_in(AFTER_POSTS) | ~exists().where(
    posts.c.match == timers.c.match, posts.c.status == "waiting", ~posts.c.stuck
)


async def claim(
    tx: AsyncConnection, now: float, until: float, count: int, *, only: Sequence[str] = (), but: Sequence[str] = ()
) -> list[TimerRow]:
    """Lease up to `count` unclaimed due timers, the longest due first; `only` and `but` select or exclude kinds."""
    free = (
        select(timers.c.id)
        .where(timers.c.due <= now, timers.c.leased <= now, _of_kinds(only, but), _POSTED)
        .order_by(timers.c.due, timers.c.id)
        .limit(count)
        .with_for_update(skip_locked=True)
    )
    ids = list((await tx.scalars(free)).all())
    if not ids:
        return []
    leased = update(timers).where(timers.c.id.in_(ids)).values(leased=until, attempts=timers.c.attempts + 1)
    await tx.execute(leased)
    rows = await tx.execute(_TIMERS.where(timers.c.id.in_(ids)).order_by(timers.c.due, timers.c.id))
    return [TimerRow(*row) for row in rows]


async def drop(tx: AsyncConnection, row: TimerRow) -> None:
    """Delete a timer that is done, unless it has been set again in the meantime."""
    await tx.execute(delete(timers).where(timers.c.id == row.id, timers.c.due == row.due))


async def later(tx: AsyncConnection, row: TimerRow, due: float) -> None:
    """Reschedule a claimed timer, unless it has been set again in the meantime."""
    await tx.execute(update(timers).where(timers.c.id == row.id, timers.c.due == row.due).values(due=due, leased=0.0))


async def release(tx: AsyncConnection) -> None:
    """Release all leases at startup, when no other process can be working on the timers.

    A timer that a transaction is changing nevertheless is left to it, so that neither waits for the other.
    """
    leased = select(timers.c.id).where(timers.c.leased > 0.0).with_for_update(skip_locked=True)
    await tx.execute(update(timers).where(timers.c.id.in_(leased)).values(leased=0.0))


async def next_due(connection: AsyncConnection, *, only: Sequence[str] = (), but: Sequence[str] = ()) -> float | None:
    """Return when the next unclaimed timer is due, or None if there is none; kinds as in `claim`.

    A timer whose lease runs out before it has fired is found by the workers, which look every few seconds anyway.
    """
    free = (timers.c.leased <= timers.c.due, _of_kinds(only, but))
    earliest: float | None = await connection.scalar(select(func.min(timers.c.due)).where(*free))
    return earliest


async def earliest(connection: AsyncConnection, *, but: Sequence[str] = ()) -> float | None:
    """Return when the first timer is or was due, claimed or not, or None; kinds in `but` do not count."""
    due: float | None = await connection.scalar(select(func.min(timers.c.due)).where(timers.c.kind.not_in(but)))
    return due


async def shift(tx: AsyncConnection, kinds: Sequence[str], seconds: float) -> list[int]:
    """Lock the matches with timers of the given kinds, shift these timers by `seconds`, and return the matches.

    Paused matches are left out: their time stands still anyway.
    """
    having = matches.c.id.in_(select(timers.c.match).where(timers.c.kind.in_(kinds)))
    running = select(matches.c.id).where(having, matches.c.paused.is_(None))
    affected = list(await tx.scalars(running.order_by(matches.c.id).with_for_update()))
    standing = exists().where(matches.c.id == timers.c.match, matches.c.paused.is_not(None))
    later = update(timers).where(timers.c.kind.in_(kinds), ~standing)
    await tx.execute(later.values(due=timers.c.due + seconds))
    return affected


async def postpone(tx: AsyncConnection, match: int, seconds: float) -> None:
    """Shift all of a match's timers by `seconds`, except the job that looks after a locked thread."""
    where = (timers.c.match == match, timers.c.kind != "lock")
    await tx.execute(update(timers).where(*where).values(due=timers.c.due + seconds))


async def move(tx: AsyncConnection, match: int, seat: Seat, clock: str, seconds: float) -> None:
    """Shift the timers that end a seat's time on a clock by `seconds`."""
    where = (timers.c.match == match, timers.c.seat == seat, timers.c.subject == clock)
    kinds = timers.c.kind.in_(("deadline", "bank", "reminder"))
    await tx.execute(update(timers).where(*where, kinds).values(due=timers.c.due + seconds))
