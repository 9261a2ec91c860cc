"""Takes the screenshots in docs/pictures: a match as two people see it. Run `make screenshots` and inspect them."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, Page, expect

from tests.e2e.chat_page import open_page
from tests.e2e.players import Player, Room, answered, begin, found, news, plans
from tests.support.browser import open_browser
from tests.support.discord import open_stage

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
PHONE = 390
DESKTOP = 1060
SETTLED = 400
"""The milliseconds that the page is left alone before a screenshot."""

SEED = 12


async def picture(page: Page, name: str) -> None:
    """Take a screenshot of the page in its current state."""
    await page.wait_for_timeout(SETTLED)
    await page.screenshot(path=PICTURES / f"{name}.png")


async def main() -> None:
    """Play a match and take its screenshots."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        async with open_stage() as stage, open_browser() as browser:
            room = await Room.opened(stage, Path(folder), seed=SEED)
            await play(room, browser)
            await set_up(room, browser)


async def play(room: Room, browser: Browser) -> None:
    """Play for Ada and Ben while the browser watches."""
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    opened = await ada.slash("play", opponent=ben, pace="daily", deck="Cinder Vanguard")
    assert opened.message is not None
    page = await open_page(browser, room, "Ben", width=DESKTOP)
    await page.set_viewport_size({"width": DESKTOP, "height": 620})
    await picture(page, "lobby")
    await ben.click(opened.message, found(opened.message, "join"))
    await begin(ada, opened.message)
    players = [Player(room, ada, 1), Player(room, ben, 1)]
    phone = await open_page(browser, room, "Ada", width=PHONE)
    await phone.set_viewport_size({"width": PHONE, "height": 1180})
    await phone.locator("[data-action=shelf]").click()
    await phone.locator("[data-action=home]").click()
    await expect(phone.locator("[data-seat=Ada] [data-log]")).to_contain_text("against")
    await phone.keyboard.press("Escape")
    await until_turn(room, players, players[0])
    await picture(phone, "hand")
    for _ in range(3):
        await plan(players[0])
    await picture(phone, "panel")
    await page.set_viewport_size({"width": DESKTOP, "height": 1180})
    await page.locator("[data-thread]").last.click()
    await until_over(room, players, page)


async def set_up(room: Room, browser: Browser) -> None:
    """Take a screenshot of a table being set up on a phone."""
    cleo = await room.client.person("Cleo")
    opened = await cleo.slash("play", game="artbot", players=4)
    assert opened.message is not None
    phone = await open_page(browser, room, "Cleo", width=PHONE)
    await phone.set_viewport_size({"width": PHONE, "height": 1250})
    await phone.locator(f"button[data-custom-id='{found(opened.message, 'table')}']").click()
    await expect(phone.locator("[data-seat=Cleo] [data-log]")).to_contain_text("setting up table")
    await picture(phone, "set-up")


async def until_turn(room: Room, players: list[Player], wanted: Player) -> None:
    """Play until a player is asked what to plan."""
    while True:
        panel = await wanted.shown()
        if plans(panel):
            return
        if not any([await player.act() for player in players]) and not await news(players):
            room.advance(60)


async def plan(player: Player) -> None:
    """Plan the first card that can be planned, if any can."""
    panel = await player.shown()
    for custom_id, value in plans(panel)[:1]:
        await answered(player.person, panel, custom_id, value)


async def until_over(room: Room, players: list[Player], page: Page) -> None:
    """Play to the end, with screenshots of a resolution and of the end."""
    rematch = page.locator('button[data-custom-id^="1.rematch."]')
    resolved = page.locator("[data-log] article", has_text="Moment 2")
    taken = False
    while not await rematch.count():
        if not any([await player.act() for player in players]) and not await news(players):
            room.advance(60)
        if not taken and await resolved.count():
            await picture(page, "resolution")
            taken = True
    await picture(page, "end")


if __name__ == "__main__":
    asyncio.run(main())
