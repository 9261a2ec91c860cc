"""Pools of worker processes: each piece of work has a result or an error in time, whatever happens to the processes.

A worker is a thread of this process, a process, and a pipe between the two that nobody else holds. So a process that
dies, even in the middle of writing a result, ends the pipe, and its thread sees that at once. The standard library's
pools read all results from one pipe that this process holds open itself: they would wait for the rest for ever.
"""

import asyncio
import pickle
import secrets
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.context import BaseContext
from threading import Condition, Lock, Thread, Timer
from typing import Any, Final, Literal, TypeAlias, TypeVar, TypeVarTuple

import structlog

from bot.memory import private_of, resident_of
from bot.processes import LEAN, SPENT, serve

IDLE: Final = 300.0
"""How many seconds a process waits for more work before it ends."""

TRIES: Final = 2
"""How often work is done whose process dies. It may be the work that kills it, so not more often."""

FULL: Final = 0.75
"""The share of its memory limit at which a process is replaced after its work, before work fails for lack of memory."""

Why: TypeAlias = Literal["died", "stuck", "memory", "unwanted", "closed"]
"""Why a process ended: by itself or by the system; its work took too long, or needed too much memory; nobody wants
the result any more; or the pool was closed."""

R = TypeVar("R")
Ts = TypeVarTuple("Ts")

log = structlog.get_logger()


class WorkLost(Exception):
    """Work has no result, because of what became of its process. The pool has logged that as an incident.

    Attributes:
        why: what became of it.
    """

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class ProcessPool:
    """Processes that work for this one, each within limits. They start with work and end when there is none for long.

    A process that dies, takes too long or grows too large is replaced, and logged as one incident. If it died, its work
    is done once more.

    Args:
        name: what the log and the metrics call the pool.
        memory: how many bytes each process may take for its work.
        seconds: how long a piece of work may take.
        places: the maximum number of processes. Another one starts only if all are busy.
        idle: after how many seconds without work a process ends; None if it stays.
        context: how processes start; lean by default, because a process with threads cannot be forked.

    Attributes:
        lost: how many processes were replaced, by the reason.
    """

    def __init__(
        self,
        name: str,
        memory: int,
        seconds: float,
        places: int = 1,
        idle: float | None = IDLE,
        context: BaseContext = LEAN,
    ) -> None:
        self.name = name
        self.memory = memory
        self.idle = idle
        self.context = context
        self.lost: Counter[Why] = Counter()
        self._seconds = seconds
        self._places = places
        self._changed = Condition()
        self._workers: list[_Worker] = []
        self._free: set[_Worker] = set()
        self._waiting: deque[_Job] = deque()
        self._closed = False

    def start(self, context: BaseContext) -> None:
        """Start a process at once. `context` says how; later ones start as usual, because by then there are threads."""
        self._add(_Worker(self, _Process(context, self.memory)))

    def begin(self, work: Callable[[*Ts], R], *args: *Ts, seconds: float | None = None) -> "Future[R]":
        """Run a module-level function in another process, and return a future for its result.

        It may take `seconds`, or else what the pool allows. The future raises WorkLost, or whatever the function
        raises. Arguments and results are sent between processes.
        """
        return self._begun(_Job(work, args, seconds or self._seconds)).future

    async def run(self, work: Callable[[*Ts], R], *args: *Ts, seconds: float | None = None) -> R:
        """Return the result of `begin`'s work. If this is cancelled, the work ends at once, and its process with it."""
        job = self._begun(_Job(work, args, seconds or self._seconds))
        try:
            result: R = await asyncio.wrap_future(job.future)
        except asyncio.CancelledError:
            for worker in self.workers:
                worker.end(job, "unwanted")
            raise
        return result

    @property
    def workers(self) -> "tuple[_Worker, ...]":
        """The workers that there are now."""
        with self._changed:
            return tuple(self._workers)

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that there are now."""
        return [pid for worker in self.workers if (pid := worker.pid) is not None]

    def close(self) -> None:
        """End all processes at once, whatever they are doing; work that is not done raises WorkLost."""
        with self._changed:
            self._closed = True
            waiting = list(self._waiting)
            self._waiting.clear()
            self._changed.notify_all()
        for job in waiting:
            job.fail(WorkLost("closed"))
        workers = self.workers
        for worker in workers:
            worker.close()
        for worker in workers:
            worker.thread.join()

    def _begun(self, job: "_Job") -> "_Job":
        with self._changed:
            if self._closed:
                job.fail(WorkLost("closed"))
                return job
            self._waiting.append(job)
            if len(self._waiting) <= len(self._free):
                self._changed.notify()
            elif len(self._workers) < self._places:
                self._add(_Worker(self))
        return job

    def _add(self, worker: "_Worker") -> None:
        with self._changed:
            self._workers.append(worker)
        worker.thread.start()

    def next_job(self, worker: "_Worker") -> "_Job | None":
        """Wait for a worker's next work; None if there is none for long, or the pool is closed."""
        with self._changed:
            while not self._closed:
                if self._waiting:
                    self._free.discard(worker)
                    return self._waiting.popleft()
                self._free.add(worker)
                if not self._changed.wait(self.idle) and not self._waiting:
                    break
            self._free.discard(worker)
            return None

    def offer(self, worker: "_Worker") -> None:
        """Count a worker as free that is about to ask for its next work."""
        with self._changed:
            self._free.add(worker)

    def leave(self, worker: "_Worker") -> bool:
        """Take a worker out of the pool, unless there is work again; return whether it is out."""
        with self._changed:
            if self._waiting:
                return False
            self._workers.remove(worker)
            return True

    def note_loss(self, why: Why, work: str) -> None:
        """Count and log a process that was lost."""
        self.lost[why] += 1
        log.error("incident", incident=secrets.token_hex(4), kind="worker", pool=self.name, work=work, why=why)


