"""Boxes share a room: nothing crosses, nothing leaves its room, and nothing of it is lost."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.ui.pictures.colours import INK, PAPER
from bot.ui.pictures.layout import Art, Box, Grid, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.scene import Frame, Item, Scene, Text
from tests.ui.picture_laws import text_faults
from tests.ui.picture_reader import NAMES

LONG = "W" * 32
SLACK = 0.001

SIZES = st.integers(1, 60)
GAPS = st.integers(0, 12)
BOXES = st.lists(st.builds(Space, SIZES, SIZES, st.sampled_from([0, 1, 2])), min_size=1, max_size=6)


def laid(box: Box) -> list[Item]:
    """What a box looks like in exactly the room that it needs."""
    return box.items(Room(0, 0, *box.size))


def faults(stack: Stack, room: Room) -> list[str]:
    """Where the boxes of a stack leave its room, cross, are smaller than they have to be, or leave a hole."""
    rooms, along = stack.rooms(room), int(stack.is_column)
    edges = [(each.left, each.left + each.width) if not along else (each.top, each.top + each.height) for each in rooms]
    start = (room.left, room.top)[along] + stack.pad[along]
    end = start + (room.width, room.height)[along] - 2 * stack.pad[along]
    found = [f"{edge} leaves the room" for edge in edges if edge[0] < start - SLACK or edge[1] > end + SLACK]
    found += [
        f"{one} and {other} are not a gap apart" for one, other in pairwise(edges) if not apart(one, other, stack)
    ]
    found += [
        f"{box} is too small"
        for box, (first, last) in zip(stack.boxes, edges, strict=True)
        if last - first < (0 if box.grow else box.size[along]) - SLACK
    ]
    if any(box.grow for box in stack.boxes) and abs(edges[-1][1] - end) > SLACK:
        found.append("room is left although a box grows")
    return found


def apart(one: tuple[float, float], other: tuple[float, float], stack: Stack) -> bool:
    return abs(other[0] - one[1] - stack.gap) < SLACK


@given(BOXES, GAPS, GAPS, st.integers(0, 200), st.sampled_from([row, column]))
def test_boxes_share_a_room_without_crossing(boxes: list[Space], gap: int, pad: int, more: int, put: Any) -> None:
    stack = put(*boxes, gap=gap, pad=(pad, pad))
    width, height = stack.size
    assert faults(stack, Room(7, 3, width + more, height + more)) == []


class Crossing(Stack, frozen=True):
    """A stack that forgets its gaps."""

    def rooms(self, room: Room) -> list[Room]:
        return [replace(each, left=each.left - self.gap * at) for at, each in enumerate(super().rooms(room))]


class Narrow(Stack, frozen=True):
    """A stack that gives nobody what is left."""

    def rooms(self, room: Room) -> list[Room]:
        return super().rooms(Room(room.left, room.top, *self.size))


@pytest.mark.parametrize(
    ("planted", "fault"), [(Crossing, "are not a gap apart"), (Narrow, "room is left although a box grows")]
)
def test_boxes_that_cross_or_leave_a_hole_are_named(planted: Any, fault: str) -> None:
    whole = row(Space(10, 10), Space(20, 10, grow=1), gap=5)
    broken = planted(*(getattr(whole, name) for name in whole.__struct_fields__))
    room = Room(0, 0, 100, 10)
    assert faults(whole, room) == []
    assert any(fault in each for each in faults(broken, room))


def test_boxes_that_grow_share_what_the_others_leave() -> None:
    stack = row(Space(10), Label(LONG, (40, 20), INK, grow=1), Space(10, grow=3), gap=5)
    assert [each.width for each in stack.rooms(Room(0, 0, 80, 10))] == [10, 15, 45]


def test_boxes_stand_in_the_middle_if_none_grows() -> None:
    stack = column(Space(10, 10), Space(30, 20), gap=4)
    rooms = stack.rooms(Room(0, 0, 30, 54))
    assert [(each.top, each.height) for each in rooms] == [(10, 10), (24, 20)]
    assert {each.width for each in rooms} == {30}


def test_what_is_not_there_takes_no_gap() -> None:
    assert row(Space(10), None, Space(10), gap=6).size == (26, 0)


@pytest.mark.parametrize("count", range(1, 9))
def test_a_grids_boxes_are_equally_large_and_the_last_row_stands_in_the_middle(count: int) -> None:
    plates = tuple(column(width=20, height=10, plate=Plate(PAPER, 2)) for _ in range(count))
    grid = Grid(plates, 3, 6)
    frames = [item for item in grid.items(Room(0, 0, 132, grid.size[1])) if isinstance(item, Frame)]
    assert {frame.size for frame in frames} == {(40, 10)}
    last = frames[-(count % 3 or 3) :]
    assert last[0].at[0] == pytest.approx(132 - last[-1].at[0] - 40)
    assert {frame.at[1] for frame in last} == {grid.size[1] - 10}


def texts(items: Sequence[Item]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


@pytest.mark.parametrize("side", ["left", "middle", "right"])
@pytest.mark.parametrize("name", [*NAMES, LONG, "Łukasz Żółć", "さくらもりのこ"])
def test_a_label_stays_in_its_room_at_each_side(name: str, side: Any) -> None:
    label = Label(name, (46, 24), INK, "title", side, wrapped=(24, 18, 2))
    scene = Scene(200, 60, tuple(label.items(Room(4, 0, 192, 60))))
    assert texts(scene.items)
    assert text_faults(scene, 200) == []


def test_a_label_takes_the_room_of_its_letters_and_no_more_than_it_may() -> None:
    free, bound = Label(LONG, (40, 20), INK), Label(LONG, (40, 20), INK, most=300)
    assert free.size[0] > 1000
    assert 250 < bound.size[0] <= 300
    [text] = texts(laid(bound))
    assert text.text.endswith("…")


def test_a_long_label_has_several_lines_if_it_may() -> None:
    label = Label("Maximiliane von Hohenstein", (40, 36), INK, wrapped=(30, 20, 2), width=240, height=70)
    first, second = texts(laid(label))
    assert (first.text, second.text) == ("Maximiliane von", "Hohenstein")
    assert second.at[1] - first.at[1] > 0.9 * first.size


def test_a_plate_lies_behind_its_boxes_and_fills_the_room() -> None:
    stack = row(Label("Ada", (20, 20), INK), pad=(5, 5), plate=Plate(PAPER, 4, INK, 2))
    frame, text = laid(stack)
    assert isinstance(frame, Frame)
    assert (frame.at, frame.size, frame.stroke) == ((0, 0), stack.size, INK)
    assert isinstance(text, Text)


def test_art_is_drawn_in_its_room() -> None:
    seen = Art(lambda room: [Text("here", room.middle, 10, INK)], (10, 10)).items(Room(10, 20, 100, 40))
    assert [text.at for text in texts(seen)] == [(60, 40)]
