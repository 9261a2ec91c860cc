"""Posted seals: commitments to a secret, published on Discord before the secret was used."""

from typing import Any, Final

import msgspec
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema.matches import SealRow, seals
from bot.storage.upsert import insert_or_skip

_ONE: Final[Any] = select(seals).where(seals.c.match == bindparam("of"))


async def keep(tx: AsyncConnection, row: SealRow) -> None:
    """Record that a seal has been posted; only its first post counts."""
    await insert_or_skip(tx, seals, msgspec.structs.asdict(row))


async def get(connection: AsyncConnection, match: int) -> SealRow | None:
    """Return a match's posted seal, or None if none has been posted."""
    row = (await connection.execute(_ONE, {"of": match})).first()
    return None if row is None else SealRow(*row)
