"""Exports: finished matches as files that anyone can verify."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.fairness import verification
from bot.host.kernel.host import Host
from bot.host.match.queries import keeps_secret
from bot.host.match.unit_of_work import NoSuchMatch
from bot.storage import matches, set_versions
from bot.storage.matches import MatchRow


async def export(host: Host, match: int) -> dict[str, Any] | None:
    """Return a finished match as a verifiable file; None while its secret is still in use. Raises NoSuchMatch."""
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
        if row is None or row.started is None:
            raise NoSuchMatch(match)
        if row.status != "over" or await keeps_secret(connection, row.series):
            return None
        return await content(connection, row)


async def content(connection: AsyncConnection, row: MatchRow) -> dict[str, Any]:
    """Return the file of a finished match. It contains the secret, which nobody may get while it is still in use."""
    seats = await matches.seats_of(connection, row.id)
    log = await matches.log_of(connection, row.id)
    return verification.export(row, seats, log, await set_versions.contents(connection, row.sets))
