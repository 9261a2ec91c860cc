"""The row of a moment with two sides: their cards, names, dice and totals, and the outcome between them."""

from typing import Final

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.impacts import blow, die, face_disc, points_bar, shield
from bot.ui.pictures.scene import Image, Item, Outline, Path, Point, Text, ellipse, rounded
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE, Beat, Chip, Half, Strip
from bot.ui.pictures.strip_head import left_corners, mirror, near
from bot.ui.pictures.text import Anchor, Fitted, fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, HEAL, INK, SLATE

MIDDLE: Final = WIDE / 2
COLUMN: Final = 84
"""The width of the column with a side's points."""

PUSH, FARTHEST, ASIDE = 144, 66, 44
"""How far the border leans to the weaker side for a difference as large as a full bar, and at most."""

WHOLE: Final = 440
"""How far the border leans to a side on which there is nothing."""

RADIUS: Final = 18
SIGN: Final = 63
"""How far the border's sign reaches to either side, at the height of a clash."""

CHIPS: Final[dict[str, tuple[Colour, Colour]]] = {
    "bad": (INK, CREAM),
    "cost": (INK, (255, 179, 161)),
    "good": (HEAL, INK),
    "stack": (GOLD, INK),
    "plain": (SLATE, CREAM),
}
"""The plate and the letters of each kind of chip."""


OWNER: Final = 220
"""The room for the name of the player whose side it is."""

TALLEST: Final = 138
"""The most height of a card."""

CHIP, LEAST_CHIP = 34, 26
"""The size of what else is to be said, and its least size."""

DIE, LEAST_DIE = 46, 32
"""The side of a die, and its least side: a smaller one has pips that nobody can count on a phone."""

APART: Final = 1.16
"""The distance of two dice, as a share of their side."""

FULL: Final = 117
"""The height at which a row's signs have their full size."""

FOOT: Final = 20
"""The height of the foot of a row, with the bars of points."""

LOWEST: Final = 112
"""The height up to which a row has room for one line of a name above what else is to be said."""


