"""The text of a card set: reading it within limits, and finding the line that a fault speaks of."""

import re
import tomllib
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Struct

from engine.contract import CardFault
from engine.scenarios.file import locate

LONGEST: Final = 200_000
"""How many characters a set file may have."""

DEEPEST: Final = 12
"""How many brackets may stand open in one another, which is more than any card needs."""

MOST_FAULTS: Final = 50
"""How many faults are told at once."""


class SetFault(Struct, frozen=True):
    """What is wrong with a set file: the line (0 where there is none), the card or "the set", the field, and why."""

    line: int
    card: str
    field: str
    why: str


class SetRefused(Exception):
    """A card set may not be used: the file, and every fault that was found, in the order of their lines."""

    def __init__(self, file: str, faults: Iterable[SetFault]) -> None:
        self.file = file
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))[:MOST_FAULTS]
        told = (f"{file}:{fault.line}: {fault.card}: {fault.field}: {fault.why}" for fault in self.faults)
        super().__init__("\n".join(told))


class Source:
    """The text of a set file and the file's name. The text is hostile until it is proved sound."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    def data(self) -> dict[str, Any]:
        """Return the TOML as data. Raises SetRefused for a text that is too long, too deep or no TOML."""
        if len(self.text) > LONGEST:
            raise self._refused(0, f"it has more than {LONGEST} characters")
        deep = _too_deep(self.text)
        if deep:
            raise self._refused(deep, f"more than {DEEPEST} brackets stand open in one another")
        try:
            return tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
            place = re.search(r"line (\d+)", str(error))
            line = int(place[1]) if place else self.text.count("\n") + 1
            raise self._refused(line, str(error)) from error

    def _refused(self, line: int, why: str) -> SetRefused:
        return SetRefused(self.file, [SetFault(line, "the file", "TOML", why)])

    def invalid(self, data: dict[str, Any], path: tuple[int | str, ...], why: str, *, missing: bool) -> SetFault:
        """Return a fault of the model with its card, its line and the path of its field within the card.

        The model names which of several forms it took a part for; these names are no fields, and are left out. Where a
        field is missing, the path ends with it, and the line is that of the part which needs it.
        """
        real = (*_real(data, path[:-1]), path[-1]) if missing else _real(data, path)
        card, field = "the set", real
        if len(real) > 1 and real[0] in ("cards", "decks", "keywords"):
            entry = data[str(real[0])][real[1]]
            name = entry.get("name") if isinstance(entry, dict) else None
            card, field = name if isinstance(name, str) else f"{real[0]} {int(real[1]) + 1}", real[2:]
        return SetFault(self._line(real), card[:80], ".".join(map(str, field)) or "kind", why)

    def unsound(self, data: dict[str, Any], fault: CardFault) -> SetFault:
        """Return a fault that names a card, with the line of its field."""
        path: tuple[int | str, ...] = tuple(int(part) if part.isdigit() else part for part in fault.field.split("."))
        for kind in ("cards", "decks", "keywords"):
            entries = data.get(kind)
            for number, entry in enumerate(entries if isinstance(entries, list) else ()):
                if isinstance(entry, dict) and entry.get("name") == fault.card:
                    path = _real(data, (kind, number, *path))
                    return SetFault(self._line(path), fault.card, fault.field, fault.why)
        return SetFault(self._line(path), fault.card, fault.field, fault.why)

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


def _too_deep(text: str) -> int:
    """Return the line where more brackets stand open than may, or 0. Brackets within strings count as well."""
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        for sign in line:
            depth += (sign in "[{") - (sign in "]}")
            if depth > DEEPEST:
                return number
    return 0
