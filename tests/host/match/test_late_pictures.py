"""The answer to a click on a panel has its final buttons at once, and pictures that are late come by one edit."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from io import BytesIO
from threading import Event
from typing import Any, Final

import pytest
from PIL import Image

from bot.host.kernel.host import Host
from bot.host.people import settings
from bot.interactions import router
from bot.rendering.pictures import HASTE, LONGEST
from bot.storage import outbox
from bot.storage.destination import Destination
from bot.storage.outbox import SurfaceRow
from bot.ui.games import RENDERERS
from bot.ui.games.varia.renderer import VariaRenderer
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.widgets import HERE
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.picture import Picture, png
from bot.ui.pictures.scene import Scene
from bot.ui.texts.words import Words
from engine.contract import Decision, Forecast, Seat
from tests.host.players import ADA, CHANNEL, started
from tests.support.clicks import Clicks, front_of
from tests.support.clocks import ManualClock

SHOWN: Final = 77
"""The message with the panel."""

SIZE: Final = (60, 45)
"""The size of the pictures, in pixels."""

GALLERY: Final = 12
"""Discord's type of the component that shows pictures."""

LATE: Final = 60.0
"""The seconds of the machine after which an answer is announced: a test never takes so long."""


class Easel:
    """Where the pictures wait until they may be finished.

    Attributes:
        begun: set when one waits.
        free: set while they are finished at once.
        broken: whether they fail instead.
    """

    begun = Event()
    free = Event()
    broken = False


def laid(number: int) -> Scene:
    """A scene in which nothing stands."""
    return Scene(SIZE[0] / 2, SIZE[1] / 2, ())


