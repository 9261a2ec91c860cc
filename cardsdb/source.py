"""The text of a card set: reading it within limits, and finding the line that a fault speaks of."""

import re
import tomllib
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from pydantic_core import ErrorDetails

from engine.contract import CardFault
from engine.scenarios.file import locate

LONGEST: Final = 200_000
"""How many bytes a set file may have."""

DEEPEST: Final = 12
"""How many brackets may stand open in one another, or keys be joined by dots, which is more than any card needs."""

MOST_FAULTS: Final = 100
"""How many faults are told at once."""

WHY: Final = 300
PLACE: Final = 80
"""How many characters of a reason, and of a card's name or a field, are told: a hostile file chooses them."""

_DOTTED: Final = re.compile(rf"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){{{DEEPEST}}}", re.ASCII)


class SetFault(Struct, frozen=True):
    """What is wrong with a set file: the line (0 where there is none), the card or "the set", the field, and why."""

    line: int
    card: str
    field: str
    why: str


class SetRefused(Exception):
    """A card set may not be used.

    Attributes:
        file: the name of its file.
        faults: what was found, in the order of the lines.
        more: how many faults were found beyond those that are told.
    """

    def __init__(self, file: str, faults: Iterable[SetFault], more: int = 0) -> None:
        self.file = file
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        self.more = more
        told = [f"{file}:{fault.line}: {fault.card}: {fault.field}: {fault.why}" for fault in self.faults]
        super().__init__("\n".join([*told, f"{file}: and {more} more"] if more else told))


class Source:
    """The text of a set file and the file's name. The text is hostile until it is proved sound."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    def data(self) -> dict[str, Any]:
        """Return the TOML as data. Raises SetRefused for a text that is too long, too deep or no TOML."""
        if len(self.text.encode("utf-8", "surrogatepass")) > LONGEST:
            raise self._refused(0, f"it has more than {LONGEST} bytes")
        deep = _too_deep(self.text)
        if deep:
            raise self._refused(deep, f"more than {DEEPEST} brackets stand open in one another, or keys are joined")
        try:
            return tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
            place = re.search(r"line (\d+)", str(error))
            line = int(place[1]) if place else self.text.count("\n") + 1
            raise self._refused(line, str(error)) from error

    def _refused(self, line: int, why: str) -> SetRefused:
        return SetRefused(self.file, [SetFault(line, "the file", "TOML", _cut(why, WHY))])

    def refused(self, faults: Sequence[SetFault | CardFault], data: dict[str, Any], more: int = 0) -> SetRefused:
        """Return a refusal for some faults, with the line of each that has none yet."""
        told = [self.unsound(data, fault) if isinstance(fault, CardFault) else fault for fault in faults[:MOST_FAULTS]]
        return SetRefused(self.file, told, more + len(faults) - len(told))

    def invalid(self, data: dict[str, Any], error: ErrorDetails) -> SetFault:
        """Return a fault of the model with its card, its line and the path of its field within the card.

        The model names which of several forms it took a part for; these names are no fields, and are left out. Where a
        field is missing, the path ends with it, and the line is that of the part which needs it.
        """
        path = error["loc"]
        real = (*_real(data, path[:-1]), path[-1]) if error["type"] == "missing" else _real(data, path)
        card, field = "the set", real
        if len(real) > 1 and real[0] in ("cards", "decks", "keywords"):
            entry = data[str(real[0])][real[1]]
            name = entry.get("name") if isinstance(entry, dict) else None
            card, field = name if isinstance(name, str) else f"{real[0]} {int(real[1]) + 1}", real[2:]
        told = ".".join(map(str, field)) or "kind"
        return SetFault(self._line(real), _cut(card, PLACE), _cut(told, PLACE), _cut(error["msg"], WHY))

    def unsound(self, data: dict[str, Any], fault: CardFault) -> SetFault:
        """Return a fault that names a card, with the line of its field."""
        card, field, why = _cut(fault.card, PLACE), _cut(fault.field, PLACE), _cut(fault.why, WHY)
        path: tuple[int | str, ...] = tuple(
            int(part) if part.isascii() and part.isdigit() else part for part in fault.field.split(".")
        )
        for kind in ("cards", "decks", "keywords"):
            entries = data.get(kind)
            for number, entry in enumerate(entries if isinstance(entries, list) else ()):
                if isinstance(entry, dict) and entry.get("name") == fault.card:
                    path = _real(data, (kind, number, *path))
                    return SetFault(self._line(path), card, field, why)
        return SetFault(self._line(path), card, field, why)

    def _line(self, path: tuple[int | str, ...]) -> int:
        return locate(self.text, path)[0]


def _real(data: Any, path: Iterable[int | str]) -> tuple[int | str, ...]:
    """Return those parts of a path that are keys and places of the data."""
    real: list[int | str] = []
    for part in path:
        if isinstance(part, int) and isinstance(data, list) and part < len(data):
            data = data[part]
        elif isinstance(data, dict) and part in data:
            data = data[str(part)]
        else:
            continue
        real.append(part)
    return tuple(real)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _too_deep(text: str) -> int:
    """Return the line where more brackets stand open than may, or more keys are joined, or 0.

    What stands within strings counts as well.
    """
    joined = _DOTTED.search(text)
    if joined is not None:
        return text.count("\n", 0, joined.start()) + 1
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        for sign in line:
            depth += (sign in "[{") - (sign in "]}")
            if depth > DEEPEST:
                return number
    return 0
