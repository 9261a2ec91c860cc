"""What a room's bot has in its database, read beside it while it runs, dies, and is put back to a copy."""

from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.features import HOOKS
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.storage.database import Database
from bot.storage.schema import matches, posts, seats, surfaces
from engine.registry import GAMES
from tests.e2e.players import Room
from tests.probe import PROBE
from tests.support.chance import SeededChance


class Records:
    """One open database for a whole run."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._database = Database(room.url)
        self._readers: Counter[Database] = Counter()
        self._sent: dict[int, dict[int, Any]] = defaultdict(dict)
        room.stage.at_the_end(self._close)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading."""
        database = self._database
        self._readers[database] += 1
        try:
            async with database.reading() as connection:
                yield connection
        finally:
            self._readers[database] -= 1
            if database is not self._database and not self._readers[database]:
                await database.close()

    async def status(self, match: int) -> str | None:
        """How a match stands, or None where there is none."""
        async with self.reading() as connection:
            return await connection.scalar(select(matches.c.status).where(matches.c.id == match))

    async def starts(self, match: int) -> bool:
        """Whether a match was started and waits for Discord to have its seal."""
        where = (matches.c.id == match, matches.c.status == "lobby", matches.c.starting.is_not(None))
        async with self.reading() as connection:
            return await connection.scalar(select(func.count()).where(*where)) == 1

    async def seated(self, match: int) -> set[int]:
        """The people who sit at a match's table."""
        async with self.reading() as connection:
            return set(await connection.scalars(select(seats.c.user).where(seats.c.match == match)))

    async def waiting(self, of: Collection[int]) -> int:
        """How many posts of some matches wait to be sent, and how many of their surfaces are stale."""
        where = (posts.c.status == "waiting", posts.c.match.in_(of))
        waiting = select(func.count()).where(*where)
        stale = select(func.count()).where(surfaces.c.wanted > surfaces.c.shown, surfaces.c.match.in_(of))
        async with self.reading() as connection:
            return sum([await connection.scalar(query) or 0 for query in (waiting, stale)])

    def host(self) -> Host:
        """A host of its own for reading what the matches say."""
        return Host(self._database, {**GAMES, "probe": PROBE}, SystemClock(), SeededChance(1), HOOKS)

    async def remember(self, of: Collection[int]) -> None:
        """Note which posts of some matches were sent: a week later the bot forgets them."""
        where = (posts.c.status == "sent", posts.c.match.in_(of))
        async with self.reading() as connection:
            for post in await connection.execute(select(posts).where(*where)):
                self._sent[post.match][post.id] = post

    async def posts_of(self, match: int) -> list[Any]:
        """A match's posts in order, those that were forgotten too."""
        async with self.reading() as connection:
            there = {post.id: post for post in await connection.execute(select(posts).where(posts.c.match == match))}
        found = self._sent[match] | there
        return [found[number] for number in sorted(found)]

    async def reopen(self) -> None:
        """Read another file from now on, which stands in the place of the one before; who reads that one closes it."""
        before, self._database = self._database, Database(self._room.url)
        self._sent.clear()
        if not self._readers[before]:
            await before.close()

    async def _close(self) -> None:
        await self._database.close()
