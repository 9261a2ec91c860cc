"""What every use case of the host works with."""

import asyncio
from collections.abc import Mapping

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.chance import Chance
from bot.host.clock import Clock
from bot.metrics import Metrics
from bot.storage import sets
from bot.storage.database import Database
from cardsdb.sets import restored, shipped_sets, stored
from engine.contract import AnyGame, Cards


class Host:
    """The database, the games and the clock; and the card definitions, which are kept by content.

    Attributes:
        timers_due: set when a timer may have become due earlier than its worker thinks.
        house_due: the same for house players' moves.
        outbox_due: set when there may be something new to send.
        stopping: never set while the service lives; what only waits for time waits for this too.
        metrics: what this process counts of itself.
        hears: whether Discord tells us what people do; while it does not, nobody's time runs out.
    """

    def __init__(self, database: Database, games: Mapping[str, AnyGame], clock: Clock, chance: Chance) -> None:
        self.database = database
        self.games = games
        self.clock = clock
        self.chance = chance
        self.timers_due = asyncio.Event()
        self.house_due = asyncio.Event()
        self.outbox_due = asyncio.Event()
        self.stopping = asyncio.Event()
        self.metrics = Metrics()
        self.hears = True
        self._cards: dict[tuple[str, ...], Cards] = {}
        self.current_sets: dict[str, tuple[str, ...]] = {}

    def now(self) -> float:
        """Return the present time."""
        return self.clock.now()

    def wake(self) -> None:
        """Tell the workers that something may be waiting for them."""
        self.timers_due.set()
        self.house_due.set()
        self.outbox_due.set()

    async def store_sets(self) -> None:
        """Prove the shipped card sets and store them; new matches are pinned to these. Raises SetRefused."""
        async with self.database.transaction() as tx:
            for key, game in self.games.items():
                versions = [stored(card_set) for card_set in shipped_sets(game)]
                for version in versions:
                    await sets.keep(tx, version)
                self.current_sets[key] = tuple(version.hash for version in versions)

    async def cards(self, connection: AsyncConnection, game: str, hashes: tuple[str, ...]) -> Cards:
        """Return the definitions that a match is pinned to."""
        known = self._cards.get(hashes)
        if known is None:
            contents = await sets.contents(connection, hashes)
            rules = self.games[game]
            known = self._cards[hashes] = rules.cards(restored(rules, content) for content in contents)
        return known
