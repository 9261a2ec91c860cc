"""A mention in a match's thread always names somebody who has a question to answer at that moment."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.messenger.avatars import fetched
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import outbox
from bot.storage.destination import Destination
from bot.storage.outbox import PostRow
from bot.ui.games import RENDERERS
from engine.registry import GAMES
from tests.host.players import ADA, BEN, click_randomly, happen, started, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

CLICKS = 60
"""How many times each person clicks before both leave the clock to play for them, until they are out."""

MATCHES = 2
"""How many matches of a game are played: in a short one, nobody may have to be called."""

PAUSE = 30
"""The seconds that pass if nobody clicks."""


@pytest.mark.parametrize("game", GAMES)
async def test_who_is_mentioned_has_an_open_question(game: str, tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        clock = ManualClock()
        host = Host(database, GAMES, clock, SeededChance(7), HOOKS)
        await host.store_sets()
        posts, said, chance = Posts(host, Languages(host), RENDERERS, fetched), Said(), Random(game)
        for _ in range(MATCHES):
            await _play(host, clock, await started(host, game=game), chance, posts, said)
        assert said.mentions > 0


async def _play(host: Host, clock: ManualClock, match: int, chance: Random, posts: Posts, said: "Said") -> None:
    """Play a match at random, and look at each post for its thread as it is written."""
    clicks = 0
    while (table := await table_of(host, match)).row.status == "running":
        present = (ADA, BEN) if clicks < CLICKS else ()
        if any([await click_randomly(host, match, user, chance) for user in present]):
            clicks += 1
        else:
            clock.advance(PAUSE)
        await happen(host)
        table = await table_of(host, match)
        asked = {table.seats[each.seat].user for each in table.open()}
        async with host.database.reading() as connection:
            for user in await said.mentioned(posts, connection, match):
                assert user in asked


class Said:
    """The posts that have been rendered, in the order in which they were written, and how many people they mention."""

    def __init__(self) -> None:
        self.seen: set[int] = set()
        self.mentions = 0

    async def mentioned(self, posts: Posts, connection: AsyncConnection, match: int) -> list[int]:
        """Render the new posts for a match's thread, and return the people whom they notify."""
        found: list[int] = []
        for row in await self._new(connection, match):
            message = await (await posts.post(row, connection))()
            found += message.mentions if message is not None else ()
        self.mentions += len(found)
        return found

    async def _new(self, connection: AsyncConnection, match: int) -> list[PostRow]:
        rows = await outbox.posts_of(connection, match)
        new = [row for row in rows if row.id not in self.seen and row.destination == Destination.thread(match)]
        self.seen |= {row.id for row in new}
        return new
