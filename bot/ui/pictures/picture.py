"""Finished pictures, and functions that compress and describe them."""

import re
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.words import shortened

DESCRIPTION: Final = 1024
"""The maximum number of characters in the description of a Discord attachment."""

COLOURS: Final = 255
"""The number of colours in a picture: enough for flat areas and smooth edges, and few enough for a small file."""

SAMPLE: Final = 4
"""The palette is based on every fourth pixel in every fourth row, because everything relevant is larger than that."""

EFFORT: Final = 3
"""The compression level, from 1 to 9: higher levels make files slightly smaller, but take several times as long."""

_SIGNS: Final = re.compile(r"\*\*|`|^-# ", re.MULTILINE)


class Picture(Struct, frozen=True):
    """A picture: a file name, the file, and a description for people who cannot see the picture.

    Attributes:
        name: the file name, with its extension.
        content: the file, a PNG.
        description: what the picture shows, without markdown, in at most `DESCRIPTION` characters.
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
    """Turn a message's text into a description: remove markdown, and cut the text to the length that Discord allows."""
    return shortened(_SIGNS.sub("", text), DESCRIPTION)
