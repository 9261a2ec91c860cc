"""Playing in the chat page in a real browser, by reading the screen and clicking on it."""

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

from playwright.async_api import Browser, Locator, Page, expect
from playwright.async_api import TimeoutError as NotInTime

from tests.e2e.players import ANSWERS, STEP, Room
from tests.support.browser import PATIENCE

UNDER_THE_FINGER = 500
"""The timeout of a click, in milliseconds, after which the page is read again."""

AGAIN = 5_000
"""The milliseconds after which a click that has shown nothing is repeated."""

IDLE = 250
"""The milliseconds without a change after which the clock moves on."""


async def open_page(browser: Browser, room: Room, seats: str, *, width: int = 1700, theme: str = "dark") -> Page:
    """Open the chat page with people side by side; an error in its scripts fails the test."""
    page = await browser.new_page(viewport={"width": width, "height": 1000})
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: (_ for _ in ()).throw(AssertionError(str(error))))
    await page.goto(f"{room.sandbox.page_url}?seats={seats}&theme={theme}")
    for name in seats.split(","):
        await expect(page.locator(f"[data-seat={name}] [data-log][data-ready]")).to_be_visible()
    return page


async def command(seat: Locator, name: str, **options: str) -> None:
    """Type a command with options, each chosen from its suggestions."""
    composer = seat.locator("[data-composer]")
    await composer.click()
    await composer.press_sequentially(f"/{name}")
    await expect(seat.locator(f"[data-command^={name}]").first).to_have_class(re.compile(r"\bat\b"))
    await composer.press("Enter")
    for option, value in options.items():
        await seat.locator("[data-action=more-options]").click()
        await seat.locator(f"[data-add-option={option}]").click()
        field = seat.locator(f"[data-option={option}]")
        await field.press_sequentially(value)
        await expect(seat.locator("[data-choice]").first).to_have_class(re.compile(r"\bat\b"))
        await field.press("Enter")
    await seat.locator("[data-filling]").press("Enter")


SIGNATURE = """seat => {
    const panels = [...document.querySelectorAll(`[data-seat=${seat}] [data-log] article`)]
        .filter((each) => each.querySelector('[data-custom-id^="1.help."]'));
    const panel = panels[panels.length - 1];
    if (!panel) return "";
    return [...panel.querySelectorAll("[data-custom-id]")].map((each) => each.dataset.customId).join();
}"""


class Screen:
    """One person at the page, who plays at random on the newest panel shown."""

    def __init__(self, page: Page, name: str, seed: int) -> None:
        self.page = page
        self.name = name
        self.seat = page.locator(f"[data-seat={name}]")
        self.log = self.seat.locator("[data-log]")
        self.chance = Random(f"{seed} {name}")
        self.clicks = 0

    async def press(self, action: str) -> None:
        """Press the newest button for an action."""
        await self.log.locator(f'button[data-custom-id^="1.{action}."]').last.click()

    async def open_thread(self) -> None:
        """Open the match's thread from the link under its lobby.

        The thread begins with the lobby's post, which also has My hand; only the match's own board has More.
        """
        await self.log.locator("[data-thread]").last.click()
        await expect(self.log.locator('button[data-custom-id^="1.more."]').last).to_be_visible()

    async def open_dm(self) -> None:
        """Open the direct messages."""
        await self.seat.locator("[data-action=home]").click()
        await expect(self.panel()).to_be_visible()

    async def renew(self) -> None:
        """Open the panel anew if My hand is there: the panel in a thread is kept current for only 15 minutes."""
        before = await self.panel().get_attribute("data-message") or ""
        buttons = self.log.locator('button[data-custom-id^="1.hand."]')
        while await buttons.count() and await self.panel().get_attribute("data-message") == before:
            await self.press("hand")
            with suppress(AssertionError):  # the button was redrawn during the click: the person presses it again
                await expect(self.panel()).not_to_have_attribute("data-message", before, timeout=AGAIN)

    def panel(self) -> Locator:
        """Return the newest panel."""
        return self.log.locator("article").filter(has=self.page.locator('[data-custom-id^="1.help."]')).last

    async def signature(self) -> str:
        """Return a signature of the newest panel's components, which changes with each answer."""
        return str(await self.page.evaluate(SIGNATURE, self.name))

    async def offered(self) -> list[str]:
        """Return the custom ids of the panel's buttons and selects that answer a question."""
        found = await self.panel().evaluate_all(
            "panels => panels.flatMap(panel => [...panel.querySelectorAll('button[data-custom-id]:not([disabled])')]"
            ".map(button => button.dataset.customId))"
        )
        return [custom_id for custom_id in found if custom_id.split(".")[1] in ANSWERS]

    async def act(self) -> bool:
        """Click something that the panel offers, wait for the result, and return whether it offered anything."""
        offers = await self.offered()
        if not offers:
            return False
        custom_id = self.chance.choice(offers)
        before = await self.signature()
        try:
            await self.panel().locator(f'button[data-custom-id="{custom_id}"]').click(timeout=UNDER_THE_FINGER)
            if custom_id.split(".")[1] in ("select", "chosen"):
                choices = self.panel().locator("[data-value]")
                await choices.nth(self.chance.randrange(await choices.count())).click(timeout=UNDER_THE_FINGER)
        except (NotInTime, ValueError):
            return True  # the panel was redrawn during the click: the person looks again
        self.clicks += 1
        await self.changed(before)
        return True

    async def changed(self, before: str) -> None:
        """Wait until the panel has changed."""
        await self.page.wait_for_function(
            f"([seat, before]) => ({SIGNATURE})(seat) !== before", arg=[self.name, before]
        )


async def begin(opener: Screen, opponent: Screen) -> None:
    """Join and start the first table; the opener opens its thread, the opponent the direct messages."""
    await opponent.press("join")
    await expect(opponent.log.locator("[data-ephemeral]")).to_contain_text("Your seat at table 1")
    await opener.press("start")
    await opener.open_thread()
    await opponent.open_dm()
    await opener.press("hand")
    await expect(opener.panel()).to_contain_text("Turn 1")


async def play_until(over: Callable[[], Awaitable[bool]], room: Room, *screens: Screen) -> None:
    """Click for the people in turn until the match is over; the clock moves on if nobody can act for a while."""
    idle = 0
    while not await over():
        for screen in screens:
            if await screen.act():
                idle = 0
                break
        else:
            await screens[0].page.wait_for_timeout(IDLE)
            idle += 1
            if idle % 4 == 0:
                room.advance(STEP)
                await screens[0].renew()
            assert idle < 100, "nobody can do anything"
