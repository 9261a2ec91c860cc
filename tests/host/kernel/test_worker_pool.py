"""The worker pool: nothing in it holds up the event loop, nothing in it lasts, and nobody fills it."""

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path

import pytest

from bot.host.kernel.errors import Refused
from bot.host.kernel.worker_pool import GoneWrong, TooMuch, WorkerPool
from bot.host.match.replay import Diverged
from bot.metrics import Metrics
from engine.contract import Message

FOREVER = 3600.0


def pool_of(places: int = 1, queue: int = 20, memory: int = 1 << 30) -> WorkerPool:
    return WorkerPool(Metrics(), places, queue, memory)


def wait_for(file: str) -> int:
    """Work that lasts until a file is there, and takes the processor all the while."""
    while not Path(file).exists():
        pass
    return os.getpid()


def go_on_for_ever(_: None) -> None:
    time.sleep(FOREVER)  # in a process that is to be ended; no test waits for it


def take(size: int) -> int:
    return len(bytearray(size))


def refuse(_: None) -> None:
    raise Refused(Message("vote.refused.nothing"))


def diverge(_: None) -> None:
    raise Diverged("entry 3 is not legal")


async def test_work_never_runs_in_the_event_loop(tmp_path: Path) -> None:
    """The work ends by something that only happens if the loop goes on meanwhile."""
    pool, file = pool_of(), tmp_path / "go"
    work = asyncio.create_task(pool.run(wait_for, str(file), 1))
    for _ in range(100):
        await asyncio.sleep(0)
    assert not work.done()
    file.touch()
    assert await work != os.getpid()
    pool.close()


async def test_what_takes_too_long_is_ended_and_the_next_work_done() -> None:
    pool = pool_of()
    first = await pool.run(_pid, None, 1)
    with pytest.raises(TooMuch):
        await pool.run(go_on_for_ever, None, 1, seconds=0.01)
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
    assert await pool.run(_pid, None, 1) != first
    pool.close()


def _pid(_: None) -> int:
    return os.getpid()


async def test_what_takes_too_much_memory_is_ended_and_the_next_work_done() -> None:
    pool = pool_of()
    with pytest.raises(TooMuch):
        await pool.run(take, 1 << 31, 1)
    assert await pool.run(take, 1, 1) == 1
    pool.close()


async def test_a_process_that_dies_over_its_work_is_replaced() -> None:
    pool = pool_of()
    with pytest.raises(GoneWrong):
        await pool.run(os._exit, 1, 1)
    assert await pool.run(take, 1, 1) == 1
    pool.close()


async def test_nobody_has_two_pieces_of_work_in_the_pool(tmp_path: Path) -> None:
    pool, file = pool_of(places=2), tmp_path / "go"
    work = asyncio.create_task(pool.run(wait_for, str(file), 1))
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await pool.run(take, 1, 1)
    assert refused.value.reason.id == "pool.one_at_a_time"
    assert await pool.run(take, 1, 2) == 1
    file.touch()
    await work
    assert await pool.run(take, 1, 1) == 1
    pool.close()


async def test_a_full_queue_takes_nothing_more(tmp_path: Path) -> None:
    pool, file = pool_of(queue=3), tmp_path / "go"
    works = [asyncio.create_task(pool.run(wait_for, str(file), user)) for user in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await pool.run(take, 1, 9)
    assert refused.value.reason.id == "pool.full"
    file.touch()
    assert len({await work for work in works}) == 1, "there is one process"
    pool.close()


async def test_what_the_work_raises_comes_back() -> None:
    pool = pool_of()
    with pytest.raises(Refused) as refused:
        await pool.run(refuse, None, 1)
    assert refused.value.reason == Message("vote.refused.nothing")
    with pytest.raises(Diverged, match="entry 3"):
        await pool.run(diverge, None, 1)
    pool.close()


async def test_work_that_nobody_waits_for_any_more_is_ended(tmp_path: Path) -> None:
    pool = pool_of()
    work = asyncio.create_task(pool.run(wait_for, str(tmp_path / "never"), 1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    work.cancel()
    with suppress(asyncio.CancelledError):
        await work
    assert await pool.run(take, 1, 1) == 1
    pool.close()


async def test_no_process_is_left_where_a_pool_was_closed() -> None:
    pool = pool_of()
    process = await pool.run(_pid, None, 1)
    pool.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
