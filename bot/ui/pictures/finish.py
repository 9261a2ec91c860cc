"""The head of a last board: the winner, large, and everybody else below, all with their scores."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.laurel import laurel
from bot.ui.pictures.scene import Affine, Group, Illustration, Item, Path, Point, Scene, Text, chained, placing, rounded
from bot.ui.pictures.shapes import rays
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import Anchor, fitted, width
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


def finish_height(finish: Finish) -> int:
    """Return the height of the head."""
    rows = -(-len(finish.winners) // ACROSS)
    won = WON if len(finish.winners) == 1 else RIBBON + rows * SHARED
    return won + len(_rows(finish)) * (LOST + GAP)


def below_finish(board: Scene, finish: Finish) -> Scene:
    """Return a board with the head above it, as wide as the board; the pieces of both keep their names.

    What has no name is behind all pieces, so that a viewer that follows pieces takes it for the same ground as before.
    """
    scale = board.width / WIDE
    high = (finish_height(finish) + GAP) * scale
    head = [_placed(item, placing((0, 0), scale=scale)) for item in finish_items(finish)]
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


def finish_items(finish: Finish) -> list[Item]:
    """Return the head from back to front; each player is a group with the name of the seat."""
    rows = _rows(finish)
    high = finish_height(finish) - len(rows) * (LOST + GAP)
    tones = finish.winners[0].tones
    middle = (236.0, 216.0) if len(finish.winners) == 1 else (WIDE / 2, high / 2)
    plate = rounded(0, 0, WIDE, high, 28)
    items: list[Item] = [
        Path((plate,), tones.base),
        Path(rays(middle, plate), mixed(tones.base, tones.light, 0.22)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    ]
    if len(finish.winners) == 1:
        items.append(_seat(finish.winners[0], _single(finish, middle)))
    else:
        items += _ribbon(finish.title, (WIDE / 2, RIBBON / 2 + 6))
        items += [_seat(player, _one_of(finish, number)) for number, player in enumerate(finish.winners)]
    for number, row in enumerate(rows):
        top = high + GAP + number * (LOST + GAP)
        items += [_seat(player, _lost(player, column, len(row), top)) for column, player in enumerate(row)]
    return items


def _seat(player: Finisher, items: Sequence[Item]) -> Group:
    return Group(tuple(items), id=f"seat {letter(player.seat)}")


def _single(finish: Finish, middle: Point) -> list[Item]:
    """Show the only winner: the face in a wreath below a crown, the name and the score."""
    player, start, room = finish.winners[0], 470, WIDE - 500
    return [
        *_crowned(player, middle, 108),
        *_ribbon(finish.title, (start + room / 2, 76)),
        _line(player.name, (start + room / 2, 182), room, 116),
        _line(player.score, (start + room / 2, 298), room, 96, player.tones.tint),
    ]


def _one_of(finish: Finish, number: int) -> list[Item]:
    """Show one of several winners: the face, with the name and the score below."""
    row, column = divmod(number, ACROSS)
    count = min(ACROSS, len(finish.winners) - row * ACROSS)
    wide = (WIDE - 2 * GAP) / count
    middle, top = GAP + (column + 0.5) * wide, RIBBON + row * SHARED
    player, at = finish.winners[number], (middle, top + 100.0)
    face = _crowned(player, at, 66) if finish.crowned else face_disc(player, at, 84)
    return [
        *face,
        _line(player.name, (middle, top + 216), wide - 20, 56),
        _line(player.score, (middle, top + 266), wide - 20, 48, player.tones.tint),
    ]


def _crowned(player: Finisher, at: Point, radius: float) -> list[Item]:
    """Show a face in a wreath, below a crown."""
    side, top = radius * 0.82, at[1] - radius * 1.8
    return [
        laurel(at, radius * 1.28, GOLD, player.tones.dark),
        *face_disc(player, at, radius),
        symbol_at("crown", (at[0] - side / 2 - 5, top - 5), side + 10, INK, INK),
        symbol_at("crown", (at[0] - side / 2, top), side, GOLD, INK),
    ]


def _ribbon(title: str, at: Point) -> list[Item]:
    """Write what the winners are called, on gold."""
    fit = fitted(title, WIDE // 2, 46, LEAST)
    half = width(fit.lines[0], fit.size) / 2 + 34
    return [
        Path((rounded(at[0] - half, at[1] - 34, at[0] + half, at[1] + 34, 34),), GOLD),
        Text(fit.lines[0], at, fit.size, INK),
    ]


def _lost(player: Finisher, column: int, columns: int, top: float) -> list[Item]:
    """Show a player who has not won: the place, the face, the name and the score."""
    wide = (WIDE - (columns - 1) * GAP) / columns
    left, middle = column * (wide + GAP), top + LOST / 2
    start, end = left + 190, left + wide - 28
    items: list[Item] = [
        Path((rounded(left, top, left + wide, top + LOST, 24),), player.tones.deep),
        _line(str(player.place), (left + 42, middle - 2), 60, 56),
        *face_disc(player, (left + 124, middle), 46),
    ]
    if columns > 1:
        room = end - start
        below = _line(player.score, (start, middle + 28), room, 44, player.tones.tint, "lm")
        return [*items, _line(player.name, (start, middle - 24), room, 50, anchor="lm"), below]
    score = _line(player.score, (end, middle), (end - start) / 2, 64, player.tones.tint, "rm")
    room = end - start - width(score.text, round(score.size), "title") - 30
    return [*items, _line(player.name, (start, middle), room, 64, anchor="lm"), score]


def _line(
    text: str, at: Point, room: float, largest: int, colour: tuple[int, int, int] = CREAM, anchor: Anchor = "mm"
) -> Text:
    """Return a line that is small enough to fit."""
    fit = fitted(text, round(room), largest, LEAST, 1, "title")
    return Text(fit.lines[0], at, fit.size, colour, anchor, "title")
