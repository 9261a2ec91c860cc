"""Mistakes side by side with what would have been better, or a best move, and how the dice fell. It knows no game."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.scene import (
    Frame,
    Group,
    Illustration,
    Image,
    Item,
    Path,
    Point,
    Scene,
    Text,
    box,
    ellipse,
    rounded,
)
from bot.ui.pictures.shapes import rays
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.text import fitted, parted
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, HEAL, HEAT, INK, MUTED, SLATE, Tones

WIDE: Final = 1080
"""The width of the scene; all sizes here are in its units."""

PIXELS: Final = 900
"""The width of the picture, in pixels: nearly three for each pixel of a message's width on a phone."""

HIGH, BAR, BEST, GAP = 330, 84, 500, 12
"""The heights of a row, of a bar of luck and of a best move, and the gap between two of them."""

BEST_CARD: Final = 304
"""The width of the card of a best move."""

LEAST: Final = 37
"""The smallest font size where text is short enough; a phone shows less than a third of it."""

RADIUS: Final = 27
"""The radius of the corners of rows."""

BORDERS: Final = (366, 732)
"""Where the part of what was played ends, and that of what would have been better."""

CARD_WIDE, CARD_HIGH = 140, 185
"""The size of a card."""

LUCK: Final = (800, 1044)
"""The ends of a bar of luck, whose middle is the average."""

WRONG: Final[Colour] = (214, 62, 62)


class Side(Struct, frozen=True):
    """A choice: a phrase, and what stands for it; None for a choice to do nothing, or one that no card shows."""

    text: str
    art: Illustration | None


class MistakeRow(Struct, frozen=True):
    """A mistake: its number, when it was, what was played, what is better, and what that brings as a figure."""

    number: str
    when: str
    played: Side
    better: Side
    figure: str
    note: str


class Luck(Struct, frozen=True):
    """How some dice fell: in words, and how far from the average, from -1 to 1."""

    text: str
    share: float


class BestMove(Struct, frozen=True):
    """A move that went well: a title, the card, its name, its figure, and when it was."""

    title: str
    art: Illustration | None
    name: str
    figure: str
    when: str


class MistakeSheet(Struct, frozen=True):
    """Everything that the picture shows: mistakes or a best move, how dice fell, and the tones of the player."""

    rows: tuple[MistakeRow, ...]
    best: BestMove | None
    luck: tuple[Luck, ...]
    tones: Tones


def mistakes_scene(sheet: MistakeSheet) -> Scene:
    """Return mistakes as a scene; between the rows it is transparent."""
    items: list[Item] = []
    top = 0.0
    for row in sheet.rows:
        items.append(Group((*_row(row, sheet.tones, top),)))
        top += HIGH + GAP
    if sheet.best is not None:
        items.append(Group((*_best(sheet.best, sheet.tones),)))
        top += BEST + GAP
    for luck in sheet.luck:
        items.append(Group((*_luck(luck, sheet.tones, top),)))
        top += BAR + GAP
    return Scene(WIDE, top - GAP, tuple(items))


def _row(row: MistakeRow, tones: Tones, top: float) -> list[Item]:
    """Show one mistake: what was played on the left, what is better in the middle, what that brings on the right."""
    first, second = BORDERS
    bottom, middle = top + HIGH, top + 20 + CARD_HIGH / 2
    arrow = ((first, middle - 34), (first + 32, middle), (first, middle + 34))
    grounds: list[Item] = [
        _plate((0, top), (WIDE, HIGH), mixed(tones.dark, INK, 0.35)),
        _plate((0, top), (first + RADIUS, HIGH), SLATE),
        Path((box(first, top, second, bottom),), tones.base),
        Path((arrow,), SLATE),
    ]
    disc = (40.0, top + 40)
    number: list[Item] = [
        Path((ellipse(disc, 27),), CREAM),
        Text(row.number, (disc[0], disc[1] - 1), 38, INK, "mm", "title"),
    ]
    return [
        *grounds,
        *_side(row.played, (0, first), top, good=False),
        *_side(row.better, (first, second), top, good=True),
        *_gain(row, (second, WIDE), top, tones),
        *number,
    ]


def _best(best: BestMove, tones: Tones) -> list[Item]:
    """Show a best move: its card on the left, and its figure on the right, as large as it can be."""
    whole = rounded(0, 0, WIDE, BEST, RADIUS)
    middle, room = (400 + WIDE - 30) / 2, WIDE - 460
    items: list[Item] = [
        Path((whole,), tones.base),
        Path(rays((200, BEST / 2), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, BEST - 3, RADIUS - 3),), stroke=GOLD, width=6),
    ]
    if best.art is not None:
        items.append(Image(SmallCard(best.art, -4), 44, 40, BEST_CARD))
    figure, unit = parted(best.figure)
    title = fitted(f"{best.title} · {best.when}", room, 46, LEAST)
    large = fitted(figure, room, 210, 80, 1, "title")
    items += [
        Text(title.lines[0], (middle, 66), title.size, tones.tint),
        Text(large.lines[0], (middle, 196 if unit else 225), large.size, BLOW, "mm", "title", tones.dark, 10),
    ]
    if unit:
        small = fitted(unit, room, 64, LEAST, 1, "title")
        items.append(Text(small.lines[0], (middle, 316), small.size, CREAM, "mm", "title"))
    name = fitted(best.name, room, 64, 44, 2, "title")
    for number, line in enumerate(name.lines):
        down = 412 + (number - (len(name.lines) - 1) / 2) * name.size
        items.append(Text(line, (middle, down), name.size, CREAM, "mm", "title"))
    return items


