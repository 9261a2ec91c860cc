"""What the surfaces show that people click on."""

from typing import Final

from msgspec import Struct
from sqlalchemy import bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.prepared import Prepared
from bot.storage.schema.waiting import panel_tokens, surfaces


class Showing(Struct, frozen=True):
    """Which state a surface shows; the columns are those of `SurfaceRow`, and a panel's token."""

    id: int
    wanted: int
    shown: int
    claimed: float | None
    digest: str | None
    token: str | None


async def showing_at(connection: AsyncConnection, number: int, message: int) -> Showing | None:
    """Return the surface of the match or tournament with this number that a message shows, or None."""
    row = await _AT.first(connection, {"of": number, "there": message})
    return None if row is None else Showing(*row)


_AT: Final = Prepared(
    select(
        *(surfaces.c.id, surfaces.c.wanted, surfaces.c.shown, surfaces.c.claimed, surfaces.c.digest),
        panel_tokens.c.token,
    )
    .join(panel_tokens, panel_tokens.c.surface == surfaces.c.id, isouter=True)
    .where(
        or_(surfaces.c.match == bindparam("of"), surfaces.c.tournament == bindparam("of")),
        surfaces.c.message == bindparam("there"),
    )
)


async def overtaken(tx: AsyncConnection, surface_id: int, click: int) -> None:
    """Mark a surface as stale, because the answer to a click may have arrived after the last update of its message.

    An update in flight no longer determines how the message looks, so the digest is set to the click's number.
    """
    values = {"wanted": surfaces.c.wanted + 1, "digest": str(click)}
    await tx.execute(update(surfaces).where(surfaces.c.id == surface_id).values(values))
