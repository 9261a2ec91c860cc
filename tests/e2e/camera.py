"""Screenshots of messages in the chat page, on a phone and at a desk, in a dark and a light client, and their sizes."""

import asyncio
from math import inf
from pathlib import Path
from typing import Final

from msgspec import Struct
from playwright.async_api import Browser, Locator, Page, ViewportSize
from playwright.async_api import Error as BrowserError

from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.chat_page import open_page
from tests.e2e.letters import noted
from tests.e2e.players import Room

VIEWS: Final[dict[str, ViewportSize]] = {
    "desk": {"width": 1280, "height": 900},
    "phone": {"width": 390, "height": 844},
}
THEMES: Final = ("dark", "light")

AROUND: Final = 200
"""The height of the page around a message: more than that of the bar, the header and the input line."""

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

HEIGHT: Final = "message => message.getBoundingClientRect().height"
MEASURE: Final = """async message => {
  for (;;) {
    const shown = document.querySelector(`article[data-message="${message}"]`);
    const images = [...shown.querySelectorAll('[data-picture]')];
    await Promise.all(images.map(image => image.decode()));
    if (!shown.isConnected) continue;
    const scale = image => Math.max(image.clientWidth / image.naturalWidth, image.clientHeight / image.naturalHeight);
    return [shown.getBoundingClientRect().height, images.map(image => [image.src, scale(image)])];
  }
}"""
"""Returns the height of a message, the address of each picture in it, and how much larger than it is it is shown.

A crop fills its place. A message that was drawn anew meanwhile is measured again.
"""


class Sizes(Struct, frozen=True):
    """How a message is shown in a view, in its pixels: its height, and the smallest letter in its pictures if any."""

    height: float
    letter: float


class Camera:
    """Takes screenshots into a folder, one at a time; each person looks at a page of their own.

    `letters` is the folder in which the bot notes the smallest letters of its pictures.
    """

    def __init__(self, browser: Browser, room: Room, folder: Path, letters: Path) -> None:
        self._browser = browser
        self._room = room
        self._folder = folder
        self._letters = letters
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
        shown = await _found(page, message)
        for view, size in VIEWS.items():
            await _look(page, shown, size)
            high = max(float(size["height"]), await shown.evaluate(HEIGHT) + AROUND)
            await page.set_viewport_size({"width": size["width"], "height": round(high)})
            for theme in THEMES:
                await page.evaluate("theme => window.sandbox.setTheme(theme)", theme)
                await shown.evaluate(DRAW)
                await shown.screenshot(path=self._folder / f"{name}-{view}-{theme}.png", animations="disabled")

    async def measure(self, person: Person, message: Message) -> dict[str, Sizes]:
        """Return the sizes of a message as a person sees it, by view."""
        async with self._free:
            page = await self._page_of(person)
            try:
                return await self._measure(page, message)
            except BrowserError:  # the message changed meanwhile, and the page drew it anew
                return await self._measure(page, message)

    async def _measure(self, page: Page, message: Message) -> dict[str, Sizes]:
        shown = await _found(page, message)
        sizes = {}
        for view, size in VIEWS.items():
            await _look(page, shown, size)
            height, pictures = await page.evaluate(MEASURE, str(message.id))
            letter = min((self._letter(url) * scale for url, scale in pictures), default=inf)
            sizes[view] = Sizes(height, letter)
        return sizes

    def _letter(self, url: str) -> float:
        content = self._room.sandbox.parts.world.file(url)
        assert content is not None
        return noted(self._letters, content)

    async def _page_of(self, person: Person) -> Page:
        if person.name not in self._pages:
            width = VIEWS["desk"]["width"]
            self._pages[person.name] = await open_page(self._browser, self._room, person.name, width=width)
        return self._pages[person.name]


async def _found(page: Page, message: Message) -> Locator:
    """Open a message's place, and return where it is shown, alone."""
    place = str(message.channel_id)
    await page.wait_for_function(KNOWN, arg=place)
    await page.evaluate(OPEN, place)
    await page.evaluate(ALONE, str(message.id))
    return page.locator(f'article[data-message="{message.id}"]')


async def _look(page: Page, shown: Locator, size: ViewportSize) -> None:
    """Show a page in a view, with all pictures of a message."""
    await page.set_viewport_size(size)
    await shown.evaluate(DRAW)
