"""The avatars in pictures."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.avatars import Avatar, Fetch
from bot.host.kernel.host import Host
from bot.host.match.players import Player
from bot.rendering import pictures
from bot.storage import people
from bot.ui.texts.words import Words

T = TypeVar("T")

Named: TypeAlias = Mapping[int, Avatar]
"""Discord's names for the avatars in a picture, by the numbers that people have there: their seats at a table."""


class Faces:
    """Draws pictures that show people's avatars.

    Args:
        fetch: fetches an avatar that the host does not have.
    """

    def __init__(self, host: Host, fetch: Fetch) -> None:
        self._host = host
        self._fetch = fetch

    async def drawn(self, named: Named, words: Words, draw: Callable[..., T | None], *what: Any) -> T | None:
        """Return a picture, or several, with the avatars that are there soon, or None if there is no picture.

        `draw` is called with what it draws and the words for it.
        """
        there = await self._host.avatars.of(named.values(), self._fetch)
        avatars = {number: there[avatar] for number, avatar in named.items() if avatar in there}
        return await pictures.drawn(draw, *what, words.with_avatars(avatars))


async def named_at(connection: AsyncConnection, seats: Iterable[Player]) -> Named:
    """Return the names of the avatars at a table: of the people whose seat no house player has taken over."""
    people = ((seat, player.user) for seat, player in enumerate(seats) if player.character is None)
    users = {seat: user for seat, user in people if user is not None}
    return await named_by(connection, users)


async def named_by(connection: AsyncConnection, users: Mapping[int, int]) -> Named:
    """Return the names of the avatars of some people, whose ids are given by their numbers in a picture."""
    named = await people.avatars(connection, users.values())
    return {number: (user, named[user]) for number, user in users.items() if user in named}
