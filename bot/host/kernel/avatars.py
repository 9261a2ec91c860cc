"""People's avatars, kept in this process's memory for a day."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, TypeAlias

from msgspec import Struct

from bot.host.kernel.clock import Clock

MOST: Final = 256
"""How many avatars are kept: those that were fetched last."""

DAY: Final = 24 * 3600.0
"""How many seconds an avatar is kept."""

AGAIN: Final = 600.0
"""How many seconds pass before an avatar that could not be fetched is tried again."""

PATIENCE: Final = 0.5
"""How many seconds a picture waits for avatars. What comes later is there for the next picture."""

Avatar: TypeAlias = tuple[int, str]
"""A person's id, and Discord's name for the avatar."""

Fetch: TypeAlias = Callable[[int, str], Awaitable[bytes | None]]
"""Fetches a person's avatar by its name, as a PNG; None if there is none. It raises nothing."""


class _Kept(Struct):
    """An avatar that is being fetched, or has been, and when that began."""

    begun: float
    content: "asyncio.Future[bytes | None]"

    def is_stale(self, now: float) -> bool:
        """Whether it has to be fetched again."""
        failed = self.content.done() and self._known() is None
        return now - self.begun >= (AGAIN if failed else DAY)

    def _known(self) -> bytes | None:
        return None if self.content.cancelled() else self.content.result()

    def known(self) -> bytes | None:
        """Return the avatar, or None if there is none yet."""
        return self._known() if self.content.done() else None


class Avatars:
    """Fetches avatars and keeps them, the oldest first to go."""

    def __init__(self, clock: Clock, most: int = MOST) -> None:
        self._clock = clock
        self._most = most
        self._kept: OrderedDict[Avatar, _Kept] = OrderedDict()

    async def of(self, wanted: Iterable[Avatar], fetch: Fetch) -> dict[Avatar, bytes]:
        """Return those of some avatars that are there within `PATIENCE`; the others go on being fetched."""
        kept = {avatar: self._begun(avatar, fetch) for avatar in wanted}
        awaited = [each.content for each in kept.values() if not each.content.done()]
        if awaited:
            await self._wait(awaited)
        known = {avatar: each.known() for avatar, each in kept.items()}
        return {avatar: content for avatar, content in known.items() if content is not None}

    def forget(self, user: int) -> None:
        """Drop a person's avatars, and stop fetching them."""
        for avatar in [each for each in self._kept if each[0] == user]:
            self._kept.pop(avatar).content.cancel()

    def _begun(self, avatar: Avatar, fetch: Fetch) -> _Kept:
        """Return an avatar, and begin to fetch it if it is not kept. Drop what has been kept for too long."""
        now = self._clock.steady()
        for old in [each for each, kept in self._kept.items() if kept.is_stale(now)]:
            self._kept.pop(old).content.cancel()
        if avatar not in self._kept:
            self._kept[avatar] = _Kept(now, asyncio.ensure_future(fetch(*avatar)))
        kept = self._kept[avatar]
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)[1].content.cancel()
        return kept

    async def _wait(self, awaited: "list[asyncio.Future[bytes | None]]") -> None:
        done = asyncio.Event()
        waiting = asyncio.ensure_future(asyncio.wait(awaited))
        waiting.add_done_callback(lambda _: done.set())
        try:
            await self._clock.sleep(PATIENCE, done)
        finally:
            waiting.cancel()
