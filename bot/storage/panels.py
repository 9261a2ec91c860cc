"""Panels that people opened, and the interaction tokens that keep them up to date.

A panel is a surface that only its person can see, so the bot edits it with the token of the latest interaction that was
answered with it. Discord accepts a token for 15 minutes.

A seat has one panel. When it is opened in another message, the surface of the message before becomes one of the kind
"replaced", and keeps its token for a last edit, which says where the hand is now.
"""

from typing import Final

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import outbox
from bot.storage.destination import Destination
from bot.storage.prepared import Prepared, Row
from bot.storage.schema.waiting import PanelToken, panel_tokens, surfaces
from bot.storage.upsert import insert_or_change
from engine.contract import Seat

SLEEP: Final = 14 * 60.0
"""Seconds after its latest click at which a panel is put to sleep: a minute before Discord forgets the token."""

_THIS: Final = (
    surfaces.c.match == bindparam("of"),
    surfaces.c.kind == "panel",
    surfaces.c.seat == bindparam("whose"),
)
_MARK: Final = Prepared(update(surfaces).where(*_THIS).values(wanted=surfaces.c.wanted + 1))
_SHOWN: Final = Prepared(
    update(surfaces)
    .where(*_THIS)
    .values(shown=surfaces.c.wanted, channel=bindparam("where"), message=bindparam("there"), digest=None)
    .returning(surfaces.c.id)
)
_FIRST: Final = select(func.min(panel_tokens.c.sleep))
_TIRED: Final = (
    select(surfaces.c.id)
    .join(panel_tokens, panel_tokens.c.surface == surfaces.c.id)
    .where(panel_tokens.c.sleep <= bindparam("now"))
    .order_by(surfaces.c.id)
    .with_for_update(skip_locked=True)
)
_EXISTING: Final = select(surfaces.c.id)
_OPEN: Final = Prepared(select(surfaces.c.id, surfaces.c.message).where(*_THIS))
_REPLACED: Final = (surfaces.c.match == bindparam("of"), surfaces.c.kind == "replaced")
_REPLACE: Final = (
    update(surfaces)
    .where(surfaces.c.id == bindparam("old"))
    .values(kind="replaced", seat=surfaces.c.id, shown=surfaces.c.wanted, attempts=0, digest=None)
)
_FORMER: Final = select(surfaces.c.id).where(*_REPLACED, surfaces.c.message == bindparam("there"))
_RETURN: Final = (
    update(surfaces).where(surfaces.c.id == bindparam("former")).values(kind="panel", seat=bindparam("whose"))
)
_SAY_WHERE: Final = (
    update(surfaces)
    .where(*_REPLACED, surfaces.c.destination == bindparam("panel"))
    .values(wanted=surfaces.c.wanted + 1)
)
_PLACED: Final = (
    update(surfaces)
    .where(surfaces.c.match == bindparam("of"))
    .where(surfaces.c.id.in_(select(panel_tokens.c.surface).where(panel_tokens.c.token == bindparam("by"))))
    .values(message=bindparam("there"))
    .returning(surfaces.c.destination)
)


async def opened(
    tx: AsyncConnection, match: int, seat: Seat, *, channel: int, message: int | None, token: str, at: float
) -> None:
    """Record that an interaction at a given time is answered with a seat's panel, which is then up to date.

    The panel is edited with this interaction's token from now on. `message` is None for a new message: a panel that it
    replaces says so as soon as the new one is `placed`.
    """
    before = await _OPEN.first(tx, {"of": match, "whose": seat})
    if message is None or before is None or before[1] != message:
        await _replace(tx, match, seat, before, message)
    await outbox.mark(tx, match, "panel", seat, Destination.panel(match, seat))
    values = {"of": match, "whose": seat, "where": channel, "there": message}
    ((surface,),) = await _SHOWN.rows(tx, values)
    await insert_or_change(tx, panel_tokens, {"surface": surface}, {"token": token, "sleep": at + SLEEP})


