"""Pictures beside the event loop: drawn in a thread, and one that fails costs nobody the text."""

import threading
from typing import Any

from structlog.testing import capture_logs

from bot.rendering import pictures
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words
from engine.contract import Cards
from tests.probe.renderer import ProbeRenderer


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
