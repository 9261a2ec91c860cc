"""Scenes instead of pixels: the function that paints is replaced, and what it is given is written as SVG and read."""

import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from threading import Lock
from typing import Any, Final, TypeAlias
from xml.etree import ElementTree as ET

from msgspec import Struct, json

PAINTER: Final = "bot.ui.pictures.painter"
PAINT: Final = "paint"
WRITER: Final = "bot.ui.pictures.svg"
"""Where pictures are painted and written: the only modules of `bot.ui` that a recording knows by name."""

MARK: Final = b"scene "
"""How the file of a picture begins that was not painted."""

_NUMBER: Final = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_LINE: Final = re.compile(r"M([^lzM]*)(?:l([^zM]*))?")
_MOVE: Final = re.compile(r"translate\(([^ ]+) ([^)]+)\)")
_REFERENCE: Final = re.compile(r"#([sc]\d+)")

Box: TypeAlias = tuple[float, float, float, float]
"""The left, top, right and bottom of something in a picture, in its pixels."""


class NoSeam(Exception):
    """A tree has no place where scenes are painted or written; the message says what is missing."""


class Writing(Struct, frozen=True):
    """A text in a picture: where it is written, and the size of its letters."""

    text: str
    x: float
    y: float
    size: float


class Piece(Struct, frozen=True):
    """Anything else in a picture: what it is, as a kind and a digest of its looks, and its box."""

    what: str
    box: Box


class Layout(Struct, frozen=True):
    """A picture as what is where, from back to front."""

    width: float
    height: float
    texts: tuple[Writing, ...]
    pieces: tuple[Piece, ...]


class UnpaintedImage:
    """An image on which nothing is painted. It keeps the digests of its scenes, and its file is these.

    Whatever else is done to an image leaves it as it is.
    """

    mode = "RGBA"

    def __init__(self, width: int, height: int, scenes: Iterable[str]) -> None:
        self.width, self.height = self.size = (width, height)
        self.scenes = [*scenes]

    def paste(self, other: Any, *_: Any, **__: Any) -> None:
        if isinstance(other, UnpaintedImage):
            self.scenes += other.scenes

    def copy(self) -> "UnpaintedImage":
        return UnpaintedImage(self.width, self.height, self.scenes)

    def save(self, file: Any, *_: Any, append_images: Iterable["UnpaintedImage"] = (), **__: Any) -> None:
        file.write(MARK + " ".join(scene for each in (self, *append_images) for scene in each.scenes).encode())

    def __len__(self) -> int:
        return 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *_, **__: self


