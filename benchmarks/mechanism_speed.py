"""The benefit of each mechanism that exists for speed: the same work with and without it, alternately.

A click here stands for the database work of a click, in one transaction: reading its match and its players, and
changing a row. Each mechanism is measured beside the load that it is meant for. If the machine is doing other work as
well, the ratios of medians are more meaningful than the milliseconds.
"""

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from copy import copy
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final, Self, TypeAlias

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

import bot.app  # noqa: F401 - loaded by the service
from benchmarks.busy_work import busy
from bot.cli.service_commands import THREAD_SECONDS
from bot.host.features import HOOKS
from bot.host.house.thinking import InProcess, Processes, Thinkers
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.host.kernel.positions import Positions
from bot.host.kernel.randomness import SystemChance
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.priority import Courtesy, going_first
from bot.rendering.languages import spoken_to
from bot.storage import matches, notes, seats, sqlite
from bot.storage.database import Database
from bot.storage.migrate import migrate
from bot.storage.schema import matches as matches_table
from bot.ui.games import RENDERERS
from bot.ui.match import panel as panel_ui
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.registry import GAMES
from tests.host import players

ROUNDS, CLICKS = 6, 40
"""The number of measurements per variant, taken alternately, and of clicks in each."""

PAUSE: Final = 0.01
"""The time between two clicks, in seconds."""

PYTHONS_THREAD_SECONDS: Final = 0.005
"""Python's default for `sys.setswitchinterval`."""

Measure: TypeAlias = Callable[..., Awaitable[list[float]]]
"""A function that returns the latencies of several clicks, in milliseconds, with or without a mechanism."""


async def click(database: Database) -> None:
    """Do the database work of a click."""
    async with database.transaction() as tx:
        await matches.get(tx, 1, lock=True)
        await seats.sitters(tx, 1, 0.0)
        await notes.keep(tx, "clicked", "yes")


async def clicks(one: Callable[[], Awaitable[object]], clock: Callable[[], float] | None = None) -> list[float]:
    """Click several times, and return how many milliseconds each click took by a clock.

    Without a clock, return the time since each click was due, which includes the delay of a busy event loop.
    """
    taken = []
    for _ in range(CLICKS):
        due = time.perf_counter() + PAUSE
        await asyncio.sleep(PAUSE)
        begun = clock() if clock else due
        await one()
        taken.append(((clock or time.perf_counter)() - begun) * 1000)
    return taken


@asynccontextmanager
async def beside(work: Callable[[], Awaitable[object]], count: int = 1) -> AsyncIterator[None]:
    """Repeat some work in the background, in `count` tasks at once."""

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


