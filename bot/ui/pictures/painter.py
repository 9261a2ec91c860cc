"""Painting scenes with Pillow: smooth edges for shapes, and illustrations whose pixels are kept."""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from io import BytesIO
from itertools import groupby
from typing import Final, TypeAlias, TypeVarTuple

from PIL import Image as Pixels
from PIL import ImageDraw

from bot.ui.pictures import text
from bot.ui.pictures.byte_cache import ByteCache
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import (
    DRAWN,
    UNMOVED,
    Affine,
    Frame,
    Group,
    Illustration,
    Image,
    Item,
    Outline,
    Path,
    Photo,
    Scene,
    Text,
    box,
    chained,
    moved,
    rounded,
    size_of,
)

SMALL, LARGE = 3, 2
"""How many times larger than their final size shapes are painted, by the room that they cover; scaling them down then
smooths the edges."""

ROOM: Final = 160 * 160
"""The number of pixels from which a room is large."""

KEPT: Final = ByteCache[Pixels.Image](24 << 20)
"""The images that are used again: illustrations, such as a set's cards in a few sizes, frames, masks and signs."""

Ts = TypeVarTuple("Ts")

Box: TypeAlias = tuple[float, float, float, float]

CORNERS: Final = 4
"""The number of a rectangle's corners."""

OPAQUE: Final = 255


def paint(scene: Scene, width: int) -> Pixels.Image:
    """Return a scene as an image `width` pixels wide; what nothing covers is transparent."""
    sys.audit(DRAWN, scene, width)
    scale = width / scene.width
    image = Pixels.new("RGBA", pixels_of(scene, width))
    _paint_all(image, scene.items, (scale, 0, 0, scale, 0, 0))
    return image


def pixels_of(scene: Scene, width: int) -> tuple[int, int]:
    """Return the size in pixels of a scene that is painted `width` pixels wide."""
    return width, round(scene.height * (width / scene.width))


def kept(make: Callable[[*Ts], Pixels.Image]) -> Callable[[*Ts], Pixels.Image]:
    """Keep the images that a function makes. Nobody may change them."""

    @wraps(make)
    def image(*args: *Ts) -> Pixels.Image:
        found = KEPT.get((make, args))
        if found is None:
            found = make(*args)
            KEPT.keep((make, args), found, found.width * found.height * len(found.getbands()))
        return found

    return image


@kept
def painted(source: Illustration, width: int) -> Pixels.Image:
    """Return an illustration as an image `width` pixels wide."""
    return paint(source.scene(), width)


def _paint_all(image: Pixels.Image, items: Iterable[Item], place: Affine) -> None:
    """Paint things from back to front; adjacent shapes are smoothed together."""
    for shapes, run in groupby(_placed(items, place), lambda each: isinstance(each[0], Path)):
        if shapes:
            _paint_shapes(image, [(item, by) for item, by in run if isinstance(item, Path)])
            continue
        for item, by in run:
            _paint_other(image, item, by)


def _placed(items: Iterable[Item], place: Affine) -> Iterator[tuple[Item, Affine]]:
    """Yield things with their places in the image; groups are taken apart unless they are clipped."""
    for item in items:
        if isinstance(item, Group) and not item.clip:
            yield from _placed(item.items, place if item.place is UNMOVED else chained(place, item.place))
        else:
            yield item, place


