"""A simulated quarter: sixty people try the puzzles of ninety days in four servers, and the bot dies as it posts.

    python -m tests.host.puzzles.quarter
    python -m tests.host.puzzles.quarter --days 20 --people 10 --seed 7

The real workers run on a clock that jumps from timer to timer, across the changes of clocks of three zones. People
begin puzzles and lock in, in servers and in direct messages, in time and too late, some twice. What was posted, what
counts as a try and each streak are compared with a second count, which knows the acts alone.
"""

import argparse
import asyncio
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from contextlib import AsyncExitStack
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby import puzzles
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.puzzles.streaks import Streak
from bot.host.workers import sender, timekeeper
from bot.host.workers.delivery_results import Report
from bot.storage import tries
from bot.storage.database import Database
from bot.storage.outbox import PostRow
from bot.storage.schema import tries as rows_of_tries
from cardsdb.puzzle_files import shipped_puzzle
from engine.registry import GAMES
from tests.host.players import click, table_of
from tests.host.puzzles.daily import ANGELES, AUCKLAND, BERLIN, CHANNEL, Letterbox, next_due, wants
from tests.host.puzzles.test_streaks import slowly
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres, postgres_server, sqlite

FIRST: Final = date(2027, 2, 20)
"""In the weeks after it, the clocks are changed in Los Angeles, in Berlin and in Auckland."""

DAY, HOUR = timedelta(days=1), 3600.0

SERVERS: Final = {
    1: (BERLIN, 2, "varia artbot warmage zarcana"),
    2: (AUCKLAND, 20, "zarcana warmage"),
    3: (ANGELES, 18, "artbot"),
    4: (BERLIN, 13, "zarcana"),
}
"""Each server's zone, hour and games. On one day, there is no two o'clock in Berlin."""

DEATHS: Final = ("before the message", "after the message", "before the sender")
"""When the bot dies at an hour of a post."""

DYING: Final = 0.3
"""The chance that it does."""

RESTART: Final = 130.0
"""The seconds until a bot that died has taken up what the dead one had claimed."""


class Died(BaseException):
    """The bot's process has ended."""


class Act(Struct, frozen=True):
    """A person begins a date's puzzle somewhere, and locks in some time later, right or wrong."""

    at: float
    person: int
    day: date
    guild: int | None
    locks: float
    right: bool


class Lock(Struct, frozen=True):
    """A person has locked in a date's puzzle."""

    at: float
    person: int
    day: date
    right: bool


