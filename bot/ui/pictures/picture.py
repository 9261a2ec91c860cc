"""A finished picture, and the functions that compress and describe it."""

import re
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.words import shortened

DESCRIPTION: Final = 1024
"""The maximum number of characters in the description of a Discord attachment."""

COLOURS: Final = 255
"""The number of colours in a picture: flat areas and smooth edges need no more, and the file stays small."""

SAMPLE: Final = 4
"""The palette is taken from every fourth pixel of every fourth row: everything relevant is larger than that."""

EFFORT: Final = 3
"""The compression level of a file, 1 to 9: higher ones make it slightly smaller and take several times as long."""

_SIGNS: Final = re.compile(r"\*\*|`|^-# ", re.MULTILINE)


class Picture(Struct, frozen=True):
    """A picture: a file name, the file, and a description for people who cannot see it.

    Attributes:
        name: the file name, with its extension.
        content: the file, a PNG.
        description: what it shows, without markdown, of at most `DESCRIPTION` characters.
    """

    name: str
    content: bytes
    description: str


def png(image: Image.Image) -> bytes:
    """Return an opaque picture as a small PNG; the same pixels always give the same bytes."""
    file = BytesIO()
    sample = image.resize((-(-image.width // SAMPLE), -(-image.height // SAMPLE)), Image.Resampling.NEAREST)
    palette = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", compress_level=EFFORT)
    return file.getvalue()


def description(text: str) -> str:
    """Return a message's text as a description: without markdown, and cut to the length that Discord allows."""
    return shortened(_SIGNS.sub("", text), DESCRIPTION)