def _paint_other(image: Pixels.Image, item: Item, by: Affine) -> None:
    """Paint a text, a frame, an illustration, a photo or a clipped group, none of which is ever turned."""
    scale = size_of(by)
    match item:
        case Text():
            ((x, y),) = moved((item.at,), by)
            size = max(1, round(item.size * scale))
            rim = None if item.rim is None else (item.rim, max(1, round(item.line * scale)))
            text.write(ImageDraw.Draw(image), (x, y), item.text, size, item.colour, item.anchor, item.typeface, rim)
        case Image():
            pixels = painted(item.source, max(1, round(item.width * scale)))
            ((x, y),) = moved(((item.left, item.top),), by)
            left, top = round(x), round(y)
            _lay(image, pixels, (left, top))
        case Photo():
            side = max(1, round(item.width * scale))
            ((x, y),) = moved(((item.left, item.top),), by)
            with Pixels.open(BytesIO(item.content), formats=["PNG"]) as photo:
                _lay(image, photo.convert("RGBA").resize((side, side), Pixels.Resampling.LANCZOS), (round(x), round(y)))
        case Frame():
            ((x, y),) = moved((item.at,), by)
            wide, high = (max(1, round(each * scale)) for each in item.size)
            sheet = frame(wide, high, item.radius * scale, item.fill, item.stroke, max(1, item.line * scale))
            _lay(image, sheet, (round(x), round(y)))
        case Group():
            clip, inner = moved(item.clip, by), chained(by, item.place)
            layer = Pixels.new("RGB", image.size) if _is_solid(item.items, inner, clip) else image.copy()
            _paint_all(layer, item.items, inner)
            image.paste(layer, mask=_mask(image.size, clip))
        case _:
            pass


