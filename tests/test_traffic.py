"""What goes to Discord is paced, shared out, and stopped before a ban."""

from pathlib import Path

import pytest

from bot.host.chance import SystemChance
from bot.host.context import Host
from bot.storage.database import Database
from bot.traffic import BURST, PER_SECOND, REFUSED, WATCHED, Traffic
from tests.support.clocks import ManualClock


class HurriedClock(ManualClock):
    """A clock that moves on by itself where somebody waits."""

    async def sleep(self, seconds: float, until: object) -> None:
        self.advance(seconds)


@pytest.mark.parametrize("workers", [1, 4])
async def test_processes_share_what_discord_allows(tmp_path: Path, workers: int) -> None:
    clock = HurriedClock()
    host = Host(Database(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"), {}, clock, SystemChance())
    host.workers, traffic = workers, Traffic(host)
    begun = clock.now()
    requests = 400
    for _ in range(requests):
        await traffic.turn()
    assert clock.now() - begun == pytest.approx((requests - BURST - 1) * workers / PER_SECOND, rel=0.01)


async def test_after_too_many_refusals_nothing_is_sent_for_a_while(tmp_path: Path) -> None:
    clock = ManualClock()
    traffic = Traffic(Host(Database(f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"), {}, clock, SystemChance()))
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
