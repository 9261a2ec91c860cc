"""A turn's strip as a scene: a head with both players, and below it a row for each moment.

Everything stands on plates of its own, with nothing between them, so the picture suits a light and a dark page.
"""

from collections.abc import Callable
from typing import Final

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import LEADING, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.scene import Group, Item, Scene, layered
from bot.ui.pictures.strip import GAP, HEAD, WIDE, Beat, Strip, heights
from bot.ui.pictures.strip_clash import ClashRow
from bot.ui.pictures.strip_end import end_row
from bot.ui.pictures.strip_head import head
from bot.ui.pictures.strip_play import play_row
from bot.ui.pictures.strip_row import RADIUS, Row
from bot.ui.pictures.tones import CREAM, INK, SLATE

ROOMY: Final = 136
"""The height from which a moment has room for names above the dice."""


def strip_scene(strip: Strip, rows: Callable[[tuple[Beat, ...]], list[float]] = heights) -> Scene:
    """Return a turn's strip as a scene, in which each moment is a group with its description.

    `rows` gives the height of each moment.
    """
    items: list[Item] = [Group(tuple(layered(head(strip))))]
    top: float = HEAD + GAP
    for number, (beat, high) in enumerate(zip(strip.beats, rows(strip.beats), strict=True)):
        items.append(beat_row(beat, number, strip, top, high))
        top += high + GAP
    return Scene(WIDE, round(top - GAP), tuple(items))


def beat_row(beat: Beat, number: int, strip: Strip, top: float, high: float) -> Group:
    """Return the row of a moment, of which `number` are above it."""
    if beat.size == "note":
        shown = _note(beat, high).items(Room(0, top, WIDE, high))
    elif beat.size == "last" and strip.fall is not None:
        shown = end_row(beat, strip, top, high)
    elif beat.play is not None:
        shown = play_row(beat, beat.play, strip, top, high)
    else:
        kind = ClashRow if beat.size != "quiet" and high >= ROOMY else Row
        shown = kind(beat, number, strip, top, high).items()
    return Group(tuple(shown), id=f"moment {beat.label}", description=beat.told)


def _note(beat: Beat, high: float) -> Stack:
    """Return a text in a row of a height, in two lines if it is long."""
    two = min(28, int(high / (2 * LEADING["text"])) - 2)
    label = row(Label(beat.label, (24, 24), CREAM), pad=(14, 0), height=36, plate=Plate(INK, 18, CREAM, 2))
    note = Label(beat.note, (38, 30), CREAM, side="middle", wrapped=(two, min(19, two), 2), grow=1)
    shown = (column(label), note, Space(label.size[0])) if beat.label else (note,)
    return row(*shown, gap=10, pad=(20, 0), plate=Plate(SLATE, RADIUS))


draw_strip = DrawnScene(strip_scene, WIDE)
