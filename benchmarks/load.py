"""A storm of clicks on one process: how many per second it answers in time, and their cost. `make load`.

People play at random in many matches at the live pace, for a realistic mix of clicks: plans, undone and locked in,
answers and passes, with all the posts and edits that follow. Clicks arrive at a steady rate, whether or not earlier
ones have been answered. The rate rises until the answers are late; before that, the same is measured with a bare
discord.py bot. Finally, a click's cost with few open matches is compared with its cost with a hundred thousand.

The sandbox and the clicking players share one process, the bot is another; their processor times are listed separately.
"""

import argparse
import asyncio
import os
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final, Protocol

from msgspec import Struct

from benchmarks.host_speed import BARE, Room, fill, plan_and_undo, undisturbed
from bot.ui.messages.custom_ids import parse
from sandbox.client import Person
from sandbox.description import DEFAULT_WORLD, GuildDescription, WorldDescription
from sandbox.errors import Refused
from sandbox.journal import JournalEntry
from sandbox.seen import Message, Outcome
from sandbox.server import Sandbox
from tests.e2e.players import SETTINGS, Player, find, found, offered
from tests.support.discord import Stage, open_stage

RATES: Final = (5, 10, 20, 30, 40, 50, 60, 80)
"""Clicks per second. Discord accepts 50 requests per second from a bot, not counting its answers to interactions
(Discord documentation, "Rate Limits")."""

LATE: Final = 300.0
"""The 99th percentile, in milliseconds, above which the rate is more than the process can handle."""

REACHED: Final = 0.9
"""The share of a rate that must actually be clicked for the rate to count: there must be something to click, and the
sandbox must keep up."""

OPENING: Final = 120.0
"""The maximum time, in seconds, until the last hand arrives when many matches open at once: sending is paced."""

IN_A_SERVER: Final = 8
"""The number of people per server: each of them receives every event there."""

DECK: Final = "Cinder Vanguard"
"""The deck of everybody who plays Varia."""

AT_ONCE: Final = 8
"""The number of matches opened at once."""

COST_RATE: Final = 10
WARM_UP: Final = 20
PER_CENT: Final = 100


class Plan(Struct, frozen=True):
    """The extent of the measurement: seconds per rate, pairs of players, other open matches, and plans clicked.

    People spend much of the time waiting for each other and for passes to take effect, so there are many more of them
    than clicks per second.
    """

    seconds: int = 8
    pairs: int = 128
    others: int = 2_000
    open: tuple[int, ...] = (100, 100_000)
    plans: int = 200


class Stormed(Struct, frozen=True):
    """The results for a rate.

    Attributes:
        rate: the intended clicks per second.
        seconds: the duration.
        taken: the latency of each answer, in milliseconds.
        bot: the processor time of the bot's process, in seconds.
        world: the same for the sandbox and the clicking players.
        requests: the bot's requests to Discord, by kind.
    """

    rate: int
    seconds: float
    taken: list[float]
    bot: float
    world: float
    requests: Counter[str]

    @property
    def worst(self) -> float:
        """The 99th percentile of the latencies."""
        return quantiles(self.taken, n=PER_CENT)[-1]

    @property
    def fault(self) -> str | None:
        """The reason why the rate does not count, or None if it does."""
        if self.worst > LATE:
            return "too late"
        if len(self.taken) < REACHED * self.rate * self.seconds:
            return "in time, but people had no more to click, or the sandbox did not keep up"
        return None

    def __str__(self) -> str:
        """Return a line for the report."""
        asked = ", ".join(f"{count / self.seconds:.1f} {kind}" for kind, count in sorted(self.requests.items()))
        return (
            f"{len(self.taken) / self.seconds:.1f} of {self.rate} clicks a second: median {median(self.taken):.0f} ms, "
            f"99th percentile {self.worst:.0f} ms; the bot used {self.bot / self.seconds:.0%} of a core, "
            f"{self.bot / len(self.taken) * 1000:.1f} ms a click; the sandbox {self.world / self.seconds:.0%}; "
            f"requests a second: {asked}{'' if self.fault is None else f' - {self.fault}'}"
        )


class Finger(Protocol):
    """A clicking player, one click at a time."""

    def ready(self) -> bool:
        """Whether there is something to click, and the previous click has been answered."""
        ...

    async def click(self) -> Outcome | None:
        """Click; returns None if the panel changed just before."""
        ...


class BareFinger:
    """Clicks the bare bot's button."""

    def __init__(self, person: Person, panel: Message) -> None:
        self._person = person
        self._panel = panel
        self._busy = False

    def ready(self) -> bool:
        """Whether the previous click has been answered."""
        return not self._busy

    async def click(self) -> Outcome:
        """Click the button."""
        self._busy = True
        outcome = await self._person.click(self._panel, "again")
        self._busy = False
        return outcome


