"""A simulated year: an evening every Friday at 20:00, another each Sunday at 02:30, and all that happens to them.

    python -m tests.host.recurring.year
    python -m tests.host.recurring.year --weeks 4 --database postgres --seed 7

The real workers run on a clock that jumps from timer to timer. People come and go, organisers leave, a channel is
deleted, the bot is kicked and is down. Results are set, not played. What becomes of every evening is compared with a
second count, which knows the dates from a calendar and the people from the clicks.
"""

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from sqlalchemy import func, select

from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.operations import closing, grace, outage
from bot.host.recurring import management
from bot.host.recurring.dates import Plan
from bot.host.tournament import entry, pairing
from bot.host.tournament import management as organising
from bot.host.tournament.tournament import look
from bot.host.workers import jobs, sender, timekeeper
from bot.host.workers.delivery_results import Lost, NoPlace, Removed, Report, Sent
from bot.storage import destinations, notes, people
from bot.storage.destination import Kind
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.schema import acts, posts, timers
from bot.storage.tournaments import TournamentRow
from engine.registry import GAMES
from tests.host.players import click
from tests.host.recurring.evenings import BERLIN, Members, evenings, next_due
from tests.host.recurring.test_dates import shown_at
from tests.host.tournament.organisers import CHANNEL, GUILD, announced
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres, postgres_server, sqlite

HOUR, DAY = 3600.0, 86400.0
ANNOUNCEMENTS, LOG = 902, 901
ORGANISERS: Final = (100, 101, 102)
"""Those who hold the Fridays, one after another; the last one also holds the Sundays."""

PEOPLE: Final = range(1, 41)
USUAL_LENGTH: Final = 5 * HOUR
"""How long an evening of at most 32 people takes: five rounds of an hour each."""


class Recurrence(Struct, frozen=True):
    """What recurs: the first day, the time, how many days ahead it is announced, and between how many people come."""

    first: date
    minute: int
    ahead: int
    least: int
    come: tuple[int, int]

    def day(self, week: int) -> date:
        return self.first + timedelta(days=7 * week)

    def begins(self, week: int) -> float:
        return shown_at(self.day(week), self.minute, BERLIN)

    def due(self, week: int) -> float:
        return shown_at(self.day(week) - timedelta(days=self.ahead), self.minute, BERLIN)


class Incident(Struct, frozen=True):
    """What happens from one moment to another."""

    kind: str
    begins: float
    ends: float


class Fate(Struct, frozen=True):
    """What becomes of an evening that is announced: when it is announced and begins, and how it ends."""

    day: date
    announced: int
    begun: int | None
    how: str


YEAR: Final = (
    ("down", 6, 0, "19:00", 0, "21:30"),
    ("down", 9, -5, "19:30", -3, "08:00"),
    ("kicked", 13, 0, "18:00", 0, "23:00"),
    ("kicked", 17, -1, "12:00", 2, "22:00"),
    ("leaves", 21, -4, "09:00", 4, "18:00"),
    ("leaves", 26, -6, "09:00", 2, "18:00"),
    ("channel", 30, -2, "12:00", -2, "12:00"),
    ("down", 34, -1, "12:00", 9, "12:00"),
    ("left out", 42, -6, "12:00", -6, "12:00"),
    ("called off", 44, -2, "12:00", -2, "12:00"),
)
"""The incidents, each from a day before or after the Friday of a week, at a time, to another one."""

MONTH: Final = (
    ("down", 0, 0, "19:00", 0, "21:30"),
    ("kicked", 1, 0, "18:00", 0, "23:00"),
    ("channel", 2, -2, "12:00", -2, "12:00"),
    ("called off", 3, -2, "12:00", -2, "12:00"),
)

WEEKS: Final = {52: (date(2027, 1, 15), YEAR, 24), 4: (date(2027, 3, 12), MONTH, 9)}
"""The first Friday, the incidents and how many people come at most, by the number of weeks.

The month has the change of clocks in spring. On its last Sunday, there is no 02:30 in Berlin.
"""


