"""Processes that work for this one: what dies is replaced, whenever it dies."""

import asyncio
import os
import signal
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, suppress
from pathlib import Path

import pytest

from bot.processes import ProcessPool


def test_a_process_that_dies_over_its_work_is_replaced() -> None:
    with closing(ProcessPool(1)) as pool:
        with pytest.raises(BrokenProcessPool):
            pool.begin(os._exit, 1).result()
        assert pool.begin(abs, -1).result() == 1


async def test_a_process_that_dies_with_nothing_to_do_is_replaced() -> None:
    with closing(ProcessPool(1)) as pool:
        first = pool.begin(os.getpid).result()
        death = os.pidfd_open(first)
        os.kill(first, signal.SIGKILL)
        dead = asyncio.Event()
        asyncio.get_running_loop().add_reader(death, dead.set)
        await dead.wait()
        asyncio.get_running_loop().remove_reader(death)
        os.close(death)
        # The pool may not have heard of it yet: then the work is lost, but what comes next is not.
        with suppress(BrokenProcessPool):
            pool.begin(os.getpid).result()
        assert pool.begin(os.getpid).result() != first


def test_no_process_is_left_where_a_pool_was_closed() -> None:
    with closing(ProcessPool(1)) as pool:
        process = pool.begin(os.getpid).result()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


PROGRAM = """
print("main program")
if __name__ == "__main__":
    from bot.processes import ProcessPool, Worker
    pool, worker = ProcessPool(1), Worker(2**40)
    print(pool.begin(abs, -1).result(), worker.do(abs, -2))
    pool.close()
    worker.end()
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
    assert printed.stdout.split("\n") == ["main program", "1 2", ""]
