"""The client by itself: what no handler caught."""

from pathlib import Path

from structlog.testing import capture_logs

from bot.app import Tableside
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.randomness import SystemChance
from bot.settings import Settings
from bot.ui.games import RENDERERS
from engine.registry import GAMES


async def test_what_an_event_fails_with_is_logged_under_an_incident(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}")
    bot = Tableside(settings, SystemClock(), SystemChance(), GAMES, RENDERERS)
    with capture_logs() as logged:
        try:
            await bot.on_shard_connect(0)  # there are no tables yet
        except Exception:  # noqa: BLE001 - what discord.py does with whatever an event raises
            await bot.on_error("on_shard_connect")
    await bot.host.database.close()
    [line] = logged
    assert line["handler"] == "on_shard_connect"
    assert line["incident"]
    assert "leases" in str(line["exc_info"][1])
