"""Answers that Discord does not take, or does not say that it took: the person gets them all the same."""

import asyncio
from pathlib import Path
from typing import Any, Final

from bot.messenger.outcomes import UNKNOWN_CHANNEL
from tests.e2e.fleet import Fleet
from tests.e2e.players import STEP, both_doors, found
from tests.e2e.torture_room import TortureRoom
from tests.support.discord import Stage

pytestmark = both_doors

TROUBLE: Final[tuple[dict[str, Any], ...]] = (
    {"lose_answer": True},
    {"status": 503},
    {"status": 429, "via": False},
    {"status": 429, "retry_after": 0.05, "scope": "shared"},
)


async def test_an_answer_that_discord_did_not_take_is_given_again(stage: Stage, tmp_path: Path) -> None:
    fleet = await Fleet.opened(stage, tmp_path, seed=2)
    torture = TortureRoom(fleet, 2)
    assert await torture.open("probe", 2)
    await torture.settle()
    player = next(iter(torture.players.values()))[0]
    for trouble in TROUBLE:
        panel = await player.shown()
        await fleet.room.client.fault(path="/interactions/*", **trouble)
        outcome = await player.person.click(panel, found(panel, "more"))
        assert outcome.kind in ("update", "deferred"), (trouble, outcome.reason)
        await player.back(panel)
    panel = await player.shown()
    await fleet.room.client.fault(path="/interactions/*", status=404, code=UNKNOWN_CHANNEL)
    clicking = asyncio.create_task(player.person.click(panel, found(panel, "more")))
    while not clicking.done():  # nothing can be said where its channel is gone; nobody is at fault for it
        await fleet.pause()
        fleet.room.advance(STEP)
    assert (await clicking).kind == "failed"
    await fleet.stop()
    assert [line for line in fleet.said if line["level"] == "error"] == []
