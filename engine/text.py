"""Texts that people write for others: safe plain text, names in Latin letters, and ids made from names.

A card's name appears in messages, on buttons, in files and in decks, and people identify cards by it. Nothing in a name
may therefore act as a mention or a link, hide anything, or pass for another card.
"""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, Field

NAME_LENGTH: Final = 60
"""The maximum length of a name, in characters."""

MOST_SLIPS: Final = 100
"""The maximum number of wrong names in a set that are compared with the existing ones."""

CLOSE: Final = 0.75
"""The similarity, from 0 to 1, that a name needs in order to be suggested for another."""

TELLING: Final = 6
"""From this many letters on, names that differ in one letter can be mistaken for each other."""

MARKS: Final = 2
"""The number of accents allowed on one letter; more would overlap the lines above."""


class Unfit(ValueError):
    """Raised when parts of a card do not fit together; `field` is the path from the raising part to the one to fix."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of characters that are invisible or change the direction of the line."""

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that Unicode counts as letters, marks or symbols, but that are also invisible."""

_ACTING: Final = re.compile(r"[@<>`]|https?:|discord\.", re.IGNORECASE)
_FORMATTING: Final = re.compile(r"[*_~|\\\[\]]|^[#\-]")
_LOOKS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "-": ""})
_ARTICLES: Final = frozenset({"a", "an", "the"})
_PLURALS: Final = (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("ss", "ss"), ("s", ""))
_TWINS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LETTERS: Final = str.maketrans("øđðłħ\u0131ŋ", "oddlhin") | str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"})
"""Latin letters that are not one of the basic twenty-six with an accent."""


class Names:
    """Existing names, searched for the one that a misspelt name was meant to be.

    Comparing takes time, and a hostile file may hold thousands of misspellings, so only the first MOST_SLIPS are
    compared.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name.casefold(): name for name in names}
        self._left = MOST_SLIPS

    def meant(self, name: str) -> str:
        """Return a "did you mean" question to append to a fault, or an empty text."""
        self._left -= 1
        close = get_close_matches(name.casefold(), self._names, 1, CLOSE) if self._left >= 0 else []
        return f"; did you mean {self._names[close[0]]!r}?" if close else ""


def unseen(text: str) -> str | None:
    """Return a text's first invisible character, such as one that changes the line's direction, or None."""
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind in _UNSEEN or sign in _BLANK or (kind == "Zs" and sign != " "):
            return sign
    return None


def visible(text: str) -> str:
    """Return the lines of a text without its invisible characters, and with plain spaces alone."""
    return "\n".join("".join(_visible(sign) for sign in line) for line in text.splitlines())


def _visible(sign: str) -> str:
    if sign.isspace():
        return " "
    return "" if unseen(sign) is not None else sign


def crowded(text: str) -> bool:
    """Whether any letter carries more marks than allowed."""
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MARKS:
            return True
    return False


def acting(text: str) -> str | None:
    """Return the first part of a text that could act as a mention or a link instead of being read, or None."""
    found = _ACTING.search(text)
    return None if found is None else found[0]


def inert(text: str) -> str:
    """Return the text if it is safe. Raises ValueError if it could act, hides something or stacks too many marks."""
    sign, part = unseen(text), acting(text)
    if sign is not None:
        raise ValueError(f"it has an invisible character, U+{ord(sign):04X}; type it again")
    if crowded(text):
        raise ValueError(f"a letter has more than {MARKS} accents")
    if part is not None:
        raise ValueError(f"leave out {part!r}; it could act as a mention or a link")
    return text


def _named(text: str) -> str:
    if text != text.strip() or "  " in text:
        raise ValueError("it begins or ends with a space, or has two in a row")
    found = _FORMATTING.search(text)
    if found is not None:
        raise ValueError(f"leave out {found[0]!r}; it could act as formatting")
    for sign in _folded(text):
        if not sign.isascii() and unicodedata.category(sign)[0] in "LNM":
            raise ValueError(f"leave out {sign!r}; use Latin letters, with or without accents, and digits")
    if not slug(text):
        raise ValueError("use at least one Latin letter or digit")
    return text


Words: TypeAlias = Annotated[str, AfterValidator(inert)]
"""Text that people wrote for others, checked to be safe."""

Name: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=NAME_LENGTH), AfterValidator(inert), AfterValidator(_named)
]
"""A name that people gave to a card, a deck or a set."""


def _folded(text: str) -> str:
    """Return a text in lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(sign for sign in parts if unicodedata.category(sign) != "Mn")


def slug(name: str) -> str:
    """Return a name as an id: lower-case ASCII letters and digits, with words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", _folded(name)).strip("-")


def looks(name: str) -> str:
    """Return what a name looks like at a glance; names with the same result can be mistaken for each other."""
    plain = slug(name).translate(_LOOKS)
    for pair, one in _TWINS:
        plain = plain.replace(pair, one)
    return plain


def imitates(name: str, known: str) -> bool:
    """Whether a name passes for a known one, by an article, a plural, look-alike letters, or one letter or swap.

    Short names may differ in one letter.
    """
    one, other = _core(name), _core(known)
    return one == other or (min(len(one), len(other)) >= TELLING and _one_slip(one, other))


@lru_cache(maxsize=4096)
def _core(name: str) -> str:
    """Return what a name looks like without an article, with every word in the singular."""
    words = slug(name).split("-")
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return looks("".join(map(_singular, words)))


def _singular(word: str) -> str:
    for ending, single in _PLURALS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + single
    return word


def _one_slip(one: str, other: str) -> bool:
    """Whether two different texts differ in one letter that is wrong, missing, or swapped with the next one."""
    if abs(len(one) - len(other)) > 1:
        return False
    start = next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)
    if start is None:
        return True
    left, right = one[start:], other[start:]
    swapped = left[:2] == right[1::-1] and left[2:] == right[2:]
    return swapped or left[1:] == right[1:] or left[1:] == right or left == right[1:]
