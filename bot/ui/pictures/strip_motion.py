"""A turn's strip in motion, played once: first the plans without any result, then moment by moment, last the strip.

Until the strip itself is shown, all rows have the same height, and notes have none, so nothing is revealed too early.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image as Pixels

from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import webp
from bot.ui.pictures.scene import Group, Scene, layered
from bot.ui.pictures.strip import GAP, HEAD, WIDE, Beat, Half, Strip, StripPlay
from bot.ui.pictures.strip_head import head
from bot.ui.pictures.strip_scene import beat_row, strip_scene
from bot.ui.pictures.tones import Tones

FRAMES: Final = 24
"""The most frames of a moving picture."""

ROOMY: Final = 5
"""Up to so many moments, each has a frame in which it begins; for more, the file would be too large."""

FIRST, LAST, BETWEEN = 900, 1800, 600
"""How long the plans, the strip, and usually each frame between them are shown, in milliseconds."""

SHORTEST, LONGEST = 4000, 8000
"""How long the whole may take, in milliseconds."""


class Motion(Struct, frozen=True):
    """The frames of a moving picture.

    Attributes:
        scenes: what each frame shows. All but the last have the same rows, which are equal where nothing has changed.
        times: how long each frame is shown, in milliseconds.
        rows: the top and the bottom of each row, the head included, in all frames but the last.
    """

    scenes: tuple[Scene, ...]
    times: tuple[int, ...]
    rows: tuple[tuple[int, int], ...]


@drawn_in_process
def draw_motion(strip: Strip) -> bytes:
    """Draw a turn's strip in motion, as a WebP; empty if it cannot move."""
    motion = strip_motion(strip)
    return b"" if motion is None else webp(list(_painted(motion)), motion.times)


def strip_motion(strip: Strip) -> Motion | None:
    """Return the frames of a turn's strip; None if it has no moments, or too many for a moving picture."""
    last = strip_scene(strip)
    beats = [beat for beat in strip.beats if beat.label or beat.halves or beat.play is not None]
    if not beats or 2 * len(beats) + 1 > FRAMES:
        return None
    high = (round(last.height) - HEAD) // len(beats) - GAP
    tops = [HEAD + GAP + number * (high + GAP) for number in range(len(beats))]
    dim = replace(strip, fighters=tuple(replace(each, tones=_dim(each.tones)) for each in strip.fighters))
    rows = [beat_row(_planned(beat), number, dim, tops[number], high) for number, beat in enumerate(beats)]
    before = tuple(replace(each, after=None) for each in strip.fighters)
    top = Group(tuple(layered(head(replace(strip, fighters=before)))))
    scenes = [Scene(WIDE, last.height, (top, *rows))]
    for number, beat in enumerate(beats):
        stages = [_opened(beat), _thrown(beat), _done(beat)][len(beats) > ROOMY :]
        for stage in stages if number < len(beats) - 1 else stages[:-1]:
            shown = beat_row(stage, number, strip, tops[number], high)
            if shown != rows[number]:
                rows[number] = shown
                scenes.append(Scene(WIDE, last.height, (top, *rows)))
    scenes.append(last)
    return Motion(tuple(scenes), _times(len(scenes) - 2), ((0, HEAD), *((each, each + high) for each in tops)))


def _times(between: int) -> tuple[int, ...]:
    """Return how long each frame is shown, for a number of frames between the first and the last."""
    if not between:
        return (FIRST, SHORTEST - FIRST)
    least, most = ((whole - FIRST - LAST) // between for whole in (SHORTEST, LONGEST))
    each = min(most, max(least + 1, BETWEEN))
    return (FIRST, *(each,) * between, LAST)


def _dim(tones: Tones) -> Tones:
    """Return the tones of what has not happened yet."""
    return Tones(tones.dark, tones.dark, tones.deep, tones.base, tones.tint)


def _planned(beat: Beat) -> Beat:
    """Return a moment before the turn: only the cards that were chosen for it."""
    if beat.play is not None:
        return Beat(beat.label, "play", "", play=StripPlay(beat.play.side))
    if not beat.halves:
        return Beat(beat.label, "note", "")
    halves = tuple(Half(None) if half.unplanned else Half(None, half.names, half.cards) for half in beat.halves)
    return Beat(beat.label, "clash", "", halves, beat.sides)


def _opened(beat: Beat) -> Beat:
    """Return a moment when it begins: all its cards, and the points before it."""
    if beat.play is not None:
        return replace(beat, told="", play=replace(beat.play, effects=(), cost="", used=(), board=beat.play.before))
    if not beat.halves:
        return beat
    halves = tuple(Half(_before(half), half.names, half.cards) for half in beat.halves)
    return Beat(beat.label, "clash", "", halves, beat.sides)


def _thrown(beat: Beat) -> Beat:
    """Return a moment whose totals are known, without their effect."""
    if beat.play is not None:
        return _opened(beat)
    if not beat.halves:
        return beat
    halves = tuple(Half(_before(half), half.names, half.cards, figure=half.figure) for half in beat.halves)
    return Beat(beat.label, "clash", "", halves, beat.sides)


def _done(beat: Beat) -> Beat:
    """Return a moment that is over, as its row in the strip has it."""
    return replace(beat, size="clash") if beat.size == "last" else beat


def _before(half: Half) -> tuple[int, int] | None:
    """Return the points of a side as they are until something has changed them."""
    return None if half.points is None else (half.points[0], half.points[0])


def _painted(motion: Motion) -> Iterator[Pixels.Image]:
    """Yield the frames as images; a row that has not changed is not painted again."""
    image = paint(motion.scenes[0], WIDE)
    yield image
    for before, scene in pairwise(motion.scenes[:-1]):
        image = image.copy()
        for old, new, (top, bottom) in zip(before.items, scene.items, motion.rows, strict=True):
            if new is not old:
                box = (0, top, WIDE, bottom)
                image.paste(paint(Scene(WIDE, scene.height, (new,)), WIDE).crop(box), box)
        yield image
    yield paint(motion.scenes[-1], WIDE)
