"""The row of a card that was played on a board: the card, who played it and what it did, and beside it the board."""

from typing import Final

from bot.ui.pictures.impacts import face_disc, number_badge
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Point, Text, placing, rounded
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import HEIGHTS, WIDE, Beat, Effect, Play, Strip
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM

RADIUS: Final = 18

COLUMN: Final = 340
"""The width of the column with the card."""

EDGE: Final = 20
"""The room at each edge."""

CAPTIONS: Final = 3
"""The most that is said in words."""

LEAST: Final = 26
"""The smallest size of a text."""


def map_row(beat: Beat, play: Play, board: Illustration, strip: Strip, top: float, high: float) -> list[Item]:
    """Return the row of a play on a board, from back to front."""
    return _MapRow(beat, play, strip, top, high).items(board)


class _MapRow:
    """A row that is being laid out: shapes first, then cards, then writing, and last the board."""

    def __init__(self, beat: Beat, play: Play, strip: Strip, top: float, high: float) -> None:
        self.beat, self.play, self.strip = beat, play, strip
        self.top, self.high = top, high
        self.scale = high / HEIGHTS["map"]
        self.cards: list[Item] = []
        self.writing: list[Item] = []

    def items(self, board: Illustration) -> list[Item]:
        """Return everything from back to front."""
        tones = self.strip.fighters[self.play.side or 0].tones
        ground = Path((rounded(0, self.top, WIDE, self.top + self.high, RADIUS),), tones.base)
        down = self.player(self.top + EDGE)
        down = self.title(down)
        low = self.captions(self.top + self.high - EDGE)
        self.card(down, low)
        return [ground, *self.cards, *self.writing, self.board(board)]

    def size(self, largest: float) -> int:
        """Return the size of a text in a row of this height."""
        return max(LEAST, round(largest * self.scale))

    def player(self, top: float) -> float:
        """Show who played the card, and return where the rest begins."""
        if self.play.side is None:
            return top
        fighter, radius = self.strip.fighters[self.play.side], max(26.0, 40 * self.scale)
        start = EDGE
        if self.play.art is not None:
            for item in face_disc(fighter, (EDGE + radius, top + radius), radius):
                (self.writing if isinstance(item, Text) else self.cards).append(item)
            start = round(EDGE + 2 * radius + 16)
            name = fitted(fighter.name, COLUMN - start, self.size(44), LEAST)
            self.writing.append(Text(name.lines[0], (start, top + radius), name.size, fighter.tones.tint, "lm"))
        return top + 2 * radius + 10 * self.scale

    def title(self, top: float) -> float:
        """Write the card's name, and return where the rest begins."""
        fit = fitted(self.play.name, COLUMN - EDGE, self.size(64), self.size(44), 1, "title")
        if fit.cut:
            fit = fitted(self.play.name, COLUMN - EDGE, self.size(48), LEAST, 2, "title")
        step = fit.size * 0.96
        for number, line in enumerate(fit.lines):
            self.writing.append(Text(line, (EDGE, top + (number + 0.5) * step), fit.size, CREAM, "lm", "title"))
        return top + len(fit.lines) * step + 12 * self.scale

    def captions(self, bottom: float) -> float:
        """Write what the board does not show, or the only thing that the card did, and return where that begins."""
        did = self.play.effects
        beside = did if len(did) == 1 else [each for each in did if not each.figure]
        for effect in reversed(beside[:CAPTIONS]):
            fit = fitted(self.caption(effect), COLUMN - EDGE, self.size(38), self.size(34), 1)
            if fit.cut:
                fit = fitted(self.caption(effect), COLUMN - EDGE, self.size(34), 22, 2)
            step = fit.size * 1.14
            for line in reversed(fit.lines):
                self.writing.append(Text(line, (EDGE, bottom - step / 2), fit.size, CREAM, "lm"))
                bottom -= step
            bottom -= 6 * self.scale
        return bottom - 6 * self.scale

    def caption(self, effect: Effect) -> str:
        """Return what happened, with the name of another player whom it concerns."""
        if effect.side == self.play.side:
            return effect.said
        return f"{self.strip.fighters[effect.side].name}: {effect.said}"

    def card(self, top: float, bottom: float) -> None:
        """Show the card as large as there is room, or the face of a player who played none."""
        tall = bottom - top
        middle = (COLUMN / 2, (top + bottom) / 2)
        if self.play.art is None:
            if self.play.side is not None:
                self.face(self.play.side, middle, min(tall / 2, COLUMN / 2) * 0.8)
            return
        wide = min(tall * CARD[0] / CARD[1], COLUMN - 2 * EDGE)
        tall = wide * CARD[1] / CARD[0]
        self.cards.append(Image(SmallCard(self.play.art), middle[0] - wide / 2, middle[1] - tall / 2, wide))
        if sum(each.play is not None and each.play.art is not None for each in self.strip.beats) > 1:
            self.writing += number_badge(self.beat.label, (middle[0] - wide / 2 + 8, middle[1] - tall / 2 + 12))

    def face(self, side: int, at: Point, radius: float) -> None:
        """Show a player's face."""
        for item in face_disc(self.strip.fighters[side], at, radius):
            (self.writing if isinstance(item, Text) else self.cards).append(item)

    def board(self, board: Illustration) -> Group:
        """Return the board as large as there is room beside the card, in the middle of that room."""
        drawn = board.scene()
        left, room = COLUMN + EDGE, (WIDE - COLUMN - 2 * EDGE, self.high - 2 * EDGE)
        scale = min(room[0] / drawn.width, room[1] / drawn.height)
        at = (left + (room[0] - drawn.width * scale) / 2, self.top + EDGE + (room[1] - drawn.height * scale) / 2)
        return Group(drawn.items, placing(at, scale=scale))
