"""/play alone: two clicks after it, a person on an empty server has a hand with a question."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.ui.custom_ids import CustomId
from tests.e2e.chat_page import Screen, open_page
from tests.e2e.players import Room, find, found
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import Stage

PHONE = 390
PATIENCE = 30_000
"""How many milliseconds a busy machine may take to draw the pictures of all games."""


@pytest.mark.parametrize("place", ["server", "dm"])
async def test_two_clicks_after_play_lead_to_a_question(stage: Stage, tmp_path: Path, place: str) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada = await room.client.person("Ada")
    await room.without_pictures()
    asked = await ada.finished(await ada.slash("play", await ada.open_dm() if place == "dm" else None))
    chosen = await ada.finished(await ada.click(asked, str(CustomId("game", argument="artbot"))))
    assert (find(chosen, "invite") is None) is (place == "dm")
    dealt = await ada.finished(await ada.click(chosen, found(chosen, "playreal")))
    hand = await ada.wait_for(lambda each: each.id == dealt.id and find(each, "pick") is not None)
    assert hand.ephemeral
    row = await room.row(1)
    assert (row.status, row.pace) == ("running", "none")


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