def incidents_of(first: date, told: Sequence[tuple[str, int, int, str, int, str]]) -> list[Incident]:
    """Return incidents with their moments."""

    def at(week: int, days: int, clock: str) -> float:
        hour, minute = map(int, clock.split(":"))
        return shown_at(first + timedelta(days=7 * week + days), 60 * hour + minute, BERLIN)

    return [
        Incident(kind, at(week, days, clock), at(week, later, other)) for kind, week, days, clock, later, other in told
    ]


class Count:
    """The second count: what becomes of each evening, one after another, from the dates and the incidents alone."""

    def __init__(self, what: Recurrence, weeks: int, incidents: Sequence[Incident], *, fridays: bool) -> None:
        self.recurrence = what
        self.weeks = weeks
        apart = ("leaves", "left out", "called off")
        self.incidents = [each for each in incidents if fridays or each.kind not in apart]

    def _of(self, *kinds: str) -> list[Incident]:
        return [each for each in self.incidents if each.kind in kinds]

    def _possible(self, moment: float) -> float:
        """Return the first moment from another one on at which an evening can be announced."""
        for each in sorted(self._of("down", "kicked", "leaves"), key=lambda incident: incident.begins):
            if each.begins <= moment < each.ends:
                moment = each.ends
        return moment

    def plans(self) -> Iterator[tuple[int, float, str]]:
        """Yield for each week when its evening can be announced, and whether it is: announced, missed or left out."""
        out = [each.begins for each in self._of("left out")]
        for week in range(self.weeks):
            possible = self._possible(self.recurrence.due(week))
            if out and out[0] < possible:
                yield week, out.pop(0), "left out"
            else:
                yield week, possible, "missed" if possible >= self.recurrence.begins(week) else "announced"

    def fates(self, there: dict[date, int]) -> list[Fate]:
        """Return what becomes of the announced evenings, given how many people are in at their beginning."""
        found, off = list[Fate](), [each.begins for each in self._of("called off")]
        for week, said, how in self.plans():
            if how != "announced":
                continue
            day, begins = self.recurrence.day(week), self.recurrence.begins(week)
            if off and said < off[0] < begins:
                off.pop(0)
                found.append(Fate(day, int(said), None, "off"))
                continue
            begins, late = self._begun(said, begins)
            ends = late or ("over" if there.get(day, 0) >= self.recurrence.least else "few")
            found.append(Fate(day, int(said), int(begins) if ends == "over" else None, ends))
        return found

    def _begun(self, said: float, begins: float) -> tuple[float, str]:
        """Return when an evening begins, and how it ends if it does not."""
        for each in self._of("kicked"):
            if said < each.begins <= begins and each.ends - each.begins > DAY:
                return begins, "ended"
            if each.begins <= begins < each.ends:
                begins += each.ends - each.begins
        for each in self._of("down"):
            if each.begins <= begins < each.ends:
                late = each.ends >= begins + USUAL_LENGTH
                return each.ends, "late" if late else ""
        return begins, ""


