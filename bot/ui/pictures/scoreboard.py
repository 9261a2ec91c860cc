"""How players stand: a plate for each of them, and how far apart two of them are."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, GLOW, PAPER
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, Stack, column, in_lines, row
from bot.ui.pictures.parts import face, image
from bot.ui.pictures.scene import Group, Illustration, Item, Point, placing
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import Sign, symbol_at
from bot.ui.pictures.tones import CREAM, INK, SLATE, Tones

GAP, INSET = 12, 20
"""The gap between plates, and the margin inside them, in pixels."""

LEAST: Final = 42
"""The smallest size of text, in pixels: 11 of a panel on a phone, which is some 280 wide."""

FIGURE, NAME = 80, 50
"""The largest sizes of a player's points and name, in pixels."""

FACE: Final = 56
"""The radius of a player's face, in pixels."""

HIGH, BAR = 160, 20
"""The heights of a plate without notes, and of the bar of points, in pixels."""

NOTE, SIGN = 60, 46
"""The heights of a row of notes, and of a sign in it, in pixels."""

BETWEEN: Final = 28
"""The gap between two notes side by side, in pixels."""

DISTANCE: Final = 72
"""The height of the line that says how far apart the players are, in pixels."""

Apart: TypeAlias = Literal["meet", "part"]
"""Which way the arrows beside a distance point."""

HEART: Final = Sign("heart", (240, 92, 100), PLATE)
"""The sign in front of health points."""


class Note(Struct, frozen=True):
    """A short text beside its sign."""

    sign: Illustration
    text: str


class PlayerScore(Struct, frozen=True):
    """A player on the scoreboard.

    Attributes:
        sign: what stands for the player if there is no face.
        figure: the points, written largest; empty for a player who is out.
        unit: what the points are called, or that the player is out.
        share: the points as a part of the most that a player here has.
        notes: what else the player has.
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
    chip: str = ""


def distance_at(text: str, apart: Apart, top: float) -> list[Item]:
    """Return how far apart the players are, in words between two arrows that meet or part."""
    return _distance(text, apart).items(Room(0, top, WIDE, DISTANCE))


def _distance(text: str, apart: Apart) -> Stack:
    words = Label(text, (NAME, LEAST), CHALK, side="middle", most=WIDE - 200)
    left, right = _arrow(mirrored=apart == "part"), _arrow(mirrored=apart == "meet")
    return row(row(left, words, right, gap=16, pad=(22, 0), height=DISTANCE, plate=Plate(PLATE, DISTANCE / 2)))


def _arrow(*, mirrored: bool) -> Art:
    arrow = symbol_at("arrow", (-20, -20), 40, GLOW, PLATE)
    return Art(lambda room: [Group((arrow,), placing(room.middle, mirrored=mirrored))], (40, 40))


def plates_height(players: Sequence[PlayerScore], wide: float) -> float:
    """Return the height of plates side by side, which all have room for the most rows of notes."""
    return max(_plate(player, wide).size[1] for player in players)


def plate(player: PlayerScore, left: float, top: float, size: Point) -> tuple[Item, ...]:
    """Return a player's plate: the face, the name above the points and their bar, and notes below."""
    return tuple(_plate(player, size[0]).items(Room(left, top, *size)))


def _plate(player: PlayerScore, wide: float) -> Stack:
    chip = Label(player.chip, (LEAST, LEAST), INK, side="middle")
    name = row(
        Label(player.name, (NAME, LEAST), CREAM, grow=1),
        row(chip, pad=(GAP, 0), plate=Plate(GLOW, 28)) if player.chip else None,
        gap=GAP,
        height=56,
    )
    points = row(
        image(HEART, 50, 50) if player.figure else None,
        Label(player.figure, (FIGURE, FIGURE), PAPER, "title") if player.figure else None,
        Label(player.unit, (LEAST + 2, LEAST), player.tones.tint, grow=1),
        gap=11,
        height=58,
    )
    bar = Art(lambda room: _bar(player, room) if player.figure else (), (0, BAR))
    texts = column(Space(height=10), name, points, Space(height=6), bar, Space(height=10), grow=1)
    return column(
        row(face(player, FACE), texts, gap=INSET, height=HIGH),
        *in_lines(map(_note, player.notes), wide - INSET, BETWEEN),
        Space(grow=1),
        pad=(INSET, 0),
        plate=Plate(player.tones.deep if player.figure else SLATE, 24),
        grow=1,
    )


def _bar(player: PlayerScore, room: Room) -> list[Item]:
    """Show a player's points as a part of the most; a bar that is not empty is at least as long as high."""
    filled = max(BAR, room.width * min(1, player.share)) if player.share else 0
    ends = (room.width, INK), *(((filled, player.tones.light),) if filled else ())
    return [Plate(colour, BAR / 2).frame(Room(room.left, room.top, width, BAR)) for width, colour in ends]


def _note(note: Note) -> Stack:
    """Return a short text beside its sign."""
    return row(image(note.sign, SIGN, SIGN), Label(note.text, (LEAST, LEAST), CREAM), gap=10, height=NOTE)
