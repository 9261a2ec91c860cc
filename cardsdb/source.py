"""The text of a card set: reading it within limits, and finding the line of a fault."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct
from pydantic_core import ErrorDetails

from engine.contract import CardFault, Message
from engine.scenarios.file_format import locate
from engine.text import Unfit

Path: TypeAlias = tuple[int | str, ...]
"""The keys and indexes that lead to a part of a file's data."""

LONGEST: Final = 200_000
"""The maximum size of a set file, in bytes."""

DEEPEST: Final = 12
"""The maximum depth of nested brackets, and the maximum number of keys joined by dots: more than any card needs."""

MOST_FAULTS: Final = 100
"""The maximum number of faults reported at once."""

WHY: Final = 300
PLACE: Final = 80
"""The maximum length of a reported reason, and of a card's name or a field: a hostile file controls them."""

_WITH_A_TEXT: Final = (
    *("missing", "extra_forbidden", "literal_error", "union_tag_invalid", "union_tag_not_found"),
    *("int_type", "int_parsing_size", "int_from_float", "bool_type", "string_type", "tuple_type", "dict_type"),
    *("greater_than_equal", "less_than_equal", "string_too_long", "string_too_short", "too_long", "too_short"),
    *("string_pattern_mismatch", "no_roll", "number_or_all"),
)
WORDED: Final[Mapping[str, str]] = {
    **{kind: kind for kind in _WITH_A_TEXT},
    "int_parsing": "int_type",
    "finite_number": "int_from_float",
    "bool_parsing": "bool_type",
    **dict.fromkeys(("model_type", "model_attributes_type"), "dict_type"),
}
"""The validation errors, by pydantic's names, and their texts in the catalogue; cards' own errors bring their own."""

_SYNTAX: Final = (
    ("twice", re.compile(r"Cannot |Duplicate ")),
    ("heading", re.compile(r"Expected '\]")),
    ("quotes", re.compile(r"Unterminated|(?:Illegal|Found invalid) character '\\n'|Expected [\"']+(?: \(|\Z)")),
    ("invisible", re.compile(r"(?:Illegal|Found invalid) character")),
    ("backslash", re.compile(r"Unescaped|Invalid hex|Escaped")),
    ("bracket", re.compile(r"Unclosed")),
    ("statement", re.compile(r"Invalid (?:statement|initial)|Expected '='")),
    ("newline", re.compile(r"Expected newline")),
    ("value", re.compile(r"Invalid (?:value|date)")),
)
"""The errors of TOML by the words with which Python's parser begins them, each with a message in the catalogue."""

_DOTTED: Final = re.compile(rf"(?<![\w\"'-])(?:[\w\"'-]+[ \t]*\.[ \t]*){{{DEEPEST}}}", re.ASCII)


class SetFault(Struct, frozen=True):
    """A fault in a set file: the line (0 if there is none), the card or "the set", the field, and the reason.

    `field` is a path in words, with indexes from 1: "triggers 2, do 1, stack". `reason` is the reason as a message for
    people, if the catalogue has one.
    """

    line: int
    card: str
    field: str
    why: str
    reason: Message | None = None


Stage: TypeAlias = Literal["text", "form", "names", "decks"]
"""A stage of checking: the TOML syntax, the form of every part, the names that parts use, the decks.

Each stage begins only if all earlier ones have passed: an invalid card can neither be named nor counted in a deck."""


class SetRefused(Exception):
    """A card set was rejected.

    Attributes:
        file: the name of its file.
        faults: the faults found, sorted by line.
        more: the number of further faults that are not listed.
        stage: the stage that found them; later stages were not run.
    """

    def __init__(self, file: str, faults: Iterable[SetFault], more: int = 0, stage: Stage = "form") -> None:
        self.file = file
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line))
        self.more = more
        self.stage = stage
        told = [f"{file}:{fault.line}: {fault.card}: {fault.field}: {fault.why}" for fault in self.faults]
        super().__init__("\n".join([*told, f"{file}: and {more} more"] if more else told))


