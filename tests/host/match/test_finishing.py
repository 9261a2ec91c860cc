"""Matches of the same people that end at the same moment, on PostgreSQL, where counting somebody locks a row."""

import asyncio
from random import Random

from sqlalchemy import text

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.storage import copies
from bot.storage.database import Database
from engine.registry import GAMES
from tests.host.collections.collectors import table_for
from tests.host.players import ADA, DAN, begin, click, play_out
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres


async def somebody_waits(database: Database) -> None:
    async with database.reading() as connection:
        while not await connection.scalar(text("SELECT count(*) FROM pg_locks WHERE NOT granted")):
            pass


async def test_who_waits_to_count_one_person_holds_nobody_else(server: str) -> None:
    """Else two matches of the same people could wait for each other, and one of them would end in an error.

    The numbers are such that neither the order of seats nor Python's order of a set is the one that is kept to.
    """
    clock = ManualClock()
    async with postgres(server) as database:
        host = Host(database, GAMES, clock, SeededChance(7), HOOKS)
        await host.store_sets()
        match = await table_for(host, (DAN, ADA))
        await begin(host, click(DAN), match)
        async with database.transaction() as other:
            await copies.count_finished(other, ADA, clock.now())
            ending = asyncio.create_task(play_out(host, clock, match, Random(1), (DAN, ADA)))
            await asyncio.wait_for(somebody_waits(database), 60)
            await other.execute(text("SET LOCAL lock_timeout = '1ms'"))
            await copies.count_finished(other, DAN, clock.now())
        await ending
        async with database.reading() as connection:
            assert [(await copies.finished(connection, user))[0] for user in (ADA, DAN)] == [2, 2]
