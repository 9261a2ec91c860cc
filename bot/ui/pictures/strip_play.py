"""The row of a card that was played: the card, large, who played it, and beside it what it did."""

from typing import Final

from bot.ui.pictures.impacts import blow, face_disc, number_badge
from bot.ui.pictures.scene import Image, Item, Outline, Path, Point, Text, rounded
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE, Beat, Effect, Play, Strip
from bot.ui.pictures.strip_head import left_corners
from bot.ui.pictures.strip_map import map_row
from bot.ui.pictures.text import Fitted, fitted, width
from bot.ui.pictures.tones import BLOW, CREAM, INK, SLATE, Tones

RADIUS: Final = 18
GAP: Final = 12
EDGE: Final = 22
"""The room at the right edge."""

LEAST: Final = 26
"""The smallest size of a text, unless it would be cut."""

ABREAST: Final = 3
"""Up to how many effects of a card stand in a row that also has what it did when it was used."""

ROOMY: Final = 84
"""The height from which an effect has its figure above its words, or its words in two lines."""

LINE: Final = 70
"""The least height of a line of effects."""

SAID: Final = 37
"""The size of words that can be read on a phone."""

NOBODY: Final = Tones(INK, INK, SLATE, SLATE, CREAM)
"""The tones of what nobody did."""


def play_row(beat: Beat, play: Play, strip: Strip, top: float, high: float) -> list[Item]:
    """Return the row of a play, from back to front."""
    if play.board is not None:
        return map_row(beat, play, play.board, strip, top, high)
    return _PlayRow(beat, play, strip, top, high).items()


