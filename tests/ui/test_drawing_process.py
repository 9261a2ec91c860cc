"""Where pictures are drawn: in a process of its own while the service runs, and the same wherever it is."""

import os
from collections.abc import Iterator

import pytest

from bot.process_pool import WorkLost
from bot.ui.pictures.colours import PAPER
from bot.ui.pictures.drawing_process import NotDrawn, drawing_process, drawn_in_process, only_drawn
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Scene, Text
from tests.support.processes import FORKED
from tests.ui import picture_watch

KEPT = 4


@drawn_in_process(KEPT)
def signature(number: int) -> bytes:
    """Return who drew a picture."""
    return f"{os.getpid()} {number}".encode()


@drawn_in_process(KEPT)
def explosion(number: int) -> bytes:
    """Draw no picture and never will."""
    os._exit(number)


@drawn_in_process(KEPT)
def two_texts(apart: float) -> bytes:
    """Draw two texts so far apart."""
    one, other = (Text(text, (50, 50 + number * apart), 30, PAPER) for number, text in enumerate(("one", "other")))
    return png(paint(Scene(100, 100, (one, other)), 100))


@pytest.fixture(autouse=True)
def _nothing_drawn_yet() -> Iterator[None]:
    signature.cache_clear()
    yield
    signature.cache_clear()


def test_pictures_are_drawn_in_another_process_while_the_service_runs() -> None:
    """Issue 10."""
    here = f"{os.getpid()} 1".encode()
    with drawing_process([]):
        assert signature(1) != here
        assert signature(1).endswith(b" 1")
    signature.cache_clear()
    assert signature(1) == here


def test_a_picture_that_was_drawn_is_not_drawn_again() -> None:
    first = signature(1)
    with drawing_process([]):
        assert signature(1) is first


def test_where_nothing_may_be_drawn_only_pictures_that_have_been_are_returned() -> None:
    """Issue 27."""
    with only_drawn(), pytest.raises(NotDrawn):
        signature(1)
    drawn = signature(1)
    with only_drawn():
        assert signature(1) is drawn


def test_a_process_that_dies_over_a_picture_costs_that_picture() -> None:
    with drawing_process([]):
        with pytest.raises(WorkLost):
            explosion(1)
        assert signature(2).endswith(b" 2")


def test_texts_that_cross_are_noticed_in_another_process() -> None:
    """The processes of bots in tests are forked like this one."""
    with drawing_process([], FORKED):
        assert two_texts(30)
        assert picture_watch.noted() == []
        assert two_texts(0)
        [fault] = picture_watch.noted()
    assert "'one' is crossed by 'other'" in fault
