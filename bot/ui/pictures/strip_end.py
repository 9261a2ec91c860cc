"""The last row of a strip whose match has ended: the last blow, as large as several moments before it."""

from typing import Final

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.impacts import die, last_blow, points_bar
from bot.ui.pictures.scene import Image, Item, Path, Point, Text, ellipse, rounded
from bot.ui.pictures.shapes import rays
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE, Beat, Fighter, Half, Strip, Throw, plus_of
from bot.ui.pictures.text import Anchor, fitted, width
from bot.ui.pictures.tones import BLOW, CREAM, INK, MUTED, SLATE

BORDER: Final = 720
"""Where the border to the side that fell is, from the winner's edge."""

IMPACT: Final = 762
"""Where the blow lands, from the winner's edge."""

FOOT: Final = 38
"""The height of the bars at the foot, and of the room above them."""

DIE, LEAST = 74, 0.4
"""The side of a die, and the least scale of dice for which there is little room."""


def end_row(beat: Beat, strip: Strip, top: float, high: float) -> list[Item]:
    """Return the row of the last blow; without a blow, the side that fell did so by itself."""
    return _End(beat, strip, top, high).items()


class _End:
    """The row that is being laid out; places are measured from the winner's edge."""

    def __init__(self, beat: Beat, strip: Strip, top: float, high: float) -> None:
        assert strip.fall is not None  # noqa: S101 - only the row of a fall is laid out here
        self.beat, self.strip, self.fall = beat, strip, strip.fall
        self.top, self.high = top, high
        self.lost = strip.fall.side
        self.won = 1 - self.lost
        self.near: Anchor = "lm" if self.won == 0 else "rm"
        self.shapes: list[Item] = []
        self.cards: list[Item] = []
        self.writing: list[Item] = []

    def at(self, across: float) -> float:
        """Return the place in the picture at a distance from the winner's edge."""
        return across if self.won == 0 else WIDE - across

    def fighter(self, side: int) -> Fighter:
        """Return the player on a side."""
        return self.strip.fighters[self.beat.sides[side]]

    def items(self) -> list[Item]:
        """Return everything from back to front."""
        self.ground()
        self.action(self.beat.halves[self.won])
        self.fallen()
        self.bars()
        loss = self.beat.losses[self.lost]
        if loss:
            burst = last_blow((self.at(IMPACT), self.top + self.high / 2 - 15), 104, f"−{loss}")
            self.shapes += [item for item in burst if isinstance(item, Path)]
            self.writing += [item for item in burst if isinstance(item, Text)]
        if self.beat.label:
            number = (self.at(42), self.top + 42)
            self.cards.append(Path((ellipse(number, 25),), INK, CREAM, 3))
            self.writing.append(Text(self.beat.label, (number[0], number[1] - 1), 30, CREAM, "mm", "title"))
        edge = rounded(3, self.top + 3, WIDE - 3, self.top + self.high - 3, 24)
        return [*self.shapes, *self.cards, *self.writing, Path((edge,), stroke=BLOW, width=6)]

    def ground(self) -> None:
        """Lay the winner's ground with rays out of the blow, and the dark ground of the side that fell."""
        top, bottom, slant = self.top, self.top + self.high, self.high * 0.15
        won, lost = self.fighter(self.won).tones, self.fighter(self.lost).tones
        outline = rounded(0, top, WIDE, bottom, 27)
        self.shapes.append(Path((outline,), won.base))
        middle = (self.at(IMPACT), top + self.high / 2 - 15)
        self.shapes.append(Path(rays(middle, outline), mixed(won.base, won.light, 0.3)))
        edge = ((self.at(BORDER + slant), top), (self.at(BORDER - slant), bottom))
        far = tuple((self.at(WIDE - x), y) for x, y in rounded(0, top, 120, bottom, 27)[14:])
        dark = (*far, *edge)
        self.shapes.append(Path((dark,), lost.dark))
        self.shapes.append(Path(rays(middle, dark), mixed(lost.dark, lost.base, 0.35)))
        self.shapes.append(
            Path(
                (((edge[0][0] - 3, top), (edge[0][0] + 3, top), (edge[1][0] + 3, bottom), (edge[1][0] - 3, bottom)),),
                CREAM,
            )
        )

    def action(self, half: Half) -> None:
        """Show the winner's cards, their name in large letters, the dice and the total."""
        start: float = 60
        scale = self.high * 0.64 / CARD[1]
        count = min(3, len(half.cards))
        for number in reversed(range(count)):
            turn = (-7 + 9 * number) * (1 if self.won == 0 else -1)
            card = SmallCard(half.cards[number], turn)
            wide, tall = (length * scale for length in card.size)
            left = 36 + number * 42
            corner = left if self.won == 0 else WIDE - left - wide
            self.cards.append(Image(card, corner, self.top + self.high / 2 - 24 - tall / 2, wide))
            start = max(start, left + wide + 20)
        room = round(IMPACT - 118 - start)
        dark = self.fighter(self.won).tones.dark
        name = fitted(half.name or self.fighter(self.won).name, room, 68, 34, 1, "title")
        if name.size < 48:  # noqa: PLR2004 - two larger lines can be read better than one small one
            name = fitted(half.name or self.fighter(self.won).name, room, 50, 26, 2, "title")
        down = self.top + 82 - (len(name.lines) - 1) * name.size * 0.46
        for line in name.lines:
            self.writing.append(Text(line, (self.at(start), down), name.size, CREAM, self.near, "title", dark, 6))
            down += name.size * 0.94
        if half.figure is not None:
            self.dice(half.figure, start, self.top + 176, room)
        said = " · ".join(chip.text for chip in half.chips)
        if said:
            fit = fitted(said, room, 30, 18)
            tint = self.fighter(self.won).tones.tint
            self.writing.append(Text(fit.lines[0], (self.at(start), self.top + 246), fit.size, tint, self.near))

    def dice(self, throw: Throw, start: float, down: float, room: float) -> None:
        """Show the dice, what is added, and the total, as large as there is room."""
        scale = 1.0
        while scale > LEAST and self.long(throw, scale) > room:
            scale -= 0.05
        left = self.at(start) if self.won == 0 else self.at(start) - self.long(throw, scale)
        side = DIE * scale
        for face in throw.faces:
            for shape in die((left + side / 2, down), side, face, throw.sides):
                (self.writing if isinstance(shape, Text) else self.shapes).append(shape)
            left += side * 1.17
        plus = plus_of(throw)
        if plus:
            self.writing.append(Text(plus, (left, down), round(50 * scale), CREAM, "lm"))
        left += width(plus, round(50 * scale)) + 12 * scale if plus else 0
        dark = self.fighter(self.won).tones.dark
        total = str(throw.total).replace("-", "−")
        if throw.faces or plus:
            self.writing.append(Text("=", (left, down), round(44 * scale), CREAM, "lm"))
            left += width("=", round(44 * scale)) + 12 * scale
        self.writing.append(Text(total, (left, down - 5), round(84 * scale), CREAM, "lm", "title", dark, 7))

    def long(self, throw: Throw, scale: float) -> float:
        """Return how wide dice, what is added to them, and the total are."""
        plus, total = plus_of(throw), str(throw.total)
        dice = len(throw.faces) * DIE * scale * 1.17 + (width(plus, round(50 * scale)) + 12 * scale if plus else 0)
        equals = width("=", round(44 * scale)) + 12 * scale if throw.faces or plus else 0
        return dice + equals + width(total, round(84 * scale), "title")

    def fallen(self) -> None:
        """Show the side that fell: a crossed-out sign, and what is left of it in words."""
        fighter = self.fighter(self.lost)
        middle: Point = (self.at(972), self.top + 96)
        self.shapes += [Path((ellipse(middle, 45),), MUTED), Path((ellipse(middle, 40),), SLATE)]
        cross = tuple(
            ((middle[0] - side * 24, middle[1] - 24), (middle[0] + side * 24, middle[1] + 24)) for side in (1, -1)
        )
        self.shapes.append(Path(cross, stroke=BLOW, width=9, closed=False))
        down = self.top + 172.0
        told = fitted(self.fall.told, 194, 40, 22, 2, "title")
        for line in told.lines:
            self.writing.append(Text(line, (self.at(972), down), told.size, CREAM, "mm", "title"))
            down += told.size * 0.95
        down += 6
        points = fitted(self.fall.points, 194, 30, 20)
        self.writing.append(Text(points.lines[0], (self.at(972), down + 4), points.size, fighter.tones.tint))
        half = self.beat.halves[self.lost]
        room = self.top + self.high - FOOT - (down + 36)  # from the middle of the first line
        name = fitted(half.name, 194, 28, 22, 2 if room >= 28 * 1.5 else 1)
        for number, line in enumerate(name.lines if half.name else ()):
            place = (self.at(972), down + 36 + number * name.size)
            self.writing.append(Text(line, place, name.size, fighter.tones.tint))

    def bars(self) -> None:
        """Show both sides' points at the foot."""
        top = self.top + self.high - 33
        for side, (near, far) in ((self.won, (36, 470)), (self.lost, (852, 1044))):
            points = self.beat.halves[side].points
            if points is None:
                continue
            ends = sorted((self.at(near), self.at(far)))
            light = self.fighter(side).tones.light
            shares = (points[0] / self.strip.most, points[1] / self.strip.most)
            self.shapes += points_bar((ends[0], top, ends[1], top + 16), shares, light, left=side == 0)
        left = fitted(self.fall.left, 200, 30, 20)
        self.writing.append(Text(left.lines[0], (self.at(486), top + 8), left.size, CREAM, self.near))
