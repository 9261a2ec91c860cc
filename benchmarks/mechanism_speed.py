"""What each mechanism that is there for speed buys: the same work with it and without it, in turn.

A click here is what a click asks of the database, in one transaction: its match, who sits there, and a row that is
changed. Each mechanism is tried beside what it is there against. Where the machine does other things as well, the
ratios of medians say more than the milliseconds.
"""

import asyncio
import gc
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import aiosqlite
from sqlalchemy import NullPool, select
from sqlalchemy.ext.asyncio import create_async_engine

import bot.app  # noqa: F401 - what the service loads
from bot.cli.service_commands import THREAD_SECONDS
from bot.host.house.thinking import InProcess, Processes, Thinkers
from bot.priority import going_first
from bot.processes import NICE
from bot.storage import matches, notes, seats, sqlite
from bot.storage.database import Database
from bot.storage.migrate import migrate
from bot.storage.schema import matches as matches_table

ROUNDS, CLICKS = 6, 40
"""How often each way is measured, in turn, and how many clicks there are each time."""

PAUSE: Final = 0.01
"""How many seconds there are between two clicks."""

PYTHONS_THREAD_SECONDS: Final = 0.005
"""What `sys.setswitchinterval` is unless somebody says otherwise."""

Measure: TypeAlias = Callable[..., Awaitable[list[float]]]
"""Returns how many milliseconds some clicks took, with a mechanism or without it."""


async def click(database: Database) -> None:
    """Do what a click asks of the database."""
    async with database.transaction() as tx:
        await matches.get(tx, 1, lock=True)
        await seats.sitters(tx, 1, 0.0)
        await notes.keep(tx, "clicked", "yes")


async def clicks(one: Callable[[], Awaitable[object]], clock: Callable[[], float] | None = None) -> list[float]:
    """Click some times, and return how many milliseconds each took by a clock.

    Without one it is the time from when the click was due: an event loop that is busy then is late already.
    """
    taken = []
    for _ in range(CLICKS):
        due = time.perf_counter() + PAUSE
        await asyncio.sleep(PAUSE)
        begun = clock() if clock else due
        await one()
        taken.append(((clock or time.perf_counter)() - begun) * 1000)
    return taken


def busy(seconds: float) -> None:
    """Use a processor for some seconds, as a thought or a picture does."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        sum(range(1000))


@asynccontextmanager
async def beside(work: Callable[[], Awaitable[object]], count: int = 1) -> AsyncIterator[None]:
    """Do some work over and over meanwhile, several at once."""

    async def again() -> None:
        while True:
            await work()

    tasks = [asyncio.create_task(again()) for _ in range(count)]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def visits(database: Database, *, with_it: bool) -> list[float]:
    """One visit to SQLite's thread for each statement, and not four; in processor time."""
    path = str(database.url.database)

    async def plain() -> Any:
        return await aiosqlite.connect(path, isolation_level=None)

    engine = database.engine
    if not with_it:
        database.engine = create_async_engine(database.url, async_creator=plain)
    try:
        return await clicks(partial(click, database), time.process_time)
    finally:
        if not with_it:
            await database.close()
        database.engine = engine


async def pool(database: Database, *, with_it: bool) -> list[float]:
    """Connections that are kept; in processor time."""
    engine = database.engine
    if not with_it:
        creator = partial(sqlite.connect, str(database.url.database))
        database.engine = create_async_engine(database.url, async_creator=creator, poolclass=NullPool)
    try:
        return await clicks(partial(click, database), time.process_time)
    finally:
        database.engine = engine


async def constants(database: Database, *, with_it: bool) -> list[float]:
    """Statements that are made once; in processor time."""
    async with database.reading() as connection:

        async def made_anew() -> None:
            await connection.execute(select(matches_table).where(matches_table.c.id == 1))

        return await clicks(partial(matches.get, connection, 1) if with_it else made_anew, time.process_time)


async def switching(database: Database, *, with_it: bool) -> list[float]:
    """A thread that has to give the interpreter up ten times as often, beside a thread that is busy."""
    sys.setswitchinterval(THREAD_SECONDS if with_it else PYTHONS_THREAD_SECONDS)
    try:
        async with beside(lambda: asyncio.to_thread(busy, 0.05)):
            return await clicks(partial(click, database))
    finally:
        sys.setswitchinterval(THREAD_SECONDS)


