"""The outbox: posts and surfaces waiting to be sent, claimed one row at a time per destination."""

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
    null,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.held_rows import is_held
from bot.storage.prepared import Prepared
from bot.storage.schema.waiting import (
    MatchPost,
    PostRow,
    ServerPost,
    SurfaceKind,
    SurfaceRow,
    TournamentPost,
    panel_tokens,
    posts,
    surfaces,
)
from bot.storage.upsert import changing
from engine.contract import Seat

GREETING: Final = "greeting"
"""The kind of the post that greets a server."""

AMENDED: Final = "amended"
"""The kind of a post that edits an earlier one."""

R = TypeVar("R", PostRow, SurfaceRow)


def _read(of: type[R], row: Any) -> R:
    found = of(*row)
    found.destination = Destination.parse(str(found.destination))
    return found


def match_of(row: PostRow | SurfaceRow) -> int:
    """Return the match that a row is about. Raises ValueError if it is about none."""
    if row.match is None:
        raise ValueError(row)
    return row.match


def tournament_of(row: PostRow | SurfaceRow) -> int:
    """Return the tournament that a row is about. Raises ValueError if it is about none."""
    if row.tournament is None:
        raise ValueError(row)
    return row.tournament


CALLS: Final = ("turn", "answer")
"""The kinds of posts that ask players a new question, in their own turn or in somebody else's."""


async def posts_where(connection: AsyncConnection, *where: ColumnElement[bool]) -> list[PostRow]:
    """Return the posts that meet some conditions, in order."""
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
    """Add a post, which is sent once; a shelved post is not sent, but waits to be taken."""
    status = "shelved" if shelved else "waiting"
    await _add(tx, destination, due, status, match=match, kind=kind, content=content)


async def add_copy(tx: AsyncConnection, row: PostRow, destination: Destination, due: float) -> None:
    """Add a copy of a match's post for another destination."""
    await _add(tx, destination, due, match=row.match, kind=row.kind, content=row.content)


async def add_tournament_post(
    tx: AsyncConnection,
    tournament: int,
    kind: TournamentPost,
    destination: Destination,
    content: dict[str, Any],
    due: float,
) -> None:
    """Add a post about a tournament, which is sent once."""
    await _add(tx, destination, due, tournament=tournament, kind=kind, content=content)


async def add_greeting(tx: AsyncConnection, guild: int, due: float) -> None:
    """Add a server's greeting, which belongs to no match and no tournament."""
    await _add(tx, Destination.greeting(guild), due, kind=GREETING, content={"guild": guild})


async def add_server_post(
    tx: AsyncConnection, guild: int, kind: ServerPost, content: dict[str, Any], due: float
) -> None:
    """Add a post about a server, which belongs to no match and no tournament."""
    place = {"log": Destination.log, "lost": Destination.owner, "puzzle": Destination.puzzles}[kind](guild)
    await _add(tx, place, due, kind=kind, content=content)


async def add_gone(tx: AsyncConnection, user: int, content: dict[str, Any], due: float) -> None:
    """Tell a person directly what has ended in a server that the bot is gone from."""
    await _add(tx, Destination.dm(user), due, kind="gone", content=content)


async def greeting_waits(connection: AsyncConnection, guild: int) -> bool:
    """Return whether a server's greeting is waiting to be sent."""
    waiting = select(
        exists().where(posts.c.destination == str(Destination.greeting(guild)), posts.c.status == "waiting")
    )
    return bool(await connection.scalar(waiting))


async def add_posts(
    tx: AsyncConnection, kind: MatchPost, places: Mapping[int, Destination], content: dict[str, Any], due: float
) -> None:
    """Add the same post to several matches, each with its own destination."""
    if places:
        values = {"kind": kind, "content": content, "status": "waiting", "due": due, "attempts": 0}
        rows = [{"match": match, "destination": str(place), **values} for match, place in places.items()]
        await tx.execute(insert(posts), rows)


