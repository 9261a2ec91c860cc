"""The head of a turn's strip: the number of the turn, and all players with their points before it."""

from collections.abc import Callable
from typing import Final

from bot.ui.pictures.impacts import face_disc, points_bar
from bot.ui.pictures.scene import Image, Item, Outline, Path, Text, ellipse, rounded
from bot.ui.pictures.strip import HEAD, WIDE, Strip
from bot.ui.pictures.text import LEAST_SIGN, Anchor, fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED

MIDDLE: Final = WIDE / 2

FACE: Final = 52
"""The radius of a player's face, or of the disc with their sign."""

NAME, BAR, INSIDE = 318, 236, 126
"""The room for a player's name and role, the length of the bar of points, and the room for the points in it."""


def head(strip: Strip) -> list[Item]:
    """Return the head, from back to front: two players face each other, more stand side by side."""
    return _duel(strip) if len(strip.fighters) == 2 else _crowd(strip)  # noqa: PLR2004


def _crowd(strip: Strip) -> list[Item]:
    """Return the head for more than two players: the turn, and a plate for each player, in one row or two."""
    shapes: list[Item] = [Path((rounded(0, 0, TITLE, HEAD, 27),), INK)]
    word, turn = (
        fitted(strip.title[0].upper(), TITLE - 30, 26, 12),
        fitted(strip.title[1], TITLE - 24, 76, 30, 1, "title"),
    )
    writing: list[Item] = [
        Text(word.lines[0], (TITLE / 2, 36), word.size, MUTED),
        Text(turn.lines[0], (TITLE / 2, 84), turn.size, CREAM, "mm", "title"),
    ]
    rows = 1 if len(strip.fighters) <= IN_A_ROW else 2
    across = -(-len(strip.fighters) // rows)
    wide, high = (WIDE - TITLE - 9 * across) / across, (HEAD - 9 * (rows - 1)) / rows
    for number, fighter in enumerate(strip.fighters):
        row, column = divmod(number, across)
        left, top = TITLE + 9 + column * (wide + 9), row * (high + 9)
        acts = strip.first[0] == number
        outline = rounded(left + 2, top + 2, left + wide - 2, top + high - 2, 18)
        shapes.append(Path((outline,), fighter.tones.base, GOLD if acts else fighter.tones.base, 5 if acts else 1))
        radius = min(38.0, high * 0.36)
        for item in face_disc(fighter, (left + 14 + radius, top + high / 2), radius):
            (writing if isinstance(item, Text) else shapes).append(item)
        start, end = left + 26 + 2 * radius, left + wide - 14
        known = fighter.points is not None
        name = fitted(fighter.name, round(end - start), round(high * (0.3 if known else 0.36)), 15, 1, "title")
        down = top + high * (0.3 if known else 0.48)
        writing.append(Text(name.lines[0], (start, down), name.size, CREAM, "lm", "title"))
        if fighter.points is None:
            continue
        share = fighter.points / strip.most
        points = fitted(f"{fighter.points} {strip.unit}", round(end - start), round(min(26, high * 0.3)), 13)
        writing.append(Text(points.lines[0], (start, top + high * 0.58), points.size, fighter.tones.tint, "lm"))
        bar = (start, top + high * 0.76, end, top + high * 0.76 + max(8, high * 0.09))
        shapes += points_bar(bar, (share, share), fighter.tones.light, left=True)
    return [*shapes, *writing]


TITLE: Final = 150
"""The width of the plate with the turn beside more than two players."""

IN_A_ROW: Final = 4


def _duel(strip: Strip) -> list[Item]:
    """Return the head for two players."""
    shapes: list[Item] = []
    writing: list[Item] = []
    for side, fighter in enumerate(strip.fighters):
        at, tones = mirror(side), fighter.tones
        edges = ((528, 498), (546, 516))[side]
        plate = tuple((at(x), y) for x, y in left_corners(0, HEAD, 27))
        inner = (
            ((edges[0], 0.0), (edges[1], float(HEAD))) if side == 0 else ((WIDE - 498, 0.0), (WIDE - 528, float(HEAD)))
        )
        shapes.append(Path(((*plate, *inner),), tones.base))
        disc = (at(75), 68.0)
        shapes += [Path((ellipse(disc, FACE + 6),), CREAM), Path((ellipse(disc, FACE),), tones.light)]
        if fighter.face is None:
            sign = fitted(fighter.sign, 74, 58, LEAST_SIGN, 1, "title")
            writing.append(Text(sign.lines[0], (disc[0], disc[1] - 3), sign.size, INK, "mm", "title"))
        else:
            writing.append(Image(fighter.face, disc[0] - FACE, disc[1] - FACE, 2 * FACE))
        name = fitted(fighter.name, NAME, 52, 30, 1, "title")
        if name.cut:
            name = fitted(fighter.name, NAME, 31, 20, 2, "title")
        top = 38 if fighter.points is not None else 66
        for row, line in enumerate(name.lines):
            down = top + (row - (len(name.lines) - 1) / 2) * name.size
            writing.append(Text(line, (at(144), down), name.size, CREAM, near(side), "title"))
        used = width(name.lines[0], name.size, "title") + 16
        role = fitted(fighter.role, round(max(1, NAME - used)), 32, 25)
        if fighter.role and len(name.lines) == 1 and not role.cut:
            writing.append(Text(role.lines[0], (at(144 + used), top + 3), role.size, tones.tint, near(side)))
        if fighter.points is not None:
            ends = sorted((at(144), at(144 + BAR)))
            share = fighter.points / strip.most
            shapes += points_bar((ends[0], 69, ends[1], 111), (share, share), tones.light, left=side == 0)
            inside = BAR * min(1, share) >= INSIDE
            text = f"{fighter.points} {strip.unit}"
            place = 156 if inside else 152 + max(36, BAR * share)
            writing.append(Text(text, (at(place), 90), 34, INK if inside else CREAM, near(side)))
        if strip.first[0] == side:
            word = fitted(strip.first[1], 72, 28, 14)
            half = width(word.lines[0], word.size) / 2 + 12
            shapes.append(Path((rounded(at(427) - half, 70, at(427) + half, 110, 20),), GOLD))
            writing.append(Text(word.lines[0], (at(427), 90), word.size, INK))
    rings = ((67, INK), (63, CREAM), (58, INK))
    shapes += [Path((ellipse((MIDDLE, 67.5), radius, points=48),), colour) for radius, colour in rings]
    word = fitted(strip.title[0].upper(), 86, 22, 12)
    writing.append(Text(word.lines[0], (MIDDLE, 40), word.size, MUTED))
    turn = fitted(strip.title[1], 96, 66, 30, 1, "title")
    writing.append(Text(turn.lines[0], (MIDDLE, 79), turn.size, CREAM, "mm", "title"))
    return [*shapes, *writing]


def mirror(side: int) -> Callable[[float], float]:
    """Return what maps distances from a side's edge to places in the picture."""
    return (lambda across: across) if side == 0 else (lambda across: WIDE - across)


def near(side: int) -> Anchor:
    """Return the anchor of texts that begin at a side's edge."""
    return "lm" if side == 0 else "rm"


def left_corners(top: float, high: float, radius: float) -> Outline:
    """Return the two round corners at the left edge, from the lower one to the upper one."""
    return rounded(0, top, 4 * radius, top + high, radius)[14:]
