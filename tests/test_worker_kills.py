"""Worker processes are killed at random moments, in all pools: everybody has an answer."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from typing import TypeAlias

import pytest
from structlog.testing import capture_logs

from bot.host.house.thinking import Processes
from bot.host.kernel.worker_pool import GoneWrong, WorkerPool
from bot.metrics import Metrics
from bot.priority import going_first
from bot.process_pool import ProcessPool, WorkLost
from bot.rendering import pictures
from bot.ui.pictures.drawing_process import drawing_process
from tests.support import doomed
from tests.support.doomed_picture import doomed_picture, endless_picture, plain_picture

KILLS = 70
"""How many processes of each pool are killed."""

MEMORY = 1 << 30

Ask: TypeAlias = Callable[[int], Awaitable[bytes | None]]
"""Asks for work, and returns its result, or None after words that there is none."""


@contextmanager
def house() -> Iterator[tuple[ProcessPool, Ask]]:
    async def ask(number: int) -> bytes | None:
        try:
            return (await thinkers.run(doomed.killed_sometime, number))[0]
        except WorkLost:
            return None

    with closing(Processes(1)) as thinkers:
        yield thinkers.pool, ask


@contextmanager
def analysis() -> Iterator[tuple[ProcessPool, Ask]]:
    async def ask(number: int) -> bytes | None:
        try:
            return (await workers.run(doomed.killed_sometime, number, number))[0]
        except GoneWrong:
            return None

    with closing(WorkerPool(Metrics(), places=1, memory=MEMORY)) as workers:
        yield workers.processes, ask


@contextmanager
def drawing() -> Iterator[tuple[ProcessPool, Ask]]:
    with drawing_process([]) as pool:
        yield pool, partial(pictures.drawn, doomed_picture)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("opened", [house, analysis, drawing])
async def test_every_answer_comes_while_processes_are_killed_at_200_moments(
    opened: Callable[[], AbstractContextManager[tuple[ProcessPool, Ask]]],
) -> None:
    """Writing a result included, and in all pools together. Each answer is whole, or words say that there is none."""
    number = 0
    with capture_logs() as logged, opened() as (pool, ask):
        while pool.lost["died"] < KILLS:
            number += 1
            answer = await ask(number)
            assert answer is None or len(answer) == doomed.LENGTH
    assert set(pool.lost) == {"died"}
    incidents = [each for each in logged if each["event"] == "incident"]
    assert len(incidents) == pool.lost["died"], "one for each process"


async def test_a_process_that_is_stuck_over_a_picture_leaves_nobody_without_words() -> None:
    with drawing_process([]), going_first():
        stuck = pictures.drawn(endless_picture, 1)
        behind = pictures.drawn(plain_picture, 1)
        assert set(await asyncio.gather(stuck, behind)) == {None}
