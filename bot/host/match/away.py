"""Absences: while a person is away, the clocks in their matches played over days are stopped."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import AWAY_DAYS, DAY, pace_of
from bot.host.match.unit_of_work import restart_clocks
from bot.storage import matches, people
from engine.contract import Message

YEAR: Final = 365 * DAY


async def go(host: Host, click: Click, days: int) -> float | None:
    """Begin an absence of `days` days, and return its end; None for an interaction already taken up. Raises Refused."""
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        now = host.now()
        await people.come_back(tx, click.user, now)
        left = await days_left(tx, click.user, now)
        if not 1 <= days <= left:
            raise Refused(Message("away.refused", {"count": int(left)}))
        until = now + days * DAY
        await people.go_away(tx, click.user, now, until)
        await _restart(host, tx, click.user)
        return until


async def come_back(host: Host, click: Click) -> bool:
    """End an absence early, and return whether the person was away; clocks continue with the time left on them."""
    async with host.database.transaction() as tx:
        now = host.now()
        was = any(row.begun <= now for row in await people.aways_of(tx, [click.user], now))
        await people.come_back(tx, click.user, now)
        await _restart(host, tx, click.user)
        return was


async def days_left(connection: AsyncConnection, user: int, now: float) -> float:
    """Return how many more days a person can be away, given their absences in the past year."""
    rows = await people.aways_of(connection, [user], now - YEAR)
    used = sum(row.until - max(row.begun, now - YEAR) for row in rows)
    return max(0.0, AWAY_DAYS - used / DAY)


async def _restart(host: Host, tx: AsyncConnection, user: int) -> None:
    for row in await matches.of_user(tx, user, ("running",)):
        if pace_of(row.pace).days:
            await restart_clocks(host, tx, row.id)
