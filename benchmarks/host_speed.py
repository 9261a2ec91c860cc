"""Latency of a click with many live matches in the database, duration of a start, and memory per match.

Everything goes through the sandbox, with the bot in its own process. The baseline is a bare discord.py bot that only
edits its message.
"""

import asyncio
import gc
import os
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Self

from sqlalchemy import make_url

from bot.host.operations import outage
from bot.storage import notes
from bot.storage.database import Database
from bot.storage.schema import metadata
from sandbox.client import Person, Refused
from sandbox.seen import Message
from tests.e2e import players as table
from tests.e2e.players import Player, find, offered
from tests.support.discord import Stage, open_stage
from tests.support.processes import FRESH, BotProcess

BARE = Path(__file__).with_name("sandbox_bot.py")


class Room(table.Room):
    """A room in which the bot uses the system clock, because reading a clock that tests control takes time."""

    script = Path(__file__).with_name("tableside_bot.py")
    context = FRESH

    async def calmed(self, match: int) -> tuple[list[Player], Player]:
        """Return the players of a match, once nothing is on its way to them, and the one who can plan."""
        players = [Player(self, await self.client.person(name), match) for name in ("Ada", "Ben")]
        await self.calm(players)
        panels = [(await player.shown(), player) for player in players]
        return players, next(player for panel, player in panels if offered(panel))


_LIVE = (1, 1_000, 10_000)
_STARTS = (0, 5_000)
_WARM_UP, _ROUNDS, _CLICKS = 20, 10, 20
_PER_CENT = 100

_COPY = {
    "matches": {"id": "i"},
    "seats": {"match": "i", "user": "user + i"},
    "timers": {"id": "id + i * 1000", "match": "i"},
    "surfaces": {"id": "id + i * 1000", "match": "i", "shown": "wanted"},
    "entries": {"match": "i"},
    "events": {"match": "i"},
}
"""The columns of a match's rows that differ in copy number `i`, with their values."""

_NUMBERS = "WITH RECURSIVE numbers(i) AS (SELECT :first UNION ALL SELECT i + 1 FROM numbers WHERE i < :last)"


@contextmanager
def undisturbed() -> Iterator[None]:
    """Disable garbage collection in this process: the sandbox's pauses must not count as the bot's."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def fill(url: str, match: int, count: int) -> None:
    """Fill the database with live matches: copies of one match, with other players. Nothing else may have it open."""
    if count > 1:
        await asyncio.to_thread(_copy, str(make_url(url).database), match, count)
    database = Database(url)
    async with database.transaction() as tx:
        await notes.keep(tx, outage.HEARD, repr(time.time()))  # the time that this took is not an outage
    await database.close()


def _copy(path: str, match: int, count: int) -> None:
    connection = sqlite3.connect(path)
    # This file is expendable, so it need not be written twice.
    connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
    for name, changed in _COPY.items():
        columns = [column.name for column in metadata.tables[name].columns]
        values = ", ".join(changed.get(column, f'"{column}"') for column in columns)
        which = "id" if name == "matches" else "match"
        names = ", ".join(f'"{column}"' for column in columns)
        copy = f'INSERT INTO {name} ({names}) {_NUMBERS} SELECT {values} FROM {name}, numbers WHERE "{which}" = :match'  # noqa: S608 - our own names
        connection.execute(copy, {"first": match + 1, "last": match + count - 1, "match": match})
    connection.commit()
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


async def plan_and_undo(player: Player, clicks: int, pause: float = 0.0) -> list[float]:
    """Plan and undo alternately, and return each click's latency in milliseconds.

    `pause` is the time, in seconds, that the person waits before each click.
    """
    taken, panel = list[float](), await player.shown()
    while len(taken) < clicks:
        await asyncio.sleep(pause)
        panel = player.person.now(panel)
        wanted = find(panel, "undo") or offered(panel)[0][0]
        with suppress(Refused):  # its picture has just come, and the person looks again
            milliseconds, panel = await _clicked(player.person, panel, wanted)
            taken.append(milliseconds)
    return taken


async def _clicked(person: Person, panel: Message, wanted: str) -> tuple[float, Message]:
    """Click, and return the time in milliseconds until the panel changed, and the new panel.

    A deferred response does not count as an answer: a slow click is measured up to its final answer.
    """
    begun, before = time.perf_counter(), person.now(panel)
    outcome = await person.click(panel, wanted)
    if outcome.kind == "deferred":
        await person.until(lambda: person.now(panel) != before, "the answer that is on its way")
        return (time.perf_counter() - begun) * 1000, person.now(panel)
    if outcome.kind != "update" or outcome.message is None:
        raise RuntimeError(f"a click was lost: {outcome.reason}")
    return outcome.milliseconds, outcome.message


class BareBot:
    """A bare discord.py bot in a process of its own, and a person who clicks on it."""

    def __init__(self, bot: BotProcess, person: Person, message: Message) -> None:
        self.process = bot
        self._person = person
        self._message = message

    @classmethod
    async def opened(cls, stage: Stage) -> Self:
        """Start the bot, and warm it up."""
        sandbox = await stage.sandbox()
        client = await stage.client(sandbox)
        bot = await stage.bot(sandbox, str(BARE))
        ada = await client.person("Ada")
        await ada.wait_online()
        opened = await ada.slash("panel")
        if opened.message is None:
            raise RuntimeError(f"the bare bot did not answer: {opened.reason}")
        bare = cls(bot, ada, opened.message)
        await bare.clicks(_WARM_UP)
        return bare

    async def clicks(self, count: int) -> list[float]:
        """Click, and return each click's latency in milliseconds."""
        taken = []
        for _ in range(count):
            outcome = await self._person.click(self._person.now(self._message), "again")
            if outcome.kind != "update":
                raise RuntimeError(f"a click was lost: {outcome.reason}")
            taken.append(outcome.milliseconds)
        return taken


