"""One moment of a turn as a large picture of its own: the players who acted, their cards, and what these did."""

from typing import Final

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.impacts import blow, face_disc, number_badge, points_bar, shield
from bot.ui.pictures.scene import Image, Item, Path, Point, Scene, Text, rounded
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import HEIGHTS, WIDE, Chip, Half, Strip
from bot.ui.pictures.strip_head import left_corners, mirror, near
from bot.ui.pictures.strip_play import play_row
from bot.ui.pictures.strip_row import CHIPS
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM, INK

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
    moment = _Moment(strip)
    return Scene(WIDE, moment.high, tuple(moment.items()))


class _Moment:
    """A moment with two sides that is being laid out: shapes first, then cards, then writing."""

    def __init__(self, strip: Strip) -> None:
        self.strip, self.beat = strip, strip.beats[0]
        self.fighters = tuple(strip.fighters[each] for each in self.beat.sides)
        self.high = HIGH + (MORE if any(half.chips for half in self.beat.halves) else 0)
        self.shapes: list[Item] = []
        self.cards: list[Item] = []
        self.writing: list[Item] = []

    def items(self) -> list[Item]:
        """Return everything from back to front."""
        for side, half in enumerate(self.beat.halves):
            self.plate(side)
            self.player(side, half)
            self.action(side, half)
            self.points(side, half)
        top, bottom = HALF + SLANT, HALF - SLANT
        border = ((top - 3, 0.0), (top + 3, 0.0), (bottom + 3, float(self.high)), (bottom - 3, float(self.high)))
        self.shapes.append(Path((border,), CREAM))
        self.outcome()
        if self.beat.label:
            self.writing += number_badge(self.beat.label, (HALF + SLANT * 0.8, NUMBER + 12), NUMBER)
        return [*self.shapes, *self.cards, *self.writing]

    def plate(self, side: int) -> None:
        """Lay a side's plate, which ends at the slanted border."""
        at, lean = mirror(side), SLANT if side == 0 else -SLANT
        corners = (*left_corners(0, self.high, RADIUS), (HALF + lean, 0.0), (HALF - lean, float(self.high)))
        self.shapes.append(Path((tuple((at(x), y) for x, y in corners),), self.fighters[side].tones.base))

    def player(self, side: int, half: Half) -> None:
        """Show whose side it is; the face is large if there are no cards."""
        at, start = mirror(side), 30
        if half.cards:
            self.face(side, (at(30 + FACE), 64), FACE)
            start = 48 + 2 * FACE
        else:
            self.face(side, (at(ROOM / 2), MIDDLE), PORTRAIT)
        name = fitted(self.fighters[side].name, ROOM + 20 - start, 52, 30, 1, "title")
        self.writing.append(Text(name.lines[0], (at(start), 62), name.size, CREAM, near(side), "title"))

    def face(self, side: int, at: Point, radius: float) -> None:
        """Show a player's face."""
        for item in face_disc(self.fighters[side], at, radius):
            (self.writing if isinstance(item, Text) else self.cards).append(item)

    def action(self, side: int, half: Half) -> None:
        """Show the cards of a side and their names, or what there is instead of a card, and what else is to be said."""
        at = mirror(side)
        if half.cards:
            self.fan(side, half, (at(ROOM / 2), MIDDLE))
        said = half.name or half.note
        fit = fitted(said, ROOM, 50, 40, 1, "title")
        if fit.cut:
            fit = fitted(said, ROOM, 38, 26, 2, "title")
        for number, line in enumerate(fit.lines):
            place = (at(30), 442 + (number - (len(fit.lines) - 1) / 2) * fit.size * 0.95)
            self.writing.append(Text(line, place, fit.size, CREAM, near(side), "title"))
        self.chips(side, half.chips)

    def fan(self, side: int, half: Half, at: Point) -> None:
        """Show at most three cards, the first in front; cards of an action that was stopped lie on their side."""
        count, scale = min(3, len(half.cards)), TALL / CARD[1]
        turn = (82 if half.out else 0) * (1 if side == 0 else -1)
        for number in reversed(range(count)):
            lean = (0 if count == 1 or half.out else -5 + 10 * number) * (1 if side == 0 else -1)
            card = SmallCard(half.cards[number], turn + lean)
            wide, tall = (length * scale * (0.8 if half.out else 1) for length in card.size)
            aside = (number - (count - 1) / 2) * 74 * (1 if side == 0 else -1)
            self.cards.append(Image(card, at[0] + aside - wide / 2, at[1] - tall / 2, wide))

    def chips(self, side: int, chips: tuple[Chip, ...]) -> None:
        """Show what else is to be said, side by side, the most important first, as far as there is room."""
        at, start, down = mirror(side), 30.0, 508
        for chip in chips:
            fit = fitted(chip.text, max(1, round(ROOM + 30 - start - 32)), 34, 24)
            if fit.cut:
                continue
            long = width(fit.lines[0], fit.size) + 32
            plate, ink = CHIPS[chip.kind]
            ends = sorted((at(start), at(start + long)))
            self.shapes.append(Path((rounded(ends[0], down - 25, ends[1], down + 25, 25),), plate))
            self.writing.append(Text(fit.lines[0], ((ends[0] + ends[1]) / 2, down), fit.size, ink))
            start += long + 12

    def points(self, side: int, half: Half) -> None:
        """Show the points after the moment, in a figure and as a bar with what was lost."""
        if half.points is None:
            return
        at, (had, has) = mirror(side), half.points
        text = f"{has} {self.strip.unit}"
        self.writing.append(Text(text, (at(30), self.high - 48), 46, CREAM, near(side), "title"))
        start = 30 + width(text, 46, "title") + 18
        ends = sorted((at(start), at(462)))
        shares = (had / self.strip.most, has / self.strip.most)
        light = self.fighters[side].tones.light
        self.shapes += points_bar((ends[0], self.high - 59, ends[1], self.high - 35), shares, light, left=side == 0)

    def outcome(self) -> None:
        """Show in the middle what was lost, that nothing came through, or that an attack missed."""
        beat, middle = self.beat, (HALF, float(MIDDLE))
        found: list[Item] = []
        for side, loss in enumerate(beat.losses):
            if loss:
                aside = (-1 if side == 0 else 1) * (BURST + 4 if all(beat.losses) else 26)
                found += blow((middle[0] + aside, middle[1]), BURST, f"−{loss}")
        if not found and beat.stopped:
            found = shield(middle, 170, "0")
        elif not found and beat.missed:
            fit = fitted(beat.missed, 220, 64, 30, 1, "title")
            half = width(fit.lines[0], fit.size, "title") / 2 + 26
            plate = rounded(middle[0] - half, middle[1] - 46, middle[0] + half, middle[1] + 46, 24)
            found = [Path((plate,), INK, CREAM, 5), Text(fit.lines[0], middle, fit.size, CREAM, "mm", "title")]
        self.writing += found


draw_moment = DrawnScene(moment_scene, WIDE)
