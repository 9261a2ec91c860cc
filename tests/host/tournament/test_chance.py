"""Tournaments at random: whatever people, organisers, time and crashes do, nothing is lost and nothing paired twice."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings, strategies
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from bot.host.kernel.errors import Refused
from bot.host.kernel.timers import LEASE
from bot.host.tournament import entry, management, pairing, rounds
from bot.host.tournament.rules import course
from bot.host.tournament.rules.course import FORMATS
from bot.host.tournament.tournament import Tournament, look
from bot.host.workers import timekeeper
from bot.storage.database import Database
from tests.host.crash_points import Crash, crashing
from tests.host.players import click, post_lobbies
from tests.host.restarting_host import RestartingHost, open_database
from tests.host.tournament.organisers import ORGANISER, announced, check, game_of, is_played, settle, waiting, win

USERS: Final = 7
EXAMPLES, STEPS = 6, 25
"""How many stories are tried, and how long each is."""

users = strategies.integers(1, USERS)
picks = strategies.integers(0, 99)
crashes = strategies.one_of(*[strategies.just(0)] * 2, strategies.integers(1, 60))
"""At which statement something crashes; mostly at none, so that stories get somewhere."""


class Evening(RestartingHost):
    """A tournament of a few people, on a bot that dies now and then."""

    def __init__(self, runner: asyncio.Runner, database: Database) -> None:
        super().__init__(runner, database)
        self.number = 0

    def act(self, work: Callable[[], Awaitable[Any]], crash: int = 0) -> None:
        with suppress(Refused, Crash), crashing(self.database, crash):
            self.run(work())

    @property
    def now(self) -> Tournament:
        found: Tournament = self.run(look(self.host, self.number))
        return found

    @initialize(format_=strategies.sampled_from(FORMATS), best_of=strategies.sampled_from("13"), people=users)
    def begin(self, format_: str, best_of: str, people: int) -> None:
        self.run(self.empty())
        self.restart()
        chosen = {"format": format_, "best_of": best_of, "round_length": "6", "pace": "slow"}
        self.number = self.run(announced(self.host, **chosen))
        for user in range(1, people + 1):
            self.join(user, 0)

    @rule(user=users, crash=crashes)
    def join(self, user: int, crash: int) -> None:
        self.act(lambda: entry.join(self.host, click(user), self.number, f"Player {user}", ()), crash)

    @rule(user=users, seldom=strategies.integers(0, 2), crash=crashes)
    def leave(self, user: int, seldom: int, crash: int) -> None:
        if not seldom:
            self.act(lambda: entry.leave(self.host, click(user), self.number), crash)

    @rule(crash=crashes)
    def start(self, crash: int) -> None:
        self.act(lambda: rounds.start(self.host, click(ORGANISER), self.number, manages=False), crash)

    @rule(crash=crashes)
    def work(self, crash: int) -> None:
        """Workers do what is due, two of them at once; the process may die meanwhile, and its leases run out."""

        async def both() -> None:
            works = [each(self.host) for each in (pairing.work, timekeeper.work) * 2]
            for done in await asyncio.gather(*works, return_exceptions=True):  # nobody goes on into what comes next
                if isinstance(done, BaseException):
                    raise done

        self.act(both, crash)
        if crash:
            self.clock.advance(LEASE + 1)

    @rule(crash=crashes)
    def post(self, crash: int) -> None:
        """Discord takes what shows games that are to begin, with their seals."""
        self.act(lambda: post_lobbies(self.host), crash)

    @rule(pick=picks, upset=strategies.booleans(), crash=crashes)
    def play(self, pick: int, upset: bool, crash: int) -> None:  # noqa: FBT001
        found = self.now
        going = [each for each in found.series if self.run(game_of(self.host, each)) is not None]
        if going:
            series = going[pick % len(going)]
            winner = series.second if upset and series.second is not None else series.first
            self.act(partial(win, self.host, found, series, winner), crash)

    @rule(pick=picks, crash=crashes)
    def correct(self, pick: int, crash: int) -> None:
        played = [each for each in self.now.series if each.second is not None]
        if played:
            series = played[pick % len(played)]
            self.act(
                lambda: management.correct(
                    self.host, click(ORGANISER), self.number, series.id, series.first, manages=False
                ),
                crash,
            )

    @rule(what=strategies.sampled_from(["pause", "resume"]), crash=crashes)
    def pause(self, what: str, crash: int) -> None:
        self.act(lambda: management.change_course(self.host, click(ORGANISER), self.number, what, manages=False), crash)

    @rule(hours=strategies.sampled_from([1, 5, 7]))
    def wait(self, hours: float) -> None:
        self.clock.advance(hours * 3600)

    @invariant()
    def holds(self) -> None:
        """Nobody is paired twice, and whatever is open has something that moves it on."""
        if not self.number:
            return
        self.run(check(self.host, self.number))
        found = self.now
        if found.row.status != "running" or found.row.paused is not None:
            return
        kinds = self.run(waiting(self.host))
        for series in found.now_played:
            going = self.run(is_played(self.host, series))
            assert series.state != "open" or going or kinds & {("opening", series.id), ("forfeit", series.id)}
        if all(series.state != "open" for series in found.now_played):
            assert ("pairing", found.row.id) in kinds

    def teardown(self) -> None:
        """Whatever has happened, it can be played to its end, and then everybody is ranked."""
        if not self.number:
            return
        self.restart()
        for what in ("resume", "start"):
            self.pause("resume", 0) if what == "resume" else self.start(0)
        for _ in range(40):
            self.clock.advance(7 * 3600)
            self.run(settle(self.host))
        found = self.now
        assert found.row.status == "over" or len(found.members) < found.row.least
        assert len(course.places(found.course)) == len(found.course.seeds)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_is_lost_and_nothing_paired_twice(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    with open_database(kind, tmp_path, request) as (runner, database):

        class Story(Evening):
            def __init__(self) -> None:
                super().__init__(runner, database)

        run_state_machine_as_test(
            Story,
            settings=settings(
                max_examples=EXAMPLES,
                stateful_step_count=STEPS,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