def say(name: str, taken: list[float], bare: float | None = None) -> float:
    """Print click latencies, with a bare bot's median if there is one; return the 99th percentile."""
    ratio = "" if bare is None else f", {median(taken) / bare:.2f} times the bare bot's median"
    worst = quantiles(taken, n=_PER_CENT)[-1]
    print(f"host: {name}: median {median(taken):.1f} ms, 99th percentile {worst:.1f} ms{ratio}", flush=True)
    return worst


async def bare_bot(stage: Stage) -> None:
    """Measure clicks on a bare discord.py bot, and print their latencies."""
    bare = await BareBot.opened(stage)
    say("bare discord.py bot", await bare.clicks(_ROUNDS * _CLICKS))
    await bare.process.stop()


class _Taken:
    """The latencies of a bot's clicks, and the processor time that its process used for them, in milliseconds."""

    def __init__(self, process: BotProcess) -> None:
        self._process = process
        self.latencies: list[float] = []
        self.processor = 0.0

    async def measure(self, clicks: Callable[[int], Awaitable[list[float]]]) -> float:
        """Measure some more clicks, and return their median latency."""
        before = _processor(self._process.pid)
        taken = await clicks(_CLICKS)
        self.processor += _processor(self._process.pid) - before
        self.latencies += taken
        return median(taken)


async def _clicks(stage: Stage, folder: Path, live: int, bare: BareBot) -> float:
    """Measure clicks with a number of live matches beside those on a bare bot; return the memory in megabytes.

    The two take turns, because a machine that does other work too is not equally fast at all times.
    """
    room = await Room.opened(stage, folder)
    match = await room.open_match()
    players, mover = await room.calmed(match)
    await room.bot.stop()
    await fill(room.url, match, live)
    await room.start()
    await room.calm(players)
    await plan_and_undo(mover, _WARM_UP)
    ours, theirs, ratios = _Taken(room.bot), _Taken(bare.process), []
    for _ in range(_ROUNDS):
        beside = await theirs.measure(bare.clicks)
        ratios.append(await ours.measure(partial(plan_and_undo, mover)) / beside)
    say("bare discord.py bot", theirs.latencies)
    say(f"{live:,} live matches", ours.latencies, median(theirs.latencies))
    lower, upper = quantiles(ratios, n=4)[::2]
    print(
        f"host: half of {_ROUNDS} turns took {lower:.1f} to {upper:.1f} times the bare bot's median; "
        f"processor time {ours.processor / len(ours.latencies):.2f} ms a click, "
        f"{ours.processor / theirs.processor:.1f} times the bare bot's",
        flush=True,
    )
    weight = _megabytes(room.bot.pid)
    await room.bot.stop()
    return weight


def _processor(pid: int) -> float:
    """Return the processor time that a process has used, in milliseconds."""
    used = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(used[11]) + int(used[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


async def _start(stage: Stage, folder: Path, live: int) -> None:
    room = await Room.opened(stage, folder)
    match = await room.open_match()
    await room.bot.stop()
    await fill(room.url, match, max(1, live))
    begun = time.perf_counter()
    await room.start()
    print(f"host: a start with {live:,} open matches took {time.perf_counter() - begun:.2f} s")
    await room.bot.stop()


async def _measure() -> None:
    async with open_stage() as stage:
        bare = await BareBot.opened(stage)
        weights = []
        for live in _LIVE:
            with TemporaryDirectory() as folder:
                weights.append(await _clicks(stage, Path(folder), live, bare))
        await bare.process.stop()
        kilobytes = (weights[-1] - weights[0]) * 1024 / (_LIVE[-1] - _LIVE[0])
        print(f"host: memory {weights[0]:.0f} MB with one match, {kilobytes:.2f} kB more for each live match")
        for live in _STARTS:
            with TemporaryDirectory() as folder:
                await _start(stage, Path(folder), live)


def host_speed() -> None:
    """Print the latency of clicks, the duration of a start, and the memory per match."""
    with undisturbed():
        asyncio.run(_measure())


if __name__ == "__main__":
    host_speed()