async def _replace(tx: AsyncConnection, match: int, seat: Seat, before: Row | None, message: int | None) -> None:
    """Have another message be a seat's panel: a new one, one that was replaced before, or one not yet placed.

    `before` is the id of the seat's panel and its message, which is None until it is placed.
    """
    former: int | None = None
    if message is not None:
        former = await tx.scalar(_FORMER, {"of": match, "there": message})
    if before is not None and (message is None or former is not None or before[1] is not None):
        await tx.execute(_REPLACE, {"old": before[0]})
    if former is not None:
        await tx.execute(_RETURN, {"former": former, "whose": seat})
    if message is not None:
        await _say_where(tx, match, str(Destination.panel(match, seat)))


async def placed(tx: AsyncConnection, match: int, token: str, message: int) -> None:
    """Record the new message of the panel that an interaction was answered with, so that replaced panels say so."""
    for destination in (await tx.scalars(_PLACED, {"of": match, "by": token, "there": message})).all():
        await _say_where(tx, match, destination)


async def _say_where(tx: AsyncConnection, match: int, panel: str) -> None:
    """Mark the panels as stale that another one has replaced, for their last edit."""
    await tx.execute(_SAY_WHERE, {"of": match, "panel": panel})


async def mark(tx: AsyncConnection, match: int, seat: Seat) -> bool:
    """Mark a seat's panel as stale, and return whether there is one."""
    return await _MARK.changed(tx, {"of": match, "whose": seat}) == 1


async def token_of(connection: AsyncConnection, surface: int) -> PanelToken | None:
    """Return the token that edits a panel, or None."""
    row = (await connection.execute(select(panel_tokens).where(panel_tokens.c.surface == surface))).first()
    return None if row is None else PanelToken(*row)


async def is_tired(connection: AsyncConnection, now: float) -> bool:
    """Return whether a panel has not been clicked on for so long that it has to be put to sleep."""
    first: float | None = await connection.scalar(_FIRST)
    return first is not None and first <= now


async def put_to_sleep(tx: AsyncConnection, now: float) -> None:
    """Mark the panels that have not been clicked on for long as stale, for their last edit.

    A panel that another transaction is changing is left for the next time, so that neither waits for the other.
    """
    await tx.execute(delete(panel_tokens).where(panel_tokens.c.sleep <= now, panel_tokens.c.surface.not_in(_EXISTING)))
    for surface in (await tx.scalars(_TIRED, {"now": now})).all():
        await tx.execute(update(surfaces).where(surfaces.c.id == surface).values(wanted=surfaces.c.wanted + 1))
        await tx.execute(update(panel_tokens).where(panel_tokens.c.surface == surface).values(sleep=None))


async def drop(tx: AsyncConnection, surface: int, token: str) -> None:
    """Forget a panel and its token, unless the panel has been opened with another one since."""
    await tx.execute(select(surfaces.c.id).where(surfaces.c.id == surface).with_for_update())  # locked first everywhere
    dropped = await tx.execute(
        delete(panel_tokens).where(panel_tokens.c.surface == surface, panel_tokens.c.token == token)
    )
    if dropped.rowcount:
        await tx.execute(delete(surfaces).where(surfaces.c.id == surface))


async def drop_of(tx: AsyncConnection, match: int, seat: Seat) -> None:
    """Forget the panels of a seat before the match: it may get another person."""
    of_seat = (surfaces.c.match == match, surfaces.c.destination == str(Destination.panel(match, seat)))
    await tx.execute(delete(panel_tokens).where(panel_tokens.c.surface.in_(select(surfaces.c.id).where(*of_seat))))
    await tx.execute(delete(surfaces).where(*of_seat))


async def drop_all(tx: AsyncConnection) -> None:
    """Forget all panels: in a restored copy, their tokens are of another time."""
    await tx.execute(delete(panel_tokens))
    await tx.execute(delete(surfaces).where(surfaces.c.kind.in_(("panel", "replaced"))))
