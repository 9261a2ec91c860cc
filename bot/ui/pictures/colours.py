"""Colours that are distinguishable without colour vision; nothing is shown by colour alone."""

from typing import Final, TypeAlias

from engine.contract import Seat

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

INK: Final[Colour] = (24, 28, 34)
PAPER: Final[Colour] = (255, 255, 255)
TABLE: Final[Colour] = (45, 55, 66)
"""The background of every picture: it contrasts with both a dark and a light page."""
CHALK: Final[Colour] = (214, 222, 230)
"""Text on the table."""
FAINT: Final[Colour] = (146, 160, 174)
"""Faint markings on the table."""
GLOW: Final[Colour] = (255, 191, 31)
"""The colour that highlights the most recent change."""

SEATS: Final[tuple[Colour, ...]] = (
    (0, 114, 178),
    (230, 159, 0),
    (0, 168, 122),
    (240, 228, 66),
    (204, 121, 167),
    (70, 74, 82),
    (86, 180, 233),
    (213, 94, 0),
)
"""A colour for each seat, based on the palette of Okabe and Ito; the seat's sign always stands on it."""


def seat_colour(seat: Seat) -> Colour:
    """Return a seat's colour."""
    return SEATS[seat % len(SEATS)]


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """Return a mix of two colours; `share`, from 0 to 1, is the share of the second."""
    red, green, blue = (round(one + (two - one) * share) for one, two in zip(colour, other, strict=True))
    return (red, green, blue)


def ink_on(colour: Colour) -> Colour:
    """Return the text colour for a background: ink or paper, whichever has more contrast."""
    red, green, blue = colour
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > _HALFWAY else PAPER


_HALFWAY: Final = 115
"""The highest brightness at which paper has more contrast than ink."""
