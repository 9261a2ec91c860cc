"""The row of a moment with two sides: their cards, names, dice and totals, and the outcome between them."""

from collections.abc import Iterator
from typing import Final

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.impacts import blow, die, number_badge, shield
from bot.ui.pictures.layout import Box, Label, Plate, Room, Stack, placed, row
from bot.ui.pictures.parts import face, image, points
from bot.ui.pictures.scene import Item, Outline, Path, Point, layered
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE, Beat, Chip, Half, Strip, Throw
from bot.ui.pictures.strip_head import SIDES, left_corners, mirror
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

WHY: Final = (31, 19)
"""The largest and the smallest size of words about an attack that came to nothing."""

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
    """A moment's row that is being laid out."""

    def __init__(self, beat: Beat, number: int, strip: Strip, top: float, high: float) -> None:
        self.beat, self.number, self.strip, self.most = beat, number, strip, strip.most
        self.fighters = tuple(strip.fighters[each] for each in beat.sides)
        self.tones = tuple(fighter.tones for fighter in self.fighters)
        self.top, self.high = top, high
        self.middle = top + (high - 15) / 2  # of the cards
        self.low = self.middle + 4
        self.scale = min(1.0, high / FULL)
        self.chip = CHIP if high > LOWEST else LEAST_CHIP
        self.ground: list[Item] = []
        self.shown: list[Item] = []
        self.border = MIDDLE + self.lean()
        self.slant = high * 0.16
        self.crowd = len(strip.fighters) > 2  # noqa: PLR2004 - a duel's sides are clear

    def items(self) -> list[Item]:
        """Return everything from back to front."""
        self.plates()
        for side, half in enumerate(self.beat.halves):
            self.points(side, half)
            (self.action if half.cards else self.empty)(side, half)
        return [*layered([*self.ground, *self.shown]), *layered(self.sign())]

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

    def edge(self, side: int) -> float:
        """Return how far the border is from a side's edge."""
        return self.border if side == 0 else WIDE - self.border

    def put(self, box: Box | None, side: int, start: float, middle: float) -> float:
        """Show a box at a distance from a side's edge, around a height; return where it ends."""
        if box is None:
            return start
        width = box.size[0]
        self.shown += placed(box, (mirror(side)(start + width / 2), middle))
        return start + width

    def plates(self) -> None:
        """Put down both sides' plates, which grow brighter towards the border, and cut them as a gouge would."""
        top, bottom = self.top, self.top + self.high
        for side in (0, 1):
            at, tones = mirror(side), self.tones[side]
            border, lean = self.edge(side), self.slant if side == 0 else -self.slant
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
            self.ground.append(Path(tuple(cuts), pale))
        over, under = self.border + self.slant, self.border - self.slant
        self.shape(((over - 2, top), (over + 2, top), (under + 2, bottom), (under - 2, bottom)), CREAM)

    def shape(self, outline: Outline, colour: Colour) -> None:
        """Fill an outline."""
        self.ground.append(Path((outline,), colour))

    def points(self, side: int, half: Half) -> None:
        """Show whose side it is if there are many, the points after the moment, and as a bar what was lost."""
        fighter, crowd = self.fighters[side], self.crowd
        if self.owned(side):
            radius = min(24.0, self.high * 0.2)
            middle = self.top + self.high * (0.5 if half.points is None else 0.28)
            self.put(face(fighter, radius), side, COLUMN / 2 - radius, middle)
        if half.points is None:
            return
        had, has = half.points
        size = 46 if self.beat.size != "quiet" else 36 if not crowd else 28
        figure = Label(str(has), (size, 20), CREAM, "title", "middle", width=COLUMN - 14)
        self.put(figure, side, 7, self.top + self.high * (0.7 if crowd else 0.5))
        left = min(mirror(side)(COLUMN + 9), mirror(side)(438))
        bar = points((had / self.most, has / self.most), fighter.tones.light, 10, left=side == 0)
        self.shown += bar.items(Room(left, self.top + self.high - 17, 438 - COLUMN - 9, 10))

    def owned(self, side: int) -> bool:
        """Whether a side has to say whose it is."""
        return self.crowd and (side == 0 or len(set(self.beat.sides)) > 1)

    def owner(self, side: int, start: float, down: float) -> float:
        """Write whose side it is, and return where the rest of that line begins."""
        if not self.owned(side):
            return start
        name = Label(self.fighters[side].name, (27, 19), self.tones[side].tint, side=SIDES[side], most=OWNER)
        return self.put(name, side, start, down) + 14

    def empty(self, side: int, half: Half) -> None:
        """Say what there is instead of a card."""
        note = Label(half.note, (29, 20), self.tones[side].tint, side=SIDES[side], most=300) if half.note else None
        start = self.put(note, side, COLUMN + 24, self.middle)
        self.chips(side, half.chips, start + 14, self.middle, self.room(side))

    def room(self, side: int) -> float:
        """Return how far a side's texts may reach from its edge."""
        border, beat = self.edge(side), self.beat
        if beat.losses[side]:
            return border - 2 * self.radius(side) + (8 if not all(beat.losses) else -6)
        if beat.losses[1 - side]:
            return border - max(20.0, self.radius(1 - side) - 14)
        return border - (SIGN * max(1.0, self.scale) if beat.stopped or beat.why else 40)

    def radius(self, side: int) -> float:
        """Return the radius of the burst of what a side lost."""
        return (37 + min(18, self.beat.losses[side] * 1.1)) * self.scale

    def action(self, side: int, half: Half) -> None:
        """Show an action: its cards, its name, its total, and what else is to be said."""
        quiet, start, inner = self.beat.size == "quiet", self.fan(side, half), self.room(side)
        if half.figure is not None and not half.out and not quiet:
            inner = self.total(side, half.figure, inner, self.middle, min(1.25, self.scale))
        if quiet:
            start = self.owner(side, start, self.middle)
            start = self.put(self.name(side, half, inner - start, (40, 32), (32, 22, 2)), side, start, self.middle) + 14
            self.chips(side, half.chips, start, self.middle, inner)
            return
        under = 42 * min(1.2, self.scale) if half.chips or self.dice(half) else 0
        first = self.owner(side, start, self.middle - under / 2)
        large, second = 38 if under else 44, 34 if self.high > LOWEST or not under else 22
        name = self.name(side, half, inner - first, (large, large - 8), (second, 19, 2))
        tall = 0 if name is None else name.size[1]
        top = self.middle - (tall + under) / 2
        self.put(name, side, first, top + tall / 2)
        down = top + tall + under / 2 + 4
        start = self.throw(side, half, start, down, inner, under)
        self.chips(side, half.chips, start, down, inner + 4)

    def name(self, side: int, half: Half, room: float, one: tuple[int, int], two: tuple[int, int, int]) -> Label | None:
        """Return an action's name in one line or two; None without one."""
        if not half.name:
            return None
        name = Label(half.name, one, CREAM, "title", SIDES[side], wrapped=two, most=max(1, room))
        return name.laid(name.most)

    def total(self, side: int, throw: Throw, inner: float, middle: float, scale: float, most: float = 110) -> float:
        """Show a side's total before a distance from its edge, and return where the rest has to end."""
        text, rim = str(throw.total).replace("-", "−"), (INK, 7)
        total = Label(text, (round(66 * scale), 20), CREAM, "title", SIDES[side], rim, most=max(1, most))
        self.put(total, side, inner - total.size[0] - 4, middle)
        return inner - total.size[0] - 16

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
        for number, each in enumerate(faces):
            across = mirror(side)(start + long * (number * APART + 0.5))
            self.shown += die((across, down), long, each, half.figure.sides)
        return start + long * APART * len(faces) + 6

    def tall(self, half: Half) -> float:
        """Return the height of a side's cards."""
        return min(self.high - 26, TALLEST) if half.cards else 0

    def fan(self, side: int, half: Half) -> float:
        """Show an action's cards, at most three, and return where they end."""
        count = min(3, len(half.cards))
        scale = self.tall(half) / CARD[1]
        apart = 1.06 if self.beat.halves[1 - side].vacant else 0.3 if count < 3 else 0.2  # noqa: PLR2004 - three lie closer
        turn, way = 82 if half.out else 0, 1 if side == 0 else -1
        end = COLUMN + 12.0
        for number in reversed(range(count)):
            lean = 0 if count == 1 or half.out else -4 + 8 * number
            small = SmallCard(half.cards[number], (turn + lean) * way)
            wide, tall = (length * scale * (0.92 if half.out else 1) for length in small.size)
            start = COLUMN + 14 + number * CARD[0] * scale * apart
            end = max(end, self.put(image(small, wide, tall), side, start, self.middle + 2))
        return end + 14

    def chips(self, side: int, chips: tuple[Chip, ...], start: float, down: float, end: float) -> None:
        """Put chips side by side as far as there is room, the most important first."""
        for pill in pills(chips, end - start, (self.chip, LEAST_CHIP), 9):
            start = self.put(pill, side, start, down) + 9

    def sign(self) -> list[Item]:
        """Return the moment's outcome on the border, with its number."""
        beat, top = self.beat, self.top
        radius = max((self.radius(side) for side in (0, 1) if beat.losses[side]), default=0)
        at = (self.border, min(self.low, top + self.high - radius - 4))
        found: list[Item] = []
        for side in (0, 1):
            if beat.losses[side]:
                away = self.radius(side) + 3 if all(beat.losses) else self.radius(side) - 12
                aside = -away if side == 0 else away
                found += blow((at[0] + aside, at[1]), self.radius(side), f"−{beat.losses[side]}")
        found = found or stopped(beat, at, self.scale)
        if beat.label:
            large = not found
            number = (at[0], top + self.high / 2) if large else (self.border + self.slant, top + 23)
            found += number_badge(beat.label, number, min(24.0, self.high / 3.2) if large else 22.0)
        return found


