"""The row of a card that was played: the card, large, who played it, and beside it what it did."""

from typing import Final

from bot.ui.pictures.impacts import blow, number_badge
from bot.ui.pictures.layout import Art, Box, Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.parts import face
from bot.ui.pictures.scene import Group, Image, Item, Path, layered
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE, Beat, Effect, Strip, StripPlay
from bot.ui.pictures.strip_head import left_corners
from bot.ui.pictures.strip_map import map_row
from bot.ui.pictures.text import width
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


def play_row(beat: Beat, play: StripPlay, strip: Strip, top: float, high: float) -> list[Item]:
    """Return the row of a play, from back to front."""
    if play.board is not None:
        return map_row(beat, play, play.board, strip, top, high)
    return _PlayRow(beat, play, strip, top, high).items()


class _PlayRow:
    """A play's row that is being laid out."""

    def __init__(self, beat: Beat, play: StripPlay, strip: Strip, top: float, high: float) -> None:
        self.beat, self.play, self.strip = beat, play, strip
        self.top, self.high = top, high
        self.tones = self.of(play.side)
        self.pad = max(9.0, high * 0.05)
        self.tall = high - 2 * self.pad
        self.wide = self.tall * CARD[0] / CARD[1]
        self.head = max(44.0, min(110.0, high * 0.3)) - self.pad * 0.4
        self.start = EDGE if play.side is None else 2 * self.pad + self.wide + high * 0.08 + 16

    def of(self, side: int | None) -> Tones:
        """Return a player's tones."""
        return NOBODY if side is None else self.strip.fighters[side].tones

    def items(self) -> list[Item]:
        """Return everything from back to front."""
        room = Room(0, self.top, WIDE, self.high)
        lines = self.arranged() if self.play.effects else []
        title = self.title() if self.play.name else None
        texts = column(title, column(*lines, gap=GAP, grow=1), gap=4, pad=(0, self.pad), grow=1)
        whole = row(Space(self.start), texts, Space(EDGE), plate=Plate(self.tones.base, RADIUS))
        numbered = sum(each.play is not None and each.play.art is not None for each in self.strip.beats) > 1
        number = number_badge(self.beat.label, (26.0, self.top + 26)) if self.play.art is not None and numbered else ()
        plate, *shown = whole.items(room)
        return [*layered([plate, *self.card(), *shown]), *number]

    def card(self) -> list[Item]:
        """Return the card on a dark ground, or the face of a player who played none; nothing if nobody acted."""
        if self.play.side is None:
            return []
        end, lean, bottom = 2 * self.pad + self.wide, self.high * 0.08, self.top + self.high
        corners = left_corners(self.top, self.high, RADIUS)
        ground = Path(((*corners, (end + lean, self.top), (end - lean, bottom)),), self.tones.dark)
        if self.play.art is not None:
            return [ground, Image(SmallCard(self.play.art), self.pad, self.top + self.pad, self.wide)]
        room = Room(self.pad, self.top, self.wide, self.high)
        return [ground, *face(self.strip.fighters[self.play.side], self.wide * 0.42).items(room)]

    def title(self) -> Stack:
        """Return who played what, in one line."""
        side, shown = self.play.side, tuple[Box, ...]()
        if side is not None and self.play.art is not None:
            radius, room = max(20.0, self.head * 0.38), WIDE - EDGE - self.start
            sizes = (max(SAID, round(self.head * 0.46)), LEAST)
            name = Label(self.strip.fighters[side].name, sizes, self.tones.tint, most=(room - 2 * radius - 14) * 0.4)
            shown = (face(self.strip.fighters[side], radius), name)
        wrapped = (round(self.head * 0.48), 20, 2)
        played = Label(self.play.name, (round(self.head * 0.78), LEAST), CREAM, "title", wrapped=wrapped, grow=1)
        return row(*shown, played, gap=16, height=self.head)

    def arranged(self) -> list[Stack]:
        """Return the effects and the cost in as few lines as let all be read, or in as many as there is room for.

        What the card did in use has the last line.
        """
        paid = (Effect(self.play.side, self.play.cost),) if self.play.cost and self.play.side is not None else ()
        shown, after = (*self.play.effects, *paid), [self.play.used] if self.play.used else []
        tall = self.tall - (self.head + 4 if self.play.name else 0)
        most = max(1, int((tall + GAP) / (max(LINE, self.high * 0.2) + GAP)) - len(after))
        lines: list[tuple[Effect, ...]] = []
        high = tall
        for count in range(1, min(most, len(shown)) + 1):
            across = -(-len(shown) // count)
            lines = [*(shown[place : place + across] for place in range(0, len(shown), across)), *after]
            high = (tall - GAP * (len(lines) - 1)) / len(lines)
            wishes = (sum(self.wish(effect, high) for effect in line) + GAP * (len(line) - 1) for line in lines)
            if max(wishes) <= WIDE - EDGE - self.start:
                break
        return [row(*(self.effect(effect, high) for effect in line), gap=GAP, grow=1) for line in lines]

    def wish(self, effect: Effect, high: float) -> float:
        """Return how wide something is with words that can be read, in two lines if there is room for them."""
        pictured = 0.0 if effect.art is None and effect.side == self.play.side else high * 0.8
        said = width(effect.said, round(max(SAID, min(44, high * 0.3))))
        if effect.hurts:
            return pictured + high * 0.9 + said + 70
        if effect.figure:
            return pictured + max(said, width(effect.figure, round(high * 0.4))) + 40
        return pictured + (max(said * 0.6, min(said, 240)) if high >= ROOMY else said) + 40

    def effect(self, effect: Effect, high: float) -> Art:
        """Return one thing that the card did, which has its share of its line."""
        return Art(lambda room: self.told(effect, room).items(room), (0, high), self.wish(effect, high))

    def told(self, effect: Effect, room: Room) -> Stack:
        """Return one thing that the card did on its plate: to whom or to what, the figure, and the words."""
        own, high, tones = effect.side == self.play.side, room.height, self.of(effect.side)
        words: tuple[Art | Label | Stack, ...] = (said := _said(effect.said, high),)
        if effect.hurts:
            radius = min(high * 0.46, room.width * 0.15)
            words = (Art(lambda at: blow(at.middle, radius, effect.figure), (2 * radius, 0)), said)
        elif effect.figure and high >= ROOMY:
            figure = Label(effect.figure, (round(high * 0.44), LEAST), CREAM, height=high * 0.4)
            below = Label(effect.said, (max(LEAST, round(high * 0.28)), 24), CREAM, height=high * 0.4)
            words = (column(figure, below, grow=1),)
        elif effect.figure:
            most = room.width * 0.4
            words = (Label(effect.figure, (round(high * 0.6), LEAST), CREAM, most=most), said)
        plate = Plate(tones.deep if own else tones.base, 16, None if own else CREAM, 3)
        return row(self.pictured(effect, room), *words, gap=14, pad=(14, 0), plate=plate)

    def pictured(self, effect: Effect, room: Room) -> Art | None:
        """Return the card, the piece or the player that something happened to; None for the player of the card."""
        inset = max(6.0, room.height * 0.06)
        side = min(room.height - 2 * inset, room.width * (0.26 if effect.hurts else 0.36))
        if effect.art is None:
            return None if effect.side == self.play.side else face(self.strip.fighters[effect.side], side * 0.43)
        art, across = effect.art, side * CARD[0] / CARD[1] if isinstance(effect.art, SmallCard) else side

        def draw(at: Room) -> list[Item]:
            (x, y), reach = at.middle, across * 0.44
            return [Image(art, x - across / 2, y - side / 2, across), *([_cross(x, y, reach)] if effect.gone else ())]

        return Art(draw, (across, side))


def _said(said: str, high: float) -> Label:
    """Return what happened, in one line or, where it is read better, in several."""
    largest = round(min(60, high * 0.42))
    wrapped = (largest, 20, 3 if high >= ROOMY else 2)
    return Label(said, (round(min(60, high * 0.5)), max(LEAST, round(largest * 0.9))), CREAM, wrapped=wrapped, grow=1)


def _cross(x: float, y: float, reach: float) -> Group:
    """Return the cross over what is gone."""
    lines = tuple(((x - side * reach, y - reach), (x + side * reach, y + reach)) for side in (1, -1))
    strokes = ((INK, reach * 0.44), (BLOW, reach * 0.24))
    return Group(tuple(Path(lines, stroke=colour, width=line, closed=False) for colour, line in strokes))
