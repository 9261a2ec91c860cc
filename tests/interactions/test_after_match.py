"""What people do once a match is over: share it, and say that it was well played."""

from pathlib import Path

from bot.ui.texts.words import Words
from tests.e2e.foreign_rows import WORLD, Maker, opened_host
from tests.e2e.players import found
from tests.interactions.room import Room
from tests.support.discord import Stage

WORDS = Words(None)

STARTING = 60.0
"""How many seconds a busy machine may take to start the process that makes the first page."""


async def test_without_links_share_gives_the_page_as_a_file_in_one_tap(stage: Stage, tmp_path: Path) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    over = await Maker(host, room, "lobby").finished("Ada", "Ben")
    await host.database.close()
    await room.start()
    ada, cleo = [await room.client.person(name) for name in ("Ada", "Cleo")]
    end = await cleo.wait_for(lambda each: any(button.label == WORDS.plain("button.share") for button in each.buttons))
    for person in (ada, cleo):
        shared = await person.finished(await person.click(end, found(end, "link")), timeout=STARTING)
        assert [file["filename"] for file in shared.attachments] == [f"match-{over}.html"]
        assert shared.ephemeral
