"""A real Chromium for tests of pages; tests are skipped, with a reason, if none is found."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect

_PLACES = ("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
_ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


PATIENCE = 30_000
"""The milliseconds that a page may take to show what a test expects: no test depends on the speed of the machine."""


def find_chromium() -> str | None:
    """Find a browser: at the path in `CHROMIUM`, or else at Debian's path."""
    named = os.environ.get("CHROMIUM")
    places = (named,) if named else _PLACES
    return next((place for place in places if Path(place).is_file()), None)


CHROMIUM = find_chromium()
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is there (install Debian's chromium, or set CHROMIUM)"
)


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """Start the browser."""
    expect.set_options(timeout=PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()
