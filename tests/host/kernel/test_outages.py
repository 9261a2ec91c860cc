"""Work that outlasts an outage of the database."""

import asyncio
from itertools import pairwise

import pytest

from bot.host.kernel.host import Host
from bot.host.kernel.outages import GIVE_UP, LONGEST, SHORTEST, StorageGone, surely, watch
from bot.storage.outages import Unavailable
from tests.support.clocks import ManualClock

TRIES = 8


async def test_work_begins_anew_until_the_database_can_be_used(host: Host, clock: ManualClock) -> None:
    begun: list[float] = []

    async def work() -> str:
        begun.append(clock.now())
        if len(begun) < TRIES:
            host.database.outage.begin("refused")
            raise Unavailable("refused")
        return "done"

    done = asyncio.create_task(surely(host, work))
    while not done.done():
        await asyncio.sleep(0)
        clock.advance(SHORTEST / 2)
    assert done.result() == "done"
    pauses = [later - sooner for sooner, later in pairwise(begun)]
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[-1] <= LONGEST + SHORTEST


async def test_another_error_is_not_tried_again(host: Host) -> None:
    async def work() -> None:
        raise ValueError

    with pytest.raises(ValueError):  # noqa: PT011 - any will do
        await surely(host, work)


async def test_an_outage_that_lasts_ends_the_process(host: Host, clock: ManualClock) -> None:
    watching = asyncio.create_task(watch(host))
    host.database.outage.begin("refused")
    clock.advance(GIVE_UP - 1)
    await asyncio.sleep(0)
    assert not watching.done()
    while not watching.done():
        clock.advance(GIVE_UP)
        await asyncio.sleep(0)
    assert isinstance(watching.exception(), StorageGone)