class SceneRecorder:
    """Everything that would have been painted, by digest."""

    def __init__(self) -> None:
        self.layouts: dict[str, Layout] = {}
        self._lock = Lock()
        self._writer = seam(WRITER, "SvgWriter")()
        self._placed = seam(WRITER, "placed")
        self._reader = _SvgReader()

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Replace the function that paints, wherever it has been imported, for as long as this is open."""
        paint = seam(PAINTER, PAINT)
        places = [
            (module, name)
            for key, module in list(sys.modules.items())
            if key.startswith("bot.")
            for name, value in list(vars(module).items())
            if value is paint
        ]
        for module, name in places:
            setattr(module, name, self._paint)
        try:
            yield
        finally:
            for module, name in places:
                setattr(module, name, paint)

    def _paint(self, scene: Any, width: int) -> UnpaintedImage:
        """Return a sheet for a scene that is wanted as an image `width` pixels wide."""
        scale = width / scene.width
        with self._lock:
            elements = "".join(map(self._placed, self._writer.pieces(scene)))
            texts, pieces = self._reader.read(elements, self._writer.definitions, scale)
            layout = Layout(width, round(scene.height * scale), texts, pieces)
            digest = blake2b(json.encode(layout), digest_size=12).hexdigest()
            self.layouts[digest] = layout
        return UnpaintedImage(width, round(scene.height * scale), [digest])


class _Symbol(Struct, frozen=True):
    """An illustration as it is drawn once: its digest, its width and its texts."""

    digest: str
    width: float
    texts: tuple[Writing, ...]


class _SvgReader:
    """Reads texts and boxes from SVG elements that share their definitions."""

    def __init__(self) -> None:
        self._symbols: dict[str, _Symbol] = {}
        self._known = 0

    def read(
        self, elements: str, definitions: list[str], scale: float
    ) -> tuple[tuple[Writing, ...], tuple[Piece, ...]]:
        """Return the texts and other pieces among elements, whose coordinates are scaled."""
        for definition in definitions[self._known :]:
            self._define(definition)
        self._known = len(definitions)
        texts: list[Writing] = []
        pieces: list[Piece] = []
        self._look(_parsed(elements), (0, 0, scale), texts, pieces)
        return tuple(texts), tuple(pieces)

    def _define(self, definition: str) -> None:
        element = ET.fromstring(definition)  # noqa: S314 - written by the tree itself
        looks = _REFERENCE.sub(lambda found: self._digest_of(found[1]), definition.partition(">")[2])
        width = float(element.get("viewBox", "0 0 1 1").split()[2])
        texts: list[Writing] = []
        self._look(element, (0, 0, 1), texts, [])
        self._symbols[element.get("id", "")] = _Symbol(_digest(looks), width, tuple(texts))

    def _digest_of(self, name: str) -> str:
        return self._symbols[name].digest if name in self._symbols else name

    def _look(self, parent: Any, place: tuple[float, float, float], texts: list[Writing], pieces: list[Piece]) -> None:
        left, top, scale = place
        for each in parent:
            x, y = (_value(each, name) * scale for name in "xy")
            match each.tag:
                case "g":
                    moved = _MOVE.match(each.get("transform", ""))
                    dx, dy = (0.0, 0.0) if moved is None else (float(moved[1]), float(moved[2]))
                    self._look(each, (left + dx * scale, top + dy * scale, scale), texts, pieces)
                case "text":
                    size = _value(each, "font-size") * scale
                    texts.append(Writing(each.text or "", _round(left + x), _round(top + y), _round(size)))
                case "use":
                    wide, high = _value(each, "width") * scale, _value(each, "height") * scale
                    symbol = self._symbols[each.get("href", "")[1:]]
                    pieces.append(_piece(f"illustration {symbol.digest}", left + x, top + y, wide, high))
                    inner = wide / symbol.width
                    texts += [
                        Writing(
                            text.text,
                            _round(left + x + text.x * inner),
                            _round(top + y + text.y * inner),
                            _round(text.size * inner),
                        )
                        for text in symbol.texts
                    ]
                case "image" | "rect":
                    wide, high = _value(each, "width") * scale, _value(each, "height") * scale
                    looks = each.get("href") or f"{each.get('fill')} {each.get('stroke')}"
                    pieces.append(_piece(f"{each.tag} {_digest(looks)}", left + x, top + y, wide, high))
                case "path":
                    box = _bounds(each.get("d", ""))
                    looks = f"path {each.get('fill')} {each.get('stroke')}"
                    wide, high = (box[2] - box[0]) * scale, (box[3] - box[1]) * scale
                    pieces.append(_piece(looks, left + box[0] * scale, top + box[1] * scale, wide, high))
                case _:
                    pass


def _piece(what: str, left: float, top: float, wide: float, high: float) -> Piece:
    return Piece(what, (_round(left), _round(top), _round(left + wide), _round(top + high)))


def _bounds(data: str) -> Box:
    """Return the box around the outlines of a path: each begins at a point, and goes on by steps."""
    across: list[float] = []
    down: list[float] = []
    for begin, steps in _LINE.findall(data):
        x, y = map(float, _NUMBER.findall(begin))
        across.append(x)
        down.append(y)
        numbers = list(map(float, _NUMBER.findall(steps)))
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            across.append(x)
            down.append(y)
    return (min(across), min(down), max(across), max(down))


def _parsed(elements: str) -> Any:
    return ET.fromstring(f"<svg>{elements}</svg>")  # noqa: S314 - written by the tree itself


def _value(element: Any, name: str) -> float:
    return float(element.get(name, 0))


def _round(value: float) -> float:
    return round(value, 1)


def _digest(looks: str) -> str:
    return blake2b(looks.encode(), digest_size=6).hexdigest()


def seam(module: str, name: str) -> Any:
    """Return what a module of the tree names so. Raises NoSeam if it is not there."""
    try:
        found = getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        raise NoSeam(f"this tree has no module {module}: say in {__file__} where it is now") from error
    if found is None:
        raise NoSeam(f"{module} has no {name}: say in {__file__} what it is called now")
    return found
