"""The head of a last board: the winner, large, and everybody else below, all with their scores."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.laurel import laurel
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import face, ground, piece, sign
from bot.ui.pictures.scene import Affine, Group, Illustration, Item, Point, Scene, chained, placing
from bot.ui.pictures.tones import CREAM, GOLD, INK, Tones
from engine.contract import Seat, letter

WIDE: Final = 1080
"""The width of the head, in pixels."""

GAP: Final = 14
"""The gap between plates."""

WON, SHARED, RIBBON = 390, 312, 96
"""The heights of a single winner's plate, of a row of several, and of what is above such a row."""

LOST: Final = 128
"""The height of the plate of a player who has not won."""

FEW, ACROSS = 2, 4
"""The number of players who have not won up to which each has a row alone, and of winners side by side."""

LEAST: Final = 38
"""The smallest size of a name or a score."""


class Finisher(Struct, frozen=True):
    """A player at the end: place, name, sign, tones and score.

    Attributes:
        face: what is shown instead of the sign; None if there is no such picture.
    """

    seat: Seat
    place: int
    name: str
    sign: str
    tones: Tones
    score: str
    face: Illustration | None


class Finish(Struct, frozen=True):
    """How a match ended.

    Attributes:
        title: what the winners are called, or that nobody won.
        crowned: whether the first are ahead of others.
        winners, others: those who come first, and everybody else, the best first.
    """

    title: str
    crowned: bool
    winners: tuple[Finisher, ...]
    others: tuple[Finisher, ...]


def finish_box(finish: Finish) -> Stack:
    """Return the head; each player is a piece with the name of the seat."""
    others = [row(*(_lost(player, len(line)) for player in line), gap=GAP) for line in _rows(finish)]
    return column(_winners(finish), *others, gap=GAP, width=WIDE)


def below_finish(board: Scene, finish: Finish) -> Scene:
    """Return a board with the head above it, as wide as the board; the pieces of both keep their names.

    What has no name is behind all pieces, so that a viewer that follows pieces takes it for the same ground as before.
    """
    scale, shown = board.width / WIDE, scene_of(finish_box(finish))
    high = (shown.height + GAP) * scale
    head = [_placed(item, placing((0, 0), scale=scale)) for item in shown.items]
    below = [_placed(item, placing((0, high))) for item in board.items]
    whole = sorted((*head, *below), key=lambda item: bool(item.id))
    return Scene(board.width, high + board.height, tuple(whole))


def _placed(item: Item, by: Affine) -> Group:
    return replace(item, place=chained(by, item.place)) if isinstance(item, Group) else Group((item,), by)


def _rows(finish: Finish) -> list[tuple[Finisher, ...]]:
    """Return the players who have not won in rows: few alone, more in pairs, of which the best are alone if need be."""
    alone = len(finish.others) if len(finish.others) <= FEW else len(finish.others) % 2
    pairs = finish.others[alone:]
    return [*((player,) for player in finish.others[:alone]), *zip(pairs[::2], pairs[1::2], strict=True)]


def _winners(finish: Finish) -> Art:
    """Return the winners on a plate of the first one's colours."""
    tones, count = finish.winners[0].tones, len(finish.winners)
    lines = [finish.winners[start : start + ACROSS] for start in range(0, count, ACROSS)]
    several = [row(*(_one_of(finish, player) for player in line), pad=(GAP, 0)) for line in lines]
    shown = _single(finish) if count == 1 else column(_ribbon(finish.title, RIBBON), *several, width=WIDE)
    width, height = shown.size
    light = (236, 216) if count == 1 else (width / 2, height / 2)
    return Art(lambda room: [*ground(width, height, tones, light), *shown.items(room)], shown.size)


def _seat(player: Finisher, shown: Stack) -> Art:
    return piece(shown, f"seat {letter(player.seat)}")


def _single(finish: Finish) -> Stack:
    """Return the only winner: the face in a wreath below a crown, the name and the score."""
    [player] = finish.winners
    texts = column(
        _ribbon(finish.title, 92),
        Label(player.name, (116, LEAST), CREAM, "title", "middle", height=120),
        Label(player.score, (96, LEAST), player.tones.tint, "title", "middle", height=112),
        grow=1,
    )
    face_room = Art(lambda _: _crowned(player, (236, 216), 108), (470, 0))
    return row(_seat(player, row(face_room, texts, Space(30), width=WIDE, height=WON)))


def _one_of(finish: Finish, player: Finisher) -> Art:
    """Return one of several winners: the face, with the name and the score below."""
    shown = Art(lambda room: _crowned(player, room.middle, 66), (0, 168)) if finish.crowned else face(player, 84)
    whole = column(
        Space(height=16),
        shown,
        Label(player.name, (56, LEAST), CREAM, "title", "middle", height=64),
        Label(player.score, (48, LEAST), player.tones.tint, "title", "middle", height=36),
        Space(height=28),
        pad=(10, 0),
        grow=1,
    )
    return _seat(player, whole)


def _crowned(player: Finisher, at: Point, radius: float) -> list[Item]:
    """Show a face in a wreath, below a crown."""
    side, top = radius * 0.82, at[1] - radius * 1.8
    return [
        laurel(at, radius * 1.28, GOLD, player.tones.dark),
        *face_disc(player, at, radius),
        *sign("crown", side, GOLD, INK, 5).items(Room(at[0], top, 0, side)),
    ]


def _ribbon(title: str, height: float) -> Stack:
    """Return what the winners are called, on gold."""
    words = row(Label(title, (46, LEAST), INK, most=WIDE // 2), pad=(34, 0), height=68, plate=Plate(GOLD, 34))
    return column(row(words), height=height)


def _lost(player: Finisher, columns: int) -> Art:
    """Return a player who has not won: the place, the face, the name and the score, beside each other or below."""
    room = (WIDE - (columns - 1) * GAP) / columns - 218
    sizes = (50, 44) if columns > 1 else (64, 64)
    name = Label(player.name, (sizes[0], LEAST), CREAM, "title", height=52, grow=columns == 1)
    score = Label(player.score, (sizes[1], LEAST), player.tones.tint, "title", height=52, most=room / 2)
    texts = column(name, score, grow=1) if columns > 1 else row(name, score, gap=30, grow=1)
    whole = row(
        Label(str(player.place), (56, LEAST), CREAM, "title", "middle", width=60),
        face(player, 46),
        texts,
        Space(3),
        gap=13,
        pad=(12, 0),
        height=LOST,
        plate=Plate(player.tones.deep, 24),
        grow=1,
    )
    return _seat(player, whole)
