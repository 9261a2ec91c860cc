"""Avatars: people's own pictures, checked, and shown in the round frame of the house players' portraits."""

from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.cuts import SIDE
from bot.ui.pictures.scene import Group, Path, Photo, Scene, ellipse

PIXELS: Final = 128
"""The width and height of an avatar, in pixels: one of the sizes that Discord offers."""

LARGEST: Final = 256 * 1024
"""The maximum size of an avatar's file, in bytes: four times what its pixels take."""

RIM: Final[Colour] = (27, 34, 58)
"""The colour of the frame, and of what shows through an avatar's transparent parts."""


class Avatar(Struct, frozen=True):
    """A person's own picture in a round frame, from a PNG that `checked` has returned."""

    content: bytes

    def scene(self) -> Scene:
        """Return the avatar as a scene."""
        rim = ellipse((SIDE / 2, SIDE / 2), SIDE / 2 - 9, points=72)
        face = Group((Photo(self.content, 0, 0, SIDE),), clip=rim)
        return Scene(SIDE, SIDE, (Path((rim,), RIM), face, Path((rim,), stroke=RIM, width=18)))


def checked(content: bytes) -> bytes | None:
    """Return an avatar as a PNG of its pixels and nothing else; None if it is no PNG, or larger than `PIXELS`."""
    try:
        with Image.open(BytesIO(content), formats=["PNG"]) as image:
            if max(image.size) > PIXELS:
                return None
            clear = image.convert("RGBA")
    except Exception:  # noqa: BLE001 - a broken file makes Pillow raise nearly anything
        return None
    solid = Image.new("RGBA", clear.size, RIM)
    solid.alpha_composite(clear)
    file = BytesIO()
    solid.convert("RGB").resize((PIXELS, PIXELS), Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()