class OneVisitEach(sqlite.Connection):
    """A connection that executes quick statements in its thread too."""

    async def at_once(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite.Result:
        """Execute a statement in the thread."""
        statement = await sqlite.Statement(self).execute(sql, parameters)
        return await statement.fetchall(), statement.rowcount


async def visits(database: Database, *, with_it: bool) -> list[float]:
    """Measure clicks with one visit to SQLite's thread for each instead of one for each statement."""
    made = sqlite.Connection
    sqlite.Connection = made if with_it else OneVisitEach  # type: ignore[misc]
    own = Database(str(database.url))
    try:
        return await clicks(partial(click, own), time.process_time)
    finally:
        sqlite.Connection = made  # type: ignore[misc]
        await own.close()


class Pooled(sqlite.Connections):
    """Connections as SQLAlchemy lends them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._pool = engine

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection."""
        async with self._pool.connect() as connection:
            yield connection


async def lent(database: Database, *, with_it: bool) -> list[float]:
    """Measure clicks with connections that stay open above SQLAlchemy's pool, in processor time."""
    own = Database(str(database.url))
    pool = create_async_engine(own.url, async_creator=partial(sqlite.connect, str(own.url.database)))
    if not with_it:
        own._connections = Pooled(pool)  # noqa: SLF001 - what a mechanism hides is what is compared here
    try:
        return await clicks(partial(click, own), time.process_time)
    finally:
        await pool.dispose()
        await (own.close() if with_it else own.engine.dispose())


async def prepared(database: Database, *, with_it: bool) -> list[float]:
    """Measure reads with a prepared statement instead of a constant one of SQLAlchemy's, in processor time."""
    constant = select(matches_table).where(matches_table.c.id == bindparam("of"))
    async with database.reading() as connection:

        async def executed() -> None:
            (await connection.execute(constant, {"of": 1})).first()

        return await clicks(partial(matches.get, connection, 1) if with_it else executed, time.process_time)


def pictures_of(panel: Panel, words: Words) -> Sequence[Picture]:
    """Draw the pictures of a panel."""
    asks = panel.view, panel.seat, words, panel.question, panel.forecast
    return RENDERERS[panel.match.game].panel_pictures(*asks)


class Planner:
    """A person who plans and undoes in a match, on a host without Discord."""

    def __init__(self, host: Host, user: int, panel: Panel) -> None:
        self._host = host
        self._user = user
        self._panel = panel

    @classmethod
    async def opened(cls, database: Database) -> Self:
        """Start a match, and return the player whose turn it is."""
        host = Host(database, GAMES, SystemClock(), SystemChance(), HOOKS)
        await host.store_sets()
        match = await players.started(host)
        panels = [(user, await panel_actions.show(host, match, user)) for user in (players.ADA, players.BEN)]
        return next(cls(host, user, panel) for user, panel in panels if panel.asked is not None)

    async def click(self) -> None:
        """Plan an action, or take it back."""
        panel, by = self._panel, players.click(self._user, self._host.now())
        revision, asked = panel.draft.revision, panel.asked
        if panel.draft.made or asked is None:
            clicked = await panel_actions.undo(self._host, by, panel.match.id, revision)
        else:
            key = next(option.key for option in asked.options if not option.final)
            clicked = await panel_actions.pick(self._host, by, panel.match.id, asked.id, revision, [key])
        self._panel = clicked or panel

    async def draw(self, *, anew: bool) -> None:
        """Render the panel and its picture; with `anew`, from cards that have never been shown before."""
        words, renderer = spoken_to(self._panel), RENDERERS[self._panel.match.game]
        words.cards = copy(words.cards) if anew else words.cards
        panel_ui.panel(self._panel, words, renderer)
        pictures_of(self._panel, words)

    async def positions(self, *, with_it: bool) -> list[float]:
        """Measure clicks with the newest position kept in memory, in processor time."""
        self._host.positions = Positions() if with_it else Positions(0)
        return await clicks(self.click, time.process_time)

    async def texts(self, *, with_it: bool) -> list[float]:
        """Measure the rendering of a panel with the texts about cards kept, in processor time."""
        return await clicks(partial(self.draw, anew=not with_it), time.process_time)


async def switching(database: Database, *, with_it: bool) -> list[float]:
    """Measure clicks with a thread switch interval ten times shorter, beside a busy thread."""
    sys.setswitchinterval(THREAD_SECONDS if with_it else PYTHONS_THREAD_SECONDS)
    try:
        async with beside(lambda: asyncio.to_thread(busy, 0.05)):
            return await clicks(partial(click, database))
    finally:
        sys.setswitchinterval(THREAD_SECONDS)


async def apart(thinkers: tuple[Thinkers, Thinkers], database: Database, *, with_it: bool) -> list[float]:
    """Measure clicks while searches and pictures run in a process of their own instead of a thread."""
    async with beside(lambda: thinkers[not with_it].run(busy, 0.05)):
        return await clicks(partial(click, database))


async def writers(database: Database, *, with_it: bool) -> list[float]:
    """Measure clicks with write priority for answers to people, beside eight other writers."""

    async def one() -> None:
        with going_first() if with_it else nullcontext():
            await click(database)

    async with beside(partial(click, database), 8):
        return await clicks(one)


async def courtesy(database: Database, *, with_it: bool) -> list[float]:
    """Measure clicks while house players move only if no person is being answered."""
    people = Courtesy()

    async def move() -> None:
        if with_it:
            await people.wait()
        async with database.transaction() as tx:
            await matches.get(tx, 1, lock=True)
            busy(0.02)

    async def one() -> None:
        with going_first(), people.answering():
            await click(database)

    async with beside(move):
        return await clicks(one)


async def frozen(*, with_it: bool) -> list[float]:
    """Measure a full garbage collection with loaded objects exempt from it."""
    gc.collect()
    if with_it:
        gc.freeze()
    begun = time.perf_counter()
    gc.collect()
    taken = (time.perf_counter() - begun) * 1000
    gc.unfreeze()
    return [taken]


async def compare(name: str, measure: Measure) -> None:
    """Print click latencies with and without a mechanism."""
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
        planner = await Planner.opened(database)
        measures: dict[str, Measure] = {
            "visits": partial(visits, database),
            "lent": partial(lent, database),
            "prepared": partial(prepared, database),
            "positions": planner.positions,
            "texts": planner.texts,
            "switching": partial(switching, database),
            "apart": partial(apart, thinkers, database),
            "writers": partial(writers, database),
            "courtesy": partial(courtesy, database),
            "frozen": frozen,
        }
        for name in names or measures:
            await compare(name, measures[name])


def mechanism_speed(*names: str) -> None:
    """Print the benefit of all mechanisms, or of those named."""
    asyncio.run(_measure(list(names)))


if __name__ == "__main__":
    mechanism_speed(*sys.argv[1:])