async def amend(tx: AsyncConnection, post: PostRow, changes: Mapping[str, Any], due: float) -> None:
    """Change the content of a post; if it has been sent, its message is edited."""
    await tx.execute(update(posts).where(posts.c.id == post.id).values(content={**post.content, **changes}))
    await _add(tx, post.destination, due, match=post.match, kind=AMENDED, content={"post": post.id})


async def amended(connection: AsyncConnection, row: PostRow) -> PostRow | None:
    """Return the post that an amendment is about, as it is now, or any other post; None if it has been forgotten."""
    found = await posts_where(connection, posts.c.id == row.content.get("post", row.id))
    return found[0] if found else None


async def newest(connection: AsyncConnection, match: int, place: Destination) -> PostRow | None:
    """Return the newest post about a match in a place, apart from calls and amendments; None if there is none."""
    where = (posts.c.match == match, posts.c.destination == str(place), posts.c.kind.not_in((*CALLS, AMENDED)))
    row = (await connection.execute(select(posts).where(*where).order_by(posts.c.id.desc()).limit(1))).first()
    return None if row is None else _read(PostRow, row)


async def shelve(tx: AsyncConnection, post: int, destination: Destination) -> None:
    """Shelve a post: it waits to be taken instead of being sent."""
    values = {"status": "shelved", "destination": str(destination), "claimed": None}
    await tx.execute(update(posts).where(posts.c.id == post).values(values))


async def shelved(connection: AsyncConnection, destination: Destination, kind: MatchPost) -> list[PostRow]:
    """Return the posts of a kind that are shelved at a destination."""
    where = (posts.c.status == "shelved", posts.c.destination == str(destination), posts.c.kind == kind)
    return await posts_where(connection, *where)


async def take(tx: AsyncConnection, destination: Destination, kept: MatchPost | None = None) -> None:
    """Take the posts shelved at a destination, except for one kind; they count as sent."""
    where = [posts.c.status == "shelved", posts.c.destination == str(destination)]
    if kept is not None:
        where.append(posts.c.kind != kept)
    await tx.execute(update(posts).where(*where).values(status="sent"))


async def mark(
    tx: AsyncConnection,
    match: int,
    kind: SurfaceKind,
    seat: Seat | None,
    destination: Destination,
    *,
    anew: bool = False,
    touched: bool = False,
    due: float = 0.0,
) -> None:
    """Mark a surface as stale, creating it if needed; `anew` requests a new message, below everything posted since.

    If it was `touched`, its message may have been changed from elsewhere, so that its current look is unknown.
    """
    await _mark(tx, {"match": match, "kind": kind, "seat": seat}, destination, due, anew=anew, touched=touched)


async def mark_tournament(tx: AsyncConnection, tournament: int, kind: SurfaceKind, destination: Destination) -> None:
    """Mark a tournament's surface as stale, creating it if needed."""
    await _mark(tx, {"tournament": tournament, "kind": kind, "seat": None}, destination)


async def mark_tournament_again(tx: AsyncConnection, tournament: int, kind: SurfaceKind) -> None:
    """Mark a tournament's surface as stale if there is one."""
    where = (surfaces.c.tournament == tournament, surfaces.c.kind == kind)
    await tx.execute(update(surfaces).where(*where).values(wanted=surfaces.c.wanted + 1))


async def _mark(
    tx: AsyncConnection, key: dict[str, Any], destination: Destination, due: float = 0.0, **how: bool
) -> None:
    fresh = {"destination": str(destination), "due": due, "wanted": 1, "below": 1, "shown": 0, "attempts": 0}
    await _marking(tuple(key), **how).changed(tx, {**key, **fresh})


@cache
def _marking(key: Sequence[str], *, anew: bool = False, touched: bool = False) -> Prepared:
    more = surfaces.c.wanted + 1
    values = {"wanted": more, **({"below": more} if anew else {}), **({"digest": null()} if touched else {})}
    return changing(surfaces, key, ["destination"], values)