class Mailbox(Letterbox):
    """A letterbox at which the bot may die; a message that is there is not sent a second time."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.sent: dict[int, Report] = {}
        self.death: str | None = None

    async def post(self, row: PostRow) -> Report:
        if row.id in self.sent:
            return self.sent[row.id]
        self.die("before the message")
        report = self.sent[row.id] = await super().post(row)
        self.die("after the message")
        return report

    def die(self, when: str) -> None:
        """Die if this is when the bot is to die."""
        if self.death == when:
            self.death = None
            raise Died(when)


class Quarter:
    """Some days of the simulation, with all that was done and seen in them."""

    def __init__(self, database: Database, clock: ManualClock, days: int, people: int, seed: int) -> None:
        self.database, self.clock, self.chance = database, clock, Random(seed)
        self.days = [FIRST + number * DAY for number in range(days)]
        self.habits = {person: self.chance.uniform(0.2, 1.0) for person in range(1, people + 1)}
        self.host = self._born()
        self.box = Mailbox(self.host)
        self.locks: list[Lock] = []
        self.deaths = Counter[str]()
        self.told = dict[tuple[int, float], Streak]()
        """The streaks that panels told after a try that counted, by person and time."""

    def _born(self) -> Host:
        return Host(self.database, GAMES, self.clock, SeededChance(7), HOOKS)

    async def run(self) -> list[str]:
        """Let all days pass, and return what is wrong afterwards."""
        await self.host.store_sets()
        self.clock.advance(_utc(FIRST, time(0, 5)) - self.host.now())
        for guild, (where, hour, games) in SERVERS.items():
            await wants(self.host, guild, where, hour, puzzle_games=games)
        acts = sorted(self._acts(), key=lambda act: act.at)
        begun: list[tuple[float, int, Act]] = []
        moments = sorted({act.at for act in acts} | {act.locks for act in acts})
        for moment in moments:
            await self._pass_to(moment)
            for act in [act for act in acts if act.at == moment]:
                match = await self._begin(act)
                begun += [] if match is None else [(act.locks, match, act)]
            for each in [each for each in begun if each[0] == moment]:
                begun.remove(each)
                await self._lock(each[1], each[2])
        await self._pass_to(_utc(self.days[-1] + 2 * DAY, time(0)))
        self.host.worker_pool.close()
        return [*self._posts(), *await self.faults(self.locks)]

    def _acts(self) -> Iterator[Act]:
        """Yield what people do: most try a date once and in time."""
        for day in self.days:
            for person, habit in self.habits.items():
                times = 0 if self.chance.random() > habit else 2 if self.chance.random() < 0.1 else 1
                for _ in range(times):
                    at = _utc(day, time(0, 10)) + self.chance.uniform(0, 36.5) * HOUR
                    locks = at + (self.chance.uniform(2, 3 * HOUR) if self.chance.random() < 0.3 else 5.0)
                    guild = self.chance.choice((None, *SERVERS))
                    yield Act(at, person, day, guild, locks, self.chance.random() < habit)

    async def _begin(self, act: Act) -> int | None:
        place = Place(act.guild, CHANNEL + (act.guild or 0))
        try:
            return await puzzles.begin_day(self.host, click(act.person), act.day, place)
        except Refused:
            return None

    async def _lock(self, match: int, act: Act) -> None:
        table = await table_of(self.host, match)
        if table.row.status != "running" or table.attempt is None:
            return  # locked in at a puzzle that was begun twice
        puzzle = shipped_puzzle(table.attempt.progress.key)
        assert puzzle is not None
        day = table.attempt.progress.day
        shown = await panel_actions.show(self.host, match, act.person)
        for decision, keys in puzzle.answers[0 if act.right else -1].picks:
            after = await panel_actions.pick(self.host, click(act.person), match, decision, shown.draft.revision, keys)
            assert after is not None
            shown = after
        assert shown.puzzle is not None
        assert shown.puzzle.proof is not None
        if day is not None:
            self.locks.append(Lock(self.host.now(), act.person, date.fromisoformat(day), act.right))
        if shown.puzzle.proof.counted:
            self.told[act.person, self.host.now()] = shown.puzzle.proof.streak

    # Time

    async def _pass_to(self, end: float) -> None:
        """Pass time up to a moment, timer by timer; the bot may die at each of them."""
        while (due := await next_due(self.host)) is not None and due <= end:
            self.clock.advance(max(0.0, due - self.host.now()))
            self.box.death = self.chance.choice(DEATHS) if self.chance.random() < DYING else None
            await self._work()
        self.clock.advance(max(0.0, end - self.host.now()))
        await self._work()

    async def _work(self) -> None:
        """Process everything that is due, in as many lives as it takes."""
        while True:
            planned = self.box.death
            try:
                while await timekeeper.work(self.host):
                    pass
                self.box.die("before the sender")
                await sender.drain(self.host, self.box)
            except Died:
                self.deaths[planned or ""] += 1
                self.host.worker_pool.close()
                self.host = self.box.host = self._born()
                self.clock.advance(RESTART)
            else:
                return

    # Afterwards

    def _posts(self) -> Iterator[str]:
        """Yield what is wrong with the posts: each date is posted once in each server, and edited once."""
        for what, noted in (("posted", self.box.posted), ("edited", self.box.edited)):
            often = Counter((guild, day) for guild, day, _ in noted)
            for guild in SERVERS:
                for day in self.days:
                    times = often[guild, day.isoformat()]
                    if times != 1:
                        yield f"server {guild}: {day} was {what} {times} times"

    async def faults(self, locks: Collection[Lock]) -> list[str]:
        """Return what differs from a second count of the tries and streaks, which knows of some locks."""
        counted: dict[int, dict[date, bool]] = defaultdict(dict)
        wrong = []
        for lock in sorted(locks, key=lambda each: each.at):
            mine, noon = counted[lock.person], _utc(lock.day + DAY, time(12))
            if lock.at < noon and lock.day not in mine:
                mine[lock.day] = lock.right
                now = datetime.fromtimestamp(lock.at, UTC)
                closed = now.date() - (DAY if now.hour >= 12 else 2 * DAY)
                told, slow = self.told.get((lock.person, lock.at)), slowly(frozenset(mine), closed)
                wrong += [] if told == slow else [f"{lock.person} was told of {told} on {now}, and it is {slow}"]
        async with self.host.database.reading() as connection:
            people = set(await connection.scalars(select(rows_of_tries.c.user)))
            for person in people | set(counted):
                stored = {date.fromisoformat(row.day): row.right for row in await tries.of(connection, person)}
                if stored != counted[person]:
                    wrong.append(f"{person} has {len(stored)} tries, and should have {len(counted[person])}")
        return wrong


def _utc(day: date, at: time) -> float:
    return datetime.combine(day, at, UTC).timestamp()


async def _run(days: int, people: int, database: str, seed: int) -> int:
    async with AsyncExitStack() as stack:
        if database == "sqlite":
            storage = await stack.enter_async_context(sqlite(Path(stack.enter_context(TemporaryDirectory()))))
        else:
            storage = await stack.enter_async_context(postgres(stack.enter_context(postgres_server())))
        quarter = Quarter(storage, ManualClock(), days, people, seed)
        wrong = await quarter.run()
    for line in wrong:
        _say(line)
    posted, locks, died = len(quarter.box.posted), len(quarter.locks), quarter.deaths.total()
    told = len(quarter.told)
    _say(
        f"{days} days, {people} people on {database}, seed {seed}: {posted} posts, {died} deaths, {locks} locks,"
        f" {told} of them tries, {len(wrong)} faults"
    )
    return 1 if wrong else 0


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command's report


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Simulate a quarter of puzzles.")
    parser.add_argument("--days", type=int, default=90)
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    options = _parsed()
    sys.exit(asyncio.run(_run(options.days, options.people, options.database, options.seed)))
