"""The format of scenario files. Anything else in a file is refused with its line and column."""

import re
import tomllib
from functools import lru_cache
from typing import Any, Final, Literal

from pydantic import BaseModel, Field, ValidationError, model_validator

_BESIDE: Final = frozenset({"viewer", "say", "wrong", "then"})
"""The fields of a step that stand beside the one thing that it does."""


class ScenarioRefused(Exception):
    """Raised when a scenario file cannot be read; gives the file, the line and the column (from 1), and the reason."""

    def __init__(self, file: str, line: int, column: int, why: str) -> None:
        super().__init__(f"{file}:{line}:{column}: {why}")
        self.line = line
        self.column = column
        self.why = why


class _Part(BaseModel, frozen=True, extra="forbid"):
    """A part of a scenario file."""


class Picked(_Part):
    """Options of a decision, named by their labels' arguments or by the last word of a label's id."""

    seat: str
    kind: str
    choose: tuple[str | dict[str, Any], ...] = ()


class Refusal(Picked):
    """A pick that must be refused, and the message id of the refusal."""

    reason: str


class Hidden(_Part):
    """Words that must not appear in anything that a viewer has been shown so far or, for `not_shown`, is shown now."""

    viewer: str
    words: tuple[str, ...]


class NewMatch(_Part):
    """A match from its very start, instead of a position.

    `decks` gives the deck of each seat: the name of a ready deck, or the number of copies of each card.
    """

    seats: int = Field(ge=2, le=8)
    decks: dict[str, str | dict[str, int]] = {}


class StoredPosition(_Part):
    """The stored state of a match and the dice with which it goes on, as `tableside replay --fork` writes them.

    Attributes:
        rules: the state version of the rules.
        key: the key of the dice, in hexadecimal digits.
        branch: the branch of the dice.
        counters: the number of draws made so far for each purpose.
        content: the state, as JSON.
    """

    rules: int = Field(ge=1)
    key: str = Field(pattern=r"^(?:[0-9a-f]{2})+$")
    branch: int = Field(0, ge=0)
    counters: dict[str, int] = {}
    content: str


class End(_Part):
    """The outcome: seats from best to worst, with seats of the same rank in a list of their own."""

    ranking: tuple[str | tuple[str, ...], ...]


class Wrong(_Part):
    """A wrong answer that a lesson offers beside the right one.

    Attributes:
        say: why it is wrong.
        happens: whether it is played, and then explained, instead of being asked again.
    """

    choose: tuple[str | dict[str, Any], ...] = ()
    say: str
    happens: bool = False


class LessonHeader(_Part):
    """What makes a scenario a lesson.

    Attributes:
        number: its place among the lessons of its game, from 1.
        about: what it teaches, in a line.
        end: what the coach says at the end.
        opponents: the characters at the seats after the first, which is the learner's.
    """

    number: int = Field(ge=1, le=9)
    about: str
    end: str
    opponents: tuple[str, ...] = ("pip",)


class ScenarioStep(_Part):
    """One step: exactly one of these fields; `viewer` goes with `expect`, `events` and `not_told`.

    In a lesson, a pick that the learner makes has `say`, and may have `wrong` and `then`.

    Attributes:
        say: what the coach says about the question.
        wrong: the other answers that are offered.
        then: what the coach says once the right answer has been given.
    """

    say: str | None = None
    wrong: tuple[Wrong, ...] = ()
    then: str | None = None

    pick: Picked | None = None
    refuse: Refusal | None = None
    offered: Picked | None = None
    not_offered: Picked | None = None
    blocked: Picked | None = None
    expect: dict[str, Any] | None = None
    viewer: str = "EVERYTHING"
    events: tuple[dict[str, Any], ...] | None = None
    not_told: tuple[dict[str, Any], ...] | None = None
    hidden: Hidden | None = None
    not_shown: Hidden | None = None
    deadline: str | None = None
    leave: str | None = None
    reload: Literal[True] | None = None
    end: End | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> "ScenarioStep":
        given = self.model_fields_set - _BESIDE
        if len(given) != 1:
            raise ValueError("a step does exactly one thing")
        if self.say is None and (self.wrong or self.then):
            raise ValueError("wrong and then go with say")
        if self.say is not None and given != {"pick"}:
            raise ValueError("say goes with pick")
        if "viewer" in self.model_fields_set and not given <= {"expect", "events", "not_told"}:
            raise ValueError("viewer goes with expect, events and not_told")
        return self

    @property
    def what(self) -> str:
        """The name of the one field that is set."""
        return next(iter(self.model_fields_set - _BESIDE))


