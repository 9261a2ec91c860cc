"""Takes the picture of a match page for the README. Run `make screenshots`, and look at it."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.async_api import ViewportSize

from bot.host.review.analysis import look_over
from bot.ui.games import RENDERERS
from bot.ui.replays.page import replay_page
from engine.contract import EVERYTHING
from tests.support.browser import open_browser
from tests.ui.replay_pages import opened, written

PICTURE: Final = Path(__file__).parents[2] / "docs" / "pictures" / "page.png"
SIZE: Final[ViewportSize] = {"width": 1280, "height": 860}
SECONDS: Final = 20.0
"""How long costly moves are searched for."""

SETTLED: Final = 800
"""The milliseconds that the page is left alone before the picture."""


def planned(view: Any) -> int:
    """Return how many actions both players of Varia have planned."""
    return sum(action is not None for seat in view.seats.values() for action in seat.plan)


async def main() -> None:
    """Take the picture at the step at which most actions are planned."""
    _, match = written("varia", 1, policy="greedy", longest=160)
    plans = [planned(match.match.game.view(step.state, EVERYTHING)) for step in match.steps()]
    everything = len(match.told.seats) + 1
    with TemporaryDirectory() as folder:
        file = Path(folder) / "match.html"
        file.write_text(replay_page(match, RENDERERS["varia"], review=look_over(match.log(), SECONDS)), "utf-8")
        async with open_browser() as browser:
            page = await opened(browser, file, SIZE, [])
            await page.goto(f"{file.as_uri()}#step={plans.index(max(plans))}&eyes={everything}")
            await page.wait_for_timeout(SETTLED)
            await page.screenshot(path=PICTURE)


if __name__ == "__main__":
    asyncio.run(main())
