"""Finished pictures, and functions that compress and describe them."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.words import shortened

DESCRIPTION: Final = 1024
"""The maximum number of characters in the description of a Discord attachment."""

COLOURS: Final = 255
"""The number of colours in a picture: enough for flat areas and smooth edges, and few enough for a small file."""

LEVELS: Final = 16
"""The number of steps between transparent and opaque in a picture with transparent parts."""

EDGE: Final = (24, 20, 28)
"""The colour of soft edges in such a picture: nearly black, as the edges of all cards and plates are."""

OPAQUE: Final = 240
"""The opacity, of 255, from which something counts as opaque."""

SAMPLE: Final = 4
"""The palette is based on every fourth pixel in every fourth row, because everything relevant is larger than that."""

EFFORT: Final = 3
"""The compression level, from 1 to 9: higher levels make files slightly smaller, but take several times as long."""

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
    def says_all(self) -> bool:
        """Whether the description is complete: one that is too long is cut."""
        return len(self.description) < DESCRIPTION


def png(image: Image.Image) -> bytes:
    """Return a picture as a small PNG; the same pixels always give the same bytes.

    An image with transparent parts keeps them, and the soft edges of what is drawn become those of `EDGE`.
    """
    file = BytesIO()
    clear = image.mode == "RGBA"
    flat = image.convert("RGB")
    sample = flat.resize((-(-image.width // SAMPLE), -(-image.height // SAMPLE)), Image.Resampling.NEAREST)
    colours = COLOURS - LEVELS if clear else COLOURS
    palette = sample.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    indexed = flat.quantize(palette=palette, dither=Image.Dither.NONE)
    if not clear:
        indexed.save(file, "PNG", compress_level=EFFORT)
        return file.getvalue()
    alpha = image.getchannel("A")
    levels = alpha.point([colours + opaque * LEVELS // 256 for opaque in range(256)])
    indexed.paste(levels, mask=alpha.point([255 if opaque < OPAQUE else 0 for opaque in range(256)]))
    known = (indexed.getpalette() or [])[: 3 * colours]
    indexed.putpalette([*known, *([0] * (3 * colours - len(known))), *(EDGE * LEVELS)])
    opacity = bytes([*([255] * colours), *(level * 255 // (LEVELS - 1) for level in range(LEVELS))])
    indexed.save(file, "PNG", compress_level=EFFORT, transparency=opacity)
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
