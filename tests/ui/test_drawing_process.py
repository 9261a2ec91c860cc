"""Where pictures are drawn: in a process of its own while the service runs, and the same wherever it is."""

import os
from collections.abc import Iterator

import pytest
from msgspec import Struct

from bot.process_pool import WorkLost
from bot.ui.pictures.colours import PAPER
from bot.ui.pictures.drawing_process import ROOM, NotDrawn, drawing_process, drawn_in_process, only_drawn
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.painter import KEPT, paint, painted
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Scene, Text
from tests.support.processes import FORKED
from tests.ui import picture_watch

LARGE = 1_000_000
"""The bytes of a large picture."""


@drawn_in_process
def signature(number: int) -> bytes:
    """Return who drew a picture."""
    return f"{os.getpid()} {number}".encode()


@drawn_in_process
def explosion(number: int) -> bytes:
    """Draw no picture and never will."""
    os._exit(number)


@drawn_in_process
def large_file(number: int) -> bytes:
    """Draw something that takes much memory."""
    return bytes(LARGE)


class Blank(Struct, frozen=True):
    """An illustration that shows nothing."""

    number: int

    def scene(self) -> Scene:
        return Scene(1, 1, ())


@drawn_in_process
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


def one_text(text: str) -> Scene:
    """A scene with a text."""
    return Scene(100, 50, (Text(text, (50, 25), 30, PAPER),))


draw_text = DrawnScene(one_text, 100)


def test_a_scene_is_drawn_in_another_process_as_it_is_here() -> None:
    here = draw_text("Ada")
    draw_text.cache_clear()
    with drawing_process([]):
        assert draw_text("Ada") == here
        with only_drawn():
            assert draw_text("Ada") == here
            with pytest.raises(NotDrawn):
                DrawnScene(one_text, 50)("Ada")


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


def test_the_process_stays_however_long_there_is_nothing_to_draw() -> None:
    with drawing_process([]) as pool:
        assert pool.idle is None
        assert signature(1).split()[0] == signature(2).split()[0] == str(pool.processes[0]).encode()


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


def test_pictures_that_are_kept_take_no_more_than_their_room() -> None:
    """As when somebody looks up hundreds of cards: their number is not what counts."""
    for number in range(3 * ROOM // LARGE):
        large_file(number)
    with only_drawn():
        assert large_file(number)
        with pytest.raises(NotDrawn):
            large_file(0)
    large_file.cache_clear()


def test_images_that_are_used_again_take_no_more_than_their_room() -> None:
    """What the drawing process keeps while hundreds of cards are looked up: large illustrations, in any number."""
    for number in range(40):
        painted(Blank(number), 1000)
        assert KEPT.size <= KEPT.room
    assert painted(Blank(number), 1000) is painted(Blank(number), 1000)
    KEPT.clear()
