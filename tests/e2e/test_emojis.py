"""The bot's emojis in its messages: it looks for them when it starts, and creates what is missing."""

import asyncio
from contextlib import suppress
from pathlib import Path

from bot.ui.games import RENDERERS, emojis_of
from bot.ui.pictures.emoji import DIE
from tests.e2e.players import IDLE, STEP, Room, found
from tests.support.discord import Stage, heard

EMOJIS = {emoji.full_name: emoji for emoji in emojis_of(RENDERERS.values())}


async def test_the_bot_creates_what_is_missing_and_then_uses_it(stage: Stage, tmp_path: Path) -> None:
    room = await Room.prepared(stage, tmp_path)
    world = room.sandbox.parts.world
    for name in EMOJIS.keys() - {DIE.full_name}:
        world.make_emoji(name, EMOJIS[name].png(), animated=False)
    looked = heard(room.sandbox, "answer", "200 GET /applications")
    await room.start()
    await looked.wait()
    created = heard(room.sandbox, "answer", "201 POST /applications")
    while not created.is_set():
        room.advance(STEP)  # again, if the bot has not begun to wait yet
        with suppress(TimeoutError):
            await asyncio.wait_for(created.wait(), IDLE)
    assert {emoji["name"] for emoji in world.emojis.values()} == EMOJIS.keys()
    ada = await room.client.person("Ada")
    table = await ada.slash("play", game="probe", players=2, pace="daily")
    assert table.message is not None
    asked = await ada.click(table.message, found(table.message, "word"))
    seat = await ada.submit_modal(asked, {"word": "carrot"})
    assert seat.message is not None
    assert f"<:{DIE.full_name}:{max(world.emojis)}> Your lucky word: **carrot**" in seat.message.text