class Source:
    """The text of a set file and the file's name. The text is untrusted until it is validated."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file

    def data(self) -> dict[str, Any]:
        """Return the TOML as data. Raises SetRefused if the text is too long, too deeply nested or not TOML."""
        if len(self.text.encode("utf-8", "surrogatepass")) > LONGEST:
            raise self._refused(0, f"it has more than {LONGEST} bytes")
        deep = _too_deep(self.text)
        if deep:
            raise self._refused(deep, f"more than {DEEPEST} brackets are nested, or names joined by dots")
        try:
            return tomllib.loads(self.text)
        except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
            place = re.search(r"line (\d+)", str(error))
            line = int(place[1]) if place else self.text.count("\n") + 1
            kind = next((kind for kind, form in _SYNTAX if form.match(str(error))), "other")
            raise self._refused(line, str(error), Message(f"set.why.toml_{kind}")) from error

    def _refused(self, line: int, why: str, reason: Message | None = None) -> SetRefused:
        return SetRefused(self.file, [SetFault(line, "the file", "TOML", _cut(why, WHY), reason)], stage="text")

    def refused(
        self, faults: Sequence[SetFault | CardFault], data: dict[str, Any], more: int = 0, stage: Stage = "form"
    ) -> SetRefused:
        """Return a refusal for some faults, adding a line to each that has none."""
        told = [self.unsound(data, fault) if isinstance(fault, CardFault) else fault for fault in faults[:MOST_FAULTS]]
        return SetRefused(self.file, told, more + len(faults) - len(told), stage)

    def invalid(self, data: dict[str, Any], errors: Sequence[ErrorDetails]) -> SetRefused:
        """Return a refusal for validation errors, one for each place that has to be corrected.

        Only the first error at a place is reported. A list that is too short is not reported if the model merely left
        out its invalid elements.
        """
        placed: dict[Path, ErrorDetails] = {}
        for error in errors:
            placed.setdefault(_place(data, error), error)
        wrong = {path[:length] for path in placed for length in range(len(path))}
        kept = [each for each in placed.items() if each[1]["type"] != "too_short" or each[0] not in wrong]
        told = [self._invalid(data, path, error) for path, error in kept[:MOST_FAULTS]]
        return SetRefused(self.file, told, len(kept) - len(told))

    def _invalid(self, data: dict[str, Any], real: Path, error: ErrorDetails) -> SetFault:
        """Return a validation error as a fault, with its card, its line and the path of its field within the card."""
        card, field = "the set", real
        if len(real) > 1 and real[0] in ("cards", "decks", "keywords"):
            entry = data[str(real[0])][real[1]]
            name = entry.get("name") if isinstance(entry, dict) else None
            card, field = name if isinstance(name, str) else f"{real[0]} {int(real[1]) + 1}", real[2:]
        why = _cut(str(error.get("ctx", {}).get("error", error["msg"])), WHY)
        return SetFault(self._line(real), _cut(card, PLACE), _in_words(field or ("kind",)), why, _reason(error))

    def unsound(self, data: dict[str, Any], fault: CardFault) -> SetFault:
        """Return a fault in a named card, with the line of its field."""
        card, why = _cut(fault.card, PLACE), _cut(fault.why, WHY)
        path = _path(fault.field)
        field = _in_words(path)
        named = [
            (entry, (kind, number))
            for kind in ("cards", "decks", "keywords")
            for number, entry in enumerate(data[kind] if isinstance(data.get(kind), list) else ())
            if isinstance(entry, dict) and entry.get("name") == fault.card
        ]
        if named:
            # A deck and a card may share a name: take the one that has such a field.
            _, where = max(named, key=lambda each: path[0] in each[0])
            path = _real(data, (*where, *path))
        return SetFault(self._line(path), card, field, why, fault.reason)

    def _line(self, path: Path) -> int:
        return locate(self.text, path)[0]


def _path(field: str) -> Path:
    """Return the keys and indexes of a dotted path. A card in a deck is one key, whatever its name is."""
    if field.startswith("cards."):
        return ("cards", field.removeprefix("cards."))
    return tuple(int(part) if part.isascii() and part.isdigit() else part for part in field.split("."))


def _in_words(path: Path) -> str:
    """Return a path in words, with indexes from 1."""
    told = ""
    for part in path:
        told += f" {part + 1}" if isinstance(part, int) else f", {part}" if told else part
    return _cut(told, PLACE)


def _place(data: dict[str, Any], error: ErrorDetails) -> Path:
    """Return the path of the data to correct.

    The model's path contains the names of the union variants that it tried; they are not fields, and are left out. If
    a field is missing, the path ends with it. An error about parts that do not fit together brings its own path.
    """
    path = error["loc"]
    if error["type"] == "missing":
        return (*_real(data, path[:-1]), path[-1])
    cause = error.get("ctx", {}).get("error")
    return _real(data, (*path, *_path(cause.field))) if isinstance(cause, Unfit) else _real(data, path)


def _real(data: Any, path: Iterable[int | str]) -> Path:
    """Return those parts of a path that are keys and indexes of the data."""
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


def _reason(error: ErrorDetails) -> Message | None:
    """Return the catalogue's message for a validation error, or None if the error brings its own."""
    kind, context = error["type"], error.get("ctx", {})
    if "error" in context:
        return None
    if kind not in WORDED:
        return Message("set.why.other")
    numbers = {name: value for name, value in context.items() if isinstance(value, int)}
    choice = context.get("expected", context.get("expected_tags"))
    return Message(f"set.why.{WORDED[kind]}", {**numbers, **({"choice": _cut(choice, WHY)} if choice else {})})


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _too_deep(text: str) -> int:
    """Return the first line that nests too many brackets or joins too many keys, or 0 if there is none.

    The contents of strings count as well.
    """
    joined = _DOTTED.search(text)
    if joined is not None:
        return text.count("\n", 0, joined.start()) + 1
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        for sign in line:
            depth += (sign in "[{") - (sign in "]}")
            if depth > DEEPEST:
                return number
    return 0
