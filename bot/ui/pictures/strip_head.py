"""The head of a turn's strip: both players with their points before it, and the number of the turn between them."""

from collections.abc import Callable
from typing import Final

from bot.ui.pictures.impacts import points_bar
from bot.ui.pictures.scene import Image, Item, Outline, Path, Text, ellipse, rounded
from bot.ui.pictures.strip import HEAD, WIDE, Strip
from bot.ui.pictures.text import Anchor, fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED

MIDDLE: Final = WIDE / 2

FACE: Final = 52
"""The radius of a player's face, or of the disc with their sign."""

NAME, BAR, INSIDE = 318, 240, 100
"""The room for a player's name and role, the length of the bar of points, and the room for the points in it."""


def head(strip: Strip) -> list[Item]:
    """Return the head, from back to front."""
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
            sign = fitted(fighter.sign, 74, 58, 26, 1, "title")
            writing.append(Text(sign.lines[0], (disc[0], disc[1] - 3), sign.size, INK, "mm", "title"))
        else:
            writing.append(Image(fighter.face, disc[0] - FACE, disc[1] - FACE, 2 * FACE))
        name = fitted(fighter.name, NAME, 52, 30, 1, "title")
        if name.cut:
            name = fitted(fighter.name, NAME, 31, 20, 2, "title")
        for row, line in enumerate(name.lines):
            down = 38 + (row - (len(name.lines) - 1) / 2) * name.size
            writing.append(Text(line, (at(144), down), name.size, CREAM, near(side), "title"))
        used = width(name.lines[0], name.size, "title") + 16
        if fighter.role and len(name.lines) == 1 and used + width(fighter.role, 25) < NAME:
            writing.append(Text(fighter.role, (at(144 + used), 41), 25, tones.tint, near(side)))
        ends = sorted((at(144), at(144 + BAR)))
        share = fighter.points / strip.most
        shapes += points_bar((ends[0], 72, ends[1], 108), (share, share), tones.light, left=side == 0)
        inside = BAR * min(1, share) >= INSIDE
        text = f"{fighter.points} {strip.unit}"
        place = 156 if inside else 152 + max(36, BAR * share)
        writing.append(Text(text, (at(place), 90), 26, INK if inside else CREAM, near(side)))
        if strip.first[0] == side:
            word = fitted(strip.first[1], 76, 24, 14)
            half = width(word.lines[0], word.size) / 2 + 12
            shapes.append(Path((rounded(at(436) - half, 73, at(436) + half, 107, 17),), GOLD))
            writing.append(Text(word.lines[0], (at(436), 90), word.size, INK))
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