class Scenario(_Part):
    """A scenario file.

    Attributes:
        about: the names of the cards that the scenario tests; optional, for finding a card's scenarios.
        cards: the names of shipped sets, and cards of its own.
        sets: card sets of its own, for cards that need more of their set than themselves.
        lesson: set if the scenario is a lesson.
    """

    game: str
    title: str
    source: str
    about: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    cards: tuple[str | dict[str, Any], ...] = ()
    sets: tuple[dict[str, Any], ...] = ()
    position: dict[str, Any] = {}
    new: NewMatch | None = None
    state: StoredPosition | None = None
    dice: dict[str, Any] = {}
    lesson: LessonHeader | None = None
    step: tuple[ScenarioStep, ...]

    @model_validator(mode="after")
    def _one_beginning(self) -> "Scenario":
        if sum((self.new is not None, bool(self.position), self.state is not None)) > 1:
            raise ValueError("a match is new, or has a position, or a stored state, but not both")
        if self.state is not None and (self.dice or self.options or self.lesson):
            raise ValueError("a stored state has options and dice of its own, and is no lesson")
        return self


def read_scenario(text: str, file: str) -> Scenario:
    """Parse a scenario from TOML. Raises ScenarioRefused."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (text.count("\n") + 1, 1)
        raise ScenarioRefused(file, line, column, str(error)) from error
    try:
        return Scenario.model_validate(data)
    except ValidationError as error:
        raise refused_for(text, file, error) from error


def refused_for(text: str, file: str, error: ValidationError, under: tuple[str, ...] = ()) -> ScenarioRefused:
    """Return a refusal for a model's error below a path; unknown fields take precedence over missing ones."""
    first = min(error.errors(), key=lambda each: each["type"] != "extra_forbidden")
    return refused_at(text, file, (*under, *first["loc"]), first["msg"])


def refused_at(text: str, file: str, path: tuple[int | str, ...], why: str) -> ScenarioRefused:
    """Return a refusal that points at the place in the text given by a path of keys and numbers."""
    line, column = locate(text, path)
    return ScenarioRefused(file, line, column, f"{'.'.join(map(str, path))}: {why}")


def locate(text: str, path: tuple[int | str, ...]) -> tuple[int, int]:
    """Return the line and column (from 1) of the last key of a path, as precisely as the text allows."""
    place, end, rest = _table(text, path)
    for key in rest:
        found = _element(text, place, key) if isinstance(key, int) else _assignment(text, place, end, key)
        place = place if found is None else found
    before = text[:place]
    return before.count("\n") + 1, place - before.rfind("\n")


def _table(text: str, path: tuple[int | str, ...]) -> tuple[int, int, tuple[int | str, ...]]:
    """Return the start and end of the table that covers the most of a path, and the rest of the path."""
    tables, top = _tables(text)
    depth, start, end = 0, 0, top
    for name, first, last in tables:
        if len(name) > depth and path[: len(name)] == name:
            depth, start, end = len(name), first, last
    return start, end, path[depth:]


@lru_cache(maxsize=1)
def _tables(text: str) -> tuple[list[tuple[tuple[int | str, ...], int, int]], int]:
    """Return the path, start and end of each table, and the end of the part above all tables."""
    counts: dict[tuple[int | str, ...], int] = {}
    found = []
    headers = list(re.finditer(r"^(\[\[?)([^\[\]\n]+)\]", text, re.MULTILINE))
    ends = [*(header.start() for header in headers[1:]), len(text)]
    for header, end in zip(headers, ends, strict=False):
        name: tuple[int | str, ...] = ()
        keys = [key.strip().strip('"') for key in header[2].split(".")]
        for number, key in enumerate(keys):
            name += (key,)
            if header[1] == "[[" and number == len(keys) - 1:
                counts[name] = counts.get(name, -1) + 1
            if name in counts:
                name += (counts[name],)
        found.append((name, header.start(2), end))
    return found, headers[0].start() if headers else len(text)


def _assignment(text: str, start: int, end: int, key: str) -> int | None:
    found = re.compile(rf"(?:^|[{{,.])[ \t]*\"?({re.escape(key)})\"?[ \t]*[=.]", re.MULTILINE).search(text, start, end)
    return None if found is None else found.start(1)


def _element(text: str, start: int, number: int) -> int | None:
    """Return the start of the element `number` in the first list that opens after `start`."""
    opening = text.find("[", start)
    if opening < 0:
        return None
    depth, quoted = 0, False
    for place in range(opening, len(text)):
        sign = text[place]
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign in "[{") - (sign in "]}")
        if depth == 1 and not quoted and sign in "[,":
            if number == 0:
                return place + 1 + len(text[place + 1 :]) - len(text[place + 1 :].lstrip())
            number -= 1
    return None
