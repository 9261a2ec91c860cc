"""The row of a moment with room for large names: each above its own dice, with the outcome in the middle below."""

from typing import Final

from bot.ui.pictures.layout import Label
from bot.ui.pictures.strip import Beat, Half, Strip
from bot.ui.pictures.strip_head import SIDES
from bot.ui.pictures.strip_row import CHIP, COLUMN, FOOT, LEAST_CHIP, Row
from bot.ui.pictures.tones import CREAM

SMALL, LARGE = 122, 176
"""The most height of cards beside which there is a name that needs room, and of others."""

SPLASH: Final = 220
"""The height from which the cards of a row grow with it."""

ONE, TWO, CUT = (54, 40), (42, 30), 24
"""The largest and smallest size of a name in one line and in two, and of one that is longer."""

LEAN: Final = 36
"""The most by which the border leans to the weaker side."""

OWNER: Final = 34
"""The height of the line with the name of the player whose side it is."""

TOP: Final = 8
"""The room above a name."""

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
        block = TOP + (OWNER if self.crowd else 0) + max(0 if name is None else name.size[1] for name in self.names)
        self.low = (top + block + top + high - FOOT) / 2 + 4
        self.room_below = high - FOOT - block
        self.scale = max(0.75, min(1.9, self.room_below / BURST))
        self.chip = max(LEAST_CHIP, min(CHIP, round(self.room_below * 0.7)))

    def lean(self) -> float:
        """Return how far the border leans away from the stronger side; names need the room of both."""
        lean = super().lean()
        return lean if any(half.vacant for half in self.beat.halves) else max(-LEAN, min(LEAN, lean))

    def tall(self, half: Half) -> float:
        """Return the height of a side's cards, which are large where a name needs no room beside several."""
        most = LARGE if len(half.cards) == 1 or not half.name else SMALL
        return min(self.high - 32, max(most, most * self.high / SPLASH))

    def radius(self, side: int) -> float:
        """Return the radius of the burst of what a side lost, which stays below names that come near it."""
        large = super().radius(side)
        near = self.reach(side) < 2 * large or self.reach(1 - side) < NEAR
        return max(LEAST_BURST, min(large, self.room_below * 0.56) if near else large)

    def reach(self, side: int) -> float:
        """Return how far from the border the name of a side ends, or what stands there instead."""
        name, note = self.names[side], self.beat.halves[side].note
        long = max(0 if name is None else name.size[0], Label(note, (38, 38), CREAM, most=NOTE).size[0])
        return self.edge(side) - self.starts[side] - long

    def named(self, side: int, half: Half) -> Label | None:
        """Return a side's name as large as there is room; None without one."""
        room = self.edge(side) + self.slant * (0.6 if side == 0 else -1) - self.starts[side] - (22 if side == 0 else 30)
        name = self.name(side, half, room, ONE, (*TWO, 2))
        if name is not None and name.fit(name.most).cut:
            name = self.name(side, half, room, ONE, (TWO[1], CUT, 2))
        return name

    def action(self, side: int, half: Half) -> None:
        """Show an action: its cards, its name, and below it its dice, its total, and what else is to be said."""
        start, name, down = self.starts[side], self.names[side], self.top + TOP
        if self.crowd:
            self.owner(side, start, down + OWNER / 2)
            down += OWNER
        if name is not None:
            self.put(name, side, start, down + name.size[1] / 2)
        down, inner = self.low, self.room(side)
        if half.figure is not None and not half.out:
            inner = self.total(side, half.figure, inner, down, min(1.5, self.scale), min(150, inner - start))
            start = self.throw(side, half, start, down, inner, self.room_below * 0.72)
        self.chips(side, half.chips, start, down, inner + 4)

    def empty(self, side: int, half: Half) -> None:
        """Say what there is instead of a card."""
        start, level = self.starts[side], self.low if self.crowd else self.middle
        self.owner(side, start, self.top + TOP + OWNER / 2)
        if half.note:
            most = max(1, min(NOTE, self.room(side) - start))
            note = Label(half.note, (38, 26), self.tones[side].tint, side=SIDES[side], wrapped=(32, 26, 2), most=most)
            start = self.put(note, side, start, level)
        self.chips(side, half.chips, start + 14, level, self.room(side))
