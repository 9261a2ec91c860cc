"""A match in real Chromium: two people side by side in the chat page, from /play to the end post."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.chat_page import Screen, begin, command, open_page, play_until
from tests.e2e.players import Room
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import Stage

LAST_TURN = 4
"""The turn in which a player leaves, since a whole match takes a browser too long."""


@needs_chromium
@pytest.mark.timeout(400)  # a match in a browser takes a busy machine longer than the usual limit
async def test_match_in_the_chat_page(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    room = await Room.opened(stage, tmp_path, seed=7, pictures=True)
    browser = await stage.enter(open_browser())
    page = await open_page(browser, room, "Ada,Ben")
    ada, ben = Screen(page, "Ada", 1), Screen(page, "Ben", 1)
    await command(ada.seat, "play", opponent="Be", pace="Dai")
    await expect(ben.log.locator("[data-pings]")).to_have_count(1)
    await begin(ada, ben)

    async def is_late() -> bool:
        return f"Turn {LAST_TURN}" in (await ada.panel().text_content() or "")

    await play_until(is_late, room, ada, ben)
    for action in ("more", "leave", "leave!"):
        await ada.press(action)
    await expect(ada.log).to_contain_text("wins!")
    await expect(ada.log.locator('button[data-custom-id^="1.rematch."]').last).to_be_visible()
    await expect(ben.panel()).to_contain_text("This match is over.")
    facts = await room.facts(1)
    turns = max(fact["turn"] for fact in facts if fact["fact"] == "turn began")
    figures.append(f"in the browser: {turns} turns, {(ada.clicks + ben.clicks) / turns:.1f} clicks a turn")
    assert facts[-1]["fact"] == "ended"


@needs_chromium
async def test_a_victim_chooses_in_the_chat_page(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    """Whose turn it is not is asked which of the revealed cards to lose, sees them, and chooses by clicking."""
    room = await Room.opened(stage, tmp_path, seed=6)
    match = await room.seated("artbot", [await room.client.person(name) for name in ("Ada", "Ben")])
    browser = await stage.enter(open_browser())
    page = await open_page(browser, room, "Ada,Ben")
    screens = [Screen(page, name, 6) for name in ("Ada", "Ben")]
    for screen in screens:
        await screen.open_dm()
    victim = await victim_of(screens, room)
    asked = SEVERAL.search(await victim.panel().text_content() or "")
    assert asked is not None
    before = len(await room.facts(match))
    while LOSE in (await victim.panel().text_content() or ""):
        await victim.act()
    told = (await room.facts(match))[before:]
    assert told[0]["fact"] == "discarded"
    assert len(told[0]["cards"]) == int(asked[1])
    assert (await room.row(match)).status == "running"
    figures.append(f"a victim's choice in the browser: after {sum(screen.clicks for screen in screens)} clicks")


LOSE = "of these cards do you lose?"
SEVERAL = re.compile(r"Which (\d+) of these cards do you lose\?")


async def victim_of(screens: list[Screen], room: Room) -> Screen:
    """Let people play at random until somebody has to choose several cards to lose."""
    victims: list[Screen] = []

    async def somebody_loses() -> bool:
        texts = [await screen.panel().text_content() for screen in screens]
        victims.extend(screen for screen, text in zip(screens, texts, strict=True) if SEVERAL.search(text or ""))
        return bool(victims)

    await play_until(somebody_loses, room, *screens)
    return victims[0]