class Row:
    """A moment's row that is being laid out: shapes first, then cards, then writing, so little is painted twice."""

    def __init__(self, beat: Beat, number: int, strip: Strip, top: float, high: float) -> None:
        self.beat, self.number, self.strip, self.most = beat, number, strip, strip.most
        self.tones = tuple(strip.fighters[each].tones for each in beat.sides)
        self.top, self.high = top, high
        self.middle = top + (high - 15) / 2  # of the cards
        self.low = self.middle + 4
        self.scale = min(1.0, high / FULL)
        self.chip = CHIP if high > LOWEST else LEAST_CHIP
        self.shapes: list[Item] = []
        self.cards: list[Item] = []
        self.writing: list[Item] = []
        self.border = MIDDLE + self.lean()
        self.slant = high * 0.16
        self.crowd = len(strip.fighters) > 2  # noqa: PLR2004 - a duel's sides are clear

    def items(self) -> list[Item]:
        """Return everything from back to front."""
        self.plates()
        for side, half in enumerate(self.beat.halves):
            self.points(side, half)
            (self.action if half.cards else self.empty)(side, half)
        self.sign()
        return [*self.shapes, *self.cards, *self.writing]

    def lean(self) -> float:
        """Return how far the border leans away from the stronger side; several cards, need the room."""
        vacant = [half.vacant for half in self.beat.halves]
        if any(vacant):
            return WHOLE if vacant[1] else -WHOLE
        if self.beat.size == "quiet":
            return 0
        one, other = (0 if half.figure is None or half.out else half.figure.total for half in self.beat.halves)
        least, most = (
            FARTHEST if not half.cards[1:] else -ASIDE if loss else 0
            for half, loss in zip(self.beat.halves, self.beat.losses, strict=True)
        )
        return max(-least, min(most, (one - other) * PUSH / self.most)) if -least <= most else 0

    def plates(self) -> None:
        """Put down both sides' plates, which grow brighter towards the border, and cut them as a gouge would."""
        top, bottom = self.top, self.top + self.high
        for side in (0, 1):
            at, tones = mirror(side), self.tones[side]
            border = self.border if side == 0 else WIDE - self.border
            lean = self.slant if side == 0 else -self.slant
            corners = left_corners(top, self.high, RADIUS)
            whole = (*corners, (border + lean, top), (border - lean, bottom))
            self.shape(tuple((at(x), y) for x, y in whole), tones.deep)
            for step in range(1, 4):
                start = COLUMN + (border - COLUMN) * step / 4.6
                band = ((start + lean, top), (border + lean, top), (border - lean, bottom), (start - lean, bottom))
                self.shape(tuple((at(x), y) for x, y in band), mixed(tones.deep, tones.base, step / 3))
            self.shape(tuple((at(x), y) for x, y in (*corners, (COLUMN, top), (COLUMN, bottom))), tones.dark)
            pale = mixed(tones.base, tones.light, 0.22)
            count = int(self.high / 15)
            cuts = []
            for line in range(count):
                down = top + (line + 0.5) * self.high / count
                end = border + lean * (1 - 2 * (down - top) / self.high) - 7
                long = 50 + (self.number * 31 + line * 47 + side * 17) % 83
                cuts.append(tuple((at(x), y) for x, y in ((end, down - 3), (end, down + 3), (end - long, down))))
            self.shapes.append(Path(tuple(cuts), pale))
        over, under = self.border + self.slant, self.border - self.slant
        self.shape(((over - 2, top), (over + 2, top), (under + 2, bottom), (under - 2, bottom)), CREAM)

    def shape(self, outline: Outline, colour: Colour) -> None:
        """Fill an outline."""
        self.shapes.append(Path((outline,), colour))

    def points(self, side: int, half: Half) -> None:
        """Show whose side it is if there are many, the points after the moment, and as a bar what was lost."""
        at, crowd = mirror(side), self.crowd
        fighter = self.strip.fighters[self.beat.sides[side]]
        if self.owned(side):
            share = 0.5 if half.points is None else 0.28
            radius = min(24.0, self.high * 0.2)
            for item in face_disc(fighter, (at(COLUMN / 2), self.top + self.high * share), radius):
                (self.writing if isinstance(item, Text) else self.shapes).append(item)
        if half.points is None:
            return
        had, has = half.points
        size = 46 if self.beat.size != "quiet" else 36 if not crowd else 28
        fit = fitted(str(has), COLUMN - 14, size, 20, 1, "title")
        self.write(fit, (at(COLUMN / 2), self.top + self.high * (0.7 if crowd else 0.5) - 2), CREAM, "mm")
        ends = sorted((at(COLUMN + 9), at(438)))
        bar = (ends[0], self.top + self.high - 17, ends[1], self.top + self.high - 7)
        self.shapes += points_bar(bar, (had / self.most, has / self.most), fighter.tones.light, left=side == 0)

    def owned(self, side: int) -> bool:
        """Whether a side has to say whose it is."""
        return self.crowd and (side == 0 or len(set(self.beat.sides)) > 1)

    def owner(self, side: int, start: float, down: float) -> float:
        """Write whose side it is, and return where the rest of that line begins."""
        if not self.owned(side):
            return start
        name = fitted(self.strip.fighters[self.beat.sides[side]].name, OWNER, 27, 19, 1)
        self.writing.append(
            Text(name.lines[0], (mirror(side)(start), down), name.size, self.tones[side].tint, near(side))
        )
        return start + width(name.lines[0], name.size) + 14

    def write(self, fit: Fitted, at: Point, colour: Colour, anchor: Anchor, rim: float = 0) -> None:
        """Write the first line of a fitted text in the title's typeface."""
        self.writing.append(Text(fit.lines[0], at, fit.size, colour, anchor, "title", INK if rim else None, rim))

    def empty(self, side: int, half: Half) -> None:
        """Say what there is instead of a card."""
        at, tones = mirror(side), self.tones[side]
        fit = fitted(half.note, 300, 29, 20, 1)
        line = "".join(fit.lines)
        if line:
            self.writing.append(Text(line, (at(COLUMN + 24), self.middle), fit.size, tones.tint, near(side)))
        self.chip_row(side, half.chips, COLUMN + 24 + width(line, fit.size) + 14, self.middle, self.room(side))

    def room(self, side: int) -> float:
        """Return how far a side's texts may reach from its edge."""
        border = self.border if side == 0 else WIDE - self.border
        beat = self.beat
        if beat.losses[side]:
            return border - 2 * self.radius(side) + (8 if not all(beat.losses) else -6)
        if beat.losses[1 - side]:
            return border - max(20.0, self.radius(1 - side) - 14)
        return border - (SIGN * self.scale if beat.stopped or beat.missed else 40)

    def radius(self, side: int) -> float:
        """Return the radius of the burst of what a side lost."""
        return (37 + min(18, self.beat.losses[side] * 1.1)) * self.scale

    def action(self, side: int, half: Half) -> None:
        """Show an action: its cards, its name, its total, and what else is to be said."""
        at, quiet = mirror(side), self.beat.size == "quiet"
        inner = self.room(side)
        start = self.fan(side, half)
        if half.figure is not None and not half.out and not quiet:
            fit = fitted(
                str(half.figure.total).replace("-", "−"), 110, round(66 * min(1.25, self.scale)), 20, 1, "title"
            )
            long = width(fit.lines[0], fit.size, "title")
            self.write(fit, (at(inner - long / 2 - 4), self.middle - 2), CREAM, "mm", 7)
            inner -= long + 16
        if quiet:
            start = self.owner(side, start, self.middle)
            room = round(inner - start)
            name = fitted(half.name, room, 40, 32, 1, "title")
            if name.cut:
                name = fitted(half.name, room, 32, 22, 2, "title")
            self.lines(name, (at(start), self.middle), near(side))
            used = max(width(line, name.size, "title") for line in name.lines)
            self.chip_row(side, half.chips, start + used + 14, self.middle, inner)
            return
        under = 42 * min(1.2, self.scale) if half.chips or self.dice(half) else 0
        first = self.owner(side, start, self.middle - under / 2)
        room, large = round(inner - first), 38 if under else 44
        name = fitted(half.name, room, large, large - 8, 1, "title")
        if name.cut:
            name = fitted(half.name, room, 34 if self.high > LOWEST or not under else 22, 19, 2, "title")
        step = name.size * 0.92
        top = self.middle - (len(name.lines) * step + under) / 2
        if half.name:
            self.lines(name, (at(first), top + len(name.lines) * step / 2), near(side))
        down = top + len(name.lines) * step + under / 2 + 4
        start = self.throw(side, half, start, down, inner, under)
        self.chip_row(side, half.chips, start, down, inner + 4)

    def dice(self, half: Half) -> tuple[int, ...]:
        """Return the faces that counted for a side's total, in a row that is high enough to show them."""
        return () if half.figure is None or half.out or self.high <= LOWEST else half.figure.faces

    def throw(self, side: int, half: Half, start: float, down: float, end: float, high: float) -> float:
        """Show a side's dice as large as there is room, and return where they end; none if they would be too small."""
        faces = self.dice(half)
        if half.figure is None or not faces:
            return start
        long = min(DIE, high, (end - start) / (len(faces) * APART))
        if long < LEAST_DIE:
            return start
        for number, face in enumerate(faces):
            across = mirror(side)(start + long * (number * APART + 0.5))
            for shape in die((across, down), long, face, half.figure.sides):
                (self.writing if isinstance(shape, Text) else self.shapes).append(shape)
        return start + long * APART * len(faces) + 6

    def lines(self, fit: Fitted, at: Point, anchor: Anchor) -> None:
        """Write a name's lines around a point."""
        for number, line in enumerate(fit.lines):
            down = at[1] + (number - (len(fit.lines) - 1) / 2) * fit.size * 0.92
            self.writing.append(Text(line, (at[0], down), fit.size, CREAM, anchor, "title"))

    def tall(self, half: Half) -> float:
        """Return the height of a side's cards."""
        return min(self.high - 26, TALLEST) if half.cards else 0

    def fan(self, side: int, half: Half) -> float:
        """Show an action's cards, at most three, and return where they end."""
        count = min(3, len(half.cards))
        scale = self.tall(half) / CARD[1]
        apart = 1.06 if self.beat.halves[1 - side].vacant else 0.3 if count < 3 else 0.2  # noqa: PLR2004 - three lie closer
        aside = CARD[0] * scale * apart
        turn = (82 if half.out else 0) * (1 if side == 0 else -1)
        end = COLUMN + 12.0
        for number in reversed(range(count)):
            lean = (0 if count == 1 or half.out else -4 + 8 * number) * (1 if side == 0 else -1)
            card = SmallCard(half.cards[number], turn + lean)
            wide, tall = (length * scale * (0.92 if half.out else 1) for length in card.size)
            left = COLUMN + 14 + number * aside
            corner = left if side == 0 else WIDE - left - wide
            self.cards.append(Image(card, corner, self.middle - tall / 2 + 2, wide))
            end = max(end, left + wide)
        return end + 14

    def chip_row(self, side: int, chips: tuple[Chip, ...], start: float, down: float, end: float) -> None:
        """Put chips side by side as far as there is room, the most important first."""
        at = mirror(side)
        for chip in chips:
            size = self.chip
            long = width(chip.text, size) + 24
            if start + long > end:
                fit = fitted(chip.text, max(1, round(end - start - 24)), size, LEAST_CHIP)
                if fit.cut:
                    continue
                size, long = fit.size, width(chip.text, fit.size) + 24
            plate, ink = CHIPS[chip.kind]
            ends = sorted((at(start), at(start + long)))
            half = size * 0.7
            self.shape(rounded(ends[0], down - half, ends[1], down + half, half), plate)
            self.writing.append(Text(chip.text, ((ends[0] + ends[1]) / 2, down), size, ink))
            start += long + 9

    def sign(self) -> None:
        """Show the moment's outcome on the border, with its number and the odds."""
        beat, top = self.beat, self.top
        radius = max((self.radius(side) for side in (0, 1) if beat.losses[side]), default=0)
        at = (self.border, min(self.low, top + self.high - radius - 4))
        found: list[Item] = []
        for side in (0, 1):
            if beat.losses[side]:
                away = self.radius(side) + 3 if all(beat.losses) else self.radius(side) - 12
                aside = -away if side == 0 else away
                found += blow((at[0] + aside, at[1]), self.radius(side), f"−{beat.losses[side]}")
        if not found and beat.stopped:
            found = shield(at, 84 * self.scale, "0")
        elif not found and beat.missed:
            fit = fitted(beat.missed, 130, round(34 * self.scale), 15, 1, "title")
            half = width(fit.lines[0], fit.size, "title") / 2 + 14
            plate = rounded(at[0] - half, at[1] - 24 * self.scale, at[0] + half, at[1] + 24 * self.scale, 15)
            found = [
                Path((plate,), INK, CREAM, 4),
                Text(fit.lines[0], (at[0], at[1] - 2), fit.size, CREAM, "mm", "title"),
            ]
        if not beat.label:
            self.shapes += [item for item in found if isinstance(item, Path)]
            self.writing += [item for item in found if isinstance(item, Text)]
            return
        large = not found
        number = (at[0], top + self.high / 2) if large else (self.border + self.slant, top + 23)
        radius = min(24.0, self.high / 3.2) if large else 22.0
        found += [
            Path((ellipse(number, radius),), INK, CREAM, 2),
            Text(beat.label, (number[0], number[1] - 1), radius * 1.2, CREAM, "mm", "title"),
        ]
        self.shapes += [item for item in found if isinstance(item, Path)]
        self.writing += [item for item in found if isinstance(item, Text)]
