"""The size of the smallest letter in each picture that a process draws, noted as the picture is saved.

It is observed in the painter and in Pillow, so neither the bot nor its pictures are changed for this.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any, Final

from PIL.Image import Image as Pixels

from bot.ui.pictures import painter
from bot.ui.pictures.scene import Affine, Group, Illustration, Image, Item, Text, chained, size_of

NOTE: Final = "smallest letter"
"""The name under which an image that is being drawn carries the size."""


@contextmanager
def noting(folder: Path) -> Iterator[None]:
    """Note in files of a folder the smallest letter of each picture that this process, and those forked, save."""
    folder.mkdir(exist_ok=True)
    paint, save = painter._paint_all, Pixels.save

    def paint_noted(image: Pixels, items: Iterable[Item], place: Affine) -> None:
        shown = tuple(items)
        image.info[NOTE] = min(image.info.get(NOTE, inf), smallest(shown, place))
        paint(image, shown, place)

    def save_noted(image: Pixels, file: Any, *rest: Any, **options: Any) -> None:
        save(image, file, *rest, **options)
        if isinstance(file, BytesIO) and NOTE in image.info:
            (folder / _name(file.getvalue())).write_text(str(image.info[NOTE]))

    _set(paint_noted, save_noted)
    try:
        yield
    finally:
        _set(paint, save)


def _set(paint: Callable[..., None], save: Callable[..., None]) -> None:
    painter._paint_all = paint
    Pixels.save = save  # type: ignore[method-assign]


def noted(folder: Path, picture: bytes) -> float:
    """Return the size of the smallest letter in a picture, in its own pixels; infinite if it has none."""
    return float((folder / _name(picture)).read_text())


def _name(picture: bytes) -> str:
    return sha256(picture).hexdigest()


def smallest(items: Iterable[Item], place: Affine) -> float:
    """Return the size of the smallest text among things in a place; infinite if there is none."""
    return min((_size(item, place) for item in items), default=inf)


def _size(item: Item, place: Affine) -> float:
    match item:
        case Text():
            return item.size * size_of(place) if item.text.strip() else inf
        case Group():
            return smallest(item.items, chained(place, item.place))
        case Image():
            return _share(item.source) * item.width * size_of(place)
        case _:
            return inf


@lru_cache(4096)
def _share(source: Illustration) -> float:
    """Return the size of an illustration's smallest text as a part of its width."""
    scene = source.scene()
    return smallest(scene.items, (1 / scene.width, 0, 0, 1 / scene.width, 0, 0))
