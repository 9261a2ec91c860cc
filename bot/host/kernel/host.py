"""The host: the dependencies of every use case."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.avatars import Avatars
from bot.host.kernel.clock import Clock
from bot.host.kernel.paces import DAY
from bot.host.kernel.positions import Positions
from bot.host.kernel.randomness import Chance
from bot.host.kernel.worker_pool import WorkerPool
from bot.metrics import Metrics
from bot.storage import set_versions as sets
from bot.storage.database import Database, after_commit
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.people import GuildRow
from bot.storage.timers import TimerRow
from cardsdb.sets import StoredSet, restored, restored_cards, restored_sets, shipped_versions
from engine.contract import AnyGame, Cards, CardSet, Outcome

SETS_REMEMBERED: Final = 200
CARDS_REMEMBERED: Final = 64
"""How many sets, and how many combinations of sets, are cached. Every server can have some of its own."""


class WakeUp(asyncio.Event):
    """A signal that work may be due earlier than its worker expects.

    If it is set in a transaction, it takes effect on commit: a worker that looked any earlier would find nothing and
    go back to sleep.
    """

    def set(self) -> None:
        """Wake the worker."""
        after_commit(super().set)


class EndedMatch(Protocol):
    """A match that is ending in this transaction, as passed to the features; its row's status says how.

    Attributes:
        now: when the match ends.
    """

    row: MatchRow
    seats: list[SeatRow]
    game: AnyGame
    now: float

    @property
    def state(self) -> Any:
        """The final state of the game."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None if it was stopped."""
        ...


TimerHandler: TypeAlias = Callable[["Host", AsyncConnection, TimerRow], Awaitable[None]]
"""Handles a due timer, in the transaction that deletes it."""

OnResult: TypeAlias = Callable[[AsyncConnection, EndedMatch, Outcome], Awaitable[None]]
"""Called with the outcome of a match that was played to its end. The match has not been stored yet, so the callback may
change its row.
"""

OnEnd: TypeAlias = Callable[["Host", AsyncConnection, EndedMatch], Awaitable[bool]]
"""Called when a match has ended and has been stored. Returns whether play goes on in the match's thread."""

OnUnstarted: TypeAlias = Callable[["Host", AsyncConnection, MatchRow], Awaitable[None]]
"""Called when a table that never became a match is closed."""

OnSettings: TypeAlias = Callable[["Host", AsyncConnection, GuildRow], Awaitable[None]]
"""Called with a server's settings after a change, in its transaction."""


class Hooks(Struct, frozen=True):
    """The features' callbacks for core events. They are called one after the other, in this order.

    Attributes:
        timers: the handlers of due timers, by kind.
        worked: the kinds of timers with a worker of their own, because their work runs outside any transaction.
        running: the kinds that measure people's time; they wait while some people cannot be heard.
        on_result: called with the result of a match.
        on_end: called at the end of a match, with or without a result.
        on_unstarted: called when a table that has not started is closed.
        on_settings: called when a server's settings change.
    """

    timers: Mapping[str, TimerHandler]
    worked: tuple[str, ...]
    running: tuple[str, ...]
    on_result: tuple[OnResult, ...]
    on_end: tuple[OnEnd, ...]
    on_unstarted: tuple[OnUnstarted, ...]
    on_settings: tuple[OnSettings, ...]