class _Job:
    """A piece of work, and the future for its result."""

    def __init__(self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float) -> None:
        self.name = work.__name__
        self.seconds = seconds
        self.future: Future[Any] = Future()
        self._task = work, args

    def written(self) -> bytes | None:
        """Return the work as it is sent, or None if nobody wants it any more or it cannot be sent."""
        if not self.future.set_running_or_notify_cancel():
            return None
        try:
            return pickle.dumps(self._task, pickle.HIGHEST_PROTOCOL)
        except Exception as error:  # noqa: BLE001 - passed on to the caller
            self.future.set_exception(error)
            return None

    def finish(self, answer: bytes) -> None:
        """Hand over the result, or what the work raised."""
        try:
            done, result = pickle.loads(answer)  # noqa: S301 - from our own process
        except Exception as error:  # noqa: BLE001 - passed on to the caller
            done, result = False, error
        if done:
            self.future.set_result(result)
        else:
            self.future.set_exception(result)

    def fail(self, error: WorkLost) -> None:
        """Hand over an error, unless nobody wants the result any more."""
        if self.future.running() or self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)


class _Process:
    """A process, and this end of its pipe.

    Attributes:
        seen: the most memory that it was seen to hold, what it shares included. Only beyond that is it worth the time
            to ask how much is its own.
    """

    def __init__(self, context: BaseContext, memory: int) -> None:
        self.seen = 0
        self.pipe, far_end = context.Pipe()
        with far_end:  # open in that process alone from here on
            self._process = context.Process(target=serve, args=(far_end, memory), daemon=True)  # type: ignore[attr-defined]
            self._process.start()

    @property
    def pid(self) -> int:
        pid: int = self._process.pid
        return pid

    def kill(self) -> None:
        self._process.kill()

    def ended(self) -> int | None:
        """End the process if it has not ended by itself, and return its exit code."""
        self._process.kill()
        self._process.join()
        self.pipe.close()
        code: int | None = self._process.exitcode
        return code


class _Worker:
    """A thread that has one process do one piece of work after another, and replaces it if it is lost."""

    def __init__(self, pool: ProcessPool, process: _Process | None = None) -> None:
        self.thread = Thread(target=self._run, name=f"{pool.name}-worker", daemon=True)
        self._pool = pool
        self._process = process
        self._guard = Lock()
        self._current: _Job | None = None
        self._why: Why = "died"
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of its process, if there is one."""
        with self._guard:
            return None if self._process is None else self._process.pid

    def end(self, job: _Job, why: Why) -> None:
        """End the process if it is still doing this work."""
        with self._guard:
            if self._current is job and self._process is not None:
                self._why = why
                self._process.kill()

    def close(self) -> None:
        """End the process and then the thread, whatever they are doing."""
        with self._guard:
            self._closed = True
            self._why = "closed"
            if self._process is not None:
                self._process.kill()

    def _run(self) -> None:
        left = False
        while not left:
            while (job := self._pool.next_job(self)) is not None:
                task = job.written()
                if task is not None:
                    self._do(job, task)
            with self._guard:
                if self._process is not None:
                    self._process.ended()
                    self._process = None
            left = self._pool.leave(self)

    def _do(self, job: _Job, task: bytes) -> None:
        """Do a piece of work, once more if the process dies."""
        for tries in range(1, TRIES + 1):
            answer = self._answer(job, task)
            if answer is not None:
                self._look_over(job)
                self._pool.offer(self)  # before anyone hears of the result and comes with more work
                return job.finish(answer)
            why = self._lost(job)
            if why != "died" or tries == TRIES:
                self._pool.offer(self)
                return job.fail(WorkLost(why))
        return None

    def _answer(self, job: _Job, task: bytes) -> bytes | None:
        """Return the process's answer; None if it has ended or was ended."""
        with self._guard:
            if self._closed:
                return None
            if self._process is None:
                self._process = _Process(self._pool.context, self._pool.memory)
            self._current, pipe = job, self._process.pipe
        late = Timer(job.seconds, self.end, (job, "stuck"))
        late.daemon = True
        late.start()
        try:
            pipe.send_bytes(task)
            return pipe.recv_bytes()
        except (EOFError, OSError):
            return None
        finally:
            late.cancel()
            with self._guard:
                self._current = None

    def _lost(self, job: _Job) -> Why:
        """Clear away the lost process, and return what became of it."""
        with self._guard:
            code = None if self._process is None else self._process.ended()
            self._process, why = None, self._why
            if not self._closed:
                self._why = "died"
        if code == SPENT and why == "died":
            why = "memory"
        if why not in ("closed", "unwanted"):
            self._pool.note_loss(why, job.name)
        return why

    def _look_over(self, job: _Job) -> None:
        """Clear the process away if it was ended just after its work, or if its memory is nearly used up."""
        with self._guard:
            process, full = self._process, FULL * self._pool.memory
            if process is None or self._closed:
                return
            is_full = False
            if (resident := resident_of(process.pid)) > max(full, process.seen):
                process.seen, is_full = resident, private_of(process.pid) > full
            if is_full or self._why != "died":
                process.ended()
                self._process, self._why = None, "died"
        if is_full:
            self._pool.note_loss("memory", job.name)
