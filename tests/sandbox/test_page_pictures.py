"""Pictures in the chat page are as large as in Discord's client, and have their room before they arrive."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from itertools import combinations, groupby
from typing import Final

import pytest
import pytest_asyncio
from msgspec import Struct, convert
from PIL import Image
from playwright.async_api import Browser, Locator, Page, Route

from tests.sandbox.conftest import Scene, set_scene
from tests.sandbox.test_page import open_page
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import open_stage

pytestmark = [needs_chromium, pytest.mark.asyncio(loop_scope="module")]

DESK, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
ALONE, IN_EMBED = (550, 350), (400, 300)
"""The largest width and height of a picture alone, in pixels at a desk."""

LONG: Final = (1100, 300)
SHAPES: Final = ((1100, 700), (1101, 700), LONG, (1100, 1100), (600, 2400), (120, 80))
KINDS: Final = ("gallery", "attachment", "embed")
NEAR: Final = 1.0
"""The pixels by which a browser's rounding may change a length."""

V2: Final = 1 << 15
BOXES: Final = """pictures => pictures.map(picture => {
  const {x, y, width, height} = picture.getBoundingClientRect();
  return {x, y, width, height};
})"""
HEIGHT: Final = "log => log.scrollHeight"
JUMPY: Final = "img.picture { width: auto !important; aspect-ratio: auto !important; }"
LARGE: Final = ":root { --widest: 700 !important; --widest-in-embed: 700 !important; }"
"""Stylesheets with faults: no room for pictures that have not arrived, and too much room."""


class Box(Struct, frozen=True):
    """Where something is shown, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def covers(self, other: "Box") -> bool:
        """Return whether two boxes have more in common than an edge."""
        apart = other.x >= self.right - NEAR or self.x >= other.right - NEAR
        return not (apart or other.y >= self.bottom - NEAR or self.y >= other.bottom - NEAR)


class Wall:
    """A page on which one person sees pictures that the bot posts."""

    def __init__(self, page: Page, bot: "Poster") -> None:
        self.page = page
        self.bot = bot
        self.log = page.locator("[data-log]")

    async def post(self, kind: str, *sizes: tuple[int, int]) -> Locator:
        """Post pictures of some sizes, and return the message that shows them."""
        message = await self.bot.post(kind, *sizes)
        article = self.log.locator(f'article[data-message="{message}"]')
        await article.locator("[data-picture]").nth(len(sizes) - 1).wait_for(state="attached")
        return article

    async def boxes(self, article: Locator) -> list[Box]:
        return convert(await article.locator("[data-picture]").evaluate_all(BOXES), list[Box])

    async def at(self, place: dict[str, int]) -> None:
        await self.page.set_viewport_size({"width": place["width"], "height": place["height"]})


class Poster:
    """A bot that posts pictures into the lobby."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    async def post(self, kind: str, *sizes: tuple[int, int]) -> str:
        files = {f"{number}.png": painted(*size) for number, size in enumerate(sizes)}
        urls = [f"attachment://{name}" for name in files]
        body: dict[str, object] = {"attachments": [{"id": number} for number in range(len(files))]}
        if kind == "gallery":
            items = [{"media": {"url": url}, "description": "A picture", "spoiler": False} for url in urls]
            gallery = {"type": 12, "items": items}
            container = {"type": 17, "accent_color": None, "spoiler": False, "components": [gallery]}
            body |= {"flags": V2, "components": [container]}
        elif kind == "embed":
            body |= {"embeds": [{"description": "A picture", "image": {"url": url}} for url in urls]}
        answer = await self.scene.bot.call("POST", f"/channels/{self.scene.lobby}/messages", body, files=files)
        assert answer.status == 200, answer
        return str(answer.body["id"])


