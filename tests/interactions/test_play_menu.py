"""/play alone: two clicks after it, a person on an empty server has a hand with a question, or looks for somebody.

The same goes through a process and a socket in `tests/e2e/test_forging.py`.
"""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.storage import matches
from bot.ui.messages.custom_ids import CustomId
from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.chat_page import Screen, open_page
from tests.e2e.players import find, found
from tests.interactions.room import Room
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import Stage

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
    await ada.log.locator("button", has_text="Art Bot Cards").last.click(timeout=PATIENCE)
    await ada.log.locator("button", has_text="Play Pip now").last.click(timeout=PATIENCE)
    await expect(ada.log.locator('button[data-custom-id^="1.pick."]').first).to_be_visible(timeout=PATIENCE)
