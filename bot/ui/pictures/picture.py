"""A picture that is ready to be sent, and what makes it small and describes it."""

import re
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.words import shortened

DESCRIPTION: Final = 1024
"""How many characters Discord takes as the description of an attachment."""

COLOURS: Final = 255
"""How many colours a picture keeps: flat areas and smooth edges need no more, and the file is small."""

SAMPLE: Final = 4
"""The colours are chosen from every so manieth pixel of every so manieth row: whatever matters is larger."""

EFFORT: Final = 3
"""How hard a file is compressed, 1 to 9: more makes it a little smaller and takes several times as long."""

_SIGNS: Final = re.compile(r"\*\*|`|^-# ", re.MULTILINE)


class Picture(Struct, frozen=True):
    """A picture: a file's name, the file, and a description for who does not see it.

    Attributes:
        name: the file's name, with its ending.
        content: the file, a PNG.
        description: what it shows, without markdown, of at most `DESCRIPTION` characters.
    """

    name: str
    content: bytes
    description: str


def png(image: Image.Image) -> bytes:
    """Return a picture without transparency as a small PNG; the same pixels give the same bytes."""
    file = BytesIO()
    sample = image.resize((-(-image.width // SAMPLE), -(-image.height // SAMPLE)), Image.Resampling.NEAREST)
    palette = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    image.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", compress_level=EFFORT)
    return file.getvalue()


def description(text: str) -> str:
    """Return a text of a message as a description: without the signs of markdown, and no longer than Discord takes."""
    return shortened(_SIGNS.sub("", text), DESCRIPTION)
