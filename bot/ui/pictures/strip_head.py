"""The head of a turn's strip: the number of the turn, and all players with their points before it and after it."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from bot.ui.pictures.layout import Box, Label, Plate, Room, Side, Space, Stack, column, row
from bot.ui.pictures.parts import face, points
from bot.ui.pictures.scene import Item, Outline, Path, ellipse, rounded
from bot.ui.pictures.strip import GAP, HEAD, WIDE, Strip, StripPlayer
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED

MIDDLE: Final = WIDE / 2

FACE: Final = 52
"""The radius of a player's face, or of the disc with their sign."""

NAME, BAR = 318, 224
"""The room for a player's name and role, and the length of the bar of points."""

TITLE, CENTRE = 150, 96
"""The width of the plate with the turn beside more than two players, and of the letters between two."""

IN_A_ROW: Final = 4

SIDES: Final[tuple[Side, Side]] = ("left", "right")
"""Where texts of the side on the left and of that on the right begin."""


def head(strip: Strip) -> list[Item]:
    """Return the head, from back to front: two players face each other, more stand side by side."""
    return _duel(strip) if len(strip.fighters) == 2 else _crowd(strip)  # noqa: PLR2004


def _turn(strip: Strip, width: float) -> Stack:
    """Return the word for a turn above its number."""
    word, number = strip.title
    return column(
        Label(word.upper(), (24, 12), MUTED, side="middle", height=38),
        Label(number, (70, 30), CREAM, "title", "middle", height=52),
        Space(height=12),
        width=width,
    )


def _crowd(strip: Strip) -> list[Item]:
    """Return the head for more than two players: the turn, and a plate for each player, in one row or two."""
    rows = 1 if len(strip.fighters) <= IN_A_ROW else 2
    across = -(-len(strip.fighters) // rows)
    high = (HEAD - GAP * (rows - 1)) / rows
    plates = [_plate(fighter, strip, high, acts=strip.first[0] == at) for at, fighter in enumerate(strip.fighters)]
    plates += [Space(grow=1)] * (rows * across - len(plates))
    lines = [row(*plates[start : start + across], gap=GAP, grow=1) for start in range(0, len(plates), across)]
    title = column(_turn(strip, TITLE), plate=Plate(INK, 27))
    return row(title, column(*lines, gap=GAP, grow=1), gap=GAP).items(Room(0, 0, WIDE, HEAD))


def _plate(fighter: StripPlayer, strip: Strip, high: float, *, acts: bool) -> Box:
    """Return a player's plate: the face, and the name above the points and their bar, if they are known."""
    name = Label(fighter.name, (round(high * 0.34), 15), CREAM, "title", height=high * 0.32)
    texts: list[Box] = [name]
    if fighter.points is not None:
        told = Label(f"{fighter.told} {strip.unit}", (round(min(26, high * 0.3)), 13), fighter.tones.tint)
        texts = [name, told, _bar(strip, fighter, max(8, high * 0.09))]
    return row(
        face(fighter, min(38.0, high * 0.36)),
        column(*texts, gap=5, grow=1),
        gap=12,
        pad=(14, 0),
        plate=Plate(fighter.tones.base, 18, GOLD if acts else None, 5),
        grow=1,
    )


def _duel(strip: Strip) -> list[Item]:
    """Return the head for two players."""
    items: list[Item] = []
    for side, fighter in enumerate(strip.fighters):
        at, (upper, lower) = mirror(side), ((528, 498), (534, 564))[side]
        plate = tuple((at(x), y) for x, y in left_corners(0, HEAD, 27))
        items.append(Path(((*plate, (upper, 0), (lower, HEAD)),), fighter.tones.base))
        shown = row(*sided(side, face(fighter, FACE), _texts(strip, side, fighter)), gap=14, pad=(22, 0))
        items += shown.items(Room(side * MIDDLE, 0, MIDDLE, HEAD))
    rings = ((67, INK), (63, CREAM), (58, INK))
    items += [Path((ellipse((MIDDLE, HEAD / 2), radius, points=48),), colour) for radius, colour in rings]
    return [*items, *_turn(strip, CENTRE).items(Room(MIDDLE - CENTRE / 2, 0, CENTRE, HEAD))]


def _texts(strip: Strip, side: int, fighter: StripPlayer) -> Stack:
    """Return a player's name, beside it what they play if there is room, and the points if they are known."""
    name = Label(fighter.name, (52, 30), CREAM, "title", SIDES[side], wrapped=(31, 20, 2), most=NAME, height=58)
    room = max(1, NAME - name.size[0] - 16)
    role = Label(fighter.role, (32, 25), fighter.tones.tint, side=SIDES[side], most=room)
    fits = fighter.role not in ("", fighter.name) and len(name.fit(NAME).lines) == 1 and not role.fit(room).cut
    word = Label(strip.first[1], (28, 14), INK, most=72, height=40)
    first = column(row(word, pad=(12, 0), plate=Plate(GOLD, 20))) if strip.first[0] == side else None
    if fighter.points is None:
        room = NAME - (0 if first is None else first.size[0])
        return column(row(*sided(side, replace(name, most=room), Space(10), first, Space(grow=1)), height=58), grow=1)
    called = row(*sided(side, name, role if fits else None, Space(grow=1)), gap=16, height=58)
    told = Label(f"{fighter.told} {strip.unit}", (30, 15), CREAM, side=SIDES[side], most=BAR, height=32)
    standing = column(told, _bar(strip, fighter, 12, left=side == 0), width=BAR)
    below = row(*sided(side, standing, Space(10), first, Space(grow=1)), height=48)
    return column(called, below, Space(height=6), grow=1)


def _bar(strip: Strip, fighter: StripPlayer, high: float, *, left: bool = True) -> Box:
    """Show a player's points before and after the turn as a bar."""
    had, has = fighter.way
    return points((had / strip.most, has / strip.most), fighter.tones.light, high, left=left)


def sided(side: int, *boxes: Box | None) -> tuple[Box | None, ...]:
    """Return boxes in the order in which they follow each other from a side's edge, from left to right."""
    return boxes if side == 0 else boxes[::-1]


def mirror(side: int) -> Callable[[float], float]:
    """Return what maps distances from a side's edge to places in the picture."""
    return (lambda across: across) if side == 0 else (lambda across: WIDE - across)


def left_corners(top: float, high: float, radius: float) -> Outline:
    """Return the two round corners at the left edge, from the lower one to the upper one."""
    return rounded(0, top, 4 * radius, top + high, radius)[14:]
