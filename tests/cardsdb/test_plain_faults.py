"""Every fault that a set file can have is told in our own words, never in those of a parser."""

import ast
import inspect
import math
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date, time
from importlib import import_module
from typing import Any, Final, TypeAlias

import pytest
from pydantic import ValidationError

from bot.ui.cards.sets import fault_line
from bot.ui.texts.words import Words
from cardsdb.sets import example, read_homebrew
from cardsdb.source import SetRefused, Source
from engine.contract import AnyGame
from engine.registry import GAMES

ENGLISH: Final = Words(None)

Place: TypeAlias = tuple[int | str, ...]

HOMEBREW: Final = [game for game in GAMES.values() if game.card_set.homebrew]

WRONG: Final[tuple[Any, ...]] = (
    *(0, -1, 10**30, 1.5, math.inf, math.nan, True, "", "x" * 5000, "9" * 4400, "\u200b", "@x", [], [1], {}, {"a": 1}),
    *(date(2020, 1, 1), time(1)),
)
"""Values that TOML can hold and that hardly any field takes."""

SYNTAX: Final = {
    "twice": (
        "[cards]\n[cards]",
        "a = 1\na = 2",
        "a = {b = 1}\n[a.c]",
        "a = {b = 1, b = 2}",
        "[[a]]\n[a]",
        "a = []\n[[a]]",
        "[a.b]\n[a]\nb.c = 1",
    ),
    "heading": ("[cards", "[[cards]"),
    "quotes": ('a = "b', 'a = "b\nc = 1', "a = 'b", "a = '''b", 'a = """b'),
    "invisible": ('a = "\x00"', "# \x00", "a = '\x00'"),
    "backslash": ('a = "\\q"', 'a = "\\u12"', 'a = "\\uD800"'),
    "bracket": ("a = [1", "a = {b = 1"),
    "statement": ("=", "a", "a = {= 1}"),
    "newline": ("a = 1 b = 2",),
    "value": ("a = b", "a =", "a = 2020-02-30"),
}
"""Files that are no TOML, by what the parser has to say of them."""


def faulty(data: Any) -> Iterator[Any]:
    """Yield data with one value replaced by each wrong one, left out, made too long, or given an unknown name.

    Of places that differ in their indexes alone, only the first is changed.
    """
    shapes = set()
    for path in places(data):
        shape = tuple("#" if isinstance(part, int) else part for part in path)
        if shape in shapes:
            continue
        shapes.add(shape)
        at = _inside(data, path)
        longer, more = (
            [at * 400] if isinstance(at, list) else [],
            [{**at, "unknown": 1}] if isinstance(at, dict) else [],
        )
        for value in (*WRONG, *longer, *more):
            yield _changed(data, path, value)
        yield _changed(data, path)


def _inside(data: Any, path: Place) -> Any:
    for part in path:
        data = data[part]
    return data


def _changed(data: Any, path: Place, *value: Any) -> Any:
    """Return data with a value in one place or, without a value, without this place."""
    changed = deepcopy(data)
    inner = _inside(changed, path[:-1])
    if value:
        (inner[path[-1]],) = value
    else:
        del inner[path[-1]]
    return changed


def places(data: Any) -> Iterator[Place]:
    """Yield the path of every value in data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for part, value in inside:
        yield (part,)
        yield from ((part, *path) for path in places(value))


@pytest.mark.parametrize("game", HOMEBREW, ids=lambda game: game.spec.key)
def test_no_fault_of_a_value_is_told_in_a_parsers_words(game: AnyGame) -> None:
    text = example(game)
    for data in faulty(tomllib.loads(text)):
        try:
            game.card_set.model_validate(data)
        except ValidationError as refused:
            errors = refused.errors(include_url=False, include_input=False)
            faults = Source(text, "set.toml").invalid(data, errors).faults
            assert all(fault.reason is None or fault.reason.id != "set.why.other" for fault in faults), errors
            foreign = [error["msg"] for error in errors if "error" not in error.get("ctx", {})]
            told = "\n".join(fault_line(fault, ENGLISH) for fault in faults)
            assert not [message for message in foreign if message in told]


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in SYNTAX.items() for text in texts])
def test_no_fault_of_syntax_is_told_in_a_parsers_words(kind: str, text: str) -> None:
    with pytest.raises(SetRefused) as refused:
        read_homebrew(GAMES["varia"], text, "set.toml")
    (fault,) = refused.value.faults
    assert fault_line(fault, ENGLISH).endswith(ENGLISH.plain(f"set.why.toml_{kind}"))


def test_every_message_of_the_parser_is_among_the_examples() -> None:
    """Python's parser words its errors in calls of one function; each begins one of the examples' errors."""
    told = []
    for text in (text for texts in SYNTAX.values() for text in texts):
        with pytest.raises(tomllib.TOMLDecodeError) as refused:
            tomllib.loads(text)
        told.append(str(refused.value))
    calls = [
        node
        for node in ast.walk(ast.parse(inspect.getsource(import_module("tomllib._parser"))))
        if isinstance(node, ast.Call)
    ]
    words = {_beginning(call.args[2]) for call in calls if getattr(call.func, "id", "") == "suffixed_err"}
    assert len(words) > 10
    assert not [word for word in words if not any(message.startswith(word) for message in told)]


def _beginning(message: ast.expr) -> str:
    """Return the constant text with which a message begins."""
    first = message.values[0] if isinstance(message, ast.JoinedStr) else message
    assert isinstance(first, ast.Constant)
    return str(first.value)
