"""Plain English: short sentences, no stilted phrases, and no sentence put together from other messages."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).parents[2]

LONGEST: Final = 14
"""The most words that a sentence of a player text has."""

STILTED: Final = {
    "headless who": re.compile(
        r"(?:^|[.;:(] |\b(?:to|for|of|by|with|from|than|only|but|unless|against|between|how) )"
        r"who(?:ever)? (?![^.\n]*\?)[a-z]+",
        re.MULTILINE | re.IGNORECASE,
    ),
    "Let": re.compile(r"^Let\b(?! back in$)", re.MULTILINE),
    "is told": re.compile(r"\b(?:is|are|was|were|be|been) told\b"),
    "comes of": re.compile(r"\b(?:comes|came|come) of\b"),
    "at the most": re.compile(r"\bat the (?:most|least)\b"),
    "so many": re.compile(r"\bso (?:many|manieth|much) (?!as\b|that\b)"),
}
"""Phrases that a native speaker would not write, by the name that a failure gives them."""

NAMES: Final = re.compile(r"(?:player|button|permission)\..*|.*\.name|zarcana\.pick\.\*")
"""The ids of texts that are names, which another message may hold in a gap."""


LABEL: Final = re.compile(r"(?:-# )?\w+: \{\w+\}")
"""A text that only says what the sentence behind it is."""

GENERATED: Final = ("bot", "ui", "games", "varia", "language.py")
"""Card texts are generated from a card's effects, by a grammar of their own."""


def sources(*rooms: str) -> list[Path]:
    return [file for room in rooms for file in sorted((ROOT / room).rglob("*.py"))]


def player_texts() -> Iterator[tuple[str, str]]:
    """Every English text, with the file and the id that name it; each plural form is a text."""
    for file in sorted((ROOT / "bot/locale/en/LC_MESSAGES").glob("*.po")):
        with file.open("rb") as source:
            messages = [message for message in read_po(source) if message.id]
        for message in messages:
            key = message.id if isinstance(message.id, str) else message.id[0]
            forms = [message.string] if isinstance(message.string, str) else message.string or ()
            yield from ((f"{file.name} {key}", form) for form in forms)


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring outside the tests, with the place that names it."""
    for file in sources("engine", "cardsdb", "bot", "cogs", "sandbox"):
        if "migrations" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", ast.get_docstring(node) or ""


def long_sentences(text: str) -> list[str]:
    """The sentences of a text with more words than a player text may have; a gap is a word."""
    sentences = re.split(r"(?<=[.!?])\s+|\n", text)
    return [each for each in sentences if len(re.findall(r"[A-Za-z0-9{]\S*", each)) > LONGEST]


def stilted(text: str) -> list[str]:
    """The names of the stilted phrases in a text."""
    return [name for name, pattern in STILTED.items() if pattern.search(text)]


def glued(code: str, texts: dict[str, str]) -> list[str]:
    """The calls that put another message's phrase into a gap of a message that has words of its own."""
    return [ast.unparse(node) for node in ast.walk(ast.parse(code)) if _is_glued(node, texts)]


def _is_glued(node: ast.AST, texts: dict[str, str]) -> bool:
    outer = _id_of(node)
    if outer is None or not isinstance(node, ast.Call) or not re.search("[A-Za-z]", _own_words(texts.get(outer, "x"))):
        return False
    if LABEL.fullmatch(texts.get(outer, "")):
        return False
    values = [branch for keyword in node.keywords for branch in _branches(keyword.value)]
    inner = [key for value in values if (key := _id_of(value)) is not None]
    return any(not NAMES.fullmatch(key) for key in inner)


def _own_words(text: str) -> str:
    return re.sub(r"\{[^}]*\}", "", text)


def _branches(node: ast.expr) -> list[ast.expr]:
    return [*_branches(node.body), *_branches(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _id_of(node: ast.AST) -> str | None:
    """The id of the message that a call says, an asterisk for each part that is not literal; None for other nodes."""
    if not isinstance(node, ast.Call) or not node.args:
        return None
    called = ast.unparse(node.func).split(".")
    if called[-1] != "words" and called[-2:] != ["words", "plain"]:
        return None
    key = node.args[0]
    if isinstance(key, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in key.values)
    return str(key.value) if isinstance(key, ast.Constant) else "*"


def test_no_sentence_for_players_is_long() -> None:
    found = [f"{where}: {each}" for where, text in player_texts() for each in long_sentences(text)]
    assert not found, "\n".join(found)


def test_no_player_text_is_stilted() -> None:
    found = [f"{where}: {each}" for where, text in player_texts() for each in stilted(text)]
    assert not found, "\n".join(found)


def test_nobody_is_a_letter_or_the_house() -> None:
    """A player has a name: a text neither takes a seat's letter nor calls a house player "the house"."""
    nameless = re.compile(r"\{letter\}|\bplayer [A-H]\b|\b[Tt]he house\b")
    assert [where for where, text in player_texts() if nameless.search(text)] == []


def test_no_docstring_is_stilted() -> None:
    texts = list(docstrings())
    assert len(texts) > 1000
    found = [f"{where}: {each}" for where, text in texts for each in stilted(text)]
    assert not found, "\n".join(found)


def test_no_sentence_is_put_together_from_messages() -> None:
    texts = {where.split(" ", 1)[1]: text for where, text in player_texts()}
    found = [
        f"{file.name}: {each}"
        for file in sources("bot/ui")
        if file.parts[-5:] != GENERATED
        for each in glued(file.read_text("utf-8"), texts)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("headless who", "Only who opened this table can withdraw it."),
        ("headless who", "Whoever is ahead wins."),
        ("headless who", "Knockout: who loses is out"),
        ("Let", "Let a match have its timers."),
        ("is told", "Nobody is told this."),
        ("comes of", "Return what came of it."),
        ("at the most", "Ten cards at the most."),
        ("so many", "After so many rounds the match stops."),
    ],
)
def test_a_stilted_phrase_is_found(fault: str, text: str) -> None:
    assert stilted(text) == [fault]


@pytest.mark.parametrize(
    "text",
    ["Who opens the match?", "The player who opened this table can withdraw it.", "It took so many that none is left."],
)
def test_a_plain_phrase_is_not(text: str) -> None:
    assert stilted(text) == []


def test_a_long_sentence_is_found() -> None:
    long = "one two three four five six seven eight nine ten eleven twelve thirteen {gap} fifteen."
    assert long_sentences(f"Short. {long} Short.") == [long]
    assert long_sentences("One two three four five six seven.\nEight nine ten eleven twelve thirteen fourteen.") == []


@pytest.mark.parametrize(
    ("code", "caught"),
    [
        ('words("vote", answer=words("yes" if own else "no"))', True),
        ('words("vote", answer=words("yes") if own else words("no"))', True),
        ('words.plain("vote", answer=words.plain("yes"))', True),
        ('words("vote", answer=words(key))', True),
        ('words("vote", answer=words(f"{row.game}.name"), player=words(f"character.{key}.name"))', False),
        ('words("line", answer=words("yes"))', False),
        ('words("vote", answer=words.player(seat))', False),
    ],
)
def test_a_phrase_in_a_gap_is_found(code: str, *, caught: bool) -> None:
    texts = {"vote": "You voted {answer}.", "line": "**{answer}** · {number}"}
    assert glued(code, texts) == ([code.replace('"', "'")] if caught else [])
