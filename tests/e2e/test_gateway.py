"""The gateway's connection ends in every way in which it does, and people are heard again."""

from pathlib import Path

import pytest

from bot.host.operations.fleet import IDENTIFY
from tests.e2e.players import START, Player, Room, found
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("it is about the gateway's connection")


async def test_people_are_heard_again_however_the_connection_ended(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=2)
    ada = await room.client.person("Ada")
    player = Player(room, ada, await room.open_match())
    for how in ("close", "abort", "reconnect", "invalid", "invalid"):
        panel, before = await player.shown(), ada.arrivals
        await room.client.drop(how)
        room.advance(IDENTIFY)  # a session that is begun anew waits for its turn
        await ada.wait_back(before, timeout=START)
        outcome = await ada.click(panel, found(panel, "more"))
        assert outcome.kind in ("update", "deferred"), (how, outcome.reason)
        await player.back(panel)
