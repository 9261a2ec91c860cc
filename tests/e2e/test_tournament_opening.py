"""The largest round: 128 matches open at once, and Discord is asked no faster than it allows."""

import time
from pathlib import Path
from typing import Final

import pytest

from bot.host.clock import SystemClock
from bot.host.context import Host
from bot.host.play import Click
from bot.host.tournament import entering
from bot.storage.database import Database
from bot.traffic import BURST, PER_SECOND
from engine.registry import GAMES
from tests.e2e.table import Room, found
from tests.e2e.test_tournaments import chosen, opened, set_up, turned
from tests.support.chance import SeededChance
from tests.support.discord import Stage

PLAYERS: Final = 256
ANSWERS: Final = ("/interactions/", "/webhooks/")
"""Where what Discord's limit of requests spares goes to."""

PATIENCE: Final = 300.0
"""How long, in seconds, a busy machine may take for all of it."""


@pytest.mark.timeout(600)
async def test_128_matches_open_without_being_refused(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    room = await Room.opened(stage, tmp_path, seed=9)
    ada = await room.client.person("Ada")
    panel = await set_up(room, "Large", ("preset", "duel"))
    panel = await chosen(ada, await turned(ada, panel, 1), "pace", "daily")
    panel = await chosen(ada, await turned(ada, panel, 2), "most", str(PLAYERS))
    await opened(ada, panel, "Large")
    await enter(room, PLAYERS)
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    journal = room.sandbox.parts.journal
    before, began = journal.entries()[-1].number, time.monotonic()
    await ada.click(manage, found(manage, "tstart"))
    await ada.until(lambda: len(threads(ada.threads)) == PLAYERS // 2, "128 threads", timeout=PATIENCE)
    took = time.monotonic() - began
    paced = [each for each in journal.entries({"request"}, before) if not each.headline.split()[1].startswith(ANSWERS)]
    assert took > (len(paced) - BURST) / PER_SECOND
    figures.append(f"{PLAYERS // 2} matches opened in {took:.0f} s, with {len(paced) / took:.0f} requests a second")


def threads(there: list[dict[str, object]]) -> set[object]:
    return {each["id"] for each in there}


async def enter(room: Room, players: int) -> None:
    """Let many people enter beside the running bot, as if each had pressed Join."""
    database = Database(room.url)
    host = Host(database, GAMES, SystemClock(), SeededChance(2))
    try:
        for user in range(1, players + 1):
            await entering.join(host, Click(user, 10**6 + user, host.now()), 1, f"Player {user}", ())
    finally:
        await database.close()
