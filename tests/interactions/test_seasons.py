"""A season through Discord's own protocol: planned, set up, looked at, ended, and remembered on profiles."""

from pathlib import Path

from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Player, confirmed, find, found, ids_of, play_out
from tests.e2e.tournament_panels import opened, set_up, typed
from tests.interactions.room import Room
from tests.support.discord import Stage


async def planned(person: Person, title: str) -> Message:
    """Plan a season, and return its panel."""
    hall = (await person.slash("season")).message
    assert hall is not None
    asked = await person.click(hall, found(hall, "seasonnew"))
    panel = (await person.submit_modal(asked, {"text": title})).message
    assert panel is not None
    return panel


async def chosen(person: Person, panel: Message, part: str, *values: str) -> Message:
    """Choose in a select of a panel, and return the panel as it is then."""
    select = next(each for each in panel.selects if part in each.custom_id)
    updated = (await person.select(panel, select.custom_id, list(values))).message
    assert updated is not None
    return updated


async def played(room: Room, ada: Person, ben: Person, announcement: Message) -> None:
    """Play an announced tournament of Ada and Ben to its end."""
    for person in (ada, ben):
        await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await confirmed(ada, manage, "tstart")
    card = await ben.wait_for(lambda message: find(message, "watch") is not None)
    match = next(each.number for each in ids_of(card) if each.action == "hand")
    await play_out(room, [Player(room, person, match, dms=False) for person in (ada, ben)])


async def test_a_season_is_planned_and_set_up(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    empty = (await ben.slash("season")).message
    assert empty is not None
    assert find(empty, "seasonnew") is None, "only people who may hold tournaments plan seasons"
    panel = await chosen(ada, await planned(ada, "Autumn"), "weeks", "4")
    asked = await ada.click(panel, found(panel, "seasonpoints"))
    wrong = await ada.submit_modal(asked, {"text": "3 9"})
    assert wrong.message is not None
    assert "None may be" in wrong.message.text
    asked = await ada.click(panel, found(panel, "seasonpoints"))
    panel = (await ada.submit_modal(asked, {"text": "9 4 1"})).message or panel
    titled = await ada.click(panel, found(panel, "seasontitle"))
    panel = (await ada.submit_modal(titled, {"text": "Winter"})).message or panel
    before = (await ben.slash("season")).message
    assert before is not None
    assert "**Winter** begins with its first evening, and lasts 4 weeks." in before.text
    assert find(before, "seasonmanage") is None
    await confirmed(ada, panel, "seasondrop")
    gone = (await ben.click(before, found(before, "seasonhall"))).message
    assert gone is not None
    assert gone.selects == []


async def test_a_season_is_played_and_remembered(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3, pictures=True, TEST_DRAWING="60")
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    setup = await set_up(room, "Friday night", ("format", "single"), ("preset", "duel"))
    announcement = await opened(ada, await typed(ada, setup, "round_cap", "3"), "Friday night")
    panel = await planned(ada, "Autumn")
    tournament = next(each for each in panel.selects if "seasonchoose" in each.custom_id).options[0][0]
    await chosen(ada, panel, "seasonchoose", tournament)
    await played(room, ada, ben, announcement)

    post = await ben.wait_for(lambda message: "leads with" in message.text and "Autumn" in message.text)
    assert post.text.count("Not final") == 1
    assert "## 🏆 Friday night, <t:" in post.text
    assert [each["filename"].partition("-")[0] for each in post.attachments][:1] == ["evening"]
    table = await ben.finished(await ben.click(post, found(post, "season")))
    assert "**You**: place" in table.text
    assert "No other evening is announced yet." in table.text
    assert "Then the season ends" in table.text
    own = await ada.finished(await ada.slash("season"))
    panel = (await ada.click(own, found(own, "seasonmanage"))).message or own
    assert [each.custom_id.split(".")[-1] for each in panel.selects if "seasonset" in each.custom_id] == ["role"]
    asked = await ada.click(panel, found(panel, "seasonend"))
    assert asked.modal is not None
    assert "End **Autumn** now, after 1 evening?" in str(asked.modal)
    await ada.submit_modal(asked, {"reason": "Too hot to play"})
    profile = await ben.finished(await ben.slash("profile"))
    assert "Champion" not in profile.text
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await confirmed(ada, manage, "tclose")

    over = await ben.wait_for(lambda message: "Autumn" in message.text and "is the champion" in message.text)
    assert f"<@{ada.id}> ended the season early." in over.text
    assert "The reason: Too hot to play" in over.text
    assert [each["filename"].partition("-")[0] for each in over.attachments] == ["evening"]
    winner = ada if f"<@{ada.id}> is the champion" in over.text else ben
    profile = await winner.finished(await winner.slash("profile"))
    assert "Champion of **Autumn**" in profile.text
    assert "Friday night, won once" in profile.text
    hall = await ben.finished(await ben.click(table, found(table, "seasonhall")))
    assert "**Autumn** ended on" in hall.text
    [picture] = hall.attachments
    told = picture["description"].splitlines()
    champion = told[1].removeprefix("Champion of Autumn: ")
    assert told == ["Hall of fame", f"Champion of Autumn: {champion}", f"Evenings of Friday night: {champion} won once"]
    seen = await ben.finished(await ben.select(hall, hall.selects[0].custom_id, [hall.selects[0].options[0][0]]))
    assert "is the champion" in seen.text
