"""Pools of worker processes: whatever becomes of a process, its work has a result or an error, and it is replaced."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.process_pool import ProcessPool, WorkLost
from tests.support import doomed

ENOUGH = 3600.0
"""More seconds than any work here takes."""


def pool_of(places: int = 1, memory: int = 1 << 30, seconds: float = ENOUGH, idle: float = ENOUGH) -> ProcessPool:
    return ProcessPool("test", memory, seconds, places, idle)


@pytest.fixture
def pool() -> Iterator[ProcessPool]:
    with closing(pool_of()) as opened:
        yield opened


def test_work_whose_process_dies_is_done_once_more(pool: ProcessPool, tmp_path: Path) -> None:
    with capture_logs() as logged:
        assert pool.begin(doomed.killed_once, str(tmp_path / "marker")).result() == pool.processes[0]
    [incident] = [each for each in logged if each["event"] == "incident"]
    assert (incident["pool"], incident["work"], incident["why"]) == ("test", "killed_once", "died")


def test_work_that_kills_every_process_is_given_up(pool: ProcessPool) -> None:
    with pytest.raises(WorkLost, match="died"):
        pool.begin(os._exit, 1).result()
    assert pool.lost == {"died": 2}
    assert pool.begin(abs, -1).result() == 1


def test_a_process_killed_while_writing_its_result_does_not_hold_up_the_pool(pool: ProcessPool) -> None:
    """As the reproducer of the standard library's pool does, again and again."""
    for _ in range(5):
        with pytest.raises(WorkLost, match="died"):
            pool.begin(doomed.killed_while_writing, 100_000_000).result()
    assert pool.lost == {"died": 10}
    assert pool.begin(abs, -1).result() == 1


def test_a_process_that_dies_with_nothing_to_do_is_replaced(pool: ProcessPool) -> None:
    first = pool.begin(os.getpid).result()
    os.kill(first, signal.SIGKILL)
    assert pool.begin(os.getpid).result() != first


def test_a_process_that_is_stuck_is_ended_and_the_next_work_done(pool: ProcessPool) -> None:
    with pytest.raises(WorkLost, match="stuck"):
        pool.begin(doomed.stopped, seconds=0.5).result()
    assert pool.begin(abs, -1).result() == 1
    assert pool.lost == {"stuck": 1}


def test_what_waits_behind_a_stuck_process_is_done(pool: ProcessPool) -> None:
    stuck, waiting = pool.begin(doomed.stopped, seconds=0.5), pool.begin(abs, -1)
    assert waiting.result() == 1
    assert isinstance(stuck.exception(), WorkLost)


def test_a_process_that_has_grown_is_replaced_after_its_work() -> None:
    with closing(pool_of(memory=64 << 20)) as pool:
        first = pool.begin(doomed.grown, 16 << 20).result()
        assert pool.begin(doomed.grown, 1 << 20).result() == first
        assert pool.begin(doomed.grown, 40 << 20).result() == first
        assert pool.begin(os.getpid).result() != first
        assert pool.lost == {"memory": 1}


def test_work_that_needs_more_memory_than_it_may_is_given_up() -> None:
    with closing(pool_of(memory=64 << 20)) as pool:
        with pytest.raises(WorkLost, match="memory"):
            pool.begin(doomed.grown, 1 << 30).result()
        assert pool.begin(abs, -1).result() == 1


def test_a_process_without_work_ends_and_the_next_work_starts_another() -> None:
    with closing(pool_of(idle=0.0)) as pool:
        first = pool.begin(os.getpid).result()
        for worker in pool.workers:
            worker.thread.join()
        with pytest.raises(ProcessLookupError):
            os.kill(first, 0)
        assert pool.processes == []
        assert pool.begin(os.getpid).result() != first
        assert not pool.lost


def test_a_second_process_starts_only_if_the_first_is_busy(tmp_path: Path) -> None:
    with closing(pool_of(places=2)) as pool:
        assert len({pool.begin(os.getpid).result() for _ in range(5)}) == 1
        busy = pool.begin(doomed.stopped)
        assert pool.begin(abs, -1).result() == 1
        assert len(pool.processes) == 2
    assert isinstance(busy.exception(), WorkLost)


def test_closing_ends_everything_whatever_it_is_doing(pool: ProcessPool) -> None:
    stuck, waiting = pool.begin(doomed.stopped), pool.begin(abs, -1)
    pool.close()
    assert {str(each.exception()) for each in (stuck, waiting, pool.begin(abs, -1))} == {"closed"}
    assert not pool.lost


async def test_work_that_nobody_waits_for_any_more_is_ended(pool: ProcessPool) -> None:
    work = asyncio.create_task(pool.run(doomed.stopped))
    await asyncio.sleep(0)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    assert await pool.run(abs, -1) == 1
    assert not pool.lost


def test_what_cannot_be_sent_is_an_error_of_the_caller(pool: ProcessPool) -> None:
    with pytest.raises(AttributeError):
        pool.begin(lambda: 1).result()
    with pytest.raises(TypeError):
        pool.begin(open, os.devnull).result()  # an open file cannot be sent back
    assert pool.begin(abs, -1).result() == 1
    assert not pool.lost


def test_no_process_is_left_where_a_pool_was_closed() -> None:
    with closing(pool_of()) as pool:
        process = pool.begin(os.getpid).result()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


PROGRAM = """
print("main program")
if __name__ == "__main__":
    from bot.process_pool import ProcessPool
    pool = ProcessPool("test", 2**30, 3600, places=3)
    print([each.result() for each in [pool.begin(abs, -number) for number in range(3)]])
    pool.close()
"""


def test_a_process_does_not_import_the_main_program(tmp_path: Path) -> None:
    program, root = tmp_path / "program.py", Path(__file__).parents[1]
    program.write_text(PROGRAM)
    printed = subprocess.run(  # noqa: S603 - ours
        [sys.executable, program],
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert printed.stdout.split("\n") == ["main program", "[0, 1, 2]", ""]
