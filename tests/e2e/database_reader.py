"""A reader of the database of a room's bot, for use while the bot runs, dies, and is restored from a copy."""

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
    """One open database for an entire run."""

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
        """Return the status of a match, or None if there is no such match."""
        async with self.reading() as connection:
            return await connection.scalar(select(matches.c.status).where(matches.c.id == match))

    async def starts(self, match: int) -> bool:
        """Whether a match was started and is waiting for its seal to reach Discord."""
        where = (matches.c.id == match, matches.c.status == "lobby", matches.c.starting.is_not(None))
        async with self.reading() as connection:
            return await connection.scalar(select(func.count()).where(*where)) == 1

    async def seated(self, match: int) -> set[int]:
        """Return the people seated at a match's table."""
        async with self.reading() as connection:
            return set(await connection.scalars(select(seats.c.user).where(seats.c.match == match)))

    async def waiting(self, of: Collection[int]) -> int:
        """Return the number of waiting posts plus stale surfaces of some matches."""
        where = (posts.c.status == "waiting", posts.c.match.in_(of))
        waiting = select(func.count()).where(*where)
        stale = select(func.count()).where(surfaces.c.wanted > surfaces.c.shown, surfaces.c.match.in_(of))
        async with self.reading() as connection:
            return sum([await connection.scalar(query) or 0 for query in (waiting, stale)])

    def host(self) -> Host:
        """A separate host for reading the matches' texts."""
        return Host(self._database, {**GAMES, "probe": PROBE}, SystemClock(), SeededChance(1), HOOKS)

    async def remember(self, of: Collection[int]) -> None:
        """Record which posts of some matches were sent: a week later the bot deletes them."""
        where = (posts.c.status == "sent", posts.c.match.in_(of))
        async with self.reading() as connection:
            for post in await connection.execute(select(posts).where(*where)):
                self._sent[post.match][post.id] = post

    async def posts_of(self, match: int) -> list[Any]:
        """Return a match's posts in order, including those already deleted."""
        async with self.reading() as connection:
            there = {post.id: post for post in await connection.execute(select(posts).where(posts.c.match == match))}
        found = self._sent[match] | there
        return [found[number] for number in sorted(found)]

    async def reopen(self) -> None:
        """Switch to the file that has replaced the previous one; the last reader of the previous one closes it."""
        before, self._database = self._database, Database(self._room.url)
        self._sent.clear()
        if not self._readers[before]:
            await before.close()

    async def _close(self) -> None:
        await self._database.close()
