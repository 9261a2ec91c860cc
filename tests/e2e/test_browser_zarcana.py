"""Zarcana in real Chromium: a board that is a picture, spaces picked from selects, ten turns of two people."""

from pathlib import Path

from playwright.async_api import expect

from tests.e2e.chat_page import IDLE, Screen, command, open_page
from tests.e2e.players import STEP, Room
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import Stage

TURNS = 10


@needs_chromium
async def test_ten_turns_in_the_chat_page(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    room = await Room.opened(stage, tmp_path, seed=8)
    browser = await stage.enter(open_browser())
    page = await open_page(browser, room, "Ada,Ben")
    ada, ben = Screen(page, "Ada", 8), Screen(page, "Ben", 8)
    await command(ada.seat, "play", game="Zar", opponent="Be", pace="Dai")
    await ben.press("join")
    await expect(ben.log.locator("[data-ephemeral]")).to_contain_text("Your seat at table 1")
    await ada.press("start")
    await ada.open_thread()
    await ben.open_dm()
    await ada.press("hand")
    await expect(ada.panel()).to_contain_text("Your hand")
    await expect(ada.log.locator("img").first).to_be_visible()
    began, idle = 1, 0
    while began <= TURNS:
        if await ada.act() or await ben.act():
            idle = 0
            began = max(fact["turn"] for fact in await room.facts(1) if fact["fact"] == "turn began")
            continue
        await ada.press("refresh")
        await page.wait_for_timeout(IDLE)
        idle += 1
        if idle % 4 == 0:
            room.advance(STEP)
        assert idle < 100, "nobody can do anything"
    pictures = await ada.log.locator("img").evaluate_all("all => all.map(each => each.alt)")
    assert any("points" in alt for alt in pictures), "a board's description says who has how many points"
    figures.append(f"Zarcana in the browser: {(ada.clicks + ben.clicks) / TURNS:.1f} clicks a turn")
