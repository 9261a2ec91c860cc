"""/play alone: two clicks after it, a person on an empty server has a hand with a question, or looks for somebody.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.host.kernel.paces import NO_CLOCK
from bot.storage import matches, people, timers
from bot.storage.destination import Destination
from bot.storage.matches import SeatRow
from bot.ui.messages.custom_ids import CustomId, parse
from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.chat_page import Screen, open_page
from tests.e2e.players import all_of, find, found, ids_of
from tests.interactions.room import Room
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import ELSEWHERE, INSTALLED_BY_ADA, Stage

PHONE = 390
PATIENCE = 30_000
"""How many milliseconds a busy machine may take to draw the pictures of all games."""


@pytest.mark.parametrize("place", ["server", "dm"])
async def test_two_clicks_after_play_lead_to_a_question(stage: Stage, tmp_path: Path, place: str) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada = await room.client.person("Ada")
    asked = await ada.finished(await ada.slash("play", await ada.open_dm() if place == "dm" else None))
    chosen = await ada.finished(await ada.click(asked, str(CustomId("game", argument="artbot"))))
    assert (find(chosen, "invite") is None) is (place == "dm")
    dealt = await ada.finished(await ada.click(chosen, found(chosen, "playreal")))
    hand = await ada.wait_for(lambda each: each.id == dealt.id and find(each, "pick") is not None)
    assert hand.ephemeral
    row = await room.row(1)
    assert (row.status, row.pace) == ("running", "none")


@pytest.mark.parametrize("place", ["server", "dm", "without the bot", "group"])
async def test_three_clicks_after_the_game_lead_to_a_match_of_ones_choice(
    stage: Stage, tmp_path: Path, place: str
) -> None:
    room = await Room.prepared(stage, tmp_path, seed=7, world=INSTALLED_BY_ADA, pictures=True)
    room.environment["TEST_DRAWING"] = "60"
    await room.start()
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    where = {
        "server": ada.here,
        "dm": await ada.open_dm(),
        "without the bot": ada.channel_id(ELSEWHERE),
        "group": ada.conversations[1],
    }[place]
    asked = await ada.finished(await ada.slash("play", where))
    page = await ada.finished(await ada.click(asked, str(CustomId("game", argument="varia"))))
    page = await chosen(ada, page, "solodeck", "Mistbinder")
    page = await chosen(ada, page, "solohouse", "vex")
    assert any(str(each["description"]).startswith("Mistbinder, ") for each in page.attachments)
    assert "**Vex**" in page.text
    assert label_of(page, "playreal") == "Play Vex now"
    dealt = await ada.finished(await ada.click(page, found(page, "playreal")))
    hand = await ada.wait_for(lambda each: each.id == dealt.id and find(each, "pick") is not None)
    assert hand.ephemeral
    row = await room.row(1)
    async with room.reading() as connection:
        own, other = await matches.seats_of(connection, 1)
        kinds = {row.key[0] for row in await timers.of_match(connection, 1)}
    assert (row.status, row.solo, row.pace) == ("running", True, NO_CLOCK.key)
    assert (own.user, own.deck and own.deck["name"]) == (ada.id, "Mistbinder")
    assert (other.user, other.house) == (None, "vex")
    assert kinds <= {"idle", "reminder", "house"}
    assert all(post.destination == Destination.dm(ada.id) for post in await room.posts(1))
    assert not [each for message in ben.seen() for each in ids_of(message) if each.subject is not None]


async def test_a_page_shows_what_is_chosen_and_the_way_back(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=8, pictures=True)
    ada = await room.client.person("Ada")
    asked = await ada.finished(await ada.slash("play"))
    page = await ada.finished(await ada.click(asked, str(CustomId("game", argument="artbot"))))
    assert "Pip (easy): Glad about every game, yours most of all." in all_of(page)
    page = await chosen(ada, page, "solohouse", "kit")
    assert "Kit (normal): Plays fast, and regrets it fast." in all_of(page)
    page = await ada.finished(await ada.click(page, found(page, "games")))
    page = await ada.finished(await ada.click(page, str(CustomId("game", argument="zarcana"))))
    assert [parse(each.custom_id).action for each in page.selects] == ["solohouse"]


async def test_a_class_that_somebody_looks_up_can_be_played(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=9)
    ada = await room.client.person("Ada")
    shown = await ada.finished(await ada.slash("class", options={"name": "Cogwright"}))
    assert label_of(shown, "playdeck") == "Play this class"
    page = await ada.finished(await ada.click(shown, found(shown, "playdeck")))
    assert page.id != shown.id
    assert page.ephemeral
    dealt = await ada.finished(await ada.click(page, found(page, "playreal")))
    await ada.wait_for(lambda each: each.id == dealt.id and find(each, "pick") is not None)
    async with room.reading() as connection:
        own, other = await matches.seats_of(connection, 1)
    assert (own.deck and own.deck["name"], other.house) == ("Cogwright", "pip")


async def test_a_class_of_a_game_that_the_server_does_not_play_is_only_looked_up(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=9)
    ada = await room.client.person("Ada")
    shown = await ada.finished(await ada.slash("class", options={"name": "Cogwright"}))
    guild = int(ada.places["guilds"][0]["id"])
    async with room.opened_database() as database, database.transaction() as tx:
        await people.change_guild(tx, guild, games=["artbot"])
    again = await ada.finished(await ada.slash("class", options={"name": "Cogwright"}))
    assert find(again, "playdeck") is None
    page = await ada.finished(await ada.click(shown, found(shown, "playdeck")))
    refused = await ada.finished(await ada.click(page, found(page, "playreal")))
    assert refused.ephemeral
    assert "This server doesn't play that one." in refused.text


async def chosen(person: Person, page: Message, action: str, value: str) -> Message:
    """Choose an option of a select, and return the page, on which it is the default."""
    select = next(each.custom_id for each in page.selects if parse(each.custom_id).action == action)
    return await person.finished(await person.select(page, select, [value]))


def label_of(page: Message, action: str) -> str:
    return next(each.label for each in page.buttons if each.custom_id == found(page, action))


async def test_two_people_who_look_for_the_same_find_each_other(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=5)
    ada, ben, cleo = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo")]
    assert find(await look_for_somebody(ada), "withdraw") is not None
    table = await ben.wait_for(lambda each: find(each, "join") is not None)
    await ben.finished(await ben.click(table, found(table, "lookout")))
    await look_for_somebody(cleo, pace="slow")
    notice = await ben.wait_for(lambda each: each.pings_me and find(each, "join") is not None)
    assert notice.silent
    assert find(await look_for_somebody(ben), "seat") is not None
    call = await ada.wait_for(lambda each: each.pings_me and find(each, "start") is not None)
    await ada.finished(await ada.click(call, found(call, "start")))
    async with room.reading() as connection:
        assert [seat.name for seat in await matches.seats_of(connection, 1)] == [ada.display_name, ben.display_name]
    row = await room.row(1)
    assert row.starting is not None or row.status == "running"


async def test_several_people_are_asked_at_once_and_each_is_mentioned_once(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=5)
    ada, ben, cleo, dan = [await room.client.person(name) for name in ("Ada", "Ben", "Cleo", "Dan")]
    asked = await ada.finished(await ada.slash("play"))
    chosen = await ada.finished(await ada.click(asked, str(CustomId("game", argument="artbot"))))
    whom = await ada.finished(await ada.click(chosen, found(chosen, "invite")))
    assert whom.selects[0].placeholder == "Choose up to 7 people"
    people = [str(ben.id), str(cleo.id)]
    table = await ada.finished(await ada.select(whom, whom.selects[0].custom_id, people))
    for person in (ben, cleo):
        called = await person.wait_for(lambda each: each.pings_me and find(each, "decline") is not None)
        assert called.id == table.id
    assert [seat.kept_for for seat in await seats_of(room)] == [None, ben.id, cleo.id]
    panel = await ada.finished(await ada.click(table, found(table, "table")))
    guests = str(CustomId("guests", 1))
    await ada.finished(await ada.select(panel, guests, [str(dan.id)]))
    invited = await dan.wait_for(lambda each: each.pings_me and find(each, "join") is not None)
    assert (invited.id != table.id, f"<@{ben.id}>" in invited.content) == (True, False)
    names = [person.display_name for person in (ada, ben, cleo, dan)]
    assert [seat.name for seat in await seats_of(room)] == names, "each chair has the name of the person it is kept for"
    refused = await ada.finished(await ada.select(panel, guests, [str(dan.id)]))
    assert "has a seat here already" in refused.text
    seated = await dan.finished(await dan.click(invited, found(invited, "join")))
    assert (seated.ephemeral, dan.now(invited).content) == (True, invited.content)
    assert [seat.user or seat.kept_for for seat in await seats_of(room)] == [ada.id, ben.id, cleo.id, dan.id]
    for person in (ben, cleo, dan):
        assert len([each for each in person.seen() if each.pings_me]) == 1


async def seats_of(room: Room) -> list[SeatRow]:
    async with room.reading() as connection:
        return await matches.seats_of(connection, 1)


async def look_for_somebody(person: Person, *, pace: str | None = None) -> Message:
    """Look for a match of Art Bot Cards for the shortest time, and return the answer."""
    asked = await person.finished(await person.slash("play"))
    chosen = await person.finished(await person.click(asked, str(CustomId("game", argument="artbot"))))
    how = await person.finished(await person.click(chosen, found(chosen, "find")))
    if pace is not None:
        how = await person.finished(await person.select(how, str(CustomId("findpace", argument="artbot")), [pace]))
    return await person.finished(await person.click(how, found(how, "seek")))


@needs_chromium
async def test_a_phone_shows_the_games_and_then_a_hand(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=6)
    browser = await stage.enter(open_browser())
    page = await open_page(browser, room, "Ada", width=PHONE)
    ada = Screen(page, "Ada", 6)
    await ada.log.locator("button", has_text="Play now").click()
    await ada.log.locator('button[data-custom-id^="1.game."][data-custom-id$="artbot"]').last.click(timeout=PATIENCE)
    await ada.log.locator("button", has_text="Play Pip now").last.click(timeout=PATIENCE)
    await expect(ada.log.locator('button[data-custom-id^="1.pick."]').first).to_be_visible(timeout=PATIENCE)