def pills(chips: tuple[Chip, ...], room: float, sizes: tuple[int, int], gap: float) -> Iterator[Stack]:
    """Yield what else is to be said on plates, the most important first, as far as there is room side by side."""
    for chip in chips:
        plate, ink = CHIPS[chip.kind]
        label = Label(chip.text, sizes, ink, side="middle", most=max(1, room - 24))
        if label.fit(label.most).cut:
            continue
        high = 1.4 * label.fit(label.most).size
        pill = row(label, pad=(12, 0), height=high, plate=Plate(plate, high / 2))
        room -= pill.size[0] + gap
        yield pill


def stopped(beat: Beat, at: Point, scale: float) -> list[Item]:
    """Return the sign of an attack that came to nothing: the shield that stopped it, and why; nothing without one."""
    found = shield(at, 84 * scale, "" if beat.why else "0") if beat.stopped else []
    if not beat.why:
        return found
    large, least = (round(size * scale) for size in WHY)
    label = Label(
        beat.why, (large, large), CREAM, "title", "middle", wrapped=(large, least, 2), most=1.75 * SIGN * scale
    )
    plate = row(label.laid(label.most), pad=(8 * scale, 5 * scale), plate=Plate(INK, 15, CREAM, 4))
    return [*found, *placed(plate, at)]
