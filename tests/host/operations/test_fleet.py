"""Leases: what one process has, no other has; a process that dies or stands still loses it, and is told of that."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.operations import fleet
from bot.host.operations.fleet import BEAT, IDENTIFY, LEASE, WORKER
from bot.storage import leases
from bot.storage.database import Database
from bot.storage.schema import leases as lease_rows
from engine.registry import GAMES
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres

SHARDS = 4


async def adopted(first: Host, other: Host, shards: int, clock: ManualClock) -> None:
    """Let a process that has all shards stand still until another has adopted them."""
    await fleet.join(first, shards, shards)
    await fleet.beat(first, range(shards), shards)
    clock.advance(LEASE)
    assert all([await fleet.adopt(other, shard) for shard in range(shards)])


async def looked(process: Host) -> None:
    """Wait until a process has shown that it lives since the clock was last moved."""
    end = select(lease_rows.c.until).where(lease_rows.c.name == f"{WORKER} {process.worker}")
    while True:
        async with process.database.reading() as connection:
            if await connection.scalar(end) == process.now() + LEASE:
                return


@pytest.fixture
async def postgres_database(server: str) -> AsyncIterator[Database]:
    async with postgres(server) as database:
        yield database


@pytest.fixture
async def other(postgres_database: Database, first: Host, clock: ManualClock) -> Host:
    clock.advance(1)
    return Host(postgres_database, GAMES, clock, SeededChance(8), HOOKS)


@pytest.fixture
async def first(postgres_database: Database, clock: ManualClock) -> Host:
    return Host(postgres_database, GAMES, clock, SeededChance(7), HOOKS)


async def test_shards_are_divided_and_one_that_nobody_has_is_seen(first: Host, other: Host, clock: ManualClock) -> None:
    assert await fleet.join(first, SHARDS, 2) == [0, 1]
    assert await fleet.join(other, SHARDS, SHARDS) == [2, 3]
    for host, mine in ((first, [0, 1]), (other, [2, 3]), (first, [0, 1])):
        assert (await fleet.beat(host, mine, SHARDS)).free == {}
    assert (first.workers, first.covered) == (2, True)
    clock.advance(LEASE + 1)
    beat = await fleet.beat(first, [0, 1], SHARDS)
    assert set(beat.free) == {2, 3}
    assert (first.workers, first.covered) == (1, False)
    assert await fleet.adopt(first, 2)
    assert not await fleet.adopt(other, 2)
    assert await fleet.alone(first)


async def test_a_process_that_stood_still_leaves_what_another_has_adopted(
    first: Host, other: Host, clock: ManualClock
) -> None:
    await adopted(first, other, 1, clock)
    await fleet.beat(other, [0], 1)
    assert (await fleet.beat(first, [0], 1)).lost == {0}
    await fleet.leave(first)
    assert (await fleet.beat(other, [0], 1)).lost == set()
    await fleet.beat(first, [], 1)
    assert first.covered, "the other hears it"


async def test_a_jump_of_the_clock_gives_nothing_back_to_who_stood_still(
    first: Host, other: Host, clock: ManualClock
) -> None:
    """All leases lapse by it, and who speaks first then must not drive out the process that has adopted."""
    await adopted(first, other, 2, clock)
    clock.advance(100 * LEASE)
    assert (await fleet.beat(first, [0, 1], 2)).lost == set(), "nobody is known to live"
    assert (await fleet.beat(other, [0, 1], 2)).lost == set()
    assert (await fleet.beat(first, [0, 1], 2)).lost == {0, 1}


async def test_a_spare_takes_what_a_dead_process_had_but_not_what_lapses_by_a_jump_of_the_clock(
    first: Host, other: Host, clock: ManualClock
) -> None:
    await fleet.join(first, 2, 2)
    spare = asyncio.create_task(fleet.join(other, 2, 2))
    await looked(other)
    clock.advance(100 * LEASE)
    await looked(other)
    assert (await fleet.beat(first, [0, 1], 2)).lost == set(), "the spare was here first, and has left them alone"
    clock.advance(BEAT)
    await looked(other)
    clock.advance(LEASE)  # without a heartbeat of the first one
    await looked(other)
    assert not spare.done()
    clock.advance(BEAT)
    assert await spare == [0, 1]
    assert (await fleet.beat(first, [0, 1], 2)).lost == {0, 1}


async def test_a_spare_takes_at_once_what_another_process_gives_up(
    first: Host, other: Host, clock: ManualClock
) -> None:
    await fleet.join(first, 2, 2)
    spare = asyncio.create_task(fleet.join(other, 2, 1))
    await looked(other)
    await fleet.leave(first)
    clock.advance(BEAT)
    assert await spare == [0]


async def test_who_stood_still_goes_on_where_its_successor_dies_before_it_is_told(
    first: Host, other: Host, clock: ManualClock
) -> None:
    await adopted(first, other, 1, clock)
    clock.advance(LEASE)
    assert set((await fleet.beat(first, [0], 1)).free) == {0}
    assert await fleet.adopt(first, 0)
    beat = await fleet.beat(first, [0], 1)
    assert not beat.lost
    assert not beat.free


async def test_a_bucket_identifies_once_in_five_seconds(first: Host, other: Host, clock: ManualClock) -> None:
    await fleet.may_identify(first, 0)
    await fleet.may_identify(other, 1)
    async with other.database.transaction() as tx:
        taken = await leases.take(tx, "identify 0", other.worker, clock.now(), clock.now() + IDENTIFY, again=False)
    assert not taken
    clock.advance(IDENTIFY)
    await fleet.may_identify(other, 0)


async def test_a_clock_that_is_set_back_keeps_nobody_from_identifying(
    first: Host, other: Host, clock: ManualClock
) -> None:
    """Else nobody would hear until the clock is again where it was."""
    await fleet.may_identify(first, 0)
    clock.advance(-3600)
    async with other.database.transaction() as tx:
        now = clock.now()
        assert await leases.take(tx, "identify 0", other.worker, now, now + IDENTIFY, again=False)


async def test_a_task_that_one_is_enough_for_has_one(first: Host, other: Host, clock: ManualClock) -> None:
    assert await fleet.leads(first, "orders", 10)
    assert not await fleet.leads(other, "orders", 10)
    await fleet.leave(first)
    assert await fleet.leads(other, "orders", 10)


async def test_on_sqlite_whoever_starts_is_alone_even_right_after_a_kill(host: Host, clock: ManualClock) -> None:
    assert await fleet.join(host, 1, 1) == [0]
    heir = Host(host.database, GAMES, clock, SeededChance(8), HOOKS)
    assert await fleet.alone(heir) == host.database.is_sqlite
