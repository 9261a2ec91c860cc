"""What a person does, as the use cases are told of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import inbox


class Click(Struct, frozen=True):
    """A click: the interaction's id, the person, when Discord took it, the message that was clicked on, the language.

    The message is one that the answer changes; the language is what the person's Discord speaks. The token is there
    where the answer is the person's panel, which can be edited by it for a quarter of an hour.
    """

    interaction: int
    user: int
    at: float
    message: int | None = None
    locale: str | None = None
    token: str | None = None

    async def take_up(self, host: Host, tx: AsyncConnection, match: int | None = None) -> bool:
        """Note that this click is carried out, and return whether it is the first time that it came."""
        return await inbox.take_up(tx, self.interaction, self.user, match, host.now())

    @asynccontextmanager
    async def transaction(self, host: Host, match: int | None = None) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction that takes this click up, about a match if one is given; it may have come before."""
        async with host.database.transaction() as tx:
            await self.take_up(host, tx, match)
            yield tx
