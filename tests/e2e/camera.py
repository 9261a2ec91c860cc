"""Screenshots of messages in the chat page, on a phone and at a desk, in a dark and a light client."""

import asyncio
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Page
from playwright.async_api import Error as BrowserError

from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.chat_page import open_page
from tests.e2e.players import Room

PHONE: Final = 390
DESK: Final = 1060
THEMES: Final = ("dark", "light")

HEIGHT: Final = 3000
"""The height of the page: more than that of any message."""

KNOWN: Final = "place => Boolean(window.sandbox.seats[0].place(place))"
OPEN: Final = "place => window.sandbox.seats[0].open(place)"
"""Whether the page knows of a channel, a thread or the direct messages, and how it opens them."""

ALONE: Final = """message => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`article[data-message]:not([data-message="${message}"]) { display: none; }`);
  document.adoptedStyleSheets = [sheet];
}"""
"""Hides all other messages, so that none of them moves this one away while it is photographed."""

DRAW: Final = "message => Promise.all([...message.querySelectorAll('img')].map(image => image.decode()))"
"""Waits for all pictures in a message."""


class Camera:
    """Takes screenshots into a folder, one at a time; each person looks at a page of their own."""

    def __init__(self, browser: Browser, room: Room, folder: Path) -> None:
        self._browser = browser
        self._room = room
        self._folder = folder
        self._pages: dict[str, Page] = {}
        self._free = asyncio.Lock()

    async def take(self, person: Person, message: Message, name: str) -> None:
        """Take the screenshots of a message as a person sees it; what they show is in `name`."""
        async with self._free:
            page = await self._page_of(person)
            try:
                await self._take(page, message, name)
            except BrowserError:  # a message before it was deleted meanwhile, and the page drew all of them anew
                await self._take(page, message, name)

    async def _take(self, page: Page, message: Message, name: str) -> None:
        place = str(message.channel_id)
        await page.wait_for_function(KNOWN, arg=place)
        await page.evaluate(OPEN, place)
        await page.evaluate(ALONE, str(message.id))
        shown = page.locator(f'article[data-message="{message.id}"]')
        for width in (PHONE, DESK):
            await page.set_viewport_size({"width": width, "height": HEIGHT})
            for theme in THEMES:
                await page.evaluate("theme => window.sandbox.setTheme(theme)", theme)
                await shown.evaluate(DRAW)
                await shown.screenshot(path=self._folder / f"{name}-{width}-{theme}.png", animations="disabled")

    async def _page_of(self, person: Person) -> Page:
        if person.name not in self._pages:
            self._pages[person.name] = await open_page(self._browser, self._room, person.name, width=PHONE)
        return self._pages[person.name]
