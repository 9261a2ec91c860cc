"""A single face as a picture."""

from typing import Final

from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import painted
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Illustration

SMALL: Final = 256
"""The width of a face, in pixels."""


@drawn_in_process
def draw_face(face: Illustration) -> bytes:
    """Draw a face, as a PNG."""
    return png(painted(face, SMALL))
