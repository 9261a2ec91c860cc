"""Finished pictures, and functions that compress and describe them."""

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image, ImageChops

from bot.ui.pictures.colours import Colour
from bot.ui.words import shortened

DESCRIPTION: Final = 1024
"""The maximum number of characters in the description of a Discord attachment."""

COLOURS: Final = 255
"""The number of colours in a picture: enough for flat areas and smooth edges, and few enough for a small file."""

LEVELS: Final = 8
"""The number of steps between transparent and opaque in a picture with transparent parts."""

EDGES: Final = 6
"""The number of colours that soft edges have in such a picture: those that most of them have."""

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

    An image with transparent parts keeps them, and the soft edges of what is drawn keep the `EDGES` colours that most
    of them have.
    """
    file = BytesIO()
    clear = image.mode == "RGBA"
    flat = image.convert("RGB")
    sample = flat.resize((-(-image.width // SAMPLE), -(-image.height // SAMPLE)), Image.Resampling.NEAREST)
    colours = COLOURS - EDGES * LEVELS if clear else COLOURS
    palette = sample.quantize(colours, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    indexed = flat.quantize(palette=palette, dither=Image.Dither.NONE)
    if not clear:
        indexed.save(file, "PNG", compress_level=EFFORT)
        return file.getvalue()
    known = (indexed.getpalette() or [])[: 3 * colours]
    known += [0] * (3 * colours - len(known))
    alpha = image.getchannel("A")
    edges, nearest = _edges(indexed, alpha, list(zip(known[::3], known[1::3], known[2::3], strict=True)))
    numbers = Image.frombytes("L", indexed.size, indexed.tobytes())
    first = numbers.point([colours + LEVELS * nearest[number] if number < colours else 0 for number in range(256)])
    levels = alpha.point([opaque * LEVELS // 256 for opaque in range(256)])
    indexed.paste(ImageChops.add(first, levels), mask=alpha.point(_where(range(OPAQUE))))
    indexed.putpalette([*known, *(part for edge in edges for part in edge * LEVELS)])
    opacity = bytes([*([255] * colours), *([level * 255 // (LEVELS - 1) for level in range(LEVELS)] * EDGES)])
    indexed.save(file, "PNG", compress_level=EFFORT, transparency=opacity)
    return file.getvalue()


def _edges(indexed: Image.Image, alpha: Image.Image, palette: Sequence[Colour]) -> tuple[list[Colour], list[int]]:
    """Return the colours that most soft edges have, and which of them is the nearest to each colour of the palette."""
    counts = indexed.histogram(alpha.point(_where(range(1, OPAQUE))))[: len(palette)]
    edges = [palette[number] for number in sorted(range(len(palette)), key=lambda each: -counts[each])[:EDGES]]
    nearest = [min(range(EDGES), key=lambda edge: _distance(edges[edge], colour)) for colour in palette]
    return edges, nearest


def _distance(one: Colour, other: Colour) -> int:
    return sum((here - there) ** 2 for here, there in zip(one, other, strict=True))


def _where(opacities: range) -> list[int]:
    """Return a table that makes a mask of what is as opaque as that."""
    return [255 if opaque in opacities else 0 for opaque in range(256)]


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