class Street:
    """A Discord with channels of which one is deleted, and a server from which the bot can be kicked."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.gone: set[int] = set()
        self.away = False
        self.said: Counter[tuple[str, int]] = Counter()

    async def post(self, row: PostRow) -> Report:
        report = await self._sent(row)
        if isinstance(report, Sent):
            self.said[row.kind, row.tournament or 0] += 1
        return report

    async def surface(self, row: SurfaceRow) -> Report:
        return await self._sent(row)

    async def _sent(self, row: PostRow | SurfaceRow) -> Report:
        place = row.destination
        if place.kind is Kind.DM:
            return Sent(place.number, row.id)
        if self.away:
            return Removed(GUILD)
        channel: int | None = LOG
        if place.kind is not Kind.LOG:
            async with self.host.database.reading() as connection:
                channel = await destinations.place(connection, place)
        if place.kind is Kind.TOURNAMENT and channel is None:
            return NoPlace("no channel is left")
        channel = channel or ANNOUNCEMENTS
        return Lost(channel) if channel in self.gone else Sent(channel, 10**9 + row.id)


class Year:
    """A simulated year or month."""

    def __init__(self, host: Host, clock: ManualClock, weeks: int, seed: int) -> None:
        first, told, most = WEEKS[weeks]
        self.host, self.clock, self.weeks, self.chance = host, clock, weeks, Random(seed)
        self.fridays = Recurrence(first, 20 * 60, 5, 6, (5, most))
        self.sundays = Recurrence(first + timedelta(days=2), 2 * 60 + 30, 1, 3, (2, 5))
        self.incidents = incidents_of(first, told)
        self.members = Members(*ORGANISERS)
        self.street = Street(host)
        self.organisers = list(ORGANISERS)
        self.down = False
        self.templates: dict[str, int] = {}
        self.there: dict[tuple[str, date], set[int]] = {}
        self.results: dict[int, list[tuple[int, int | None]]] = {}
        """The results that were set in each tournament: the winner and the loser."""

    async def run(self) -> list[str]:
        """Let all weeks pass, and return what is wrong afterwards."""
        await self._begin()
        for moment, _, do in sorted(self._acts(), key=lambda act: act[:2]):
            await self._pass_to(moment)
            await self._do(do)
        await self._pass_to(self.sundays.begins(self.weeks - 1) + 2 * DAY)
        return [*await self.faults(self.incidents), *await self._loose_ends()]

    async def _begin(self) -> None:
        """Begin both recurrences eight days before the first Friday."""
        async with self.host.database.transaction() as tx:
            await people.change_guild(tx, GUILD, timezone=BERLIN, announcements=ANNOUNCEMENTS, log=LOG)
        self.clock.advance(self.fridays.begins(0) - 8 * DAY - self.host.now())
        for name, what, organiser in (("fridays", self.fridays, 100), ("sundays", self.sundays, 102)):
            number = await announced(self.host, least=str(what.least), provisional="24")
            plan = Plan.at("w1", what.begins(0), what.ahead, BERLIN)
            begun = await management.begin(self.host, click(organiser), number, plan, manages=True)
            self.templates[name] = begun.tournament.row.id
            await organising.change_course(self.host, click(organiser), number, "cancel", manages=True)

    def _acts(self) -> Iterator[tuple[float, int, str]]:
        """Yield what happens when, in the order of what happens at the same time."""
        for each in self.incidents:
            yield each.begins, 0, each.kind
            if each.ends > each.begins:
                yield each.ends, 1, f"{each.kind} no more"
        for name, what in (("fridays", self.fridays), ("sundays", self.sundays)):
            for week in range(self.weeks):
                for moment in (what.due(week) + 6 * HOUR, what.begins(week) - 2 * HOUR):
                    yield moment, 2, f"{name} {week}"

    async def _do(self, what: str) -> None:
        host, fridays = self.host, self.templates["fridays"]
        match what:
            case "down":
                self.down = True
            case "down no more":
                self.down = False
                await outage.heard(host)
                await grace.reconcile(host, [GUILD], (), lambda _: True)
            case "kicked":
                self.street.away = True
                await grace.removed(host, GUILD)
            case "kicked no more":
                self.street.away = False
                await grace.back(host, [GUILD])
            case "leaves":
                self.members.organisers.discard(self.organisers.pop(0))
            case "leaves no more":
                await management.carry_on(host, click(self.organisers[0]), fridays, manages=True)
            case "channel":
                self.street.gone.add(CHANNEL)
                await closing.channel_gone(host, CHANNEL)
            case "left out" | "called off":
                shown = await management.look(host, fridays)
                evening = 0 if shown.coming is None else shown.coming.id
                await management.skip(host, click(self.organisers[0]), fridays, evening, shown.plan.day, manages=False)
            case _:
                name, week = what.split()
                await self._come_and_go(name, int(week))
        await self._work()

    async def _come_and_go(self, name: str, week: int) -> None:
        """Let some people join the evening of a week and some leave it, if they can."""
        what: Recurrence = getattr(self, name)
        number = await self._evening(name, what.day(week))
        if number is None or self.down or self.street.away:
            return
        least, most = what.come
        there = self.there.setdefault((name, what.day(week)), set())
        for user in self.chance.sample(sorted(there), len(there) // 6):
            await entry.leave(self.host, click(user), number)
            there.discard(user)
        for user in self.chance.sample(PEOPLE, self.chance.randint(least, most)):
            if len(there) < most and user not in there:
                with suppress(Refused):
                    await entry.join(self.host, click(user), number, f"Player {user}", ())
                    there.add(user)

    async def _evening(self, name: str, day: date) -> int | None:
        """Return the evening of a day that people can join now."""
        what: Recurrence = getattr(self, name)
        begins = shown_at(day, what.minute, BERLIN)
        rows = [each for each in await self._evenings(name) if each.status == "open"]
        return next((each.id for each in rows if each.starts is not None and 0 <= each.starts - begins < DAY), None)

    async def _evenings(self, name: str) -> list[TournamentRow]:
        """Return the evenings that a recurrence has announced."""
        recurrence = (await look(self.host, self.templates[name])).row.recurrence
        return [each for each in await evenings(self.host) if each.recurrence == recurrence][1:]

    async def _pass_to(self, end: float) -> None:
        """Pass time up to a moment, timer by timer, or at once while the bot is down."""
        while not self.down and (due := await next_due(self.host)) is not None and due <= end:
            await self._move(due)
            await self._work()
        await self._move(end)

    async def _move(self, moment: float) -> None:
        self.clock.advance(max(0.0, moment - self.host.now()))
        if not self.down:
            async with self.host.database.transaction() as tx:
                await notes.keep(tx, outage.HEARD, repr(self.host.now()))

    async def _work(self) -> None:
        """Do everything that is due, and decide what is played."""
        while not self.down:
            await sender.drain(self.host, self.street)
            worked = [
                await timekeeper.work(self.host),
                await pairing.work(self.host),
                await jobs.work(self.host, self.members),
            ]
            if not any(worked) and not await self._play():
                return

    async def _play(self) -> bool:
        """Decide the open series of all running tournaments, and return whether there were any."""
        played = False
        for row in await evenings(self.host):
            if row.status != "running" or row.paused is not None:
                continue
            found = await look(self.host, row.id)
            for series in found.now_played:
                if series.state != "open" or series.second is None:
                    continue
                played = True
                if self.chance.random() < 0.03:
                    await entry.leave(self.host, click(found.entrant(series.first).user), row.id)
                    continue
                pair = [series.first, series.second]
                self.chance.shuffle(pair)
                self.results.setdefault(row.id, []).append((pair[0], pair[1]))
                with suppress(Refused):  # somebody of them has just left
                    await organising.correct(self.host, click(row.organiser), row.id, series.id, pair[0], manages=True)
        return played

    # Afterwards

    async def faults(self, incidents: Sequence[Incident]) -> list[str]:
        """Return what differs from the second count, which knows of some incidents."""
        wrong = await self._faults("fridays", self.fridays, incidents)
        return wrong + await self._faults("sundays", self.sundays, incidents)

    async def _faults(self, name: str, what: Recurrence, incidents: Sequence[Incident]) -> list[str]:
        count = Count(what, self.weeks, incidents, fridays=name == "fridays")
        there = {day: len(who) for (other, day), who in self.there.items() if other == name}
        wanted = {each.day: each for each in count.fates(there)}
        last = self.host.now()
        rows = await self._evenings(name)
        real = Counter(self._day(what, row) for row in rows)
        wrong = [f"{name}: {day} was announced {often} times" for day, often in real.items() if often > 1]
        found = {self._day(what, row): await self._fate(what, row) for row in rows if row.opened <= last}
        for week in range(self.weeks):
            day = what.day(week)
            if found.get(day) != wanted.get(day):
                wrong.append(f"{name}: {day} is {found.get(day)}, and should be {wanted.get(day)}")
        template = self.templates[name]
        said = {kind: self.street.said[kind, template] for kind in ("evening_missed", "evening_skipped", "carry_on")}
        plans = list(count.plans())
        right = {
            "evening_missed": len({at for _, at, how in plans if how == "missed"}),
            "evening_skipped": sum(how == "left out" for *_, how in plans),
            "carry_on": len(count._of("leaves")),
        }
        return wrong if said == right else [*wrong, f"{name}: said {said}, and not {right}"]

    def _day(self, what: Recurrence, row: TournamentRow) -> date:
        """Return which day's evening a tournament is: the first that begins after its announcement."""
        return next(what.day(week) for week in range(self.weeks + 1) if what.begins(week) > row.opened)

    async def _fate(self, what: Recurrence, row: TournamentRow) -> Fate:
        """Return what has become of an evening."""
        async with self.host.database.reading() as connection:
            noted = list(await connection.execute(select(acts).where(acts.c.tournament == row.id)))
            few = list(
                await connection.scalars(
                    select(posts.c.content).where(posts.c.tournament == row.id, posts.c.kind == "cancelled")
                )
            )
        kinds = Counter(act.kind for act in noted)
        if kinds["announce"] != 1 or kinds["start"] + kinds["cancelled"] != 1 or len(few) > kinds["cancelled"]:
            return Fate(self._day(what, row), 0, None, f"{dict(kinds)}, {few}")
        begun = next((int(act.at) for act in noted if act.kind == "start"), None)
        how = row.status
        if how == "cancelled":
            by_hand = any(act.actor is not None for act in noted if act.kind == "cancelled")
            day = self._day(what, row)
            missed = row.ended is not None and row.ended >= shown_at(day, what.minute, BERLIN) + USUAL_LENGTH
            if not few:
                how = "ended"  # while the bot was away, so that it could not say so
            else:
                how = "off" if by_hand else "few" if few[0].get("few") else "late" if missed else "unknown"
        return Fate(self._day(what, row), int(row.opened), begun, how)

    async def _loose_ends(self) -> list[str]:
        """Return what is left over: timers that were never dealt with, and posts that could not be sent."""
        async with self.host.database.reading() as connection:
            late = list(await connection.scalars(select(timers.c.kind).where(timers.c.due <= self.host.now())))
            recur = await connection.scalar(select(func.count()).select_from(timers).where(timers.c.kind == "recur"))
            waits = list(await connection.scalars(select(posts.c.kind).where(posts.c.status == "waiting")))
        return [*(f"{kind} is overdue" for kind in late), *(f"{kind} was not sent" for kind in waits)] + (
            [] if recur == len(self.templates) else [f"{recur} announcements are to come"]
        )


