"""Pictures beside the event loop: drawn in a thread, and one that fails costs nobody the text."""

import asyncio
import threading
from typing import Any

from structlog.testing import capture_logs

from bot.rendering import pictures
from bot.storage import people
from bot.storage.database import Database
from bot.storage.matches import SeatRow
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words
from engine.contract import Cards
from tests.probe.renderer import ProbeRenderer
from tests.support.clocks import ManualClock


class Painter(ProbeRenderer):
    """Draws the name of the thread that it is in, and no card called Broken."""

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        if name == "Broken":
            raise ZeroDivisionError
        return Picture("card.png", threading.current_thread().name.encode(), name)


CARDS: Any = None


async def test_a_picture_is_drawn_beside_the_event_loop() -> None:
    drawn = await pictures.drawn(Painter().card_picture, "Oak", CARDS, Words(None))
    assert drawn is not None
    assert drawn.content != threading.current_thread().name.encode()


async def test_a_picture_that_fails_is_an_incident_in_the_log_and_nothing_else() -> None:
    with capture_logs() as logged:
        assert await pictures.drawn(Painter().card_picture, "Broken", CARDS, Words(None)) is None
    [line] = logged
    assert line["event"] == "incident"
    assert line["incident"]
    assert line["kind"] == "picture"
    assert "card_picture" in line["picture"]
    assert line["exc_info"]
    assert await pictures.drawn(Painter().card_picture, "Oak", CARDS, Words(None)) is not None


class Slow(Painter):
    """Draws nothing before it is let."""

    def __init__(self) -> None:
        self.let = threading.Event()

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        self.let.wait()
        return super().card_picture(name, cards, words)


async def test_a_post_waits_a_second_for_its_picture_and_no_longer() -> None:
    clock, painter = ManualClock(), Slow()
    late = asyncio.create_task(pictures.in_time(clock, painter.card_picture, "Oak", CARDS, Words(None)))
    behind = asyncio.create_task(pictures.in_time(clock, Painter().card_picture, "Elm", CARDS, Words(None)))
    await asyncio.sleep(0)
    clock.advance(pictures.PATIENCE / 2)
    await asyncio.sleep(0)
    assert not late.done()
    clock.advance(pictures.PATIENCE)
    assert await late is None
    assert await behind is None
    painter.let.set()
    assert await pictures.in_time(clock, Painter().card_picture, "Ash", CARDS, Words(None)) is not None


async def test_a_table_has_pictures_unless_all_its_people_have_turned_them_off(database: Database) -> None:
    seats = [SeatRow(1, seat, user=user) for seat, user in enumerate((11, 12, None))]

    async def wanted() -> bool:
        async with database.reading() as connection:
            return await pictures.wanted_at(connection, seats)

    async def wanted_by_all() -> bool:
        async with database.reading() as connection:
            return await pictures.wanted_by_all(connection, seats)

    assert await wanted_by_all()
    assert await wanted()
    for number, user in enumerate((11, 12)):
        assert await wanted()
        assert await wanted_by_all() == (number == 0)
        async with database.transaction() as tx:
            await people.change_user(tx, user, pictures=False)
    assert not await wanted()
    async with database.reading() as connection:
        assert await pictures.wanted_at(connection, seats[2:])
