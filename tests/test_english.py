"""The English of docstrings and player texts: the patterns that are easy to see, and the length of a sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from babel.messages.pofile import read_po

ROOT: Final = Path(__file__).parents[1]
ROOMS: Final = ("engine", "cardsdb", "bot", "cogs", "sandbox")
LONGEST: Final = 14
"""How many words a sentence for players may have."""

QUESTION: Final = r"(?:is|was|are|were|wins|won|did|does|owns|has|sits|plays|goes|leads|can|may|will)\b[^.]*\?"
BEFORE: Final = "to|for|of|by|with|from|than|only|Only|but|unless|against"
PATTERNS: Final = {
    "a bare who": rf"(?:^|[.;:(] |\b(?:{BEFORE}) )[Ww]ho(?:ever)? (?!{QUESTION})[a-z]",
    "Let": r"^Let\b",
    "told": r"\b(?:is|are|was|were|be|been) told\b",
    "comes of": r"\b(?:comes|came|come) of\b",
    "at the most": r"\bat the (?:most|least)\b",
    "so many": r"\bso (?:many|much) (?!as\b|that\b)",
}


def faults(text: str) -> list[str]:
    """Name the patterns that a text has."""
    return [name for name, pattern in PATTERNS.items() if re.search(pattern, text, re.MULTILINE)]


def long_sentences(text: str) -> list[str]:
    """Return a text's sentences of too many words; a gap counts as one word, a sign as none."""
    sentences = re.split(r"(?<=[.!?])\s+|\n", text)
    return [each for each in sentences if len(re.findall(r"[A-Za-z0-9{]\S*", each)) > LONGEST]


def docstrings() -> Iterator[tuple[str, str]]:
    """Yield all docstrings with their places, without those of frozen migrations."""
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            if "migrations" in file.parts:
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{file.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", ast.get_docstring(node) or ""


def player_texts() -> Iterator[tuple[str, str]]:
    """Yield all English texts of the catalogue with their ids; each plural form is a text."""
    for file in (ROOT / "bot" / "locale" / "en" / "LC_MESSAGES").glob("*.po"):
        with file.open("rb") as source:
            for message in read_po(source):
                forms = (message.string,) if isinstance(message.string, str) else message.string or ()
                key = message.id if isinstance(message.id, str) else message.id[0]
                yield from ((key, form) for form in forms if key)


def test_docstrings_are_plain() -> None:
    assert [(place, found) for place, text in docstrings() if (found := faults(text))] == []


def test_player_texts_are_plain() -> None:
    assert [(key, found) for key, text in player_texts() if (found := faults(text))] == []


def test_sentences_for_players_are_short() -> None:
    assert [(key, found) for key, text in player_texts() if (found := long_sentences(text))] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Only who opened this table can withdraw it.", ["a bare who"]),
        ("Who may act is asked.", ["a bare who"]),
        ("Who is ahead? The first line decides.", []),
        ("The player who opened it can withdraw it.", []),
        ("Let a match have its timers.", ["Let"]),
        ("Only you are told this.", ["told"]),
        ("Return what came of it.", ["comes of"]),
        ("A day at the most.", ["at the most"]),
        ("After so many rounds it stops.", ["so many"]),
        ("It does so much that nobody minds.", []),
    ],
)
def test_planted_words_are_found(text: str, found: list[str]) -> None:
    assert faults(text) == found


def test_a_planted_long_sentence_is_found() -> None:
    words = ["word"] * LONGEST
    assert long_sentences(" ".join(words) + ". Short.") == []
    assert long_sentences(" ".join([*words, "{gap}."])) == [" ".join([*words, "{gap}."])]
