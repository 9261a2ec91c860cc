"""Windows in which everybody passes, and a classifier that guesses who could have done something else.

    python -m tests.host.match.pass_windows --windows 10000

A real host plays matches on a SQLite file, in nothing but sealed windows between two people. Whoever has a card can
pass, after a time that the host does not use; the bot passes for whoever has none. What everybody can observe of a pass
is its time, its place in the order, and the number of messages that name the player.
"""

import argparse
import asyncio
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from math import inf
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from pydantic import BaseModel

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.kernel.pass_delays import ANSWER_TIMES, time_at
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.host.match.unit_of_work import say
from bot.host.workers import timekeeper
from bot.storage import timers
from engine.contract import Decision, Event, Seat, Seating
from engine.dice import Dice
from tests.host.players import ADA, BEN, click, log_of, posts_of, probe_of, table_of
from tests.probe.game import Probe, ProbePlay
from tests.probe.state import ProbeCards, State, TurnEnded
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

PROCESSES: Final = 2
"""How many hosts play at the same time."""

PEOPLE: Final = (ADA, BEN)
ROUNDS: Final = 100
"""The number of windows that are played in one match."""

PARTS: Final = 24
"""Into how many parts the classifier divides the range of delays."""

HIDDEN, FOUND = 0.55, 0.9
"""The most that a classifier may reach, and the least on a planted tell."""

PLANTS: Final = ("haste", "message")
"""The planted tells: the bot passes at once, and a message names whoever has a question."""

UNUSUAL: Final = 0.6
"""The most that it may reach if all people are twice as fast or twice as slow."""

SPEEDS: Final = {1.0: HIDDEN, 0.5: UNUSUAL, 2.0: UNUSUAL}
"""The most that the classifier may reach, by how long people take, in times of what the host expects."""


