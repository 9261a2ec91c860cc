"""A person's click, as passed to the use cases."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Unsure
from bot.host.kernel.host import Host
from bot.storage import inbox
from engine.contract import Message

NAME_LENGTH: Final = 64
"""The maximum number of characters of a person's name that are kept; Discord allows fewer."""


class Click(Struct, frozen=True):
    """A click: the interaction's id, the person, when Discord received it, the message clicked on, and the locale.

    The message is one that the answer changes; the locale is that of the person's Discord client. The token is set if
    the answer is the person's panel, and can be used to edit that panel for a quarter of an hour. The name is the
    person's as Discord displays it at that place; the avatar is Discord's name for theirs, if they have one. The
    channel is where it was made, and the guild is that channel's server. `sure` is whether it confirms something that
    cannot be undone; `manages` is whether the person may manage threads there.
    """

    interaction: int
    user: int
    at: float
    message: int | None = None
    locale: str | None = None
    token: str | None = None
    name: str | None = None
    avatar: str | None = None
    channel: int | None = None
    sure: bool = False
    guild: int | None = None
    manages: bool = False

    def manages_threads_of(self, guild: int | None, *, before: bool) -> bool:
        """Return whether the person may manage threads in a server; only a click made there says more than before."""
        return self.manages if guild is not None and self.guild == guild else before

    def confirm(self, lost: Message, *more: Message) -> None:
        """Raise Unsure unless the person has confirmed what this click does; the messages say what will be lost."""
        if not self.sure:
            raise Unsure(lost, *more)

    async def take_up(self, host: Host, tx: AsyncConnection, match: int | None = None) -> bool:
        """Record that this click is being carried out, and return whether it has not been seen before."""
        return await inbox.take_up(tx, self.interaction, self.user, match, host.now())

    @asynccontextmanager
    async def transaction(self, host: Host, match: int | None = None) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction that takes up this click, for a match if one is given; the click may be a repeat."""
        async with host.database.transaction() as tx:
            await self.take_up(host, tx, match)
            yield tx
