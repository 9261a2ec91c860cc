"""Greeting each server exactly once, however the bot learns that it has joined that server."""

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.host.kernel.host import Host
from bot.storage import outbox, servers

BATCH: Final = 500
"""How many servers are looked up, and greeted, in one transaction."""


class Newcomers:
    """Collects the servers that the bot finds itself in, and greets those that have never been greeted.

    A server where people had used the bot before greetings were recorded already knows the bot, and is not greeted.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._arrived: set[int] = set()
        self._greeting = asyncio.Lock()

    async def arrive(self, *guilds: int) -> None:
        """Queue a greeting for each of the servers that needs one; on return, the greetings are in the database.

        Servers that arrive during a lookup are looked up together afterwards: at startup, there are thousands.
        """
        self._arrived.update(guilds)
        async with self._greeting:
            while batch := sorted(self._arrived)[:BATCH]:
                await _greet(self._host, batch)
                self._arrived.difference_update(batch)


async def _greet(host: Host, guilds: Sequence[int]) -> None:
    """Record the new servers, and add a greeting to the outbox for each that does not know the bot."""
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
