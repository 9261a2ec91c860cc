"""Players around a table as their reader sees it: the reader's plate on the left, the others' in rows on the right."""

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures.colours import CHALK, GLOW
from bot.ui.pictures.impacts import Faced, face_disc
from bot.ui.pictures.layout import Art, Box, Label, Room, Stack, column, placed, row
from bot.ui.pictures.parts import disc, face
from bot.ui.pictures.scene import Item
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.tones import INK

GAP: Final = 8
"""The gap between plates, in pixels."""

ROW: Final = 3
"""The most other players in one row; more of them are in two."""

PAD: Final = 14
"""The margin on a plate, in pixels."""

LONG_NAME: Final = (38, 24, 2)
"""The sizes of a name that is too long for one line, and the number of its lines."""

ARROW: Final = 34
"""The width of an arrow between a player and a card, in pixels."""

BESIDE: Final = 120
"""The width of a player's face with the name beside a card, in pixels."""

NUMBER: Final = 24
"""The radius of the disc with a number, in pixels."""


def plate_width(players: int) -> float:
    """Return the width of each player's plate, in pixels."""
    across = 1 + _in_row(players - 1)
    return (WIDE - GAP * (across - 1)) / across


def facing(plates: Sequence[Box]) -> Stack:
    """Return the plates of players, the reader's first, each as wide as `plate_width` says.

    The rows of the others together are as high as the reader's plate.
    """
    own, *others = plates
    across = _in_row(len(others))
    lines = [row(*others[start : start + across], gap=GAP) for start in range(0, len(others), across)]
    needed = sum(line.size[1] + GAP for line in lines) - GAP
    spare = max(0, own.size[1] - needed) / len(lines)
    rows = [row(*line.boxes, gap=GAP, height=line.size[1] + spare) for line in lines]
    return row(own, column(*rows, gap=GAP), gap=GAP, width=WIDE)


def _in_row(others: int) -> int:
    return others if others <= ROW else -(-others // 2)


def chosen_face(player: Faced, radius: float, number: int) -> Art:
    """Return a player's face, with the number of the button that chooses the player at its lower edge; 0 for none."""
    label = choice(number)

    def draw(room: Room) -> list[Item]:
        x, y = room.left + radius, room.middle[1]
        beside = (x + 0.95 * radius, y + 0.7 * radius)
        return [*face_disc(player, (x, y), radius), *(placed(label, beside) if label else ())]

    return Art(draw, (2 * radius + (0.7 * NUMBER if label else 0), 2 * radius))


def named_face(player: Faced, name: str, radius: float) -> Stack:
    """Return a player's face above the name, beside a card."""
    said = Label(name, (30, 24), CHALK, side="middle", height=34, width=BESIDE)
    return column(face(player, radius), said, width=BESIDE)


def choice(number: int) -> Art | None:
    """Return the number of the button that chooses what it stands on; None for 0."""
    label = Label(str(number), (38, 26), INK, "title", "middle")
    return disc(NUMBER, GLOW, INK, 3, label) if number else None
