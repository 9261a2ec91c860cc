"""Faces with names below them, side by side, to choose from."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint, painted
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Scene, Text, rounded
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, Tones

ACROSS: Final = 4
"""The most faces side by side."""

SIDE, HIGH, GAP = 240, 306, 14
"""The width of a face, its height with the name, and the gap between two of them, in pixels."""

KEPT: Final = 64
"""The number of drawn sheets to cache."""


class Named(Struct, frozen=True):
    """A face, the name below it, a short note below the name, which can be empty, and the tones of both.

    A face that is marked has a golden frame; the note has to say why.
    """

    face: Illustration
    name: str
    note: str
    tones: Tones
    marked: bool = False


SMALL: Final = 256
"""The width of a single face, in pixels."""


@drawn_in_process(KEPT)
def draw_face(face: Illustration) -> bytes:
    """Draw a single face, as a PNG."""
    return png(painted(face, SMALL))


@drawn_in_process(KEPT)
def draw_faces(faces: tuple[Named, ...]) -> bytes:
    """Draw faces with their names, as a PNG."""
    scene = faces_scene(faces)
    return png(paint(scene, round(scene.width)))


def faces_scene(faces: tuple[Named, ...]) -> Scene:
    """Return faces with their names as a scene, with nearly as many in each row."""
    rows = -(-len(faces) // ACROSS)
    across = -(-len(faces) // rows)
    items: list[Item] = []
    for number, named in enumerate(faces):
        row, column = divmod(number, across)
        left, top = column * (SIDE + GAP), row * (HIGH + GAP)
        items.append(_framed(named, left, top))
    return Scene(across * (SIDE + GAP) - GAP, rows * (HIGH + GAP) - GAP, tuple(items))


def _framed(named: Named, left: float, top: float) -> Group:
    """Return a face with its name on a plate below it."""
    whole = rounded(left, top, left + SIDE, top + HIGH, 20)
    middle = left + SIDE / 2
    plate = mixed(named.tones.dark, INK, 0.2)
    items: list[Item] = [Path((whole,), plate), Image(named.face, left, top, SIDE)]
    items.append(Path((rounded(left - 30, top + SIDE - 8, left + SIDE + 30, top + HIGH + 30, 1),), plate))
    name = fitted(named.name, SIDE - 16, 38, 20, 1, "title")
    down = top + SIDE + (25 if not named.note else 14)
    items.append(Text(name.lines[0], (middle, down), name.size, CREAM, "mm", "title"))
    if named.note:
        note = fitted(named.note, SIDE - 36, 22, 14)
        items.append(Text(note.lines[0], (middle, down + 32), note.size, named.tones.tint))
    frame, thick = (GOLD, 14) if named.marked else (plate, 6)
    edge = rounded(left + thick / 3, top + thick / 3, left + SIDE - thick / 3, top + HIGH - thick / 3, 18)
    items.append(Path((edge,), stroke=frame, width=thick))
    return Group(tuple(items), clip=whole, description=named.name)
