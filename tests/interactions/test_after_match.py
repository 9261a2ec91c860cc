"""What people do once a match is over: share it, and say that it was well played."""

from pathlib import Path

from bot.ui.texts.words import Rendered, Words
from sandbox.seen import Message
from tests.e2e.foreign_rows import WORLD, Maker, opened_host
from tests.e2e.players import find, found
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
    room.environment = {"TEST_PATIENCE": str(STARTING)}
    await room.start()
    ada, cleo = [await room.client.person(name) for name in ("Ada", "Cleo")]
    end = await cleo.wait_for(lambda each: any(button.label == WORDS.plain("button.share") for button in each.buttons))
    for person in (ada, cleo):
        shared = await person.finished(await person.click(end, found(end, "link")), timeout=STARTING)
        assert [file["filename"] for file in shared.attachments] == [f"match-{over}.html"]
        assert shared.ephemeral


async def test_each_player_says_once_that_it_was_well_played_and_the_end_shows_who(
    stage: Stage, tmp_path: Path
) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    await Maker(host, room, "lobby").finished("Ada", "Ben")
    await host.database.close()
    await room.start()
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    end = await ada.wait_for(lambda each: find(each, "praise") is not None)
    before = ada.now(end)

    async def pressed(name: str) -> Message:
        person = await room.client.person(name)
        answer = await person.finished(await person.click(person.now(end), found(end, "praise")))
        assert answer.ephemeral
        return answer

    def says(*names: str) -> str:
        return WORDS(
            "end.praise", players=Rendered(", ".join(f"<@{room.sandbox.parts.world.people[n]}>" for n in names))
        )

    assert (await pressed("Cleo")).text == WORDS("praise.refused.not_player")
    assert (await pressed("Ben")).text == WORDS("praise.said")
    await ada.until(lambda: says("Ben") in ada.now(end).content, "the first name")
    assert (await pressed("Ben")).text == WORDS("praise.refused.twice")
    assert (await pressed("Ada")).text == WORDS("praise.said")
    await cleo.until(lambda: says("Ben", "Ada") in cleo.now(end).content, "both names")
    after = ada.now(end)
    assert (after.id, after.content.splitlines()) == (before.id, [before.content, says("Ben", "Ada")])
    assert after.embeds == before.embeds
    assert [each["description"] for each in after.attachments] == [each["description"] for each in before.attachments]
    assert [each.custom_id for each in after.buttons] == [each.custom_id for each in before.buttons]
    assert not after.pings_me
    assert ben.now(end).id == after.id