class PlayingFinger:
    """Plays at random on the newest panel of a match that a person has received."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._chance = Random(player.person.name)
        self._heard = 0
        self._busy = False
        self._panel: Message | None = None

    def ready(self) -> bool:
        """Whether the panel offers an action; it is examined only after a new event."""
        if self._busy:
            return False
        if len(self._player.person.heard) != self._heard:
            self._heard, self._panel = len(self._player.person.heard), self._player.panel()
        return self._panel is not None and bool(offered(self._panel))

    async def click(self) -> Outcome | None:
        """Click one of the offered actions."""
        panel, person = self._panel, self._player.person
        if panel is None:
            return None
        self._busy = True
        custom_id, value, _ = self._chance.choice(offered(panel))
        try:
            if value is None:
                return await person.click(panel, custom_id)
            return await person.select(panel, custom_id, [value])
        except Refused:
            return None
        finally:
            self._busy = False


def processor_time(pid: int) -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _kind_of(request: str) -> str:
    """Return the kind of a request from a line of the sandbox's journal."""
    method, path = request.split(" ", 1)
    if "/callback" in path or "/webhooks/" in path:
        return "answers"
    return {"POST": "posts", "PATCH": "edits"}.get(method, "others") if "/messages" in path else "others"


@contextmanager
def counted(sandbox: Sandbox) -> Iterator[Counter[str]]:
    """Count the requests to a sandbox, by kind."""
    counted: Counter[str] = Counter()

    def count(entry: JournalEntry) -> None:
        if entry.kind == "request":
            counted[_kind_of(entry.headline)] += 1

    listeners = sandbox.parts.journal.listeners
    listeners.append(count)
    try:
        yield counted
    finally:
        listeners.remove(count)


async def _storm(sandbox: Sandbox, pid: int, fingers: Sequence[Finger], rate: int, seconds: int) -> Stormed:
    """Click at a rate, each time with the next finger that is ready; if none is, the click is skipped."""
    taken: list[float] = []
    waiting = deque(fingers)

    async def one(finger: Finger) -> None:
        outcome = await finger.click()
        if outcome is not None:
            if outcome.kind not in ("update", "deferred"):
                raise RuntimeError(f"a click was lost: {outcome.kind} {outcome.reason}")
            taken.append(outcome.milliseconds)

    with counted(sandbox) as requests:
        bot, world, begun = processor_time(pid), time.process_time(), time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for number in range(rate * seconds):
                await asyncio.sleep(max(0.0, begun + number / rate - time.perf_counter()))
                for _ in range(len(waiting)):
                    waiting.rotate(1)
                    if waiting[0].ready():
                        group.create_task(one(waiting[0]))
                        break
        passed = time.perf_counter() - begun
        return Stormed(rate, passed, taken, processor_time(pid) - bot, time.process_time() - world, Counter(requests))


async def _ceiling(name: str, sandbox: Sandbox, pid: int, fingers: Sequence[Finger], plan: Plan) -> int:
    """Raise the rate until it does not count, and return the last one that did."""
    kept = 0
    for rate in RATES:
        came = await _storm(sandbox, pid, fingers, rate, plan.seconds)
        print(f"load: {name}: {came}", flush=True)
        if came.fault is not None:
            break
        kept = rate
    return kept


async def _bare(stage: Stage, plan: Plan) -> None:
    sandbox = await stage.sandbox(settings=SETTINGS, world=_world(plan))
    client = await stage.client(sandbox)
    bot = await stage.bot(sandbox, str(BARE))
    fingers = []
    for name in _world(plan).people[: plan.pairs]:
        person = await client.person(name)
        await person.wait_online()
        opened = await person.slash("panel")
        if opened.message is None:
            raise RuntimeError(f"the bare bot did not answer: {opened.reason}")
        finger = BareFinger(person, opened.message)
        await finger.click()
        fingers.append(finger)
    await _ceiling("bare discord.py bot", sandbox, bot.pid, fingers, plan)
    await bot.stop()


def _world(plan: Plan) -> WorldDescription:
    """Return servers with one pair of people more than will play; that pair's match is the one to copy."""
    people = tuple(f"Player{number}" for number in range(2 * plan.pairs + 2))
    channels = DEFAULT_WORLD.guilds[0].channels
    guilds = [
        GuildDescription(f"Inn {first}", channels, people[first : first + IN_A_SERVER])
        for first in range(0, len(people), IN_A_SERVER)
    ]
    return WorldDescription(people=people, guilds=tuple(guilds))


async def begin_match(one: Person, other: Person, **options: str) -> int:
    """Have two people begin a match with these options of `/play`, and return it."""
    opened = await one.slash("play", options={"opponent": other, **options})
    if opened.message is None:
        raise RuntimeError(f"no table was opened: {opened.reason}")
    lobby = await one.finished(opened)
    await other.click(lobby, found(lobby, "join"))
    await one.until(lambda: find(one.now(lobby), "start") is not None, "that the match can start", OPENING)
    start = found(one.now(lobby), "start")
    await one.click(one.now(lobby), start)
    return parse(start).number


