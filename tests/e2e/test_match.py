"""Whole matches through Discord's own protocol: the bot in its own process, people clicking."""

from pathlib import Path
from random import Random

import pytest

from tests.e2e.table import Player, Room, play_out
from tests.support.discord import Stage


@pytest.mark.parametrize("seed", [1])
async def test_match_between_two_people(stage: Stage, tmp_path: Path, seed: int) -> None:
    room = await Room.opened(stage, tmp_path)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    opened = await ada.slash("play", opponent=ben, pace="daily", deck="Cinder Vanguard")
    assert opened.message is not None, opened.reason
    joined = await ben.click(opened.message, "Join")
    assert joined.kind == "update", joined.reason
    started = await ada.click(ada.now(opened.message), "Start")
    assert started.kind == "update", started.reason
    chance = Random(seed)
    players = [Player(room, ada, 1, chance, dms=True), Player(room, ben, 1, chance, dms=True)]
    await play_out(room, players)
    row = await room.row(1)
    assert row.status == "over"
