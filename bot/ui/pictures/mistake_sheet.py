"""Mistakes side by side with what would have been better, or a best move, and how the dice fell. It knows no game."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import card, disc, ground, piece
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Point, Scene, box, ellipse, placing, rounded
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.text import parted
from bot.ui.pictures.tones import BLOW, CREAM, GOLD, HEAL, HEAT, INK, MUTED, SLATE, Tones

WIDE: Final = 1080
"""The width of the scene; all sizes here are in its units."""

PIXELS: Final = 900
"""The width of the picture, in pixels: nearly three for each pixel of a message's width on a phone."""

HIGH, BAR, BEST, GAP = 330, 84, 500, 12
"""The heights of a row, of a bar of luck and of a best move, and the gap between two of them."""

LEAST: Final = 37
"""The smallest font size where text is short enough; a phone shows less than a third of it."""

RADIUS: Final = 27
"""The radius of the corners of rows."""

SIDE: Final = 366
"""The width of the part of what was played, and of that of what would have been better."""

CARD_WIDE, CARD_HIGH = 140, 185
"""The size of a card."""

LUCK: Final = 244
"""The length of a bar of luck, whose middle is the average."""

WRONG: Final[Colour] = (214, 62, 62)


class MistakeSide(Struct, frozen=True):
    """A choice: a phrase, and what stands for it; None for a choice to do nothing, or one that no card shows."""

    text: str
    art: Illustration | None


class MistakeRow(Struct, frozen=True):
    """A mistake: its number, when it was, what was played, what is better, and what that brings as a figure."""

    number: str
    when: str
    played: MistakeSide
    better: MistakeSide
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
    boxes = [piece(_mistake(each, sheet.tones)) for each in sheet.rows]
    best = [] if sheet.best is None else [piece(_best(sheet.best, sheet.tones))]
    lucks = [piece(_luck(each, sheet.tones)) for each in sheet.luck]
    return scene_of(column(*boxes, *best, *lucks, gap=GAP, width=WIDE))


def _mistake(mistake: MistakeRow, tones: Tones) -> Art:
    """Return one mistake: what was played on the left, what is better in the middle, what that brings on the right."""
    gain = column(
        Label(mistake.when, (40, LEAST), tones.tint, side="middle", height=104),
        Label(mistake.figure, (116, 44), GOLD, "title", "middle", height=92),
        Label(mistake.note, (42, LEAST), CREAM, side="middle", height=100),
        Space(grow=1),
        pad=(14, 0),
        grow=1,
    )
    shown = row(_side(mistake.played, good=False), _side(mistake.better, good=True), gain)
    number = disc(27, CREAM, CREAM, 1, Label(mistake.number, (38, 38), INK, "title", "middle"))

    def draw(room: Room) -> list[Item]:
        top, middle, better = room.top, room.top + 20 + CARD_HIGH / 2, room.left + SIDE
        return [
            Plate(mixed(tones.dark, INK, 0.35), RADIUS).frame(room),
            Plate(SLATE, RADIUS).frame(Room(room.left, top, SIDE + RADIUS, HIGH)),
            Path((box(better, top, better + SIDE, top + HIGH),), tones.base),
            Path((((better, middle - 34), (better + 32, middle), (better, middle + 34)),), SLATE),
            *shown.items(room),
            *number.items(Room(room.left + 13, top + 13, 54, 54)),
        ]

    return Art(draw, (WIDE, HIGH))


def _best(best: BestMove, tones: Tones) -> Art:
    """Return a best move: its card on the left, and its figure on the right, as large as it can be."""
    figure, unit = parted(best.figure)
    texts = column(
        Label(f"{best.title} · {best.when}", (46, LEAST), tones.tint, side="middle", height=132),
        Label(figure, (210, 80), BLOW, "title", "middle", (tones.dark, 10), height=128 if unit else 240),
        Label(unit, (64, LEAST), CREAM, "title", "middle", height=112) if unit else None,
        Label(best.name, (64, 64), CREAM, "title", "middle", wrapped=(64, 44, 2), height=80),
        Space(grow=1),
        grow=1,
    )
    shown = row(card(best.art, 304, -4), texts, gap=52, pad=(44, 0), width=WIDE, height=BEST)
    behind = ground(WIDE, BEST, tones, (200, BEST / 2))
    return Art(lambda room: [Group(tuple(behind), placing((room.left, room.top))), *shown.items(room)], shown.size)


def _side(side: MistakeSide, *, good: bool) -> Stack:
    """Return a choice: its card or a quiet sign, whether it was good, and its phrase."""
    told = side.text[:1].upper() + side.text[1:]
    text = Label(told, (40, 40), CREAM, side="middle", wrapped=(40, 40, 2), height=122)
    if text.fit(SIDE - 36).cut:
        text = Label(told, (LEAST, LEAST), CREAM, side="middle", wrapped=(LEAST, LEAST - 4, 3), height=122)

    def draw(room: Room) -> list[Item]:
        left = room.middle[0] - CARD_WIDE / 2
        shown = _quiet(left, room.top) if side.art is None else [Image(SmallCard(side.art), left, room.top, CARD_WIDE)]
        return [*shown, *_mark((left + CARD_WIDE + 4, room.top + CARD_HIGH - 30), good=good)]

    return column(Space(height=20), Art(draw, (0, CARD_HIGH)), text, Space(grow=1), pad=(10, 0), width=SIDE)


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


def _luck(luck: Luck, tones: Tones) -> Stack:
    """Return how dice fell: a bar from the average to the right for luck, or to the left."""
    text = Label(luck.text, (40, LEAST - 4), CREAM, grow=1)
    bar = Art(lambda room: _bar(luck.share, room), (LUCK, 30))
    plate = Plate(mixed(tones.dark, INK, 0.35), RADIUS)
    return row(text, bar, gap=20, pad=(34, 0), height=BAR, plate=plate)


def _bar(share: float, room: Room) -> list[Item]:
    """Show a part of a bar, from its middle to the right or, if it is negative, to the left."""
    middle, line = room.middle
    left, right = sorted((middle, middle + share * LUCK / 2))
    return [
        Plate(SLATE, 15).frame(Room(room.left, line - 15, LUCK, 30)),
        Path((box(left, line - 15, right, line + 15),), HEAL if share > 0 else HEAT),
        Path((box(middle - 3, line - 26, middle + 3, line + 26),), CREAM),
    ]


draw_mistakes = DrawnScene(mistakes_scene, PIXELS)
