"""The picture at the top of a panel: how every player stands, and how far apart two of them are."""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, GLOW, PAPER
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Room, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import face, image, piece
from bot.ui.pictures.scene import Group, Illustration, Item, Point, Scene, placing
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import Sign, symbol_at
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


class PlayerScore(Struct, frozen=True):
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


class ScoreboardModel(Struct, frozen=True):
    """Everything that a scoreboard shows.

    Attributes:
        in_play: the art and the names of what the first player has in play.
        distance: how far apart the players are, in words; empty in a game without distances.
        apart: which way the arrows beside these words point.
    """

    players: tuple[PlayerScore, ...]
    in_play: tuple[tuple[Illustration, str], ...] = ()
    distance: str = ""
    apart: Apart = "meet"


def lay_scoreboard(model: ScoreboardModel) -> Scene:
    """Return a scoreboard as a scene: a plate for each player, two side by side, and the distance below them."""
    wide = (WIDE - GAP) / ACROSS
    plates: list[Box] = [piece(_plate(player, wide), f"player {at}") for at, player in enumerate(model.players)]
    plates += [Space(grow=1)] * (len(plates) % ACROSS)
    pairs = [plates[start : start + ACROSS] for start in range(0, len(plates), ACROSS)]
    distance = _distance(model.distance, model.apart) if model.distance else None
    return scene_of(column(*(row(*pair, gap=GAP) for pair in pairs), _in_play(model), distance, gap=GAP, width=WIDE))


def _in_play(model: ScoreboardModel) -> Stack | None:
    """Return what the first player has in play on a plate of that player's, in as many rows as it takes."""
    if not model.in_play:
        return None
    player, room = model.players[0], WIDE - 2 * (INSET + SMALL_FACE)
    notes = [_note(SmallCard(art), CARD[0] / CARD[1], name, room - 2 * SIGN) for art, name in model.in_play]
    rows = column(*_rows(notes, room + INSET), grow=1)
    high = max(2 * SMALL_FACE, rows.size[1]) + GAP
    shown = face(player, SMALL_FACE)
    return row(shown, rows, gap=INSET, pad=(INSET, 0), height=high, plate=Plate(player.tones.dark, 18))


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
        image(HEART, 50, 50) if player.heart and player.figure else None,
        Label(player.figure, (FIGURE, FIGURE), PAPER, "title") if player.figure else None,
        Label(player.unit, (LEAST + 2, LEAST), player.tones.tint, grow=1),
        gap=11,
        height=58,
    )
    bar = Art(lambda room: _bar(player, room) if player.figure else (), (0, BAR))
    texts = column(Space(height=10), name, points, Space(height=6), bar, Space(height=10), grow=1)
    notes = [_note(note.sign, note.narrow, note.text) for note in player.notes]
    return column(
        row(face(player, FACE), texts, gap=INSET, height=HIGH),
        *_rows(notes, wide),
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


def _note(sign: Illustration, narrow: float, text: str, most: float = WIDE) -> Stack:
    """Return a short text beside its sign."""
    return row(image(sign, SIGN * narrow, SIGN), Label(text, (LEAST, LEAST), CREAM, most=most), gap=10, height=NOTE)


def _rows(notes: Sequence[Stack], wide: float) -> list[Stack]:
    """Return notes in as many rows as it takes beside each other in a width, with an inset before them."""
    rows: list[list[Stack]] = []
    left = wide
    for note in notes:
        if not rows or left + note.size[0] > wide:
            rows.append([])
            left = INSET
        rows[-1].append(note)
        left += note.size[0] + BETWEEN
    return [row(*each, Space(grow=1), gap=BETWEEN) for each in rows]


draw_scoreboard = DrawnScene(lay_scoreboard, PIXELS)