@kept
def frame(wide: int, high: int, radius: float, paper: Colour | None, edge: Colour, line: float) -> Pixels.Image:
    """Return an empty card: a sheet with round corners and an edge, or only the edge if there is no paper."""
    radius = min(radius, wide // 2, high // 2)
    side, half = 2 * max(round(radius), round(line)) + 1, line / 2
    outline = rounded(half, half, side - half, side - half, max(0, radius - half))
    corners = paint(Scene(side, side, (Path((outline,), paper, edge, line),)), side)
    return _stretched(corners, wide, high)


def _stretched(corners: Pixels.Image, width: int, height: int) -> Pixels.Image:
    """Stretch the smallest frame, with four round corners and one pixel between them, to any size.

    Drawing a large smooth frame would take many times as long.
    """
    half = corners.width // 2
    sheet = Pixels.new("RGBA", (width, height), corners.getpixel((half, half)))
    for near, far in ((0, 0), (half + 1, width - half)):
        sheet.paste(corners.crop((near, half, near + half, half + 1)).resize((half, height)), (far, 0))
    for near, far in ((0, 0), (half + 1, height - half)):
        sheet.paste(corners.crop((half, near, half + 1, near + half)).resize((width, half)), (0, far))
    for left, x in ((0, 0), (half + 1, width - half)):
        for top, y in ((0, 0), (half + 1, height - half)):
            sheet.paste(corners.crop((left, top, left + half, top + half)), (x, y))
    return sheet


def _lay(image: Pixels.Image, pixels: Pixels.Image, at: tuple[int, int]) -> None:
    """Lay one image on another one, of which some may be cut off at the edges."""
    room = (*at, at[0] + pixels.width, at[1] + pixels.height)
    if image.mode == "RGB":
        image.paste(pixels, at, pixels)
    elif _holds((0, 0, *image.size), room) and image.crop(room).getbbox() is None:
        image.paste(pixels, at)  # nothing is behind: no need to blend
    else:
        image.alpha_composite(pixels, (max(0, at[0]), max(0, at[1])), (max(0, -at[0]), max(0, -at[1])))


def _is_solid(items: tuple[Item, ...], by: Affine, clip: Outline) -> bool:
    """Whether the first of some things covers everything inside a clip, so that nothing behind is seen through them."""
    first = items[0]
    if not isinstance(first, Path):
        return False
    covered = _rectangle(first, by)
    return covered is not None and _holds(covered, _bounds(clip))


@kept
def _mask(size: tuple[int, int], outline: Outline) -> Pixels.Image:
    """Return which pixels are inside an outline, and how much of each."""
    mask = Pixels.new("L", (size[0] * SMALL, size[1] * SMALL))
    ImageDraw.Draw(mask).polygon([(x * SMALL, y * SMALL) for x, y in outline], OPAQUE)
    return mask.reduce(SMALL)


def _paint_shapes(image: Pixels.Image, shapes: list[tuple[Path, Affine]]) -> None:
    """Paint shapes: upright rectangles at once, and everything from the first other shape on with smooth edges."""
    behind = None
    while shapes and (rectangle := _rectangle(*shapes[0])) is not None:
        behind = _within(image.size, rectangle)
        colour = shapes[0][0].fill or (0, 0, 0)
        image.paste(colour if image.mode == "RGB" else (*colour, OPAQUE), behind)
        shapes = shapes[1:]
    whole = (0, 0, *image.size)
    room = whole if behind == whole else _within(image.size, _covered(shapes))
    if room[2] <= room[0] or room[3] <= room[1]:
        return
    smooth = SMALL if (room[2] - room[0]) * (room[3] - room[1]) < ROOM else LARGE
    size = ((room[2] - room[0]) * smooth, (room[3] - room[1]) * smooth)
    solid = image.mode == "RGB" or (behind is not None and _holds(behind, room))
    if solid:
        canvas = image.crop(room).convert("RGB").resize(size, Pixels.Resampling.NEAREST)
    else:
        canvas = Pixels.new("RGBA", size)
    draw, larger = ImageDraw.Draw(canvas), (smooth, 0, 0, smooth, -room[0] * smooth, -room[1] * smooth)
    for shape, by in shapes:
        _draw(draw, shape, chained(larger, by))
    if solid:
        image.paste(canvas.reduce(smooth), room[:2])
    else:
        image.alpha_composite(canvas.reduce(smooth), room[:2])


def _draw(draw: ImageDraw.ImageDraw, shape: Path, by: Affine) -> None:
    """Draw a shape with its points mapped."""
    width = max(1, round(shape.width * size_of(by)))
    for outline in shape.outlines:
        places = moved(outline, by)
        if shape.fill is not None:
            draw.polygon(places, shape.fill)
        if shape.stroke is not None:
            _line(draw, places, shape, width)


def _covered(shapes: list[tuple[Path, Affine]]) -> Box:
    """Return the room that shapes cover, with a pixel around it; nothing if there are none."""
    boxes = []
    for shape, by in shapes:
        edge = shape.width * size_of(by) / 2 + 1
        for outline in shape.outlines:
            left, top, right, bottom = _bounds(moved(outline, by))
            boxes.append((left - edge, top - edge, right + edge, bottom + edge))
    if not boxes:
        return (0, 0, 0, 0)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return (min(lefts), min(tops), max(rights), max(bottoms))


def _rectangle(shape: Path, by: Affine) -> Box | None:
    """Return a shape as an upright rectangle in the image; None if it is anything else."""
    if shape.stroke is not None or len(shape.outlines) > 1 or len(shape.outlines[0]) != CORNERS:
        return None
    corners = moved(shape.outlines[0], by)
    (left, top), (right, _), (_, bottom), _ = corners
    return (left, top, right, bottom) if corners == box(left, top, right, bottom) else None


def _bounds(outline: Outline) -> Box:
    across, down = zip(*outline, strict=True)
    return min(across), min(down), max(across), max(down)


def _within(size: tuple[int, int], room: Box) -> tuple[int, int, int, int]:
    """Return the whole pixels of a room that are within an image."""
    left, top, right, bottom = (round(each) for each in room)
    return max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)


def _holds(outer: Box, inner: Box) -> bool:
    """Whether a rectangle covers another one."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def _line(draw: ImageDraw.ImageDraw, places: Outline, shape: Path, width: int) -> None:
    """Draw a line with round corners and, if it is open, round ends."""
    draw.line([*places, *places[:2]] if shape.closed else places, shape.stroke, width, "curve")
    for x, y in () if shape.closed else (places[0], places[-1]):
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), shape.stroke)


def texts(items: Iterable[Item]) -> Iterator[str]:
    """Yield all texts of a scene's things, from back to front."""
    for item in items:
        if isinstance(item, Text):
            yield item.text
        elif isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Image):
            yield from texts(item.source.scene().items)
