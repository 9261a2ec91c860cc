"""What is measured of a panel in the chat page: its height, its smallest letter, and what a click changes on it."""

import os
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any, Final

import pytest

from bot.ui.messages.custom_ids import CustomId
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Scene, Text
from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.camera import THEMES, VIEWS, Camera, Sizes
from tests.e2e.letters import noting
from tests.e2e.panel_looks import Looks, Row, edits, moved
from tests.e2e.players import Room
from tests.sandbox.rawbot import RawBot, RawGateway, act
from tests.support.browser import needs_chromium, open_browser
from tests.support.discord import Stage

V2: Final = 1 << 15
UPDATE: Final = 7
WIDTH, HEIGHT = 550.0, 350.0
"""The size of the picture's scene: that of a picture alone at a desk, so its letters are shown at their own size."""

LETTER: Final = 24.0
BUTTONS: Final = (("pick", "a", "1 Cleave"), ("pick", "b", "2 Parry"), ("more", "", "More"))


def buttons(*shown: tuple[str, str, str]) -> dict[str, Any]:
    parts = [
        {"type": 2, "style": 1, "label": label, "custom_id": str(CustomId(action, 1, argument=argument))}
        for action, argument, label in shown
    ]
    return {"type": 1, "components": parts}


class Table:
    """A bot with a panel, a person who looks at it, and a camera."""

    def __init__(self, bot: RawBot, gateway: RawGateway, person: Person, camera: Camera, letters: Path) -> None:
        self.bot = bot
        self.gateway = gateway
        self.person = person
        self.camera = camera
        self.letters = letters

    async def post(self, letter: float) -> Message:
        """Post a panel whose picture has a letter of some size."""
        with noting(self.letters):
            content = png(
                paint(Scene(WIDTH, HEIGHT, (Text("x", (100, 100), letter, (255, 255, 255)),)), round(2 * WIDTH))
            )
        gallery = {
            "type": 12,
            "items": [{"media": {"url": "attachment://hand.png"}, "description": "Your hand", "spoiler": False}],
        }
        body = {"flags": V2, "components": [gallery, buttons(*BUTTONS)], "attachments": [{"id": 0}]}
        place = self.person.channel_id("lobby")
        answer = await self.bot.call("POST", f"/channels/{place}/messages", body, files={"hand.png": content})
        return await self.person.wait_for(lambda each: each.id == int(answer.body["id"]))

    async def click(self, panel: Message, *versions: Sequence[tuple[str, str, str]]) -> tuple[int, int]:
        """Click the first button, which is answered with these buttons in turn; return the edits and moved buttons."""
        before = len(self.person.heard)
        doing = await act(self.gateway, self.person.click(panel, panel.buttons[0].custom_id or ""))
        first, *rest = [[panel.components[0], buttons(*version)] for version in versions]
        await self.bot.answer(doing.interaction, UPDATE, components=first)
        for components in rest:
            await self.bot.webhook("PATCH", doing.interaction, "/messages/@original", components=components)
        await doing.done()
        labels = [label for _, _, label in versions[-1]]
        await self.person.until(lambda: [each.label for each in self.person.now(panel).buttons] == labels)
        return edits(self.person.heard[before:], panel), moved(panel, self.person.now(panel))


async def laid(stage: Stage, folder: Path) -> Table:
    room = await Room.prepared(stage, folder)
    bot = await stage.enter(RawBot(room.sandbox))
    gateway = await bot.gateway()
    stage.at_the_end(gateway.close)
    await gateway.event("GUILD_CREATE")
    letters = folder / "letters"
    camera = Camera(await stage.enter(open_browser()), room, folder, letters)
    return Table(bot, gateway, await room.client.person("Ada"), camera, letters)


@needs_chromium
async def test_a_panel_is_measured_as_it_is_shown(stage: Stage, tmp_path: Path) -> None:
    table = await laid(stage, tmp_path)
    panel = await table.post(LETTER)
    sizes = await table.camera.measure(table.person, panel)
    await table.camera.take(table.person, panel, "panel")
    assert sizes["desk"].letter == pytest.approx(LETTER, abs=0.1)
    assert sizes["phone"].letter < LETTER
    assert sizes["desk"].height > HEIGHT > sizes["phone"].height
    taken = {f"panel-{view}-{theme}.png" for view in VIEWS for theme in THEMES}
    assert taken <= {*os.listdir(tmp_path)}  # noqa: PTH208 - a few names

    smaller = await table.camera.measure(table.person, await table.post(LETTER / 2))
    assert smaller["desk"].letter == pytest.approx(LETTER / 2, abs=0.1)

    same = BUTTONS[:2]
    assert await table.click(panel, same) == (1, 0)
    panel = table.person.now(panel)
    assert await table.click(panel, same[:1], same) == (2, 0)
    panel = table.person.now(panel)
    assert await table.click(panel, BUTTONS[1:]) == (1, 1), "a button that is gone is none that moved"
    panel = table.person.now(panel)
    assert await table.click(panel, [("pick", "b", "1 Parry"), *BUTTONS[2:]]) == (1, 1)


def row(height: float = 900, letter: float = 12, edit: int = 1, shift: int = 0) -> Row:
    sizes = {"desk": Sizes(height, letter), "phone": Sizes(height / 2, letter / 2)}
    return Row.counted("varia", "plan", Looks([sizes, sizes], [1, edit], [0, shift]))


def test_a_row_is_read_as_it_was_written() -> None:
    without = Row.counted("artbot", "turn", Looks([{"desk": Sizes(99.6, inf), "phone": Sizes(80, inf)}]))
    for each in (row(), without):
        assert Row.read(str(each)) == each


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (row(height=9000), "high"),
        (row(letter=1), "letter"),
        (row(edit=99), "edits"),
        (row(shift=99), "moved"),
    ],
)
def test_a_panel_over_a_limit_is_named(fault: Row, words: str) -> None:
    assert row().faults() == []
    assert fault.faults()
    assert all(words in each for each in fault.faults())
