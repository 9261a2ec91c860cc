"""A storm of clicks on one process: how many a second it answers in time, and what its time goes to. `make load`.

Clicks come at a steady rate, whether or not those before were answered, so a late answer is counted with its whole
wait. The rate rises until the answers are late; the same is measured before with a bare discord.py bot. Then single
clicks are compared between few open matches and a hundred thousand.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct

from benchmarks.host_speed import BARE, fill, plan_and_undo
from bot.ui.custom_ids import parse
from sandbox.client import Person
from sandbox.description import WorldDescription
from sandbox.seen import Message
from tests.e2e.table import SETTINGS, Player, Room, found, offered
from tests.support.discord import Stage, open_stage

RATES: Final = (5, 10, 20, 30, 40, 50, 60, 80)
"""Clicks a second; Discord takes 50 requests a second from a bot (docs of Discord, "Rate Limits")."""

SECONDS: Final = 8
"""How long each rate is kept."""

LATE: Final = 300.0
"""Where the 99th percentile is above so many milliseconds, the rate is more than the process can take."""

PAIRS: Final = 16
"""So many matches are clicked on, by as many people as are asked something in them."""

OPEN: Final = (100, 100_000)
CLICKS, WARM_UP = 200, 20
PER_CENT: Final = 100

Click = Callable[[], Awaitable[None]]


class Stormed(Struct, frozen=True):
    """What came of a rate: milliseconds from when each click was due to its answer, and processor time a second."""

    rate: int
    taken: list[float]
    busy: float

    @property
    def late(self) -> bool:
        """Whether the answers are."""
        return self.worst > LATE

    @property
    def worst(self) -> float:
        """The 99th percentile."""
        return quantiles(self.taken, n=PER_CENT)[-1]

    def __str__(self) -> str:
        """Return a line of the report."""
        return (
            f"{self.rate} clicks a second: median {median(self.taken):.0f} ms, 99th percentile {self.worst:.0f} ms, "
            f"{self.busy:.0%} of a core"
        )


class Finger:
    """Somebody who clicks one panel again and again, one click at a time."""

    def __init__(self, person: Person, panel: Message, next_id: Callable[[Message], str]) -> None:
        self._person = person
        self._panel = panel
        self._next = next_id
        self._free = asyncio.Lock()

    async def click(self) -> None:
        """Click what is next on the panel. Raises RuntimeError where the click is not answered by a new panel."""
        async with self._free:
            outcome = await self._person.click(self._panel, self._next(self._panel))
            if outcome.kind != "update" or outcome.message is None:
                raise RuntimeError(f"a click was lost: {outcome.kind} {outcome.reason}")
            self._panel = outcome.message


def _processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _storm(pid: int, fingers: Sequence[Finger], rate: int) -> Stormed:
    taken: list[float] = []

    async def one(due: float, finger: Finger) -> None:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await finger.click()
        taken.append((time.perf_counter() - due) * 1000)

    used, begun = _processor_time(pid), time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(rate * SECONDS):
            group.create_task(one(begun + number / rate, fingers[number % len(fingers)]))
    return Stormed(rate, taken, (_processor_time(pid) - used) / (time.perf_counter() - begun))


async def _ceiling(name: str, pid: int, fingers: Sequence[Finger]) -> int:
    """Raise the rate until answers are late, and return the last one that was answered in time."""
    kept = 0
    for rate in RATES:
        came = await _storm(pid, fingers, rate)
        print(f"load: {name}: {came}{' - too late' if came.late else ''}", flush=True)
        if came.late:
            break
        kept = rate
    return kept


async def _bare(stage: Stage) -> None:
    sandbox = await stage.sandbox(settings=SETTINGS, world=_world())
    client = await stage.client(sandbox)
    bot = await stage.bot(sandbox, str(BARE))
    fingers = []
    for name in _world().people:
        person = await client.person(name)
        await person.wait_online()
        opened = await person.slash("panel")
        if opened.message is None:
            raise RuntimeError(f"the bare bot did not answer: {opened.reason}")
        fingers.append(Finger(person, opened.message, lambda _: "again"))
    await _ceiling("bare discord.py bot", bot.pid, fingers)
    await bot.stop()


def _world() -> WorldDescription:
    return WorldDescription(people=tuple(f"Player{number}" for number in range(2 * PAIRS)))


@asynccontextmanager
async def _room(stage: Stage, pairs: int, **environment: str) -> AsyncIterator[tuple[Room, list[Player]]]:
    """Open matches, and give those of their people who are asked something."""
    with TemporaryDirectory() as folder:
        room = await Room.prepared(stage, Path(folder), world=_world())
        room.environment = environment
        names = _world().people[: 2 * pairs]
        await room.client.person(names[0])
        await room.start(names[0])
        people = [await room.client.person(name) for name in names]
        players = []
        for one, other in zip(people[::2], people[1::2], strict=True):
            opened = await one.slash("play", opponent=other, pace="daily", deck="Cinder Vanguard")
            if opened.message is None:
                raise RuntimeError(f"no table was opened: {opened.reason}")
            await other.click(opened.message, found(opened.message, "join"))
            start = found(one.now(opened.message), "start")
            await one.click(one.now(opened.message), start)
            players += [Player(room, person, parse(start).match) for person in (one, other)]
        await room.calm(players)
        yield room, [player for player in players if offered(await player.shown())]
        await room.bot.stop()


def _plan_or_undo(panel: Message) -> str:
    undo = next((each for each in panel.buttons if each.custom_id and parse(each.custom_id).action == "undo"), None)
    if undo is not None and undo.custom_id and not undo.disabled:
        return undo.custom_id
    return offered(panel)[0][0]


async def _tableside(stage: Stage) -> None:
    async with _room(stage, PAIRS) as (room, players):
        fingers = [Finger(player.person, await player.shown(), _plan_or_undo) for player in players]
        kept = await _ceiling("Tableside", room.bot.pid, fingers)
    print(f"load: Tableside answers {kept} clicks a second in time")
    with TemporaryDirectory() as folder:
        samples = Path(folder) / "samples"
        async with _room(stage, PAIRS, TEST_SAMPLES=str(samples)) as (room, players):
            fingers = [Finger(player.person, await player.shown(), _plan_or_undo) for player in players]
            await _storm(room.bot.pid, fingers, max(RATES[0], kept // 2))
        _say_what_of(Counter(samples.read_text("utf-8").split("\n")))


def _say_what_of(found: Counter[str]) -> None:
    """Say where the process was whenever it was looked at, but for where it waited."""
    found.pop("", None)
    found.pop("waiting", None)
    for place, count in found.most_common(12):
        print(f"load: {count / found.total():.0%} of its time in {place}")


async def _open_matches(stage: Stage) -> None:
    for count in OPEN:
        async with _room(stage, 1) as (room, players):
            mover = players[0]
            await room.bot.stop()
            await fill(room.url, mover.match, count)
            await room.start(mover.person.name)
            await plan_and_undo(mover, WARM_UP)
            used = _processor_time(room.bot.pid)
            taken = await plan_and_undo(mover, CLICKS)
            cost = (_processor_time(room.bot.pid) - used) / CLICKS
            print(f"load: {count:,} open matches: a click takes {median(taken):.1f} ms, {cost * 1000:.1f} of processor")


async def _measure() -> None:
    async with open_stage() as stage:
        await _bare(stage)
        await _tableside(stage)
        await _open_matches(stage)


if __name__ == "__main__":
    asyncio.run(_measure())