def filed(image: Image.Image) -> bytes:
    """The file of a picture, once it may be finished."""
    Easel.begun.set()
    Easel.free.wait()
    if Easel.broken:
        raise ZeroDivisionError
    image.paste((255, 0, 0), (0, 0, image.width // 2, image.height))
    return png(image)


draw = DrawnScene(laid, SIZE[0], filed)


class Painter(VariaRenderer):
    """Varia with the picture of a hand, which stays, and with another one of the situation for each number."""

    number = 1

    def panel_pictures(
        self,
        view: Any,
        seat: Seat,
        words: Words,
        asked: Decision | None = None,
        forecast: Sequence[Forecast] = (),
        desk: bool = False,  # noqa: FBT001, FBT002 - as in the class above
        /,
    ) -> tuple[Picture, ...]:
        hand = Picture("hand.png", draw(0), "the hand")
        return hand, Picture("situation.png", draw(self.number), f"situation {self.number}")


class Table:
    """A person with a panel, who clicks on it, and what Discord then hears."""

    def __init__(self, host: Host, clock: ManualClock, match: int) -> None:
        self.host, self.clock, self.match = host, clock, match
        self.painter = Painter()
        self.clicks = Clicks(1, 2)
        self._front = front_of(host, {**RENDERERS, "varia": self.painter}, LATE)

    @property
    def said(self) -> list[Any]:
        """What Discord has heard: an answer as it is, or an edit."""
        return [each.get("data", each) for each in self.clicks.discord.said]

    @property
    def files(self) -> list[list[bytes]]:
        """The pictures that came with each of these."""
        return [list(files.values()) for files in self.clicks.discord.files]

    def click(self, action: str = "refresh", argument: str = "") -> "asyncio.Task[None]":
        """Click a button on the panel. The task ends when there is nothing more to say about the click."""
        custom_id = str(CustomId(action, self.match, argument=argument))
        return asyncio.create_task(router.component(self._front, self.clicks.of(ADA, custom_id, on=SHOWN)))

    async def late(self, action: str = "refresh", argument: str = "") -> "asyncio.Task[None]":
        """Click, and wait for the answer, while the picture of a new situation is not finished."""
        Easel.begun.clear()
        Easel.free.clear()
        self.painter.number += 1
        self.clicks.discord.heard.clear()
        click = self.click(action, argument)
        await asyncio.to_thread(Easel.begun.wait)
        self.clock.advance(HASTE)
        await self.clicks.discord.heard.wait()
        return click

    async def surface(self) -> SurfaceRow:
        """The panel as the outbox knows it."""
        async with self.host.database.reading() as connection:
            row = await outbox.surface(connection, self.match, "panel", 0)
        assert row is not None
        return row


@pytest.fixture
async def table(host: Host, clock: ManualClock) -> AsyncIterator[Table]:
    """A table whose player has a panel with pictures."""
    draw.cache_clear()
    Easel.free.set()
    Easel.broken = False
    there = Table(host, clock, await started(host))
    await there.click()
    yield there
    Easel.free.set()


def rows(message: Any) -> list[Any]:
    """A message without its pictures."""
    return [part for part in message["components"] if part["type"] != GALLERY]


def told(message: Any) -> list[str]:
    """How a message's pictures are described."""
    shown = [part["items"][0]["description"] for part in message["components"] if part["type"] == GALLERY]
    assert shown == [each["description"] for each in message.get("attachments", ())]
    return shown


def colours(content: bytes) -> int:
    """How many colours a picture has, which is as large as all of them."""
    with Image.open(BytesIO(content)) as image:
        assert image.size == SIZE
        return len(image.convert("RGBA").getcolors() or ())


async def test_what_is_drawn_soon_takes_no_edit(table: Table) -> None:
    for _ in range(2):
        await table.click()
    assert [told(message) for message in table.said] == [["the hand", "situation 1"]] * 3
    row = await table.surface()
    assert (row.shown, row.digest) == (row.wanted, None), "nor does the outbox send it again"


async def test_a_late_picture_comes_by_one_edit_of_pictures_alone(table: Table) -> None:
    click = await table.late()
    Easel.free.set()
    await click
    before, answer, edit = table.said
    assert rows(answer) == rows(edit) == rows(before)
    assert told(answer)[0] == told(edit)[0] == "the hand"
    assert told(answer)[1] != told(edit)[1] == "situation 2"
    (hand, old), (same, plain), (again, new) = table.files
    assert hand == same == again, "the hand's is drawn already"
    assert (colours(old), colours(plain), colours(new)) == (2, 1, 2)
    assert plain != old, "the figures on that one have changed"
    row = await table.surface()
    assert row.shown == row.wanted


async def test_what_stands_in_for_a_picture_is_made_once(table: Table) -> None:
    for _ in range(2):
        click = await table.late()
        Easel.free.set()
        await click
    _, (_, first), _, (_, second), _ = table.files
    assert first is second


@pytest.mark.parametrize("action", ["help", "more"])
async def test_a_late_picture_leaves_what_stands_in_place_of_the_question(table: Table, action: str) -> None:
    click = await table.late(action, HERE)
    Easel.free.set()
    await click
    before, answer, edit = table.said
    assert rows(answer) == rows(edit) != rows(before)
    assert told(edit) == ["the hand", "situation 2"]


async def test_a_picture_that_fails_becomes_words_once(table: Table) -> None:
    click = await table.late()
    Easel.broken = True
    Easel.free.set()
    await click
    _, answer, edit = table.said
    assert told(answer)
    assert told(edit) == []
    assert table.files[2] == []
    assert "Your hand" in str(edit)
    assert "Your hand" not in str(answer)


async def test_a_picture_that_takes_three_seconds_becomes_words_until_the_next_click(table: Table) -> None:
    click = await table.late()
    table.clock.advance(LONGEST - HASTE)
    await click
    assert told(table.said[2]) == []
    assert "Your hand" in str(table.said[2])
    Easel.free.set()
    await asyncio.to_thread(draw, table.painter.number)
    assert len(table.said) == 3
    await table.click()
    assert told(table.said[3]) == ["the hand", "situation 2"]


async def test_who_wants_no_pictures_has_words(table: Table) -> None:
    await settings.change_person(table.host, ADA, "pictures", ["no"])
    Easel.free.clear()
    table.painter.number += 1
    await table.click()
    assert told(table.said[1]) == []
    assert len(table.said) == 2


async def test_a_late_picture_does_not_hide_the_answer_to_a_later_click(table: Table) -> None:
    table.painter.number = 3
    await table.click()
    table.painter.number = 1
    first = await table.late()
    table.painter.number = 3
    await table.click("more", HERE)
    Easel.free.set()
    await first
    assert [told(message)[1] for message in table.said[3:]] == ["situation 3"]


async def test_a_late_picture_does_not_hide_what_the_outbox_has_sent(table: Table) -> None:
    click = await table.late()
    async with table.host.database.transaction() as tx:
        await outbox.mark_surface(tx, (await table.surface()).id)
    async with table.host.database.transaction() as tx:
        await outbox.surface_shown(tx, await table.surface(), CHANNEL, SHOWN, table.host.now(), "its look")
    Easel.free.set()
    await click
    assert len(table.said) == 2


async def test_what_the_outbox_was_sending_during_a_click_is_sent_again(table: Table) -> None:
    async with table.host.database.transaction() as tx:
        await outbox.mark_surface(tx, (await table.surface()).id)
        busy = set[Destination]()
        while (claimed := await outbox.claim_surface(tx, table.host.now(), busy)) is not None:
            busy.add(claimed.destination)
    await table.click()
    row = await table.surface()
    assert row.wanted > row.shown


async def test_a_late_picture_comes_to_a_panel_in_a_new_message_too(table: Table) -> None:
    click = await table.late("hand")
    Easel.free.set()
    await click
    _, answer, edit = table.said
    assert rows(answer) == rows(edit)
    assert told(edit) == ["the hand", "situation 2"]
    row = await table.surface()
    assert row.message != SHOWN
    assert row.shown == row.wanted


async def test_what_the_outbox_is_about_to_send_brings_the_late_picture(table: Table) -> None:
    click = await table.late()
    async with table.host.database.transaction() as tx:
        await outbox.mark_surface(tx, (await table.surface()).id)
    Easel.free.set()
    await click
    assert len(table.said) == 2
    row = await table.surface()
    assert row.wanted > row.shown