class Windows(Probe):
    """The probe, with nothing but sealed windows, for ever; each seat has a card in every other one."""

    def new(
        self, options: BaseModel, seats: Sequence[Seating], cards: ProbeCards, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        state, events = super().new(options, seats, cards, dice)
        state.phase = "sealed"
        self._deal(state, dice)
        return state, events

    def _deal(self, state: State, dice: Dice) -> None:
        """Give each seat a card or none."""
        for seat in range(len(state.hands)):
            state.hands[seat] = [seat] if dice.choose("card", (True, False)) else []

    def _close_sealed(self, play: ProbePlay) -> None:
        state = play.state
        if not self._waiting(state):
            play.tell(TurnEnded(state.turn))
            state.turn, state.sealed = state.turn + 1, {}
            self._deal(state, play.dice)


class Rounds(Windows):
    """The same, but one player is asked after the other."""

    def questions(self, state: State) -> tuple[Decision, ...]:
        return (self._window(state, self._waiting(state)[0]),)

    def _window(self, state: State, seat: Seat) -> Decision:
        return replace(super()._window(state, seat), window=None, clock=f"{state.turn} {seat}")


class HastyWindows(Windows):
    """A planted tell: a pass is no response if nothing else is possible, so the host makes it at once."""

    def _window(self, state: State, seat: Seat) -> Decision:
        asked = super()._window(state, seat)
        return asked if asked.answerable else replace(asked, tempo="turn")


class Pass(Struct, frozen=True):
    """What everybody can observe of a pass, and whether it was made by a person who could have done something else.

    `time` is in seconds after the window was opened, `place` counts from 0, `messages` are those that name the player.
    `at_once` says whether it followed another pass in the same moment.
    """

    time: float
    place: int
    at_once: bool
    messages: int
    able: bool


class Run(Struct, frozen=True):
    """Windows to play: at which pace, how many, how slow people are, the planted tell if any, and the seed.

    In `rounds`, one player is asked after the other.
    """

    pace: str
    windows: int
    slowness: float = 1.0
    plant: str | None = None
    seed: int = 0
    rounds: bool = False


class Players:
    """Two people who pass in every window: `slowness` is how long they take, in times of what the host expects.

    If `tell` is set, a message names each player who has a question: a planted tell.
    """

    def __init__(self, host: Host, clock: ManualClock, chance: Random, slowness: float, *, tell: bool = False) -> None:
        self.host, self.clock, self.chance = host, clock, chance
        self.slowness, self.tell = slowness, tell

    async def play(self, pace: str, windows: int) -> list[Pass]:
        """Play windows at a pace, and return their passes."""
        found: list[Pass] = []
        while len(found) < windows * len(PEOPLE):
            match = await probe_of(self.host, PEOPLE, pace)
            for _ in range(min(ROUNDS, windows - len(found) // len(PEOPLE))):
                found += await self._window(match, pace)
            await panel_actions.leave(self.host, click(ADA), match)
        return found

    async def _window(self, match: int, pace: str) -> list[Pass]:
        """Play one window to its end."""
        table = await table_of(self.host, match)
        before, opened, turn = table.row.entries, self.clock.now(), table.state.turn
        asked = [*table.open(), *([] if table.foreseen is None else [table.foreseen])]
        able = {each.seat for each in asked if each.answerable}
        points = ANSWER_TIMES[pace][1::2]
        clicks = {seat: opened + self.slowness * time_at(points, self.chance.random()) for seat in able}
        if self.tell:
            async with self.host.database.transaction() as tx:
                await say(tx, table.row, "answer", {"seats": sorted(able)}, opened)
        while table.state.turn == turn:
            async with self.host.database.reading() as connection:
                due = await timers.next_due(connection, only=("pass", "call", "deadline"))
            self.clock.advance(max(0.0, min([*clicks.values(), due or inf]) - self.clock.now()))
            for seat in [seat for seat, at in clicks.items() if at <= self.clock.now()]:
                del clicks[seat]
                await pass_now(self.host, match, PEOPLE[seat])
            await timekeeper.work(self.host)  # once: what is due in the next window belongs to that
            table = await table_of(self.host, match)
        entries = [entry for entry in await log_of(self.host, match) if entry.number >= before and entry.decision]
        posts = [post for post in await posts_of(self.host, match, "answer") if opened <= post.due <= self.clock.now()]
        named = Counter(seat for post in posts for seat in post.content["seats"])
        times = [-inf, *(entry.at - opened for entry in entries)]
        return [
            Pass(times[place + 1], place, times[place + 1] == times[place], named[entry.seat], entry.seat in able)
            for place, entry in enumerate(entries)
            if entry.seat is not None
        ]


async def pass_now(host: Host, match: int, user: int) -> Panel:
    """Pass a person's question, which may follow only if another player passes, too."""
    shown = await panel_actions.show(host, match, user)
    asked = shown.asked or shown.foreseen
    assert asked is not None
    passed = await panel_actions.pick(host, click(user), match, asked.id, shown.draft.revision, ["none"])
    assert passed is not None
    return passed


def area(passes: Sequence[Pass], longest: float) -> float:
    """Return how well a classifier tells who could have done something else: the area under its curve.

    The first half of the passes teaches it how often a pass with the same place, number of messages and about the same
    time was made by somebody who could; it ranks the second half by that.
    """
    seen: dict[tuple[int, int, bool, int], list[int]] = defaultdict(lambda: [0, 0])

    def cell(each: Pass) -> tuple[int, int, bool, int]:
        return int(each.time / longest * PARTS), each.place, each.at_once, each.messages

    for each in passes[: len(passes) // 2]:
        seen[cell(each)][each.able] += 1
    rest = passes[len(passes) // 2 :]
    scored: dict[float, list[int]] = defaultdict(lambda: [0, 0])
    for each in rest:
        unable, able = seen[cell(each)]
        scored[(able + 1) / (unable + able + 2)][each.able] += 1
    below, pairs = 0, 0.0
    for _, (unable, able) in sorted(scored.items()):
        pairs += able * (below + unable / 2)
        below += unable
    return pairs / (below * (len(rest) - below))


async def played(folder: Path, run: Run) -> list[Pass]:
    """Play windows on a host of their own, and return their passes."""
    game = HastyWindows() if run.plant == "haste" else Rounds() if run.rounds else Windows()
    async with sqlite(folder) as database:
        clock = ManualClock()
        host = Host(database, {"probe": game}, clock, SeededChance(run.seed), HOOKS)
        await host.store_sets()
        players = Players(host, clock, Random(run.seed), run.slowness, tell=run.plant == "message")
        passes = await players.play(run.pace, run.windows)
        host.worker_pool.close()
    return passes


def _played(run: Run) -> list[Pass]:
    with TemporaryDirectory() as folder:
        return asyncio.run(played(Path(folder), run))


def check(windows: int, pace: str = "live") -> bool:
    """Print how well the classifier does, also on planted tells, and return whether that is as promised."""
    figures, well = list[str](), True
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for rounds, asked in ((False, "together"), (True, "in turn")):
            for slowness, most in SPEEDS.items():
                found = _area_of(pool, Run(pace, windows // 2, slowness, rounds=rounds))
                figures.append(f"{asked} x{slowness:g} {found:.3f}")
                print(figures[-1], flush=True)
                well &= found <= most
        for plant in PLANTS:
            found = _area_of(pool, Run(pace, windows // 20, plant=plant))
            figures.append(f"planted {plant} {found:.3f}")
            well &= found >= FOUND
    print(f"{windows} windows at pace {pace}:", ", ".join(figures))
    return well


def _area_of(pool: Executor, run: Run) -> float:
    """Play windows in parts, side by side, and return the area under the classifier's curve."""
    runs = [replace(run, windows=run.windows // PROCESSES, seed=seed) for seed in range(PROCESSES)]
    passes = [each for part in pool.map(_played, runs) for each in part]
    return area(passes, PACES[run.pace].passing[1])


def main(arguments: Sequence[str]) -> int:
    """Run what the command line asks for, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.host.match.pass_windows")
    parser.add_argument("--windows", type=int, default=10_000)
    parser.add_argument("--pace", choices=ANSWER_TIMES, default="live")
    wanted = parser.parse_args(arguments)
    return 0 if check(wanted.windows, wanted.pace) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
