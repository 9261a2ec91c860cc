"""Posts and surfaces: what has to be said, claimed one row at a time per destination."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Double,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.schema.waiting import MatchPost, PostRow, SurfaceKind, SurfaceRow, TournamentPost, posts, surfaces
from bot.storage.upsert import changing

LONG_AGO: Final = 0.0
"""When a post was first tried of which a copy of the database does not know it: it is looked for before it is sent."""

GREETING: Final = "greeting"
"""The kind of the post that greets a server."""

R = TypeVar("R", PostRow, SurfaceRow)


def _read(of: type[R], row: Any) -> R:
    found = of(*row)
    found.destination = Destination.parse(row.destination)
    found.match, found.tournament = found.match or 0, found.tournament or 0
    return found


async def _posts(connection: AsyncConnection, *where: ColumnElement[bool]) -> list[PostRow]:
    rows = await connection.execute(select(posts).where(*where).order_by(posts.c.id))
    return [_read(PostRow, row) for row in rows]


async def _add(
    tx: AsyncConnection, destination: Destination, due: float, status: str = "waiting", **about: Any
) -> None:
    fresh = {"destination": str(destination), "due": due, "status": status, "attempts": 0}
    await tx.execute(insert(posts).values(**fresh, **about))


async def add_post(
    tx: AsyncConnection,
    match: int,
    kind: MatchPost,
    destination: Destination,
    content: dict[str, Any],
    due: float,
    *,
    shelved: bool = False,
) -> None:
    """Add something to be said once; what is shelved is not sent, but waits to be taken."""
    status = "shelved" if shelved else "waiting"
    await _add(tx, destination, due, status, match=match, kind=kind, content=content)


async def add_copy(tx: AsyncConnection, row: PostRow, destination: Destination, due: float) -> None:
    """Add what a post about a match says for another destination."""
    await _add(tx, destination, due, match=row.match, kind=row.kind, content=row.content)


async def add_tournament_post(
    tx: AsyncConnection,
    tournament: int,
    kind: TournamentPost,
    destination: Destination,
    content: dict[str, Any],
    due: float,
) -> None:
    """Add something to be said once about a tournament."""
    await _add(tx, destination, due, tournament=tournament, kind=kind, content=content)


async def add_greeting(tx: AsyncConnection, guild: int, due: float) -> None:
    """Add the greeting of a server, which is about no match and no tournament."""
    await _add(tx, Destination.greeting(guild), due, kind=GREETING, content={"guild": guild})


async def add_posts(
    tx: AsyncConnection, kind: MatchPost, places: Mapping[int, Destination], content: dict[str, Any], due: float
) -> None:
    """Add the same to several matches, to be said once at the destination that each has."""
    if places:
        values = {"kind": kind, "content": content, "status": "waiting", "due": due, "attempts": 0}
        rows = [{"match": match, "destination": str(place), **values} for match, place in places.items()]
        await tx.execute(insert(posts), rows)


async def shelve(tx: AsyncConnection, post: int, destination: Destination) -> None:
    """Let a post wait to be taken instead of being sent."""
    values = {"status": "shelved", "destination": str(destination), "claimed": None}
    await tx.execute(update(posts).where(posts.c.id == post).values(values))


async def take(tx: AsyncConnection, destination: Destination) -> list[PostRow]:
    """Take what is shelved at a place; it counts as said."""
    where = (posts.c.destination == str(destination), posts.c.status == "shelved")
    found = await _posts(tx, *where)
    if found:
        await tx.execute(update(posts).where(*where).values(status="sent"))
    return found


async def mark(
    tx: AsyncConnection,
    match: int,
    kind: SurfaceKind,
    seat: int,
    destination: Destination,
    *,
    anew: bool = False,
    due: float = 0.0,
) -> None:
    """Mark a surface as stale, and make it where it does not exist; `anew` wants it below what was said since."""
    await _mark(tx, {"match": match, "kind": kind, "seat": seat}, destination, anew=anew, due=due)


async def mark_tournament(tx: AsyncConnection, tournament: int, kind: SurfaceKind, destination: Destination) -> None:
    """Mark a surface of a tournament as stale, and make it where it does not exist."""
    await _mark(tx, {"tournament": tournament, "kind": kind, "seat": -1}, destination)


async def mark_tournament_again(tx: AsyncConnection, tournament: int, kind: SurfaceKind) -> None:
    """Mark a surface of a tournament as stale if there is one."""
    where = (surfaces.c.tournament == tournament, surfaces.c.kind == kind)
    await tx.execute(update(surfaces).where(*where).values(wanted=surfaces.c.wanted + 1))


async def _mark(
    tx: AsyncConnection, key: dict[str, Any], destination: Destination, *, anew: bool = False, due: float = 0.0
) -> None:
    fresh = {"destination": str(destination), "due": due, "wanted": 1, "below": 1, "shown": 0, "attempts": 0}
    await tx.execute(_marking(tx.dialect.name, tuple(key), anew=anew), {**key, **fresh})


@cache
def _marking(dialect: str, key: Sequence[str], *, anew: bool) -> Any:
    more = surfaces.c.wanted + 1
    return changing(
        dialect, surfaces, key, ["destination"], {"wanted": more, "below": more} if anew else {"wanted": more}
    )


def _this(match: int, kind: SurfaceKind, seat: int) -> "tuple[ColumnElement[bool], ...]":
    return (surfaces.c.match == match, surfaces.c.kind == kind, surfaces.c.seat == seat)


async def surface(connection: AsyncConnection, match: int, kind: SurfaceKind, seat: int) -> SurfaceRow | None:
    """Return a surface, or None."""
    row = (await connection.execute(select(surfaces).where(*_this(match, kind, seat)))).first()
    return None if row is None else _read(SurfaceRow, row)


async def drop_tournament_surface(tx: AsyncConnection, tournament: int, kind: SurfaceKind) -> None:
    """Forget a surface of a tournament, so that the next mark makes a new one."""
    await tx.execute(delete(surfaces).where(surfaces.c.tournament == tournament, surfaces.c.kind == kind))


async def drop_surface(tx: AsyncConnection, match: int, kind: SurfaceKind, seat: int) -> None:
    """Forget a surface; what was shown there stays as it is."""
    await tx.execute(delete(surfaces).where(*_this(match, kind, seat)))


async def move_surface(tx: AsyncConnection, match: int, kind: SurfaceKind, seat: int, to: int) -> None:
    """Let a surface be another seat's, which has none."""
    await tx.execute(update(surfaces).where(*_this(match, kind, seat)).values(seat=to))


