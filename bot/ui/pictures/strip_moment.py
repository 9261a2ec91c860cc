"""One moment of a turn as a large picture of its own: the players who acted, their cards, and what these did."""

from typing import Final

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.impacts import blow, number_badge
from bot.ui.pictures.layout import Art, Label, Room, Space, Stack, column, placed, row
from bot.ui.pictures.parts import face, image, points
from bot.ui.pictures.scene import Item, Path, Scene, layered
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import HEIGHTS, WIDE, Beat, Half, Strip, StripPlayer
from bot.ui.pictures.strip_head import SIDES, left_corners, mirror, sided
from bot.ui.pictures.strip_play import play_row
from bot.ui.pictures.strip_row import pills, stopped
from bot.ui.pictures.tones import CREAM

HIGH, MORE, PLAYED = 570, 66, 400
"""The heights of a moment with two sides, of the line for what else is to be said of it, and of a play, in pixels."""

RADIUS: Final = 27
HALF: Final = WIDE / 2
SLANT: Final = 44
"""How far the border leans to either side of the middle."""

FACE: Final = 46
"""The radius of a face beside a name."""

TALL: Final = 264
"""The height of a card."""

MIDDLE: Final = 256
"""How far below the top the middle of the cards is."""

PORTRAIT: Final = 112
"""The radius of the face of a player without cards."""

ROOM: Final = 430
"""The room for a name or a note on one side."""

COLUMN: Final = ROOM + 60
"""The width of a side without what the border takes."""

NUMBER: Final = 36
"""The radius of the moment's number."""

BURST: Final = 104
"""The radius of the burst of a loss."""


def moment_scene(strip: Strip) -> Scene:
    """Return the first moment of a turn's strip as a scene."""
    [beat, *_] = strip.beats
    if beat.play is not None:
        more = max(0, len(beat.play.effects) + bool(beat.play.cost) + len(beat.play.used) - 2)
        high = PLAYED + 80 * more if beat.play.board is None else HEIGHTS["map"]
        return Scene(WIDE, high, tuple(play_row(beat, beat.play, strip, 0, high)))
    high = HIGH + (MORE if any(half.chips for half in beat.halves) else 0)
    items: list[Item] = []
    for side, half in enumerate(beat.halves):
        fighter, at, lean = strip.fighters[beat.sides[side]], mirror(side), SLANT if side == 0 else -SLANT
        corners = (*left_corners(0, high, RADIUS), (HALF + lean, 0.0), (HALF - lean, float(high)))
        items.append(Path((tuple((at(x), y) for x, y in corners),), fighter.tones.base))
        room = Room(0 if side == 0 else WIDE - COLUMN, 0, COLUMN, high)
        items += _side(strip, fighter, side, half, more=high > HIGH).items(room)
    top, bottom = HALF + SLANT, HALF - SLANT
    border = ((top - 3, 0.0), (top + 3, 0.0), (bottom + 3, float(high)), (bottom - 3, float(high)))
    items.append(Path((border,), CREAM))
    number = number_badge(beat.label, (HALF + SLANT * 0.8, NUMBER + 12), NUMBER) if beat.label else ()
    return Scene(WIDE, high, (*layered(items), *_outcome(beat), *number))


def _side(strip: Strip, fighter: StripPlayer, side: int, half: Half, *, more: bool) -> Stack:
    """Return a side: whose it is, its cards, their names or what there is instead, what else is to be said, points."""
    small = face(fighter, FACE) if half.cards else None
    name = Label(fighter.name, (52, 30), CREAM, "title", SIDES[side], grow=1)
    said = Label(half.name or half.note, (50, 40), CREAM, "title", SIDES[side], wrapped=(38, 26, 2), height=84)
    shown = [*pills(half.chips, ROOM, (34, 24), 12)]
    return column(
        row(*sided(side, small, name), gap=18, height=2 * FACE + 12),
        Art(lambda room: _fan(side, half, room), (0, 0), 1) if half.cards else row(face(fighter, PORTRAIT), grow=1),
        said,
        row(*sided(side, *(column(each) for each in shown), Space(grow=1)), gap=12, height=MORE) if more else None,
        _points(strip, fighter, side, half),
        pad=(30, 12),
    )


def _points(strip: Strip, fighter: StripPlayer, side: int, half: Half) -> Stack:
    """Return the points after the moment, in a figure and as a bar with what was lost."""
    if half.points is None:
        return row(height=72)
    had, has = half.points
    figure = Label(f"{has} {strip.unit}", (46, 46), CREAM, "title")
    bar = points((had / strip.most, has / strip.most), fighter.tones.light, 24, left=side == 0)
    return row(*sided(side, figure, column(bar, grow=1)), gap=18, height=72)


def _fan(side: int, half: Half, room: Room) -> list[Item]:
    """Show at most three cards, the first in front; cards of an action that was stopped lie on their side."""
    count, scale, way = min(3, len(half.cards)), TALL / CARD[1], 1 if side == 0 else -1
    found: list[Item] = []
    for number in reversed(range(count)):
        lean = 0 if count == 1 or half.out else -5 + 10 * number
        small = SmallCard(half.cards[number], ((82 if half.out else 0) + lean) * way)
        wide, tall = (length * scale * (0.8 if half.out else 1) for length in small.size)
        aside = (number - (count - 1) / 2) * 74 * way
        found += placed(image(small, wide, tall), (room.middle[0] + aside, room.middle[1]))
    return found


def _outcome(beat: Beat) -> list[Item]:
    """Return what was lost, that nothing came through, or that an attack missed, in the middle."""
    found: list[Item] = []
    for side, loss in enumerate(beat.losses):
        if loss:
            aside = (-1 if side == 0 else 1) * (BURST + 4 if all(beat.losses) else 26)
            found += blow((HALF + aside, MIDDLE), BURST, f"−{loss}")
    return found or stopped(beat, (HALF, MIDDLE), 1.9)


draw_moment = DrawnScene(moment_scene, WIDE)
