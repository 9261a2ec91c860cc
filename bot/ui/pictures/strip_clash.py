"""The row of a moment with room for large names: each above its own dice, with the outcome in the middle below."""

from typing import Final

from bot.ui.pictures.scene import Text
from bot.ui.pictures.strip import WIDE, Beat, Half, Strip
from bot.ui.pictures.strip_head import mirror, near
from bot.ui.pictures.strip_row import CHIP, COLUMN, FOOT, LEAST_CHIP, Row
from bot.ui.pictures.text import Fitted, fitted, width
from bot.ui.pictures.tones import CREAM

SMALL, LARGE = 122, 176
"""The most height of cards beside which there is a name that needs room, and of others."""

ONE, TWO, CUT = (54, 40), (42, 30), 24
"""The largest and smallest size of a name in one line and in two, and of one that is longer."""

LEAN: Final = 36
"""The most by which the border leans to the weaker side."""

OWNER: Final = 34
"""The height of the line with the name of the player whose side it is."""

TOP, STEP = 8, 0.94
"""The room above a name, and the distance of its lines as a share of their size."""

LEAST_BURST: Final = 36
"""The least radius of a burst, with which its figure can be read."""

NEAR: Final = 60
"""How near the border a name ends that a burst on the other side could cover."""

NOTE: Final = 300
"""The room for what there is instead of a card."""

BURST: Final = 66
"""The height below the names for which the signs in the middle have their usual size."""


class ClashRow(Row):
    """A row that is being laid out: names from edge to border, and below them everything else."""

    def __init__(self, beat: Beat, number: int, strip: Strip, top: float, high: float) -> None:
        super().__init__(beat, number, strip, top, high)
        self.starts = [self.fan(side, half) if half.cards else COLUMN + 24 for side, half in enumerate(beat.halves)]
        self.names = [self.named(side, half) for side, half in enumerate(beat.halves)]
        block = max(self.block(name) for name in self.names)
        self.low = (top + block + top + high - FOOT) / 2 + 4
        self.room_below = high - FOOT - block
        self.scale = max(0.75, min(1.9, self.room_below / BURST))
        self.chip = max(LEAST_CHIP, min(CHIP, round(self.room_below * 0.7)))

    def lean(self) -> float:
        """Return how far the border leans away from the stronger side; names need the room of both."""
        return (
            max(-LEAN, min(LEAN, super().lean()))
            if not any(half.vacant for half in self.beat.halves)
            else super().lean()
        )

    def tall(self, half: Half) -> float:
        """Return the height of a side's cards, which are large where a name needs no room beside several."""
        return min(self.high - 32, LARGE if len(half.cards) == 1 or not half.name else SMALL)

    def radius(self, side: int) -> float:
        """Return the radius of the burst of what a side lost, which stays below names that come near it."""
        large = super().radius(side)
        near = self.reach(side) < 2 * large or self.reach(1 - side) < NEAR
        return max(LEAST_BURST, min(large, self.room_below * 0.56) if near else large)

    def reach(self, side: int) -> float:
        """Return how far from the border the name of a side ends, or what stands there instead."""
        name, note = self.names[side], self.beat.halves[side].note
        lines = () if name is None else name.lines
        long = max((width(line, name.size, "title") for line in lines if name is not None), default=0)
        border = self.border if side == 0 else WIDE - self.border
        return border - self.starts[side] - max(long, min(NOTE, width(note, 38)))

    def named(self, side: int, half: Half) -> Fitted | None:
        """Return a side's name as large as there is room; None without one."""
        if not half.name:
            return None
        border = self.border + self.slant * 0.6 if side == 0 else WIDE - self.border - self.slant
        room = max(1, round(border - self.starts[side] - (22 if side == 0 else 30)))
        fit = fitted(half.name, room, *ONE, 1, "title")
        if fit.cut:
            fit = fitted(half.name, room, *TWO, 2, "title")
        return fitted(half.name, room, TWO[1], CUT, 2, "title") if fit.cut else fit

    def block(self, name: Fitted | None) -> float:
        """Return how far from the top a name reaches, with its player's if there are many."""
        owner = OWNER if self.crowd else 0
        return TOP + owner + (0 if name is None else len(name.lines) * name.size * STEP)

    def action(self, side: int, half: Half) -> None:
        """Show an action: its cards, its name, and below it its dice, its total, and what else is to be said."""
        start, name = self.starts[side], self.names[side]
        self.name(side, name, start)
        down, inner = self.low, self.room(side)
        if half.figure is not None and not half.out:
            fit = self.total(half, inner - start)
            long = width(fit.lines[0], fit.size, "title")
            self.write(fit, (mirror(side)(inner - long / 2 - 4), down - 2), CREAM, "mm", 7)
            inner -= long + 16
            start = self.throw(side, half, start, down, inner, self.room_below * 0.72)
        self.chip_row(side, half.chips, start, down, inner + 4)

    def total(self, half: Half, room: float) -> Fitted:
        """Return a side's total, as large as there is room."""
        assert half.figure is not None  # noqa: S101 - only a side with a figure has a total
        text, size = str(half.figure.total).replace("-", "−"), round(66 * min(1.5, self.scale))
        return fitted(text, max(1, min(150, round(room))), size, 20, 1, "title")

    def empty(self, side: int, half: Half) -> None:
        """Say what there is instead of a card."""
        self.owner(side, self.starts[side], self.top + TOP + OWNER / 2)
        level = self.low if self.crowd else self.middle
        fit = fitted(half.note, max(1, min(NOTE, round(self.room(side) - COLUMN - 24))), 38, 26, 2)
        for number, line in enumerate(fit.lines):
            down = level + (number - (len(fit.lines) - 1) / 2) * fit.size * 1.1
            place = (mirror(side)(COLUMN + 24), down)
            self.writing.append(Text(line, place, fit.size, self.tones[side].tint, near(side)))
        long = max((width(line, fit.size) for line in fit.lines), default=0)
        self.chip_row(side, half.chips, COLUMN + 38 + long, level, self.room(side))

    def name(self, side: int, fit: Fitted | None, start: float) -> None:
        """Write a name's lines, if there is one, below the name of its player if there are many."""
        down = self.top + TOP
        if self.crowd:
            self.owner(side, start, down + OWNER / 2)
            down += OWNER
        if fit is None:
            return
        for number, line in enumerate(fit.lines):
            place = (mirror(side)(start), down + (number + 0.5) * fit.size * STEP)
            self.writing.append(Text(line, place, fit.size, CREAM, near(side), "title"))
