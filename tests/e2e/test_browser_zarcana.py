"""Zarcana in real Chromium: a board that is a picture, spaces picked from selects, ten turns of two people."""

from pathlib import Path

from playwright.async_api import expect

from tests.e2e.chat_page import Screen, begin, command, open_page, play_until
from tests.e2e.players import Room
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
    await begin(ada, ben)
    await expect(ada.log.locator("img").first).to_be_visible()

    async def enough() -> bool:
        return max((fact["turn"] for fact in await room.facts(1) if fact["fact"] == "turn began"), default=1) > TURNS

    await play_until(enough, room, ada, ben)
    pictures = await ada.log.locator("img").evaluate_all("all => all.map(each => each.alt)")
    assert any("points" in alt for alt in pictures), "a board's description says who has how many points"
    figures.append(f"Zarcana in the browser: {(ada.clicks + ben.clicks) / TURNS:.1f} clicks a turn")
