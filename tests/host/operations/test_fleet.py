"""Leases: what one process has, no other has; who dies loses it, who is replaced is told."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.operations import fleet
from bot.host.operations.fleet import BEAT, IDENTIFY, LEASE
from bot.storage import leases
from bot.storage.database import Database
from engine.registry import GAMES
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres

SHARDS = 4


async def replaced(first: Host, other: Host, shards: int, clock: ManualClock) -> None:
    """Let a process take another's place, which has all shards and says every now and then that it lives."""
    joining = asyncio.create_task(fleet.join(other, shards, shards, take_over=True))
    while not joining.done():
        await fleet.beat(first, range(shards), shards)
        clock.advance(0.1)
    assert joining.result() == list(range(shards))


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


async def test_who_is_replaced_leaves_only_when_the_other_hears(first: Host, other: Host, clock: ManualClock) -> None:
    await fleet.join(first, 1, 1)
    await fleet.beat(first, [0], 1)
    other.hears = False
    await replaced(first, other, 1, clock)
    await fleet.beat(other, [0], 1)
    clock.advance(BEAT)
    assert (await fleet.beat(first, [0], 1)).lost == set(), "its session is the only one that hears"
    other.hears = True
    await fleet.beat(other, [0], 1)
    assert (await fleet.beat(first, [0], 1)).lost == {0}


async def test_a_jump_of_the_clock_gives_nothing_back_to_who_is_replaced(
    first: Host, other: Host, clock: ManualClock
) -> None:
    """All leases lapse by it, and who speaks first then must not drive out the process that has taken over."""
    await fleet.join(first, 2, 2)
    await fleet.beat(first, [0, 1], 2)
    await replaced(first, other, 2, clock)
    clock.advance(100 * LEASE)
    assert (await fleet.beat(first, [0, 1], 2)).lost == set(), "nobody is known to hear"
    assert (await fleet.beat(other, [0, 1], 2)).lost == set()
    assert (await fleet.beat(first, [0, 1], 2)).lost == {0, 1}


async def test_who_is_replaced_goes_on_where_its_successor_dies_before_it_hears(
    first: Host, other: Host, clock: ManualClock
) -> None:
    await fleet.join(first, 1, 1)
    await replaced(first, other, 1, clock)
    clock.advance(LEASE)
    assert set((await fleet.beat(first, [0], 1)).free) == {0}
    assert await fleet.adopt(first, 0)
    beat = await fleet.beat(first, [0], 1)
    assert not beat.lost
    assert not beat.free


async def test_nothing_is_heard_by_two_before_both_know_of_it_and_then_each_click_is_one_ones(
    first: Host, other: Host, clock: ManualClock
) -> None:
    await fleet.join(first, 1, 1)
    await fleet.beat(first, [0], 1)
    assert [await fleet.takes(host, 1) for host in (first, other, first)] == [True, True, True], "nobody is asked"
    await replaced(first, other, 1, clock)
    await fleet.beat(other, [0], 1)
    for click in range(2, 12):
        taken = await asyncio.gather(*(fleet.takes(host, click) for host in (first, other, first)))
        assert sum(taken) == 1
    await fleet.leave(first)
    await fleet.beat(other, [0], 1)
    assert not other.shared


async def test_a_place_is_taken_of_a_process_that_does_not_live_any_more(
    first: Host, other: Host, clock: ManualClock
) -> None:
    """Its leases hold for a while still, and nobody hears of it that it knows."""
    await fleet.join(first, 1, 1)
    joining = asyncio.create_task(fleet.join(other, 1, 1, take_over=True))
    while not joining.done():
        await fleet.alone(first)  # it takes a moment
        clock.advance(0.1)
    assert joining.result() == [0]


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