def painted(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("RGB", (width, height), (88, 101, 242)).save(file, "PNG")
    return file.getvalue()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with open_browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def wall(browser: Browser) -> AsyncIterator[Wall]:
    async with open_stage() as stage:
        bot = Poster(await set_scene(stage))
        page = await open_page(browser, bot.scene.sandbox, "Ada", DESK["width"])
        yield Wall(page, bot)
        await page.close()
        await bot.scene.gateway.close()


def alone_at_a_desk(kind: str, size: tuple[int, int], box: Box) -> list[str]:
    """Return what is wrong with a picture alone: it is whole, and as large as it is or as there is room."""
    width, height = IN_EMBED if kind == "embed" else ALONE
    faults = []
    if abs(box.width / box.height - size[0] / size[1]) > NEAR / box.height:
        faults.append("another shape")
    if box.width > width + NEAR or box.height > height + NEAR:
        faults.append("too large")
    if not any(
        abs(had - most) <= NEAR for had, most in ((box.width, width), (box.height, height), (box.width, size[0]))
    ):
        faults.append("too small")
    return faults


async def test_a_picture_alone_has_its_size_at_a_desk(wall: Wall) -> None:
    for kind in KINDS:
        for size in SHAPES:
            article = await wall.post(kind, size)
            (box,) = await wall.boxes(article)
            assert alone_at_a_desk(kind, size, box) == [], (kind, size, box)
    await wall.page.add_style_tag(content=LARGE)
    for kind in KINDS:
        (box,) = await wall.boxes(await wall.post(kind, LONG))
        assert "too large" in alone_at_a_desk(kind, LONG, box)


async def test_a_picture_alone_is_as_wide_as_the_message_on_a_phone(wall: Wall) -> None:
    await wall.at(PHONE)
    for kind in KINDS:
        for size in SHAPES:
            article = await wall.post(kind, size)
            (box,) = await wall.boxes(article)
            room = await article.locator("[data-picture]").evaluate(
                "picture => picture.parentElement.clientWidth"
                " - parseFloat(getComputedStyle(picture.parentElement).paddingLeft)"
                " - parseFloat(getComputedStyle(picture.parentElement).paddingRight)"
            )
            assert box.width == pytest.approx(room, abs=NEAR), (kind, size)
            assert box.width / box.height == pytest.approx(size[0] / size[1], rel=0.02)


def rows_of(count: int) -> list[int]:
    """Return how many pictures stand in each row of a mosaic."""
    if count == 4:
        return [2, 2]
    return [each for each in [count % 3 if count != 3 else 0] if each] + [3] * (count // 3)


@pytest.mark.parametrize("place", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("kind", ["gallery", "attachment"])
async def test_several_pictures_are_a_mosaic(wall: Wall, kind: str, place: dict[str, int]) -> None:
    await wall.at(place)
    for count in range(2, 11):
        article = await wall.post(kind, *[SHAPES[number % len(SHAPES)] for number in range(count)])
        boxes = await wall.boxes(article)
        frame = convert(await article.locator(".mosaic").evaluate_all(BOXES), list[Box])[0]
        assert not [pair for pair in combinations(boxes, 2) if pair[0].covers(pair[1])]
        assert max(box.right for box in boxes) == pytest.approx(frame.right, abs=NEAR)
        if place is DESK:
            assert frame.width == pytest.approx(ALONE[0], abs=NEAR)
        if count == 3:
            large, *small = boxes
            assert large.width == pytest.approx(2 * small[0].width, abs=NEAR)
            assert large.height == pytest.approx(frame.height, abs=NEAR)
            assert len({(box.x, box.width) for box in small}) == 1
            continue
        rows = [len([*row]) for _, row in groupby(boxes, key=lambda box: round(box.y))]
        assert rows == rows_of(count), count


@pytest.mark.parametrize("place", [DESK, PHONE], ids=["desk", "phone"])
async def test_nothing_moves_when_a_picture_arrives(wall: Wall, place: dict[str, int]) -> None:
    await wall.at(place)
    assert await moved(wall) == 0
    await wall.page.add_style_tag(content=JUMPY)
    assert await moved(wall) != 0


async def moved(wall: Wall) -> float:
    """Post pictures that arrive late, and return by how many pixels the messages grow when they do."""
    arrive = asyncio.Event()

    async def late(route: Route) -> None:
        await arrive.wait()
        await route.continue_()

    await wall.page.route("**/attachments/**", late)
    articles = [await wall.post(kind, size) for kind in KINDS for size in SHAPES[:3]]
    articles.append(await wall.post("gallery", *SHAPES))
    before = await wall.log.evaluate(HEIGHT)
    arrive.set()
    for article in articles:
        await article.evaluate(
            "article => Promise.all([...article.querySelectorAll('img')].map(each => each.decode()))"
        )
    await wall.page.unroute("**/attachments/**")
    return float(await wall.log.evaluate(HEIGHT) - before)
