"""Bots in processes of their own, for tests and benchmarks.

End-to-end tests fork Tableside from one process that has imported it already, because the imports take longer than most
tests. Benchmarks, which also measure starts and memory, and bots that are not Tableside start from nothing.
"""

import asyncio
import os
import runpy
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext, ForkServerContext, ForkServerProcess
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from bot.host.kernel.host import Host
from bot.host.kernel.worker_pool import WorkerPool
from bot.processes import LEAN, end_with_parent, without_main

ROOT: Final = Path(__file__).parents[2]
PRELOADED: Final = "tests.e2e.bot_process"
"""The script of Tableside's own process, imported before the first fork; each fork then runs it."""

_LONGEST_LINE: Final = 2**20


class _ForkedProcess(ForkServerProcess):
    """A process that is forked without importing the main program."""

    def start(self) -> None:
        with without_main():
            super().start()


class ForkedContext(ForkServerContext):
    """Processes forked from one that has imported the bot; it starts with the first and ends with this process."""

    Process = _ForkedProcess

    def __init__(self) -> None:
        super().__init__()
        self.set_forkserver_preload([PRELOADED])


FORKED: Final = ForkedContext()
FRESH: Final = LEAN


def fork_workers(host: Host) -> None:
    """Have a host's worker processes forked, before the first has started: their imports, too, take longer than tests.

    `tests/test_process_pool.py` and `tests/host/kernel/test_worker_pool.py` have processes that start as in a service.
    """
    host.worker_pool = WorkerPool(host.metrics, context=FORKED)


class BotProcess:
    """A bot in a process of its own."""

    def __init__(self, process: BaseProcess, out: asyncio.StreamReader, errors: asyncio.StreamReader | None) -> None:
        self._process = process
        self._out = out
        self._errors = errors
        self._gone = asyncio.Event()
        asyncio.get_running_loop().add_reader(process.sentinel, self._leave)

    @classmethod
    async def started(
        cls, context: BaseContext, script: str, environment: dict[str, str], *, heard: bool
    ) -> "BotProcess":
        """Start a script with an environment; if `heard`, its standard error can be read, see `complaints`."""
        out, out_end = context.Pipe(duplex=False)
        errors, errors_end = context.Pipe(duplex=False) if heard else (None, None)
        process = context.Process(target=_run, args=(script, environment, out_end, errors_end))  # type: ignore[attr-defined]
        process.start()
        for end in (out_end, errors_end):
            if end is not None:
                end.close()
        return cls(process, await _reader(out), None if errors is None else await _reader(errors))

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_dead(self) -> bool:
        """Whether it has exited."""
        return self._process.exitcode is not None

    async def kill(self) -> None:
        """Kill it at once, as a power cut would."""
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask it to shut down."""
        await self._end(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it exits by itself, and return its exit code."""
        await self._gone.wait()
        self._process.join()
        assert self._process.exitcode is not None
        return self._process.exitcode

    async def complaints(self) -> AsyncIterator[str]:
        """Yield the lines that it writes to standard error, until it exits."""
        assert self._errors is not None
        while line := await self._errors.readline():
            yield line.decode(errors="replace").rstrip()

    async def line(self) -> str:
        """Read the next line that it prints."""
        return (await self._out.readline()).decode().strip()

    async def printed(self) -> str:
        """Return all that it still prints, once it has ended."""
        return (await self._out.read()).decode()

    async def _end(self, how: signal.Signals) -> None:
        if not self.is_dead:
            os.kill(self.pid, how)
        await self.ended()

    def _leave(self) -> None:
        asyncio.get_running_loop().remove_reader(self._process.sentinel)
        self._gone.set()


def started_by(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started; a thread may end meanwhile.

    Raises FileNotFoundError or ProcessLookupError if the process has ended.
    """
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            for child in map(int, (thread / "children").read_text().split()):
                found += [child, *started_by(child)]
    return found


async def _reader(end: Connection) -> asyncio.StreamReader:
    """Return a reader for a pipe's end, which it closes at the end of the stream."""
    reader = asyncio.StreamReader(limit=_LONGEST_LINE)
    file = os.fdopen(os.dup(end.fileno()), "rb", buffering=0)
    end.close()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader


def _run(script: str, environment: dict[str, str], out: Connection, errors: Connection | None) -> None:
    """Run a script in this new process, with its standard output, and its standard error if it is heard, in pipes."""
    end_with_parent()
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(out.fileno(), sys.stdout.fileno())
    out.close()
    if errors is not None:
        os.dup2(errors.fileno(), sys.stderr.fileno())
        errors.close()
    sys.argv = [script]
    runpy.run_path(script, run_name="__main__")