def _plate(at: Point, size: Point, colour: Colour) -> Frame:
    """Return a plate with round corners."""
    return Frame(at, size, min(RADIUS, size[1] / 2), colour, colour, 1)


def _side(side: Side, edges: tuple[float, float], top: float, *, good: bool) -> list[Item]:
    """Show a choice: its card or a quiet sign, whether it was good, and its phrase."""
    middle, left = sum(edges) / 2, sum(edges) / 2 - CARD_WIDE / 2
    down = top + 20
    shown: list[Item] = _quiet(left, down) if side.art is None else [Image(SmallCard(side.art), left, down, CARD_WIDE)]
    told = side.text[:1].upper() + side.text[1:]
    text = fitted(told, round(edges[1] - edges[0] - 36), 40, 40, 2)
    if text.cut:
        text = fitted(told, round(edges[1] - edges[0] - 20), LEAST, LEAST - 4, 3)
    start = top + 266 - (len(text.lines) - 1) * text.size * 0.54
    lines = [
        Text(line, (middle, start + number * text.size * 1.08), text.size, CREAM)
        for number, line in enumerate(text.lines)
    ]
    return [*shown, *_mark((left + CARD_WIDE + 4, down + CARD_HIGH - 30), good=good), *lines]


def _quiet(left: float, top: float) -> list[Item]:
    """Show that nothing was played: an empty place for a card, with two bars as on a player that pauses."""
    middle = (left + CARD_WIDE / 2, top + CARD_HIGH / 2)
    place = rounded(left + 4, top + 4, left + CARD_WIDE - 4, top + CARD_HIGH - 4, 18)
    bars = tuple(
        rounded(middle[0] + side * 22 - 9, middle[1] - 34, middle[0] + side * 22 + 9, middle[1] + 34, 6)
        for side in (-1, 1)
    )
    return [Path((place,), stroke=MUTED, width=4), Path(bars, MUTED)]


def _mark(at: Point, *, good: bool) -> list[Item]:
    """Show a tick or a cross on a disc."""
    x, y = at
    lines = (
        (((x - 18, y + 1), (x - 5, y + 14), (x + 19, y - 14)),)
        if good
        else tuple(((x - 14, y - 14 * way), (x + 14, y + 14 * way)) for way in (1, -1))
    )
    return [
        Path((ellipse(at, 39),), CREAM),
        Path((ellipse(at, 33),), HEAL if good else WRONG),
        Path(lines, stroke=INK if good else CREAM, width=10, closed=False),
    ]


def _gain(row: MistakeRow, edges: tuple[float, float], top: float, tones: Tones) -> list[Item]:
    """Show when it was, and what the better choice brings as one large figure."""
    middle, room = sum(edges) / 2, round(edges[1] - edges[0] - 28)
    when, note = fitted(row.when, room, 40, LEAST), fitted(row.note, room, 42, LEAST)
    figure = fitted(row.figure, room, 116, 44, 1, "title")
    return [
        Text(when.lines[0], (middle, top + 52), when.size, tones.tint),
        Text(figure.lines[0], (middle, top + 150), figure.size, GOLD, "mm", "title"),
        Text(note.lines[0], (middle, top + 246), note.size, CREAM),
    ]


def _luck(luck: Luck, tones: Tones, top: float) -> list[Item]:
    """Show how dice fell: a bar from the average to the right for luck, or to the left."""
    start, end = LUCK
    middle, line = (start + end) / 2, top + BAR / 2
    reach = middle + luck.share * (end - start) / 2
    text = fitted(luck.text, start - 56, 40, LEAST - 4)
    left, right = sorted((middle, reach))
    return [
        _plate((0, top), (WIDE, BAR), mixed(tones.dark, INK, 0.35)),
        _plate((start, line - 15), (end - start, 30), SLATE),
        Path((box(left, line - 15, right, line + 15),), HEAL if luck.share > 0 else HEAT),
        Path((box(middle - 3, line - 26, middle + 3, line + 26),), CREAM),
        Text(text.lines[0], (32, line), text.size, CREAM, "lm"),
    ]


draw_mistakes = DrawnScene(mistakes_scene, PIXELS)