async def mark_surface(tx: AsyncConnection, surface_id: int) -> None:
    """Mark a surface as stale."""
    await tx.execute(update(surfaces).where(surfaces.c.id == surface_id).values(wanted=surfaces.c.wanted + 1))


def _this(match: int, kind: SurfaceKind, seat: Seat | None) -> "tuple[ColumnElement[bool], ...]":
    return (surfaces.c.match == match, surfaces.c.kind == kind, surfaces.c.seat == seat)


async def surface(connection: AsyncConnection, match: int, kind: SurfaceKind, seat: Seat | None) -> SurfaceRow | None:
    """Return a surface, or None."""
    row = await _SURFACE.first(connection, {"of": match, "what": kind, "whose": seat})
    return None if row is None else _read(SurfaceRow, row)


_SURFACE: Final = Prepared(
    select(surfaces).where(
        surfaces.c.match == bindparam("of"),
        surfaces.c.kind == bindparam("what"),
        surfaces.c.seat == bindparam("whose"),
    )
)


async def drop_tournament_surface(tx: AsyncConnection, tournament: int, kind: SurfaceKind) -> None:
    """Delete a tournament's surface, so that the next mark creates a new one."""
    await tx.execute(delete(surfaces).where(surfaces.c.tournament == tournament, surfaces.c.kind == kind))


async def drop_surface(tx: AsyncConnection, match: int, kind: SurfaceKind, seat: Seat | None) -> None:
    """Delete a surface; its message stays as it is."""
    await tx.execute(delete(surfaces).where(*_this(match, kind, seat)))


async def move_surface(tx: AsyncConnection, match: int, kind: SurfaceKind, seat: Seat | None, to: Seat) -> None:
    """Move a surface to another seat, which has none."""
    await tx.execute(update(surfaces).where(*_this(match, kind, seat)).values(seat=to))


_NOW: Final[BindParameter[float]] = bindparam("now", type_=Double())


_BUSY: Final = (
    select(posts.c.destination)
    .where(posts.c.status == "waiting", posts.c.claimed > bindparam("lapsed"))
    .union(select(surfaces.c.destination).where(surfaces.c.claimed > bindparam("lapsed")))
)


async def busy_destinations(connection: AsyncConnection, now: float, lease: float) -> set[Destination]:
    """Return the destinations with a row in flight: one claimed no longer than a lease ago."""
    return {Destination.parse(text) for text in await connection.scalars(_BUSY, {"lapsed": now - lease})}


