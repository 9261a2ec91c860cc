"""The medals of leagues: a round badge of the league's metal with a star."""

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.scene import Path, Point
from bot.ui.pictures.shapes import star
from bot.ui.pictures.tones import INK


def medal_at(middle: Point, radius: float, metal: Colour) -> tuple[Path, ...]:
    """Return a medal around a point as parts of a scene."""
    return (
        Path((tuple(star(8, 0.78, middle, radius * 1.14)),), INK),
        Path((tuple(star(8, 0.78, middle, radius)),), metal),
        Path((tuple(star(5, 0.45, middle, radius * 0.62)),), mixed(metal, INK, 0.55)),
    )
