"""What people do once a match is over: share it, watch it again, and call it well played; and what else runs there."""

import re
from pathlib import Path

from bot.ui.messages.custom_ids import CustomId, parse
from bot.ui.texts.words import Rendered, Words
from sandbox.seen import Message
from tests.e2e.foreign_rows import WORLD, Maker, opened_host
from tests.e2e.interaction_forger import Forger
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
        there = await person.wait_for(lambda each: each.id == end.id)
        answer = await person.finished(await person.click(there, found(there, "praise")))
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


async def test_whoever_has_several_finished_matches_chooses_by_a_button_which_to_watch(
    stage: Stage, tmp_path: Path
) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    make = Maker(host, room, "lobby")
    over = [await make.finished("Ada", "Ben"), await make.finished("Cleo", "Ada")]
    await make.match("Ada", "Ben")
    await host.database.close()
    room.environment = {"TEST_PATIENCE": str(STARTING)}
    await room.start()
    ada, finn = [await room.client.person(name) for name in ("Ada", "Finn")]
    asked = await ada.finished(await ada.slash("match replay"))
    assert [parse(str(each.custom_id)) for each in asked.buttons] == [CustomId("replay", each) for each in over[::-1]]
    assert [str(each.label).rpartition(" · ")[2] for each in asked.buttons] == ["lost", "won"]
    (file,) = (await ada.finished(await ada.click(asked, str(asked.buttons[1].custom_id)))).attachments
    assert file["filename"] == f"match-{over[0]}.html"
    checked = await ada.finished(await ada.slash("match export"))
    assert {parse(str(each.custom_id)).action for each in checked.buttons} == {"verify"}
    nothing = await finn.finished(await finn.slash("match replay"))
    assert (nothing.text, nothing.buttons) == (WORDS("match.none_over"), [])


async def test_running_here_lists_the_matches_of_the_server_that_the_person_may_read(
    stage: Stage, tmp_path: Path
) -> None:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    host = await opened_host(room)
    open_to_all, hidden = Maker(host, room, "lobby"), Maker(host, room, "vault")
    shown, secret = await open_to_all.match("Ada", "Ben"), await hidden.match("Ada", "Ben")
    own = await hidden.match("Ben", "Dan")
    await open_to_all.finished("Ada", "Ben")
    await open_to_all.lobby("Ada")
    await host.database.close()
    await room.start()
    await room.quiet(await room.client.person("Ada"))
    listed = {}
    for name in ("Ada", "Cleo", "Dan", "Eve"):
        person = await room.client.person(name)
        games = await person.finished(await person.slash("games"))
        there = await person.finished(await person.click(games, found(games, "running")))
        assert there.ephemeral
        listed[name] = {int(number) for number in re.findall(r"match (\d+)", there.text)}
        assert len([each.url for each in there.buttons if each.url is not None]) == len(listed[name])
    everything = {shown, secret, own}
    assert listed == {"Ada": everything, "Cleo": {shown}, "Dan": {shown, own}, "Eve": {shown}}
    tavern = Forger(room, room.sandbox.parts.world.people["Finn"], (await room.client.person("Finn")).channel_id("bar"))
    told = await tavern.click(str(CustomId("running")))
    assert told.message is not None
    assert told.message.text == WORDS("games.running.none")
    finn = await room.client.person("Finn")
    direct = await finn.finished(await finn.slash("games", await finn.open_dm()))
    assert find(direct, "running") is None
