"""The picture at the top of a panel: how every player stands, and how far apart two of them are."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, GLOW, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Frame, Group, Illustration, Image, Item, Point, Scene, Text, placing
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import Sign, symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM, INK, SLATE, Tones

ACROSS: Final = 2
"""The number of players side by side."""

GAP, INSET = 12, 20
"""The gap between plates, and the margin inside them, in pixels."""

LEAST: Final = 42
"""The smallest size of text, in pixels: 11 of a panel on a phone, which is some 280 wide."""

FIGURE, NAME = 80, 50
"""The largest sizes of a player's points and name, in pixels."""

FACE, SMALL_FACE = 56, 42
"""The radius of a player's face, in pixels: on the plate, and beside what the player has in play."""

HIGH, BAR = 160, 20
"""The heights of a plate without notes, and of the bar of points, in pixels."""

NOTE, SIGN = 60, 46
"""The heights of a row of notes, and of a sign in it, in pixels."""

BETWEEN: Final = 28
"""The gap between two notes side by side, in pixels."""

DISTANCE: Final = 72
"""The height of the line that says how far apart the players are, in pixels."""

PIXELS: Final = 810
"""The width of the drawn picture: three pixels for each one of a panel on a phone, because nothing in it is small."""

Apart: TypeAlias = Literal["meet", "part"]
"""Which way the arrows beside a distance point."""

HEART: Final = Sign("heart", (240, 92, 100), PLATE)
"""The sign in front of health points."""


class Note(Struct, frozen=True):
    """A short text beside its sign.

    Attributes:
        narrow: the width of the sign as a part of its height.
    """

    sign: Illustration
    text: str
    narrow: float = 1


class Score(Struct, frozen=True):
    """A player on the scoreboard.

    Attributes:
        sign: what stands for the player if there is no face.
        figure: the points, written largest; empty for a player who is out.
        unit: what the points are called, or that the player is out.
        share: the points as a part of the most that a player here has.
        notes: what else the player has.
        heart: whether the points are health points.
        chip: a word beside the name, such as that the player acts first; empty for none.
    """

    name: str
    sign: str
    tones: Tones
    face: Illustration | None
    figure: str
    unit: str
    share: float
    notes: tuple[Note, ...] = ()
    heart: bool = False
    chip: str = ""


class ScoreboardScene(Struct, frozen=True):
    """Everything that a scoreboard shows.

    Attributes:
        in_play: the art and the names of what the first player has in play.
        distance: how far apart the players are, in words; empty in a game without distances.
        apart: which way the arrows beside these words point.
    """

    players: tuple[Score, ...]
    in_play: tuple[tuple[Illustration, str], ...] = ()
    distance: str = ""
    apart: Apart = "meet"


@drawn_in_process
def draw_scoreboard(scene: ScoreboardScene) -> bytes:
    """Draw a scoreboard, as a PNG."""
    return png(paint(lay_scoreboard(scene), PIXELS))


def lay_scoreboard(scene: ScoreboardScene) -> Scene:
    """Return a scoreboard as a scene: a plate for each player, two side by side, and the distance below them."""
    return _Scoreboard(scene).lay_out()


class _Scoreboard:
    """A scoreboard that is being laid out, from top to bottom."""

    def __init__(self, scene: ScoreboardScene) -> None:
        self.scene = scene
        self.items: list[Item] = []
        self.top = 0.0

    def lay_out(self) -> Scene:
        """Return the whole picture."""
        wide = (WIDE - GAP) / ACROSS
        for start in range(0, len(self.scene.players), ACROSS):
            row = self.scene.players[start : start + ACROSS]
            high = plates_height(row, wide)
            for column, player in enumerate(row):
                shown = plate(player, column * (wide + GAP), self.top, (wide, high))
                self.items.append(Group(shown, id=f"player {start + column}"))
            self.top += high + GAP
        self.in_play()
        if self.scene.distance:
            self.items += distance_at(self.scene.distance, self.scene.apart, self.top)
            self.top += DISTANCE + GAP
        return Scene(WIDE, self.top - GAP, tuple(self.items))

    def in_play(self) -> None:
        """Show what the first player has in play on a plate of that player's, in as many rows as it takes."""
        if not self.scene.in_play:
            return
        player, start = self.scene.players[0], 2 * (INSET + SMALL_FACE)
        room = WIDE - start
        rows = _rows(
            [
                Note(SmallCard(art), fitted(name, room - 2 * SIGN, LEAST, LEAST).lines[0], CARD[0] / CARD[1])
                for art, name in self.scene.in_play
            ],
            room,
        )
        high = max(2 * SMALL_FACE, NOTE * len(rows)) + GAP
        self.items.append(_flat((0, self.top), (WIDE, high), 18, player.tones.dark))
        self.items += face_disc(player, (INSET + SMALL_FACE, self.top + high / 2), SMALL_FACE - 2)
        self.items += _notes(rows, start, self.top + (high - NOTE * len(rows)) / 2)
        self.top += high + GAP


