"""A turn's strip as a scene: a head with both players, and below it a row for each moment.

Everything stands on plates of its own, with nothing between them, so the picture suits a light and a dark page.
"""

from typing import Final

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.scene import Group, Item, Path, Scene, Text, rounded
from bot.ui.pictures.strip import GAP, HEAD, WIDE, Beat, Strip, heights
from bot.ui.pictures.strip_clash import ClashRow
from bot.ui.pictures.strip_end import end_row
from bot.ui.pictures.strip_head import head
from bot.ui.pictures.strip_play import play_row
from bot.ui.pictures.strip_row import MIDDLE, RADIUS, Row
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM, INK, SLATE

ROOMY: Final = 136
"""The height from which a moment has room for names above the dice."""


def strip_scene(strip: Strip) -> Scene:
    """Return a turn's strip as a scene, in which each moment is a group with its description."""
    items: list[Item] = [Group(tuple(head(strip)))]
    top: float = HEAD + GAP
    for number, (beat, high) in enumerate(zip(strip.beats, heights(strip.beats), strict=True)):
        items.append(row(beat, number, strip, top, high))
        top += high + GAP
    return Scene(WIDE, round(top - GAP), tuple(items))


def row(beat: Beat, number: int, strip: Strip, top: float, high: float) -> Group:
    """Return the row of a moment, of which `number` are above it."""
    if beat.size == "note":
        shown = _note(beat, top, high)
    elif beat.size == "last" and strip.fall is not None:
        shown = end_row(beat, strip, top, high)
    elif beat.play is not None:
        shown = play_row(beat, beat.play, strip, top, high)
    else:
        kind = ClashRow if beat.size != "quiet" and high >= ROOMY else Row
        shown = kind(beat, number, strip, top, high).items()
    return Group(tuple(shown), id=f"moment {beat.label}", description=beat.told)


def _note(beat: Beat, top: float, high: float) -> list[Item]:
    middle = top + high / 2
    label = width(beat.label, 24) + 28 if beat.label else 0
    room = round(WIDE - 2 * label - 60)
    text = fitted(beat.note, room, 38, 30)
    if text.cut:
        text = fitted(beat.note, room, 28, 19, 2)
    items: list[Item] = [Path((rounded(0, top, WIDE, top + high, RADIUS),), SLATE)]
    if beat.label:
        items.append(Path((rounded(20, middle - 18, 20 + label, middle + 18, 18),), INK, CREAM, 2))
    for number, line in enumerate(text.lines):
        down = middle + (number - (len(text.lines) - 1) / 2) * text.size
        items.append(Text(line, (MIDDLE, down), text.size, CREAM))
    if beat.label:
        items.append(Text(beat.label, (20 + label / 2, middle), 24, CREAM))
    return items


draw_strip = DrawnScene(strip_scene, WIDE)