async def apart(thinkers: tuple[Thinkers, Thinkers], database: Database, *, with_it: bool) -> list[float]:
    """Thoughts and pictures in a process of their own, and not in a thread."""
    async with beside(lambda: thinkers[not with_it].run(busy, 0.05)):
        return await clicks(partial(click, database))


async def nice(database: Database, *, with_it: bool) -> list[float]:
    """A lower priority for that process, where both have the same core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    other = get_context("spawn").Process(target=_stand_back, args=(NICE if with_it else 0,), daemon=True)
    other.start()
    try:
        await asyncio.sleep(0.5)
        return await clicks(partial(click, database))
    finally:
        other.kill()
        other.join()
        os.sched_setaffinity(0, cores)


def _stand_back(by: int) -> None:
    os.nice(by)
    busy(60.0)


async def writers(database: Database, *, with_it: bool) -> list[float]:
    """Who answers a person writes first, beside eight that want to write."""

    async def one() -> None:
        with going_first() if with_it else nullcontext():
            await click(database)

    async with beside(partial(click, database), 8):
        return await clicks(one)


async def steps(database: Database, *, with_it: bool) -> list[float]:
    """Who begins to read or to write waits while somebody is answered; an answer reads, writes and reads again."""

    async def post() -> None:
        async with database.reading() as connection:
            await seats.sitters(connection, 1, 0.0)
        busy(0.002)
        await click(database)

    async def one() -> None:
        with going_first(), database.courtesy.answering() if with_it else nullcontext():
            for _ in range(2):
                async with database.reading() as connection:
                    await seats.sitters(connection, 1, 0.0)
                busy(0.002)
                await click(database)

    async with beside(post, 3):
        return await clicks(one)


async def courtesy(database: Database, *, with_it: bool) -> list[float]:
    """A house player moves when nobody is answered."""

    async def move() -> None:
        if with_it:
            await database.courtesy.wait()
        async with database.transaction() as tx:
            await matches.get(tx, 1, lock=True)
            busy(0.02)

    async def one() -> None:
        with going_first(), database.courtesy.answering():
            await click(database)

    async with beside(move):
        return await clicks(one)


async def frozen(*, with_it: bool) -> list[float]:
    """What is loaded is looked through no more for garbage: how long a full search takes."""
    gc.collect()
    if with_it:
        gc.freeze()
    begun = time.perf_counter()
    gc.collect()
    taken = (time.perf_counter() - begun) * 1000
    gc.unfreeze()
    return [taken]


async def compare(name: str, measure: Measure) -> None:
    """Print how long clicks take with a mechanism and without it."""
    taken: dict[bool, list[list[float]]] = {True: [], False: []}
    for number in range(2 * ROUNDS):
        with_it = bool(number % 2)
        taken[with_it].append(await measure(with_it=with_it))
    ratios = sorted(median(off) / median(on) for on, off in zip(taken[True], taken[False], strict=True))
    on, off = (sorted(one for each in taken[which] for one in each) for which in (True, False))
    worst_on, worst_off = (quantiles(each, n=20)[-1] for each in (on, off))
    print(
        f"mechanisms: {name}: median {median(on):.2f} ms with it, {median(off):.2f} ms without; 95th percentile "
        f"{worst_on:.1f} and {worst_off:.1f} ms; ratios of medians {ratios[0]:.2f} to {ratios[-1]:.2f}",
        flush=True,
    )


async def _measure(names: list[str]) -> None:
    sys.setswitchinterval(THREAD_SECONDS)
    async with AsyncExitStack() as held:
        folder = held.enter_context(TemporaryDirectory())
        database = Database(f"sqlite+aiosqlite:///{Path(folder) / 'file.db'}")
        held.push_async_callback(database.close)
        await migrate(database)
        thinkers = Processes(1), InProcess()
        held.callback(thinkers[0].close)
        await thinkers[0].run(busy, 0.0)
        measures: dict[str, Measure] = {
            "visits": partial(visits, database),
            "pool": partial(pool, database),
            "constants": partial(constants, database),
            "switching": partial(switching, database),
            "apart": partial(apart, thinkers, database),
            "nice": partial(nice, database),
            "writers": partial(writers, database),
            "steps": partial(steps, database),
            "courtesy": partial(courtesy, database),
            "frozen": frozen,
        }
        for name in names or measures:
            await compare(name, measures[name])


def mechanism_speed(*names: str) -> None:
    """Print what mechanisms buy, all or those that are named."""
    asyncio.run(_measure(list(names)))


if __name__ == "__main__":
    mechanism_speed(*sys.argv[1:])
