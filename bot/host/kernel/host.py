"""What every use case of the host works with."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.clock import Clock
from bot.host.kernel.randomness import Chance
from bot.host.kernel.worker_pool import WorkerPool
from bot.metrics import Metrics
from bot.storage import set_versions as sets
from bot.storage.database import Database, after_commit
from cardsdb.sets import StoredSet, restored, shipped_sets, stored
from engine.contract import AnyGame, Cards, CardSet

SETS_REMEMBERED: Final = 200
CARDS_REMEMBERED: Final = 64
"""How many sets, and how many combinations of sets, are kept at hand. Every server may have some of its own."""


class Due(asyncio.Event):
    """Something may be due earlier than its worker thinks.

    Set in a transaction, it is set once that is committed: a worker that looks before would not find it, and sleep on.
    """

    def set(self) -> None:
        """Let the worker look."""
        after_commit(super().set)


class Host:
    """The database, the games and the clock; and the card definitions, which are kept by content.

    Attributes:
        timers_due: set when a timer may have become due earlier than its worker thinks.
        house_due: the same for house players' moves.
        rounds_due: the same for rounds of tournaments that are to be paired.
        outbox_due: set when there may be something new to send.
        stopping: never set while the service lives; what only waits for time waits for this too.
        metrics: what this process counts of itself.
        hears: whether Discord tells this process what people do.
        covered: whether it tells the other processes; while anybody cannot be heard, nobody's time runs out.
        workers: how many processes share the database.
        worker: this process's name among them; names sort by when the processes started.
        shipped: the card sets that come with Tableside, by game.
        courtesy: the database's; what has time waits for this before it takes the event loop from people who click.
        worker_pool: where replays, reviews, proofs and trials run.
    """

    def __init__(self, database: Database, games: Mapping[str, AnyGame], clock: Clock, chance: Chance) -> None:
        self.database = database
        self.games = games
        self.clock = clock
        self.chance = chance
        self.timers_due = Due()
        self.house_due = Due()
        self.rounds_due = Due()
        self.outbox_due = Due()
        self.stopping = asyncio.Event()
        self.metrics = Metrics()
        self.hears = True
        self.covered = True
        self.workers = 1
        self.worker = f"{int(self.now()):012x}{secrets.token_hex(4)}"
        self.shipped: dict[str, tuple[StoredSet, ...]] = {}
        self.courtesy = database.courtesy
        self.worker_pool = WorkerPool(self.metrics)
        self._sets: OrderedDict[str, CardSet] = OrderedDict()
        self._cards: OrderedDict[tuple[str, ...], Cards] = OrderedDict()

    def now(self) -> float:
        """Return the present time."""
        return self.clock.now()

    def wake(self) -> None:
        """Tell the workers that something may be waiting for them."""
        self.timers_due.set()
        self.house_due.set()
        self.rounds_due.set()
        self.outbox_due.set()

    async def store_sets(self) -> None:
        """Prove the shipped card sets and store them; new matches are pinned to these. Raises SetRefused."""
        async with self.database.transaction() as tx:
            for key, game in self.games.items():
                self.shipped[key] = tuple(stored(card_set) for card_set in shipped_sets(game))
                for version in self.shipped[key]:
                    await sets.keep(tx, version)

    async def sets(self, connection: AsyncConnection, game: str, hashes: Sequence[str]) -> tuple[CardSet, ...]:
        """Return some versions of sets, in their order. Raises KeyError where one is not stored."""
        unknown = [name for name in hashes if name not in self._sets]
        for version in await sets.stored(connection, unknown) if unknown else ():
            _remember(self._sets, version.hash, restored(self.games[game], version.content), SETS_REMEMBERED)
        found = tuple(self._sets[name] for name in hashes)
        for name in hashes:
            self._sets.move_to_end(name)
        return found

    async def cards(self, connection: AsyncConnection, game: str, hashes: Sequence[str]) -> Cards:
        """Return the definitions that a match is pinned to."""
        key = tuple(hashes)
        known = self._cards.get(key)
        if known is None:
            known = self.games[game].cards(await self.sets(connection, game, key))
        _remember(self._cards, key, known, CARDS_REMEMBERED)
        return known


K = TypeVar("K")
V = TypeVar("V")


def _remember(known: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    """Remember a value as the latest that was of use, and forget those that were not of use for the longest."""
    known[key] = value
    known.move_to_end(key)
    while len(known) > most:
        known.popitem(last=False)