@asynccontextmanager
async def open_room(stage: Stage, plan: Plan, others: int) -> AsyncIterator[tuple[Room, Player]]:
    """Open a number of daily matches, all but one of them copies, and yield the player to plan in that one."""
    with TemporaryDirectory() as folder:
        # First messages to new people are limited per minute; here everybody joins at once.
        settings = replace(SETTINGS, new_dms=2 * plan.pairs + 2)
        room = await Room.prepared(stage, Path(folder), settings=settings, world=_world(plan))
        first, second = [await room.client.person(name) for name in _world(plan).people[:2]]
        await room.start(first.name)
        match = await begin_match(first, second, pace="daily", deck=DECK)
        players = [Player(room, person, match) for person in (first, second)]
        panels = [(await player.shown(), player) for player in players]
        await room.calm(players)
        await room.bot.stop()
        begun = time.perf_counter()
        await fill(room.url, match, others)
        print(f"load: {others:,} matches were made in {time.perf_counter() - begun:.0f} s", flush=True)
        await room.start(first.name)
        await room.calm(players)  # players get back the time of the outage, and their panels show it
        yield room, next(player for panel, player in panels if offered(panel))
        await room.bot.stop()


async def sit_down(room: Room, plan: Plan, pairs: int) -> list[PlayingFinger]:
    """Open live matches, and return all players in them."""
    people = [await room.client.person(name) for name in _world(plan).people[2 : 2 * pairs + 2]]
    few = asyncio.Semaphore(AT_ONCE)

    async def seated(one: Person, other: Person) -> list[PlayingFinger]:
        async with few:
            match = await begin_match(one, other, pace="live", deck=DECK)
            players = [Player(room, person, match) for person in (one, other)]
            for player in players:
                await player.person.until(partial(_has_panel, player), "the panel", OPENING)
            return [PlayingFinger(player) for player in players]

    begun = time.perf_counter()
    seats = await asyncio.gather(*map(seated, people[::2], people[1::2]))
    print(f"load: {pairs} pairs sat down in {time.perf_counter() - begun:.0f} s", flush=True)
    return [finger for pair in seats for finger in pair]


def _has_panel(player: Player) -> bool:
    return player.panel() is not None


async def _tableside(stage: Stage, plan: Plan) -> None:
    async with open_room(stage, plan, plan.others) as (room, _):
        fingers = await sit_down(room, plan, plan.pairs)
        kept = await _ceiling("Tableside", room.sandbox, room.bot.pid, fingers, plan)
    print(f"load: Tableside answers {kept} clicks a second in time", flush=True)
    with TemporaryDirectory() as folder:
        samples = Path(folder) / "samples"
        async with open_room(stage, plan, 1) as (room, _):
            await room.bot.stop()
            room.environment = {"LOAD_SAMPLES": str(samples)}
            await room.start(_world(plan).people[0])
            fingers = await sit_down(room, plan, max(1, plan.pairs // 4))
            before = len(samples.read_text("utf-8"))
            await _storm(room.sandbox, room.bot.pid, fingers, COST_RATE, 2 * plan.seconds)
            _say_what_of(Counter(samples.read_text("utf-8")[before:].split("\n")))


def _say_what_of(places: Counter[str]) -> None:
    """Print where the process spent its time, from samples."""
    places.pop("", None)
    for place, count in places.most_common(12):
        print(f"load: {count / places.total():.0%} of its time in {place}", flush=True)


async def _open_matches(stage: Stage, plan: Plan) -> None:
    """Print the cost of a click with few open matches, and with many."""
    for count in plan.open:
        async with open_room(stage, plan, count) as (room, planner):
            await plan_and_undo(planner, WARM_UP)
            used = processor_time(room.bot.pid)
            taken = await plan_and_undo(planner, plan.plans)
            cost = (processor_time(room.bot.pid) - used) / len(taken) * 1000
            print(
                f"load: {count:,} open matches: a click on a plan is answered after {median(taken):.1f} ms (median), "
                f"{cost:.1f} ms of processor time",
                flush=True,
            )
            fingers = await sit_down(room, plan, max(1, plan.pairs // 4))
            came = await _storm(room.sandbox, room.bot.pid, fingers, COST_RATE, 2 * plan.seconds)
            print(f"load: {count:,} open matches: {came}", flush=True)


async def _measure(plan: Plan) -> None:
    async with open_stage() as stage:
        await _bare(stage, plan)
        await _tableside(stage, plan)
        await _open_matches(stage, plan)


def main() -> None:
    """Run the measurement; `--quick` only checks, in a minute or two, that everything works: ignore its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a trial: short, with few matches")
    quick = Plan(seconds=3, pairs=6, others=20, open=(10, 1_000), plans=20)
    plan = quick if parser.parse_args().quick else Plan()
    with undisturbed():
        asyncio.run(_measure(plan))


if __name__ == "__main__":
    main()
