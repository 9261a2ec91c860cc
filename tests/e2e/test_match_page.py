"""/match replay: whoever may read a finished match gets it as a page, and nobody gets it before."""

from pathlib import Path

from bot.ui.words import Words
from tests.e2e.foreign_rows import WORLD, Maker, opened_host
from tests.e2e.players import Room
from tests.e2e.test_collections import file_of
from tests.support.discord import Stage

WORDS = Words(None)


async def test_a_finished_match_is_sent_as_a_page_to_its_readers_alone(stage: Stage, tmp_path: Path) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    make = Maker(host, room, "vault")
    running, over = await make.match("Ada", "Ben"), await make.finished("Ada", "Ben")
    await host.database.close()
    await room.start()
    ada, cleo = [await room.client.person(name) for name in ("Ada", "Cleo")]
    await room.quiet(ada)
    early = await ada.finished(await ada.slash("match replay", options={"match": running}))
    assert (early.text, early.attachments) == (WORDS("replay.not_yet"), [])
    told = await ada.finished(await ada.slash("match replay", options={"match": over}))
    (file,) = told.attachments
    assert (file["filename"], file["description"]) == (f"match-{over}.html", WORDS.plain("replay.file", match=over))
    page = (await file_of(told)).decode()
    assert page.startswith("<!doctype html>")
    assert str(over) in page[: page.index("</title>")]
    refused = await cleo.finished(await cleo.slash("match replay", options={"match": over}))
    assert (refused.text, refused.attachments) == (WORDS.plain("panel.no_match"), [])
