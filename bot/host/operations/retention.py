"""Deleting what is no longer needed: interactions, sent posts, and finished matches if their server wants that."""

from typing import Final

from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.operations import fleet, numbers
from bot.storage import card_sets, inbox, matches, outbox, sums, tournaments

EVERY: Final = HOUR
INBOX_LIFE: Final = DAY
POST_LIFE: Final = 7 * DAY
SET_LIFE: Final = 7 * DAY
"""Seconds for which a dropped version of a server's card set is kept, even if no match refers to it."""

LOBBY_LIFE: Final = 7 * DAY
"""Seconds for which a table that never became a match, or a tournament that was never announced, is kept."""

BATCH: Final = 100
"""How many matches are deleted in one transaction."""


async def run(host: Host) -> None:
    """Delete expired data every hour, for as long as the service runs."""
    while True:
        if await fleet.leads(host, "retention", EVERY):
            await sweep(host)
        await host.clock.sleep(EVERY, host.stopping)


async def sweep(host: Host) -> None:
    """Delete what is no longer needed, after it has been summed up."""
    now = host.now()
    await numbers.sum_up(host)
    async with host.database.transaction() as tx:
        await inbox.forget(tx, now - INBOX_LIFE)
        await outbox.forget_sent(tx, now - POST_LIFE)
        await card_sets.forget(tx, now - SET_LIFE)
        await sums.forget(tx, int(now // DAY) - numbers.KEPT)
        await tournaments.delete(tx, await tournaments.outlived(tx, now, LOBBY_LIFE, BATCH))
    while True:
        async with host.database.transaction() as tx:
            found = await matches.outlived(tx, now, LOBBY_LIFE, BATCH)
            await matches.delete(tx, found)
        if len(found) < BATCH:
            return