async def simulated(host: Host, clock: ManualClock, weeks: int, seed: int) -> tuple[Year, list[str]]:
    """Let some weeks pass, and return them with what was wrong."""
    year = Year(host, clock, weeks, seed)
    return year, await year.run()


async def _run(weeks: int, database: str, seed: int) -> int:
    async with AsyncExitStack() as stack:
        if database == "sqlite":
            storage = await stack.enter_async_context(sqlite(Path(stack.enter_context(TemporaryDirectory()))))
        else:
            storage = await stack.enter_async_context(postgres(stack.enter_context(postgres_server())))
        clock = ManualClock()
        host = Host(storage, GAMES, clock, SeededChance(seed), HOOKS)
        await host.store_sets()
        year, wrong = await simulated(host, clock, weeks, seed)
        host.worker_pool.close()
    held, results = len(year.results), sum(map(len, year.results.values()))
    for line in wrong:
        _say(line)
    _say(f"{weeks} weeks on {database}, seed {seed}: {held} evenings held, {results} results, {len(wrong)} faults")
    return 1 if wrong else 0


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command's report


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Simulate a year of evenings.")
    parser.add_argument("--weeks", type=int, choices=sorted(WEEKS), default=52)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    options = _parsed()
    sys.exit(asyncio.run(_run(options.weeks, options.database, options.seed)))