def distance_at(text: str, apart: Apart, top: float) -> list[Item]:
    """Return how far apart the players are, in words between two arrows that meet or part."""
    middle, down = WIDE / 2, top + DISTANCE / 2
    fit = fitted(text, WIDE - 200, NAME, LEAST)
    half = width(fit.lines[0], fit.size) / 2 + 78
    items: list[Item] = [_flat((middle - half, top), (2 * half, DISTANCE), DISTANCE / 2, PLATE)]
    arrow = symbol_at("arrow", (-20, -20), 40, GLOW, PLATE)
    for side in (-1, 1):
        mirrored = (side == 1) == (apart == "meet")
        items.append(Group((arrow,), placing((middle + side * (half - 42), down), mirrored=mirrored)))
    items.append(Text(fit.lines[0], (middle, down), fit.size, CHALK))
    return items


def plates_height(players: Sequence[Score], wide: float) -> float:
    """Return the height of plates side by side, which all have room for the most rows of notes."""
    return HIGH + NOTE * max(len(_rows(player.notes, wide)) for player in players)


def plate(player: Score, left: float, top: float, size: Point) -> tuple[Item, ...]:
    """Return a player's plate: the face, the name above the points and their bar, and notes below."""
    wide = size[0]
    start, end = left + 2 * INSET + 2 * FACE, left + wide - INSET
    paper = player.tones.deep if player.figure else SLATE
    chip = width(player.chip, LEAST) + 2 * GAP if player.chip else 0
    name = fitted(player.name, round(end - start - chip - GAP * bool(chip)), NAME, LEAST)
    items: list[Item] = [_flat((left, top), size, 24, paper)]
    if chip:
        items.append(_flat((end - chip, top + 10), (chip, 56), 28, GLOW))
        items.append(Text(player.chip, (end - chip / 2, top + 38), LEAST, INK))
    items += face_disc(player, (left + INSET + FACE, top + 80), FACE)
    items.append(Text(name.lines[0], (start, top + 38), name.size, CREAM, "lm"))
    at = start
    if player.heart and player.figure:
        items.append(Image(HEART, at, top + 70, 50))
        at += 60
    if player.figure:
        items.append(Text(player.figure, (at, top + 95), FIGURE, PAPER, "lm", "title"))
        at += width(player.figure, FIGURE, "title") + 12
    unit = fitted(player.unit, round(end - at), LEAST + 2, LEAST)
    items.append(Text(unit.lines[0], (at, top + 98), unit.size, player.tones.tint, "lm"))
    if player.figure:
        items.append(_flat((start, top + 130), (end - start, BAR), BAR / 2, INK))
        filled = max(BAR, (end - start) * min(1, player.share)) if player.share else 0
        items += [_flat((start, top + 130), (filled, BAR), BAR / 2, player.tones.light)] * bool(filled)
    return *items, *_notes(_rows(player.notes, wide), left + INSET, top + HIGH)


def _flat(at: Point, size: Point, radius: float, colour: Colour) -> Frame:
    """Return a rectangle with round corners in one colour."""
    return Frame(at, size, radius, colour, colour, 1)


def _rows(notes: Sequence[Note], wide: float) -> list[list[Note]]:
    """Return notes in as many rows as it takes beside each other."""
    rows: list[list[Note]] = []
    left = wide
    for note in notes:
        if not rows or left + _width(note) > wide:
            rows.append([])
            left = INSET
        rows[-1].append(note)
        left += _width(note) + BETWEEN
    return rows


def _width(note: Note) -> float:
    """Return the width of a note, in pixels."""
    return SIGN * note.narrow + 10 + width(note.text, LEAST)


def _notes(rows: list[list[Note]], start: float, top: float) -> list[Item]:
    """Return notes in their rows, each with its sign in front."""
    items: list[Item] = []
    for number, row in enumerate(rows):
        left, middle = start, top + number * NOTE + NOTE / 2
        for note in row:
            items.append(Image(note.sign, left, middle - SIGN / 2, SIGN * note.narrow))
            items.append(Text(note.text, (left + SIGN * note.narrow + 10, middle), LEAST, CREAM, "lm"))
            left += _width(note) + BETWEEN
    return items
