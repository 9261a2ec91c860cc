"""The memory of the bot and its worker processes while people click and look up cards for a long time.

People play all games at the live pace at ten times the usual rate, and one match after another. Beside them, cards are
looked up. The memory of all processes together is written down all the while, as a table and a picture. From a third of
the time on, it should no longer rise. `python -m benchmarks.memory_use --minutes 60`, or `--hours 8`.
"""

import argparse
import asyncio
import time
from collections import deque
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final

from matplotlib.figure import Figure
from msgspec import Struct

from benchmarks.host_speed import Room
from benchmarks.load import IN_A_SERVER, PlayingFinger, begin_match
from bot.memory import proportional_of
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import names_of
from cardsdb.sets import shipped_cards
from engine.registry import GAMES
from sandbox.description import DEFAULT_WORLD, GuildDescription, WorldDescription
from sandbox.errors import Refused
from sandbox.person import Person
from tests.e2e.players import SETTINGS, Player
from tests.support.discord import Stage, open_stage
from tests.support.processes import started_by

TIMES: Final = 10
"""How many times the usual rate people click and look up."""

CLICKS: Final = 1.0
"""The usual rate, in clicks a second: that of fifty people who play at the live pace."""

LOOKUPS: Final = 0.1
"""The usual rate of look-ups, in cards a second."""

PAIRS: Final = 96
"""How many pairs of people play at once."""

EVERY: Final = 10.0
"""How many seconds pass between two figures."""

SETTLED: Final = 1 / 3
"""The share of the time after which memory should no longer rise."""

END: Final = 0.05
"""The share of the time over which the figures are averaged before they are compared."""

LAB: Final = Path(__file__).parents[1] / "docs" / "lab"
MEGABYTE: Final = 1 << 20


class Figures(Struct, frozen=True):
    """What was seen at a moment: seconds since the begin, and the PSS of the bot and of its processes in bytes."""

    seconds: float
    bot: int
    workers: int
    processes: int
    clicks: int
    lookups: int

    @property
    def whole(self) -> int:
        """The memory of all processes together."""
        return self.bot + self.workers


class Crowd:
    """People who play and look up cards, and the counts of what they did."""

    def __init__(self, room: Room) -> None:
        self.clicks = 0
        self.lookups = 0
        self._room = room
        self._fingers: deque[PlayingFinger] = deque()

    async def play(self, people: list[Person], first: int) -> None:
        """Play one match after another, each of the next game."""
        games = cycle(GAMES)
        for _ in range(first % len(GAMES)):
            next(games)
        for game in games:
            match = await begin_match(people[0], people[1], game=game, pace="live")
            fingers = [PlayingFinger(Player(self._room, person, match)) for person in people]
            self._fingers.extend(fingers)
            await self._ended(match)
            for finger in fingers:
                self._fingers.remove(finger)

    async def _ended(self, match: int) -> None:
        """Wait until a match is over."""
        status = "running"
        while status in ("lobby", "running"):
            await asyncio.sleep(EVERY)
            status = (await self._room.row(match)).status

    async def click(self) -> None:
        """Click at a steady rate, each time with the next person who has something to click."""
        async with asyncio.TaskGroup() as group:
            while True:
                for _ in range(len(self._fingers)):
                    self._fingers.rotate(1)
                    if self._fingers[0].ready():
                        group.create_task(self._one_click(self._fingers[0]))
                        break
                await asyncio.sleep(1 / (TIMES * CLICKS))

    async def look_up(self, person: Person) -> None:
        """Look up cards of all games at a steady rate."""
        names = [name for key, game in GAMES.items() for name in names_of(RENDERERS[key], shipped_cards(game))]
        chance = Random("look-ups")
        async with asyncio.TaskGroup() as group:
            while True:
                group.create_task(self._one_lookup(person, chance.choice(names)))
                await asyncio.sleep(1 / (TIMES * LOOKUPS))

    async def _one_click(self, finger: PlayingFinger) -> None:
        if await finger.click() is not None:
            self.clicks += 1

    async def _one_lookup(self, person: Person, name: str) -> None:
        try:
            await person.slash("card", name=name)
        except Refused:
            return
        self.lookups += 1