class _PlayRow:
    """A play's row that is being laid out: shapes first, then cards, then writing, so little is painted twice."""

    def __init__(self, beat: Beat, play: Play, strip: Strip, top: float, high: float) -> None:
        self.beat, self.play, self.strip = beat, play, strip
        self.top, self.high = top, high
        self.tones = self.of(play.side)
        self.pad = max(9.0, high * 0.05)
        self.head = max(44.0, min(110.0, high * 0.3))
        self.shapes: list[Item] = []
        self.cards: list[Item] = []
        self.writing: list[Item] = []

    def of(self, side: int | None) -> Tones:
        """Return a player's tones."""
        return NOBODY if side is None else self.strip.fighters[side].tones

    def items(self) -> list[Item]:
        """Return everything from back to front."""
        self.shape(rounded(0, self.top, WIDE, self.top + self.high, RADIUS), self.tones.base)
        start = self.card()
        if self.play.name:
            self.title(start)
        self.effects(start)
        if (
            self.play.art is not None
            and sum(each.play is not None and each.play.art is not None for each in self.strip.beats) > 1
        ):
            self.badge((26.0, self.top + 26))
        return [*self.shapes, *self.cards, *self.writing]

    def shape(self, outline: Outline, colour: tuple[int, int, int]) -> None:
        """Fill an outline."""
        self.shapes.append(Path((outline,), colour))

    def badge(self, at: Point) -> None:
        """Show the number of the play on the corner of its card."""
        self.writing += number_badge(self.beat.label, at)

    def card(self) -> float:
        """Show the card, or the face of a player who played none, and return where the rest begins."""
        tall = self.high - 2 * self.pad
        wide = tall * CARD[0] / CARD[1]
        end = 2 * self.pad + wide
        middle = (self.pad + wide / 2, self.top + self.high / 2)
        if self.play.side is None:
            return EDGE
        corners = left_corners(self.top, self.high, RADIUS)
        slanted = ((end + self.high * 0.08, self.top), (end - self.high * 0.08, self.top + self.high))
        self.shape((*corners, *slanted), self.tones.dark)
        if self.play.art is not None:
            self.cards.append(Image(SmallCard(self.play.art), self.pad, self.top + self.pad, wide))
        else:
            self.face(self.play.side, middle, wide * 0.42)
        return end + self.high * 0.08 + 16

    def face(self, side: int, at: Point, radius: float) -> None:
        """Show a player's face."""
        for item in face_disc(self.strip.fighters[side], at, radius):
            (self.writing if isinstance(item, Text) else self.cards).append(item)

    def title(self, start: float) -> None:
        """Write who played what, in one line."""
        middle = self.top + self.pad * 0.6 + self.head / 2
        end: float = WIDE - EDGE
        if self.play.side is not None and self.play.art is not None:
            radius = max(20.0, self.head * 0.38)
            self.face(self.play.side, (start + radius, middle), radius)
            start += 2 * radius + 14
            size = max(SAID, round(self.head * 0.46))
            name = fitted(self.strip.fighters[self.play.side].name, round((end - start) * 0.4), size, LEAST)
            self.writing.append(Text(name.lines[0], (start, middle), name.size, self.tones.tint, "lm"))
            start += width(name.lines[0], name.size) + 18
        largest = round(self.head * 0.78)
        fit = fitted(self.play.name, round(end - start), largest, LEAST, 1, "title")
        if fit.cut:
            fit = fitted(self.play.name, round(end - start), round(self.head * 0.48), 20, 2, "title")
        self.lines(fit, (start, middle), title=True)

    def lines(self, fit: Fitted, at: Point, *, title: bool = False) -> None:
        """Write lines around a point, from there to the right."""
        step = fit.size * (0.9 if title else 1.12)
        for number, line in enumerate(fit.lines):
            down = at[1] + (number - (len(fit.lines) - 1) / 2) * step
            self.writing.append(Text(line, (at[0], down), fit.size, CREAM, "lm", "title" if title else "text"))

    def effects(self, start: float) -> None:
        """Show everything that the card did, on plates that fill the rest of the row; what it did in use is below."""
        if not self.play.effects:
            return
        head = self.pad * 0.6 + (self.head if self.play.name else 0) + 4
        tall = self.high - head - self.pad
        lines = self.arranged(start, tall)
        high = _each(tall, len(lines))
        for row, line in enumerate(lines):
            left = start
            wishes = [self.wish(effect, high) for effect in line]
            room = WIDE - EDGE - start - GAP * (len(line) - 1)
            for effect, wish in zip(line, wishes, strict=True):
                wide = room * wish / sum(wishes)
                self.effect(effect, left, self.top + head + row * (high + GAP), wide, high)
                left += wide + GAP

    def arranged(self, start: float, tall: float) -> list[tuple[Effect, ...]]:
        """Return the effects and the cost in as few lines as let all be read, or in as many as there is room for."""
        paid = (Effect(self.play.side, self.play.cost),) if self.play.cost and self.play.side is not None else ()
        shown, used = (*self.play.effects, *paid), self.play.used
        after = [used] if used else []
        most = max(1, int((tall + GAP) / (max(LINE, self.high * 0.2) + GAP)) - len(after))
        lines: list[tuple[Effect, ...]] = []
        for count in range(1, min(most, len(shown)) + 1):
            across = -(-len(shown) // count)
            lines = [*(shown[place : place + across] for place in range(0, len(shown), across)), *after]
            high = _each(tall, len(lines))
            wishes = (sum(self.wish(effect, high) for effect in line) + GAP * (len(line) - 1) for line in lines)
            if max(wishes) <= WIDE - EDGE - start:
                break
        return lines

    def wish(self, effect: Effect, high: float) -> float:
        """Return how wide something is with words that can be read, in two lines if there is room for them."""
        pictured = 0.0 if effect.art is None and effect.side == self.play.side else high * 0.8
        said = width(effect.said, round(max(SAID, min(44, high * 0.3))))
        if effect.hurts:
            return pictured + high * 0.9 + said + 70
        if effect.figure:
            return pictured + max(said, width(effect.figure, round(high * 0.4))) + 40
        return pictured + (max(said * 0.6, min(said, 240)) if high >= ROOMY else said) + 40

    def effect(self, effect: Effect, left: float, top: float, wide: float, high: float) -> None:
        """Show one thing that the card did: to whom or to what, the figure, and the words."""
        own = effect.side == self.play.side
        tones, plate = self.of(effect.side), rounded(left, top, left + wide, top + high, 16)
        self.shapes.append(Path((plate,), tones.deep if own else tones.base, tones.deep if own else CREAM, 3))
        end, middle = left + wide - 14, top + high / 2
        start = left + self.pictured(effect, left, top, wide, high, own=own)
        if effect.hurts:
            radius = min(high * 0.46, wide * 0.15)
            self.writing += blow((start + radius, middle), radius, effect.figure)
            self.words(effect.said, start + 2 * radius + 14, end, middle, high)
        elif effect.figure and high >= ROOMY:
            figure = fitted(effect.figure, round(end - start), round(high * 0.44), LEAST)
            self.lines(figure, (start, top + high * 0.35))
            said = fitted(effect.said, round(end - start), max(LEAST, round(high * 0.28)), 24)
            self.lines(said, (start, top + high * 0.76))
        elif effect.figure:
            figure = fitted(effect.figure, round((end - start) * 0.6), round(high * 0.6), LEAST)
            self.lines(figure, (start, middle))
            start += width(figure.lines[0], figure.size) + 14
            self.words(effect.said, start, end, middle, high)
        else:
            self.words(effect.said, start, end, middle, high)

    def words(self, said: str, start: float, end: float, middle: float, high: float) -> None:
        """Write what happened, in one line or two, as large as there is room."""
        room = max(1, round(end - start))
        one = fitted(said, room, round(min(60, high * 0.5)), LEAST)
        two = fitted(said, room, round(min(60, high * 0.42)), 24, 2)
        if two.cut:
            two = fitted(said, room, round(min(40, high * 0.28)), 20, 3 if high >= ROOMY else 2)
        self.lines(one if not one.cut and one.size >= two.size else two, (start, middle))

    def pictured(self, effect: Effect, left: float, top: float, wide: float, high: float, *, own: bool) -> float:
        """Show the card, the piece or the player that something happened to; return the room that this takes."""
        inset = max(6.0, high * 0.06)
        side = min(high - 2 * inset, wide * (0.26 if effect.hurts else 0.36))
        middle = top + high / 2
        if effect.art is None and own:
            return 20
        if effect.art is None:
            self.face(effect.side, (left + 10 + side / 2, middle), side * 0.43)
            return side + 26
        across = side * CARD[0] / CARD[1] if isinstance(effect.art, SmallCard) else side
        self.cards.append(Image(effect.art, left + 12, middle - side / 2, across))
        if effect.gone:
            self.cross((left + 12 + across / 2, middle), across * 0.44)
        return across + 28

    def cross(self, at: Point, reach: float) -> None:
        """Cross out what is gone."""
        lines = tuple(
            ((at[0] - side * reach, at[1] - reach), (at[0] + side * reach, at[1] + reach)) for side in (1, -1)
        )
        for colour, line in ((INK, reach * 0.44), (BLOW, reach * 0.24)):
            self.writing.append(Path(lines, stroke=colour, width=line, closed=False))


def _each(tall: float, lines: int) -> float:
    """Return the height of each of some lines."""
    return (tall - GAP * (lines - 1)) / lines
