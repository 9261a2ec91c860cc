"""A tournament that is held again and again, through Discord's own protocol: begun, changed, skipped, carried on."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.storage import people
from bot.storage.database import Database
from bot.ui.messages.custom_ids import parse
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import confirmed, found
from tests.e2e.tournament_panels import is_announcement, opened, set_up
from tests.interactions.room import Room
from tests.support.discord import Stage

DAY = 86400.0
PEOPLE = ("Ada", "Ben", "Cleo")
WORLD = WorldDescription(
    people=PEOPLE,
    guilds=(GuildDescription("Inn", tuple(map(ChannelDescription, ("lobby", "cards", "log"))), PEOPLE),),
)


@pytest.fixture
async def room(stage: Stage, tmp_path: Path) -> Room:
    room = await Room.prepared(stage, tmp_path, seed=3, world=WORLD)
    await room.start()
    return room


async def pressed(person: Person, message: Message, action: str) -> Message:
    """Press the button of an action, and return what answers it."""
    return await person.finished(await person.click(message, found(message, action)))


async def chosen(person: Person, message: Message, action: str, value: str) -> Message:
    """Choose in the select of an action."""
    select = next(each.custom_id for each in message.selects if parse(each.custom_id).action == action)
    return await person.finished(await person.select(message, select, [value]))


def typed_days_ahead(room: Room, days: int) -> str:
    """Return what an organiser types for a day, at eight in the evening by the clocks of a server without a zone."""
    return f"{datetime.fromtimestamp(room.now, UTC) + timedelta(days=days):%Y-%m-%d} 20:00"


async def announcements(room: Room, person: Person, title: str) -> list[Message]:
    """Return the messages by which people can join, once all is said."""
    await room.quiet(person)
    return [message for message in person.seen() if title in message.text and is_announcement(message)]


async def begun(room: Room, person: Person, panel: Message, *, days: int = 8) -> Message:
    """Hold a tournament again, from a day on, announced five days ahead; return the page about it."""
    page = await pressed(person, panel, "tevery")
    asked = await person.click(page, found(page, "twhen"))
    page = await person.finished(await person.submit_modal(asked, {"text": typed_days_ahead(room, days)}))
    return await pressed(person, page, "tbegin")


async def test_an_organiser_holds_a_tournament_again_changes_it_skips_an_evening_and_stops(room: Room) -> None:
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await opened(ada, await set_up(room, "Game night"), "Game night")
    page = await begun(room, ada, await ada.finished(await ada.slash("tournament manage")))
    assert "Every " in page.text
    assert "20:00" in page.text
    page = await chosen(ada, page, "trhythm", "w2")
    page = await chosen(ada, page, "tahead", "7")
    assert "Every other " in page.text
    asked = await ada.click(page, found(page, "twhen"))
    refused = (await ada.submit_modal(asked, {"text": "some day"})).message
    assert refused is not None
    assert refused.ephemeral

    settings = await pressed(ada, page, "tcoming")
    assert "the settings of coming evenings" in settings.text
    asked = await ada.click(settings, found(settings, "ttitle"))
    settings = await ada.finished(await ada.submit_modal(asked, {"text": "Game evening", "about": ""}))
    assert not any("tannounce" in (each.custom_id or "") for each in settings.buttons)
    page = await pressed(ada, settings, "tevery")
    room.advance(2 * DAY)
    (evening,) = await announcements(room, ben, "Game evening")
    await ben.click(evening, found(evening, "tjoin"))
    events = room.sandbox.parts.world.scheduled_events(int(ada.places["guilds"][0]["id"]))
    assert [each["name"] for each in events] == ["Game evening"]

    names = [name for name, _ in (await ada.autocomplete("tournament manage", "tournament", "game")).choices]
    assert "Game night" in names
    assert {name for name in names if "Game evening" in name} == {
        "Game evening · number 2, held again and again",
        "Game evening · number 3, people can join",
    }
    assert [name for name, _ in (await ben.autocomplete("tournament my", "tournament", "evening")).choices] == [
        "Game evening"
    ]
    page = await ada.finished(await ada.slash("tournament manage", tournament=2))
    assert "People can join the evening" in page.text
    question = await pressed(ada, page, "tskip")
    assert "People in it: 1." in question.text
    kept = await pressed(ada, question, "tevery")
    page = await confirmed(ada, kept, "tskip")
    assert "People can join" not in page.text
    await room.quiet(ada)
    assert room.sandbox.parts.world.scheduled_events(int(ada.places["guilds"][0]["id"])) == []
    page = await confirmed(ada, page, "tskip")
    said = await ben.wait_for(lambda message: "is left out" in message.text)
    assert not said.pings_me
    stopped = await confirmed(ada, page, "tstop")
    assert "not announced any more" in stopped.text
    gone = (await ada.slash("tournament manage", tournament=2)).message
    assert gone is not None
    assert "no such tournament" in gone.text


async def test_if_its_organiser_leaves_others_are_asked_and_one_of_them_carries_it_on(room: Room) -> None:
    ada, ben, cleo = [await room.client.person(name) for name in PEOPLE]
    guild, log = int(ada.places["guilds"][0]["id"]), ada.channel_id("log")
    database = Database(room.url)
    async with database.transaction() as tx:
        await people.change_guild(tx, guild, organisers=guild, log=log)
    await database.close()
    draft = await ben.finished(await ben.slash("tournament create", title="Game night", game="artbot"))
    await opened(ben, draft, "Game night")
    await begun(room, ben, await ben.finished(await ben.slash("tournament manage")), days=6)
    room.advance(2 * DAY)  # five days before an evening at eight, whatever the time is now
    assert len(await announcements(room, ada, "Game night")) == 2

    await room.client.remove_member(guild, "Ben")
    room.advance(7 * DAY)
    asked = await ada.wait_for(lambda message: message.channel_id == log and "Carry on" in message.text)
    page = await pressed(cleo, cleo.now(asked), "tcarry")
    assert page.ephemeral
    assert "next announcement" in page.text
    refused = (await ada.click(asked, found(asked, "tcarry"))).message
    assert refused is not None
    assert "already carried it on" in refused.text
    await cleo.wait_for(lambda message: f"<@{cleo.id}>" in message.text and "Game night" in message.text)


async def test_a_recurrence_whose_channel_is_gone_is_moved(room: Room) -> None:
    ada = await room.client.person("Ada")
    await opened(ada, await set_up(room, "Game night"), "Game night")
    await begun(room, ada, await ada.finished(await ada.slash("tournament manage")), days=6)
    await room.client.delete_channel(ada.channel_id("lobby"))
    await ada.wait_for(lambda message: message.channel_id == ada.dm_id and "Hold it here" in message.text)
    page = await ada.finished(await ada.slash("tournament manage", "cards", tournament=2))
    assert "The channel is gone" in page.text
    page = await pressed(ada, page, "thome")
    assert "The channel is gone" not in page.text
    room.advance(2 * DAY)
    await ada.wait_for(lambda message: message.channel_id == ada.channel_id("cards") and "Game night" in message.text)


async def test_nobody_else_can_hold_a_tournament_again(room: Room) -> None:
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    await opened(ada, await set_up(room, "Game night"), "Game night")
    await begun(room, ada, await ada.finished(await ada.slash("tournament manage")))
    number = (await ben.slash("tournament manage", tournament=2)).message
    assert number is not None
    assert "Only the organiser" in number.text
    panel = await ben.finished(await ben.slash("tournament my", tournament=1))
    assert not any("tevery" in (each.custom_id or "") for each in panel.buttons)