class Host:
    """The database, the games and the clock, with a cache of card definitions by content.

    Attributes:
        hooks: the features' callbacks for core events.
        timers_due: set when a timer may have become due earlier than its worker expects.
        house_due: the same for house players' moves.
        rounds_due: the same for tournament rounds that are waiting to be paired.
        outbox_due: set when there may be something new to send.
        jobs_due: the same for jobs, which are requests to Discord.
        stopping: never set while the service is running; sleeps that only wait for time to pass use this event.
        metrics: this process's own counters.
        hears: whether this process receives people's actions from Discord.
        covered: whether the other processes do so too; while anyone cannot be heard, nobody's time runs out.
        workers: how many processes share the database.
        worker: this process's name among them; names sort in the order in which the processes started.
        shipped: the card sets that come with Tableside, by game.
        courtesy: the database's priority for interactive work; background work waits for such work before it takes
            the event loop.
        worker_pool: runs replays, reviews, proofs and trials.
        positions: the newest states of matches, to be used if the database confirms them.
        avatars: the avatars that pictures have shown in the last day.
        grace: for how many seconds everything waits in a server from which the bot was removed.
    """

    def __init__(
        self, database: Database, games: Mapping[str, AnyGame], clock: Clock, chance: Chance, hooks: Hooks
    ) -> None:
        self.database = database
        self.database.outage.steady = clock.steady
        self.games = games
        self.clock = clock
        self.chance = chance
        self.hooks = hooks
        self.timers_due = WakeUp()
        self.house_due = WakeUp()
        self.rounds_due = WakeUp()
        self.outbox_due = WakeUp()
        self.jobs_due = WakeUp()
        self.stopping = asyncio.Event()
        self.metrics = Metrics()
        self.hears = True
        self.covered = True
        self.workers = 1
        self.worker = f"{int(self.now()):012x}{secrets.token_hex(4)}"
        self.shipped: dict[str, tuple[StoredSet, ...]] = {}
        self.courtesy = database.courtesy
        self.worker_pool = WorkerPool(self.metrics)
        self.positions = Positions()
        self.avatars = Avatars(clock)
        self.grace = DAY
        self._sets: OrderedDict[str, CardSet] = OrderedDict()
        self._cards: OrderedDict[tuple[str, ...], Cards] = OrderedDict()

    def now(self) -> float:
        """Return the current time."""
        return self.clock.now()

    def wake(self) -> None:
        """Wake the workers because something may be waiting for them."""
        self.timers_due.set()
        self.house_due.set()
        self.rounds_due.set()
        self.outbox_due.set()
        self.jobs_due.set()

    async def store_sets(self) -> None:
        """Prove and store the shipped card sets, to which new matches are pinned. Raises SetRefused."""
        async with self.database.transaction() as tx:
            for key, game in self.games.items():
                self.shipped[key] = shipped_versions(game)
                for version in self.shipped[key]:
                    await sets.keep(tx, version)
                self._know_shipped(game)

    def _know_shipped(self, game: AnyGame) -> None:
        """Cache the shipped sets of a game and their definitions, as they would be restored from the database."""
        versions = shipped_versions(game)
        for version, card_set in zip(versions, restored_sets(game), strict=True):
            _remember(self._sets, version.hash, card_set, SETS_REMEMBERED)
        if versions:
            _remember(self._cards, tuple(version.hash for version in versions), restored_cards(game), CARDS_REMEMBERED)

    async def sets(self, connection: AsyncConnection, game: str, hashes: Sequence[str]) -> tuple[CardSet, ...]:
        """Return the versions of sets with the given hashes, in that order. Raises KeyError if one is not stored."""
        unknown = [name for name in hashes if name not in self._sets]
        for version in await sets.stored(connection, unknown) if unknown else ():
            _remember(self._sets, version.hash, restored(self.games[game], version.content), SETS_REMEMBERED)
        found = tuple(self._sets[name] for name in hashes)
        for name in hashes:
            self._sets.move_to_end(name)
        return found

    async def cards(self, connection: AsyncConnection, game: str, hashes: Sequence[str]) -> Cards:
        """Return the card definitions from some versions of sets, such as those that a match is pinned to."""
        key = tuple(hashes)
        known = self._cards.get(key)
        if known is None:
            known = self.games[game].cards(await self.sets(connection, game, key))
        _remember(self._cards, key, known, CARDS_REMEMBERED)
        return known


K = TypeVar("K")
V = TypeVar("V")


def _remember(known: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Cache a value as the most recently used, and evict the least recently used ones."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)