_OLDER: Final = posts.alias("older")
_HELD_UP: Final = exists().where(
    _OLDER.c.destination == posts.c.destination,
    _OLDER.c.id < posts.c.id,
    _OLDER.c.status == "waiting",
    ~_OLDER.c.stuck,
    ~is_held(_OLDER),
)
_NEXT_POST: Final = (
    select(posts)
    .where(posts.c.status == "waiting", posts.c.due <= _NOW, ~_HELD_UP, ~is_held(posts))
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
    """Claim and return the oldest due post at a free destination, or None; a stuck post does not hold up later ones."""
    row = (await tx.execute(_NEXT_POST, {"now": now, "busy": list(map(str, busy))})).first()
    if row is None:
        return None
    await tx.execute(_CLAIM_POST, {"of": row.id, "now": now})
    return _read(PostRow, row)


_POST_FIRST: Final = exists().where(
    posts.c.destination == surfaces.c.destination, posts.c.status == "waiting", ~posts.c.stuck, ~is_held(posts)
)
_NEXT_SURFACE: Final = (
    select(surfaces)
    .where(surfaces.c.wanted > surfaces.c.shown, surfaces.c.due <= _NOW, ~_POST_FIRST, ~is_held(surfaces))
    .where(surfaces.c.destination.not_in(bindparam("busy", expanding=True)))
    .order_by(surfaces.c.due, surfaces.c.id)
    .limit(1)
    .with_for_update(skip_locked=True)
)
_NEXT_OPENING: Final = _NEXT_SURFACE.where(surfaces.c.kind == "lobby", surfaces.c.message.is_(None))
"""A lobby that has not been shown yet: the match's thread will be opened under its message."""
_CLAIM_SURFACE: Final = (
    update(surfaces).where(surfaces.c.id == bindparam("of")).values(claimed=_NOW, attempts=surfaces.c.attempts + 1)
)


async def claim_surface(
    tx: AsyncConnection, now: float, busy: set[Destination], *, opening: bool = False
) -> SurfaceRow | None:
    """Claim and return the longest-due stale surface at a free destination where no post goes first, or None.

    If `opening` is set, claim only a surface that opens the place for a match's posts.
    """
    free = {"now": now, "busy": list(map(str, busy))}
    row = (await tx.execute(_NEXT_OPENING if opening else _NEXT_SURFACE, free)).first()
    if row is None:
        return None
    await tx.execute(_CLAIM_SURFACE, {"of": row.id, "now": now})
    return _read(SurfaceRow, row)


async def posts_of(connection: AsyncConnection, match: int) -> list[PostRow]:
    """Return a match's posts in order."""
    return await posts_where(connection, posts.c.match == match)


async def said_since(connection: AsyncConnection, of: Sequence[int], kind: MatchPost, since: float) -> bool:
    """Return whether any of several matches has a post of a kind that was due at a given time or later."""
    where = (posts.c.match.in_(of), posts.c.kind == kind, posts.c.due >= since)
    return await connection.scalar(select(posts.c.id).where(*where).limit(1)) is not None


async def posts_about(connection: AsyncConnection, tournament: int) -> list[PostRow]:
    """Return a tournament's posts in order."""
    return await posts_where(connection, posts.c.tournament == tournament)


async def post_sent(tx: AsyncConnection, post: int, message: int | None) -> None:
    """Record that a post has been sent; `message` is None if there was nothing to say."""
    await tx.execute(update(posts).where(posts.c.id == post).values(status="sent", message=message, claimed=None))


async def post_failed(tx: AsyncConnection, post: int, why: str) -> None:
    """Record that a post has failed for good."""
    await tx.execute(update(posts).where(posts.c.id == post).values(status="failed", failure=why, claimed=None))


async def post_later(tx: AsyncConnection, post: int, due: float, *, stuck: bool = False) -> None:
    """Reschedule a post; while it is stuck, later posts do not wait for it."""
    await tx.execute(update(posts).where(posts.c.id == post).values(due=due, claimed=None, stuck=stuck))


async def surface_shown(
    tx: AsyncConnection, row: SurfaceRow, channel: int, message: int, now: float, digest: str | None = None
) -> None:
    """Record that a surface shows its state as of the claim; later marks keep it stale."""
    values: dict[str, Any] = {
        "shown": row.wanted,
        "channel": channel,
        "message": message,
        "claimed": None,
        "attempts": 0,
        # Unset if the message has been changed from elsewhere in the meantime.
        "digest": case((surfaces.c.digest.is_not_distinct_from(row.digest), digest), else_=None),
    }
    if message != row.message:
        values["sent"] = now
    await tx.execute(update(surfaces).where(surfaces.c.id == row.id).values(values))


async def surface_later(tx: AsyncConnection, surface_id: int, due: float) -> None:
    """Reschedule a surface."""
    await tx.execute(update(surfaces).where(surfaces.c.id == surface_id).values(due=due, claimed=None))


async def changed(tx: AsyncConnection, match: int, kind: SurfaceKind, seat: Seat | None, message: int) -> bool:
    """Record that a surface's message has been changed from elsewhere, so that its current look is unknown.

    Returns whether the message is the surface's.
    """
    return await _CHANGED.changed(tx, {"of": match, "what": kind, "whose": seat, "there": message}) == 1


_CHANGED: Final = Prepared(
    update(surfaces)
    .where(surfaces.c.match == bindparam("of"), surfaces.c.kind == bindparam("what"))
    .where(surfaces.c.seat == bindparam("whose"), surfaces.c.message == bindparam("there"))
    .values(digest=None)
)


async def surface_given_up(tx: AsyncConnection, row: SurfaceRow) -> None:
    """Stop showing a surface until it is marked again."""
    await tx.execute(update(surfaces).where(surfaces.c.id == row.id).values(shown=row.wanted, claimed=None))


async def release(tx: AsyncConnection) -> None:
    """Release all claims at startup, when no other process can be working on the rows.

    A row that a transaction is changing nevertheless is left to it, so that neither waits for the other.
    """
    for table in (surfaces, posts):
        claimed = select(table.c.id).where(table.c.claimed.is_not(None)).with_for_update(skip_locked=True)
        await tx.execute(update(table).where(table.c.id.in_(claimed)).values(claimed=None))


_FREE_POST: Final = or_(posts.c.claimed.is_(None), posts.c.claimed <= bindparam("lapsed"))
_FREE_SURFACE: Final = or_(surfaces.c.claimed.is_(None), surfaces.c.claimed <= bindparam("lapsed"))
_NEXT_DUE: Final = Prepared(
    select(
        select(func.min(posts.c.due)).where(posts.c.status == "waiting", _FREE_POST, ~is_held(posts)).scalar_subquery(),
        select(func.min(surfaces.c.due))
        .where(surfaces.c.wanted > surfaces.c.shown, _FREE_SURFACE, ~is_held(surfaces))
        .scalar_subquery(),
        select(func.min(panel_tokens.c.sleep)).scalar_subquery(),
    )
)


async def next_due(connection: AsyncConnection, lapsed: float) -> float | None:
    """Return when the next row that has not been claimed after the time `lapsed` is due, or None.

    A panel is due when it is put to sleep.
    """
    (found,) = await _NEXT_DUE.rows(connection, {"lapsed": lapsed})
    return min((due for due in found if due is not None), default=None)


async def waiting_since(connection: AsyncConnection) -> float | None:
    """Return when the oldest waiting post was due or first tried, or None."""
    since: float | None = await connection.scalar(
        select(func.min(func.coalesce(posts.c.tried, posts.c.due))).where(posts.c.status == "waiting", ~is_held(posts))
    )
    return since


async def tried_in_vain(connection: AsyncConnection, tries: int) -> int:
    """Return how many waiting rows have been tried at least `tries` times."""
    waiting = select(func.count()).where(posts.c.status == "waiting", posts.c.attempts >= tries, ~is_held(posts))
    stale = select(func.count()).where(surfaces.c.wanted > surfaces.c.shown, surfaces.c.attempts >= tries)
    stale = stale.where(~is_held(surfaces))
    return int(await connection.scalar(waiting) or 0) + int(await connection.scalar(stale) or 0)


async def mark_again(tx: AsyncConnection, match: int) -> None:
    """Mark all of a match's surfaces as stale, because the outcome of a click may not have been shown."""
    await tx.execute(
        update(surfaces).where(surfaces.c.match == match).values(wanted=surfaces.c.wanted + 1, digest=None)
    )


async def mark_shown(tx: AsyncConnection, of: Sequence[int]) -> None:
    """Mark the tables and hands of several matches as stale if they have been shown before."""
    if of:
        where = (surfaces.c.match == bindparam("of"), surfaces.c.kind != "lobby", surfaces.c.message.is_not(None))
        stale = update(surfaces).where(*where).values(wanted=surfaces.c.wanted + 1)
        await tx.execute(stale, [{"of": match} for match in of])


async def forget_sent(tx: AsyncConnection, before: float) -> None:
    """Delete the sent and failed posts that were due before a given time."""
    await tx.execute(delete(posts).where(posts.c.status.in_(("sent", "failed")), posts.c.due < before))
