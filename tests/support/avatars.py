"""Avatars for people in tests: plain colours, so that they can be found in a picture."""

from io import BytesIO
from typing import Final

from PIL import Image

MAGENTA: Final = (255, 0, 255)
"""A colour that nothing of ours has."""


def avatar(colour: tuple[int, int, int] = MAGENTA, side: int = 128, kind: str = "PNG") -> bytes:
    """Return a plain picture."""
    file = BytesIO()
    Image.new("RGB", (side, side), colour).save(file, kind)
    return file.getvalue()


def magenta(image: Image.Image) -> int:
    """Return how many pixels of an image have the colour of an avatar, or nearly so."""
    pixels = image.convert("RGBA").convert("RGB").tobytes()
    near = (
        red > 215 and green < 40 and blue > 215
        for red, green, blue in zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    )
    return sum(near)
