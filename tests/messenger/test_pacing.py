"""What goes to Discord is paced, shared out, and stopped before a ban."""

import asyncio
from itertools import cycle
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.randomness import SystemChance
from bot.messenger.pacing import BURST, PER_SECOND, REFUSED, WATCHED, Traffic
from bot.storage.database import Database
from tests.support.clocks import ManualClock

ALLOWED: Final = 50
"""How many requests a second Discord allows a bot (discord.md 1.6)."""


class HurriedClock(ManualClock):
    """A clock that moves on by itself where somebody waits: in turn for too long by some seconds each."""

    def __init__(self, *late: float) -> None:
        super().__init__()
        self._late = cycle(late or (0.0,))

    async def sleep(self, seconds: float, until: object) -> None:
        end = self.now() + seconds
        await asyncio.sleep(0)  # whoever else waits begins to wait as well
        if self.now() < end:
            self.advance(end - self.now() + next(self._late))


@pytest.mark.parametrize("workers", [1, 4])
async def test_processes_share_what_discord_allows(tmp_path: Path, workers: int) -> None:
    clock = HurriedClock()
    host = Host(Database(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"), {}, clock, SystemChance(), HOOKS)
    host.workers, traffic = workers, Traffic(host)
    begun = clock.now()
    requests = 400
    for _ in range(requests):
        await traffic.turn()
    assert clock.now() - begun == pytest.approx((requests - BURST) * workers / PER_SECOND, rel=1e-4)


@given(st.lists(st.floats(0, 3), min_size=1, max_size=9))
def test_no_second_has_too_many_requests_however_long_the_machine_stands_still(late: list[float]) -> None:
    clock = HurriedClock(*late)
    gone: list[float] = []

    async def ask(traffic: Traffic) -> None:
        await traffic.turn()
        gone.append(clock.now())

    async def ask_all() -> None:
        traffic = Traffic(Host(Database("sqlite+aiosqlite:///none.db"), {}, clock, SystemChance(), HOOKS))
        await asyncio.gather(*(ask(traffic) for _ in range(200)))

    asyncio.run(ask_all())
    assert all(later - earlier > 1 - 1e-4 for earlier, later in zip(gone, gone[ALLOWED:], strict=False))


async def test_after_too_many_refusals_nothing_is_sent_for_a_while(tmp_path: Path) -> None:
    clock = ManualClock()
    traffic = Traffic(Host(Database(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"), {}, clock, SystemChance(), HOOKS))
    for _ in range(REFUSED):
        traffic.note_refusal("shared")
    assert traffic.barred() is None
    for _ in range(REFUSED - 1):
        traffic.note_refusal("user")
        clock.advance(0.1)
    assert traffic.barred() is None
    traffic.note_refusal("global")
    left = traffic.barred()
    assert left is not None
    assert 0 < left <= WATCHED
    clock.advance(left)
    assert traffic.barred() is None