_NOW: Final[BindParameter[float]] = bindparam("now", type_=Double())


_BUSY: Final = (
    select(posts.c.destination)
    .where(posts.c.status == "waiting", posts.c.claimed > bindparam("lapsed"))
    .union(select(surfaces.c.destination).where(surfaces.c.claimed > bindparam("lapsed")))
)


async def busy_destinations(connection: AsyncConnection, now: float, lease: float) -> set[Destination]:
    """Return the destinations at which a row is in flight: claimed not longer than a lease ago."""
    return {Destination.parse(text) for text in await connection.scalars(_BUSY, {"lapsed": now - lease})}


_OLDER: Final = posts.alias("older")
_HELD_UP: Final = exists().where(
    _OLDER.c.destination == posts.c.destination,
    _OLDER.c.id < posts.c.id,
    _OLDER.c.status == "waiting",
    ~_OLDER.c.stuck,
)
_NEXT_POST: Final = (
    select(posts)
    .where(posts.c.status == "waiting", posts.c.due <= _NOW, ~_HELD_UP)
    .where(posts.c.destination.not_in(bindparam("busy", expanding=True)))
    .order_by(posts.c.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_CLAIM_POST: Final = (
    update(posts)
    .where(posts.c.id == bindparam("of"))
    .values(
        claimed=_NOW,
        tried=func.coalesce(posts.c.tried, _NOW),
        attempts=posts.c.attempts + 1,
    )
)


async def claim_post(tx: AsyncConnection, now: float, busy: set[Destination]) -> PostRow | None:
    """Claim the oldest post that is due at a free destination, or None; an older one there goes first unless stuck."""
    row = (await tx.execute(_NEXT_POST, {"now": now, "busy": list(map(str, busy))})).first()
    if row is None:
        return None
    await tx.execute(_CLAIM_POST, {"of": row.id, "now": now})
    return _read(PostRow, row)


_POST_FIRST: Final = exists().where(
    posts.c.destination == surfaces.c.destination, posts.c.status == "waiting", ~posts.c.stuck
)
_NEXT_SURFACE: Final = (
    select(surfaces)
    .where(surfaces.c.wanted > surfaces.c.shown, surfaces.c.due <= _NOW, ~_POST_FIRST)
    .where(surfaces.c.destination.not_in(bindparam("busy", expanding=True)))
    .order_by(surfaces.c.due, surfaces.c.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_NEXT_OPENING: Final = _NEXT_SURFACE.where(surfaces.c.kind == "lobby", surfaces.c.message.is_(None))
"""A lobby that was not shown yet: below its message a match's thread is opened."""
_CLAIM_SURFACE: Final = (
    update(surfaces).where(surfaces.c.id == bindparam("of")).values(claimed=_NOW, attempts=surfaces.c.attempts + 1)
)


async def claim_surface(
    tx: AsyncConnection, now: float, busy: set[Destination], *, opening: bool = False
) -> SurfaceRow | None:
    """Claim a stale surface at a free destination at which no post goes first, the one longest due, or None.

    With `opening` only one by which the place is opened for what is said about a match.
    """
    free = {"now": now, "busy": list(map(str, busy))}
    row = (await tx.execute(_NEXT_OPENING if opening else _NEXT_SURFACE, free)).first()
    if row is None:
        return None
    await tx.execute(_CLAIM_SURFACE, {"of": row.id, "now": now})
    return _read(SurfaceRow, row)


async def posts_of(connection: AsyncConnection, match: int) -> list[PostRow]:
    """Return a match's posts in order."""
    return await _posts(connection, posts.c.match == match)


async def posts_about(connection: AsyncConnection, tournament: int) -> list[PostRow]:
    """Return a tournament's posts in order."""
    return await _posts(connection, posts.c.tournament == tournament)


async def post_sent(tx: AsyncConnection, post: int, message: int | None) -> None:
    """Note that a post was said; `message` is None where there was nothing to say."""
    await tx.execute(update(posts).where(posts.c.id == post).values(status="sent", message=message, claimed=None))


async def post_failed(tx: AsyncConnection, post: int, why: str) -> None:
    """Give a post up."""
    await tx.execute(update(posts).where(posts.c.id == post).values(status="failed", failure=why, claimed=None))


async def post_later(tx: AsyncConnection, post: int, due: float, *, stuck: bool = False) -> None:
    """Try a post again later; while it is stuck, what comes after it does not wait for it."""
    await tx.execute(update(posts).where(posts.c.id == post).values(due=due, claimed=None, stuck=stuck))


async def surface_shown(
    tx: AsyncConnection, row: SurfaceRow, channel: int, message: int, now: float, digest: str | None = None
) -> None:
    """Note that a surface shows what it was marked for when it was claimed; later marks keep it stale."""
    values: dict[str, Any] = {
        "shown": row.wanted,
        "channel": channel,
        "message": message,
        "claimed": None,
        "attempts": 0,
        # Not where somebody has noted meanwhile that the message was changed by other hands.
        "digest": case((surfaces.c.digest.is_not_distinct_from(row.digest), digest), else_=None),
    }
    if message != row.message:
        values["sent"] = now
    await tx.execute(update(surfaces).where(surfaces.c.id == row.id).values(values))


async def surface_later(tx: AsyncConnection, surface_id: int, due: float) -> None:
    """Try a surface again later."""
    await tx.execute(update(surfaces).where(surfaces.c.id == surface_id).values(due=due, claimed=None))


async def changed(tx: AsyncConnection, match: int, kind: SurfaceKind, seat: int, message: int) -> bool:
    """Note that a surface's message is changed by other hands, so that what it looks like is not known.

    Returns whether it is the surface's message at all.
    """
    found = await tx.execute(_CHANGED, {"of": match, "what": kind, "whose": seat, "there": message})
    return found.rowcount == 1


_CHANGED: Final = (
    update(surfaces)
    .where(surfaces.c.match == bindparam("of"), surfaces.c.kind == bindparam("what"))
    .where(surfaces.c.seat == bindparam("whose"), surfaces.c.message == bindparam("there"))
    .values(digest=None)
)


async def answered_with(
    tx: AsyncConnection, match: int, kind: SurfaceKind, seat: int, channel: int, message: int | None, token: str
) -> None:
    """Note that an interaction is answered with a surface, in place of a message or in a new one.

    It shows the newest, and by the interaction's token it is edited from now on.
    """
    values = {"shown": surfaces.c.wanted, "channel": channel, "message": message, "token": token, "digest": None}
    await tx.execute(update(surfaces).where(*_this(match, kind, seat)).values(values))


async def surface_at(connection: AsyncConnection, number: int, message: int) -> SurfaceRow | None:
    """Return the surface of the match or the tournament of a number that is shown by a message, or None."""
    row = (await connection.execute(_AT, {"of": number, "there": message})).first()
    return None if row is None else _read(SurfaceRow, row)


_AT: Final = select(surfaces).where(
    or_(surfaces.c.match == bindparam("of"), surfaces.c.tournament == bindparam("of")),
    surfaces.c.message == bindparam("there"),
)


async def overtaken(tx: AsyncConnection, surface_id: int, click: int) -> None:
    """Mark a surface as stale, because the answer to a click on it may have come after what was sent there.

    What is on its way there does not tell any more what it looks like: the digest is the click's.
    """
    values = {"wanted": surfaces.c.wanted + 1, "digest": str(click)}
    await tx.execute(update(surfaces).where(surfaces.c.id == surface_id).values(values))


async def surface_given_up(tx: AsyncConnection, row: SurfaceRow) -> None:
    """Stop showing a surface until it is marked again."""
    await tx.execute(update(surfaces).where(surfaces.c.id == row.id).values(shown=row.wanted, claimed=None))


async def release(tx: AsyncConnection) -> None:
    """Let rows be claimed again at once: for a start after which nobody else can be at them."""
    await tx.execute(update(surfaces).where(surfaces.c.claimed.is_not(None)).values(claimed=None))
    await tx.execute(update(posts).where(posts.c.claimed.is_not(None)).values(claimed=None))


_FREE_POST: Final = or_(posts.c.claimed.is_(None), posts.c.claimed <= bindparam("lapsed"))
_FREE_SURFACE: Final = or_(surfaces.c.claimed.is_(None), surfaces.c.claimed <= bindparam("lapsed"))
_NEXT_DUE: Final = select(
    select(func.min(posts.c.due)).where(posts.c.status == "waiting", _FREE_POST).scalar_subquery(),
    select(func.min(surfaces.c.due)).where(surfaces.c.wanted > surfaces.c.shown, _FREE_SURFACE).scalar_subquery(),
)


async def next_due(connection: AsyncConnection, lapsed: float) -> float | None:
    """Return when the next row wants to be sent that was not claimed after a moment, or None."""
    waiting, stale = (await connection.execute(_NEXT_DUE, {"lapsed": lapsed})).one()
    return min((due for due in (waiting, stale) if due is not None), default=None)


async def waiting_since(connection: AsyncConnection) -> float | None:
    """Return since when the oldest post has been waiting that should be there by now, or None."""
    since: float | None = await connection.scalar(
        select(func.min(func.coalesce(func.nullif(posts.c.tried, LONG_AGO), posts.c.due))).where(
            posts.c.status == "waiting"
        )
    )
    return since


async def tried_in_vain(connection: AsyncConnection, tries: int) -> int:
    """Return how many rows wait that have been tried at least so many times."""
    waiting = select(func.count()).where(posts.c.status == "waiting", posts.c.attempts >= tries)
    stale = select(func.count()).where(surfaces.c.wanted > surfaces.c.shown, surfaces.c.attempts >= tries)
    return int(await connection.scalar(waiting) or 0) + int(await connection.scalar(stale) or 0)


async def mark_again(tx: AsyncConnection, match: int) -> None:
    """Mark all surfaces of a match as stale, because somebody may not have seen what became of a click."""
    await tx.execute(
        update(surfaces).where(surfaces.c.match == match).values(wanted=surfaces.c.wanted + 1, digest=None)
    )


async def mark_shown(tx: AsyncConnection, of: Sequence[int]) -> None:
    """Mark how it stands and the hands of several matches as stale, where they have been shown before."""
    if of:
        where = (surfaces.c.match == bindparam("of"), surfaces.c.kind != "lobby", surfaces.c.message.is_not(None))
        stale = update(surfaces).where(*where).values(wanted=surfaces.c.wanted + 1)
        await tx.execute(stale, [{"of": match} for match in of])


async def forget_sent(tx: AsyncConnection, before: float) -> None:
    """Forget the posts that were due before a moment and are sent or given up."""
    await tx.execute(delete(posts).where(posts.c.status.in_(("sent", "failed")), posts.c.due < before))
