"""Finished pictures, and functions that compress and describe them."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.texts.words import shortened

DESCRIPTION: Final = 1024
"""The maximum number of characters in the description of a Discord attachment."""

COLOURS: Final = 256
"""The number of colours in a picture: enough for flat areas and smooth edges, and few enough for a small file."""

EFFORT: Final = 3
"""The compression level, from 1 to 9: higher levels make files slightly smaller, but take several times as long."""

SAMPLE: Final = 4
"""The distance between the pixels from which the colours of a flat picture are taken."""

_CLEAR: Final = [255] * 128 + [0] * 128
"""The mask of what becomes transparent, by how opaque it is."""

_SIGNS: Final = re.compile(r"(?:__)?\*\*(?:__)?|`|^-# ", re.MULTILINE)


class Picture(Struct, frozen=True):
    """A picture: a file name, the file, and a description for people who cannot see the picture.

    Attributes:
        name: the file name, with its extension.
        content: the file, a PNG, or a WebP if it moves.
        description: what the picture shows, without markdown, in at most `DESCRIPTION` characters.
    """

    name: str
    content: bytes
    description: str

    @property
    def moves(self) -> bool:
        """Whether it is a moving picture."""
        return self.name.endswith(".webp")

    @property
    def says_all(self) -> bool:
        """Whether the description is complete: one that is too long is cut."""
        return len(self.description) < DESCRIPTION


def png(image: Image.Image) -> bytes:
    """Return a picture as a small PNG, with its transparent parts; the same pixels always give the same bytes."""
    file = BytesIO()
    indexed = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    indexed.save(file, "PNG", compress_level=EFFORT)
    return file.getvalue()


def flat_png(image: Image.Image) -> bytes:
    """Return a picture as a small PNG in half the time: each pixel is either opaque or transparent.

    The colours are those of every `SAMPLE`th pixel in both directions.
    """
    file, colours = BytesIO(), image.convert("RGB")
    sample = colours.resize([-(-side // SAMPLE) for side in image.size], Image.Resampling.NEAREST)
    palette = sample.quantize(COLOURS - 1, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    indexed = colours.quantize(palette=palette, dither=Image.Dither.NONE)
    known = indexed.getpalette() or []
    indexed.putpalette([*known, *[0] * (3 * COLOURS - len(known))])
    indexed.paste(COLOURS - 1, mask=image.getchannel("A").point(_CLEAR))
    indexed.save(file, "PNG", compress_level=EFFORT, transparency=COLOURS - 1)
    return file.getvalue()


def webp(frames: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """Return frames as a moving picture that is played once, without loss; `times` are in milliseconds."""
    file = BytesIO()
    frames[0].save(
        file,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=list(times),
        loop=1,
        lossless=True,
        quality=0,
        method=0,
    )
    return file.getvalue()


def description(text: str) -> str:
    """Turn a message's text into a description: remove markdown, and cut the text to the length that Discord allows."""
    return shortened(_SIGNS.sub("", text), DESCRIPTION)