async def _watch(pid: int, crowd: Crowd, people: list[Person], seconds: float) -> list[Figures]:
    """Write down the memory of all processes for some time. People forget what they heard, all but the last."""
    begun, seen = time.monotonic(), list[Figures]()
    while (passed := time.monotonic() - begun) < seconds:
        workers = started_by(pid)
        memory = sum(map(proportional_of, workers))
        seen.append(Figures(passed, proportional_of(pid), memory, len(workers), crowd.clicks, crowd.lookups))
        print(_line(seen[-1]), flush=True)
        for person in people:
            del person.heard[:-1]
        await asyncio.sleep(EVERY)
    return seen


def _line(at: Figures) -> str:
    return (
        f"{at.seconds / 60:.1f} | {at.bot / MEGABYTE:.0f} | {at.workers / MEGABYTE:.0f} | {at.whole / MEGABYTE:.0f} | "
        f"{at.processes} | {at.clicks:,} | {at.lookups:,}"
    )


async def _measured(stage: Stage, folder: Path, seconds: float) -> list[Figures]:
    names = tuple(f"Player{number}" for number in range(2 * PAIRS + 1))
    channels = DEFAULT_WORLD.guilds[0].channels
    starts = range(0, len(names), IN_A_SERVER)
    guilds = tuple(GuildDescription(f"Inn {start}", channels, names[start : start + IN_A_SERVER]) for start in starts)
    world = WorldDescription(people=names, guilds=guilds)
    # First messages to new people are limited per minute; here everybody joins at once.
    room = await Room.prepared(stage, folder, settings=replace(SETTINGS, new_dms=len(names)), world=world)
    await room.start(names[0])
    crowd, people = Crowd(room), [await room.client.person(name) for name in names]
    async with asyncio.TaskGroup() as group:
        works = [crowd.click(), crowd.look_up(people[-1])]
        works += [crowd.play(people[2 * pair : 2 * pair + 2], pair) for pair in range(PAIRS)]
        tasks = [group.create_task(work) for work in works]
        seen = await _watch(room.bot.pid, crowd, people, seconds)
        for task in tasks:
            task.cancel()
    await room.bot.stop()
    return seen


def rise(seen: list[Figures]) -> float:
    """Return by which share the memory has risen since it should have settled."""
    last = seen[-1].seconds
    begin, end, over = SETTLED * last, (1 - END) * last, END * last
    before = fmean(each.whole for each in seen if begin <= each.seconds <= begin + over)
    return fmean(each.whole for each in seen if each.seconds >= end) / before - 1


def _write(seen: list[Figures], name: str) -> None:
    """Write the table and the picture into the lab."""
    rows = [seen[round(number * (len(seen) - 1) / 12)] for number in range(13)]
    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.subplots()
    minutes = [each.seconds / 60 for each in seen]
    axes.stackplot(
        minutes,
        [each.bot / MEGABYTE for each in seen],
        [each.workers / MEGABYTE for each in seen],
        labels=["bot", "its worker processes"],
    )
    axes.set(xlabel="minutes", ylabel="PSS in MB", ylim=(0, None))
    axes.legend(loc="lower right")
    figure.savefig(LAB / "memory.png")
    table = "\n".join(f"| {_line(each)} |" for each in rows)
    worst = max(each.whole for each in seen) / MEGABYTE
    (LAB / "memory.md").write_text(PAGE.format(name=name, worst=worst, rise=rise(seen), table=table), "utf-8")


PAGE: Final = f"""# Memory

`python -m benchmarks.memory_use {{name}}`: people play all games and are to click
{TIMES * CLICKS:.0f} times a second and look up {TIMES * LOOKUPS:.0f} card a second,
ten times the usual rate; the table counts what was reached. The figures
are the PSS of the bot and of its worker processes, in megabytes.

At most {{worst:.0f}} MB were in use. From a third of the time to its end, memory rose by {{rise:.1%}}.

| Minute | Bot | Workers | All | Processes | Clicks | Look-ups |
|---|---|---|---|---|---|---|
{{table}}

![The memory of all processes over time](memory.png)
"""


async def _measure(seconds: float, name: str) -> None:
    with TemporaryDirectory() as folder:
        async with open_stage() as stage:
            _write(await _measured(stage, Path(folder), seconds), name)


def main() -> None:
    """Run the measurement for some minutes or hours."""
    parser = argparse.ArgumentParser(description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, default=60.0, help="how long; an hour if nothing is said")
    length.add_argument("--hours", type=float, help="how long, in hours")
    given = parser.parse_args()
    minutes = given.minutes if given.hours is None else 60 * given.hours
    name = f"--minutes {given.minutes:g}" if given.hours is None else f"--hours {given.hours:g}"
    asyncio.run(_measure(60 * minutes, name))


if __name__ == "__main__":
    main()
