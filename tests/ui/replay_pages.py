"""Match pages in a browser, compared with the engine's views at every step; `make soak-pages` looks through thirty.

python -m tests.ui.replay_pages --matches 30 --seed 0
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count, zip_longest
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, Literal

import pytest
from msgspec import Struct
from playwright.async_api import Browser, Page, ViewportSize

from bot.host.fairness import replays
from bot.host.fairness.export_files import decoded
from bot.host.review.analysis import MatchReview, look_over
from bot.ui.games import RENDERERS
from bot.ui.games.ends import match_trophy
from bot.ui.games.renderer import Renderer
from bot.ui.games.turns import turn_title
from bot.ui.pictures.painter import texts
from bot.ui.pictures.scene import Group, Scene
from bot.ui.pictures.trophy import trophy_scene
from bot.ui.replays.page import replay_page, words_of
from bot.ui.texts.words import Spoken
from engine.contract import EVERYTHING, SPECTATOR, Fact, letter
from engine.contract.events import seen
from engine.registry import GAMES
from tests.support.browser import open_browser
from tests.support.finished import finished

LIMIT = 3_000_000
BUSY = pytest.mark.timeout(400)
"""A busy machine takes longer than the usual limit for a browser and every step of a match."""

PHONE_STEPS = 30
STEP = 50.0
"""How many milliseconds a step may take."""

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESKTOP: Final[ViewportSize] = {"width": 1280, "height": 900}

LOOK = """(asked) => {
  const page = window.replay, find = (id) => document.getElementById(id);
  const said = (element) => [...element.children].flatMap((child) =>
    child.tagName === "text" ? [child.textContent]
    : child.tagName === "use" ? said(document.querySelector(child.getAttribute("href")))
    : said(child));
  const pieces = (svg) => [...svg.querySelectorAll(":scope > [data-id]")].map((each) => [each.dataset.id, said(each)]);
  return asked.map(([step, eyes]) => {
    const begun = performance.now();
    page.show(step, eyes);
    const width = document.documentElement.scrollWidth;
    const took = performance.now() - begun;
    const hands = [...document.querySelectorAll(".hand:not([hidden]) svg")].map((svg) =>
      svg.style.display === "none" ? null : pieces(svg));
    return {eyes, step, board: pieces(find("board")), hands, heading: find("heading").textContent, width, took};
  });
}"""
"""Shows steps through some eyes, and returns what is shown then, and how many milliseconds that took."""


def written(key: str, seed: int = 1, **kind: Any) -> tuple[bytes, replays.ExportedMatch]:
    content = finished(key, seed, **kind)
    return content, replays.opened(decoded(content), GAMES)


def pieces(scene: Scene | None) -> list[list[Any]] | None:
    if scene is None:
        return None
    return [[item.id, list(texts(item.items))] for item in scene.items if isinstance(item, Group) and item.id]


def table_or_end(renderer: Renderer, view: Any, facts: Sequence[Fact], words: Spoken) -> Scene | None:
    """Return what a page shows of a view: the board, or the trophy of a match that is over."""
    if view.outcome is None:
        return renderer.board_drawing(view, words)
    trophy = match_trophy(renderer, facts, view, {}, words)
    return None if trophy is None else trophy_scene(trophy)


def named(view: Any, key: str) -> Counter[str]:
    """Return how many pieces of each kind a view's board has, read from the view itself."""
    if view.outcome is not None:
        return last_named(view, key)
    found = Counter({"seat": len(view.seats)})
    match key:
        case "varia":
            found["action"] = sum(action is not None for seat in view.seats.values() for action in seat.plan)
        case "zarcana":
            found["seat"] -= sum(seat.left for seat in view.seats.values())
            found["space"] = len(set(view.board) | set(view.wasteland))
            found["minion"] = sum(len(space.minions) for space in view.board.values())
        case "warmage":
            piles = bool(view.deck_size) + bool(view.discard)
            found |= Counter(chain=len(view.chain), pile=piles, row=len(view.row))
            found["play"] = sum(
                len({(card.card.card, card.seat) for card in seat.play}) for seat in view.seats.values()
            )
        case "artbot":
            found["card"] = len(view.hit.revealed) if view.hit else 0
            found["played"] = int(view.hit is not None and bool(view.seats[letter(view.hit.seat)].in_play))
            found["glitch"] = int(view.hit is None and view.glitch is not None)
    return +found


def last_named(view: Any, key: str) -> Counter[str]:
    """Return how many pieces of each kind the end has, read from the view itself."""
    found = Counter[str]()
    match key:
        case "varia":
            moments = list(zip_longest(*(seat.plan for seat in view.seats.values())))
            played = [each for each in moments if any(action is not None and action.performed for action in each)]
            found["last"] = sum(action is not None and action.performed for action in played[-1]) if played else 0
        case "warmage":
            found["last"] = min(4, len(view.chain) + sum(len(seat.play) for seat in view.seats.values()))
        case "artbot" if len(view.outcome.ranking[0]) == 1 and view.outcome.reason != "artbot.end.left":
            found["last"] = min(4, len(view.seats[letter(view.outcome.ranking[1][0])].discard))
    return +found


def reviewed(match: replays.ExportedMatch) -> MatchReview:
    """Return a review for which a clock that counts leaves little time."""
    clock = count()
    return look_over(match.log(), 1e4, lambda: next(clock))


async def opened(
    browser: Browser, file: Path, size: ViewportSize, complaints: list[str], theme: Literal["light", "dark"] = "light"
) -> Page:
    context = await browser.new_context(viewport=size, offline=True, color_scheme=theme)
    page = await context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else complaints.append(asked.url))
    await page.goto(file.as_uri())
    return page


