"""Greeting each server once, whether it or the bot was there first, and whoever tells of it."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.host.kernel.host import Host
from bot.storage import outbox, servers

BATCH: Final = 500
"""How many servers are looked up, and greeted, in one transaction."""


class Newcomers:
    """Takes the servers in which the bot has turned out to be, and greets those that have never been greeted.

    A server in which people used the bot before anything was noted about it knows the bot, and is not greeted any more.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._arrived: set[int] = set()
        self._greeting = asyncio.Lock()

    async def arrive(self, *guilds: int) -> None:
        """Have some servers greeted where that is due; on return it is in the database.

        Servers that come while others are looked up are looked up together: at a start there are thousands.
        """
        self._arrived.update(guilds)
        async with self._greeting:
            while batch := sorted(self._arrived)[:BATCH]:
                await _greet(self._host, batch)
                self._arrived.difference_update(batch)


async def _greet(host: Host, guilds: Sequence[int]) -> None:
    """Note the servers that are new, and put a greeting into the outbox for each that does not know the bot."""
    async with host.database.reading() as connection:
        unmet = await servers.unmet(connection, guilds)
    if not unmet:
        return
    async with host.database.transaction() as tx:
        known = await servers.in_use(tx, unmet)
        for guild in unmet:
            if await servers.meet(tx, guild) and guild not in known:
                await outbox.add_greeting(tx, guild, host.now())
        host.outbox_due.set()