async def looked(page: Page, asked: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    """Return what a page shows at some steps, from 0, through some eyes."""
    found: list[dict[str, Any]] = await page.evaluate(LOOK, [list(each) for each in asked])
    return found


def compare(match: replays.ExportedMatch, found: Sequence[dict[str, Any]]) -> None:
    """Compare what a page has shown with what the engine's views give."""
    key = match.told.game
    game, renderer, words = GAMES[key], RENDERERS[key], words_of(match, None)
    seats = range(len(match.told.seats))
    viewers = (SPECTATOR, *seats, EVERYTHING)
    begun: list[Fact] = []
    for number, step in enumerate(match.steps()):
        for shown in (each for each in found if each["step"] == number):
            viewer = viewers[shown["eyes"]]
            view = game.view(step.state, viewer)
            facts = [*begun, *seen(step.events, SPECTATOR)]
            assert shown["board"] == pieces(table_or_end(renderer, view, facts, words))
            assert Counter(name.split()[0] for name, _ in shown["board"]) == named(view, key)
            shows = seats if viewer == EVERYTHING else [] if viewer == SPECTATOR else [viewer]
            own = [(seat, game.view(step.state, seat)) for seat in seats if seat in shows]
            assert shown["hands"] == [pieces(renderer.hand_drawing(view, seat, words)) for seat, view in own]
            assert shown["heading"] == turn_title(renderer, begun, words)
        begun += seen(step.events, SPECTATOR)


class Looked(Struct):
    """What looking through a match's page has shown: its size in bytes, and how long each step took, in ms."""

    name: str
    steps: int
    size: int
    took: list[float]


def kinds(matches: int, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield games in turn, with moves taken back, a person who leaves, a house player and homebrew in turn."""
    chance = Random(f"pages {seed}")
    for number in range(matches):
        key = sorted(GAMES)[number % len(GAMES)]
        spec, turn = GAMES[key].spec, number // len(GAMES)
        kind: dict[str, Any] = {
            "seed": chance.randrange(10**6),
            "seats": chance.randint(max(2, spec.least), min(4, spec.most)),
            "policy": ("greedy", "random")[turn % 2],
            "longest": chance.choice((60, 120, 240)),
            "back": turn % 4 == 0 and spec.rewinds,
            "homebrew": turn % 4 == 1 and GAMES[key].card_set.homebrew,
            "house": turn % 4 == 2,
            "leaves": turn % 4 == 3,
        }
        yield key, kind


async def look_through(browser: Browser, folder: Path, key: str, kind: dict[str, Any]) -> Looked:
    """Look at every step of a match at a desktop's width, and at 30 drawn ones at a phone's, and compare them."""
    chance = Random(f"{key} {kind}")
    match = replays.opened(decoded(finished(key, **kind)), GAMES)
    file = folder / "match.html"
    file.write_text(replay_page(match, RENDERERS[key], review=look_over(match.log(), 1.0)), "utf-8")
    steps, everything = sum(1 for _ in match.steps()), len(match.told.seats) + 1
    complaints: list[str] = []
    page = await opened(browser, file, DESKTOP, complaints)
    whole = await looked(page, [(step, everything) for step in range(steps)])
    drawn = await looked(page, [(step, chance.randint(0, everything)) for step in range(steps)])
    await page.context.close()
    page = await opened(browser, file, PHONE, complaints)
    some = sorted(chance.sample(range(steps), min(PHONE_STEPS, steps)))
    narrow = await looked(page, [(step, chance.randint(0, everything)) for step in some])
    await page.context.close()
    compare(match, [*whole, *drawn, *narrow])
    assert complaints == []
    assert {each["width"] for each in narrow} == {PHONE["width"]}
    told = ", ".join(f"{name} {value}" for name, value in kind.items() if value is not False)
    size = file.stat().st_size
    assert size < LIMIT, f"{key} ({told}) takes {size} bytes"
    return Looked(f"{key} ({told})", steps, size, [each["took"] for each in whole])


async def look_through_many(matches: int, seed: int) -> list[Looked]:
    """Look through the pages of some matches, and print each match's figures."""
    found = []
    async with open_browser() as browser:
        for key, kind in kinds(matches, seed):
            with tempfile.TemporaryDirectory() as folder:
                begun = time.monotonic()
                each = await look_through(browser, Path(folder), key, kind)
            found.append(each)
            slow = f"a step {median(each.took):.1f} ms, the slowest {max(each.took):.1f} ms"
            took = time.monotonic() - begun
            print(f"{each.name}: {each.steps} steps, {each.size / 1e6:.2f} MB, {slow}; {took:.0f} s", flush=True)
    return found


def main(arguments: Sequence[str]) -> int:
    """Look through the pages that the command line asks for; fail if a usual step takes too long."""
    parser = argparse.ArgumentParser(prog="python -m tests.ui.replay_pages", description=__doc__)
    parser.add_argument("--matches", type=int, default=30)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args(arguments)
    found = asyncio.run(look_through_many(wanted.matches, wanted.seed))
    took = sorted(each for match in found for each in match.took)
    late = sum(each >= STEP for each in took)
    print(
        f"{len(found)} matches, {len(took)} steps; the largest file has {max(each.size for each in found) / 1e6:.2f} MB"
    )
    print(f"a step takes {median(took):.1f} ms, the slowest {took[-1]:.1f} ms; {late} took {STEP:.0f} ms or longer")
    return 0 if median(took) < STEP else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
