"""What people write for others to read: texts that only can be read, names in Latin letters, ids made of names.

A card's name stands in messages, on buttons, in files and in decks, and people tell cards by it. So nothing in it may
act, hide, or pass for another card.
"""

import re
import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, Field

NAME_LENGTH: Final = 60
"""The longest name, in characters."""

MOST_SLIPS: Final = 100
"""How many wrong names of a set are compared with those that are there."""

CLOSE: Final = 0.75
"""How like a name has to be, from 0 to 1, to be suggested for another."""

MARKS: Final = 2
"""How many accents may stand on one letter; more of them climb over the lines above."""


class Unfit(ValueError):
    """Parts of a card do not go together; `field` is the path, from where it is raised, of the part to mend."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Categories of signs that are not seen, or turn the line round."""

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Signs that Unicode counts among letters, marks and symbols, and that are not seen either."""

_ACTING: Final = re.compile(r"[@<>`]|https?:|discord\.", re.IGNORECASE)
_FORMATTING: Final = re.compile(r"[*_~|\\\[\]]|^[#\-]")
_LOOKS: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "-": ""})
_TWINS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LETTERS: Final = str.maketrans("øđðłħ\u0131ŋ", "oddlhin") | str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters of Latin alphabets that no accent makes of the first twenty-six."""


class Names:
    """Names that are there, among which the one is found that a slip of the pen was meant for.

    Comparing takes time, and a hostile file may hold thousands of slips: after MOST_SLIPS no more are looked into.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = {name.casefold(): name for name in names}
        self._left = MOST_SLIPS

    def meant(self, name: str) -> str:
        """Return a question to put behind a fault, whether another name was meant, or nothing."""
        self._left -= 1
        close = get_close_matches(name.casefold(), self._names, 1, CLOSE) if self._left >= 0 else []
        return f"; did you mean {self._names[close[0]]!r}?" if close else ""


def unseen(text: str) -> str | None:
    """Return the first sign of a text that cannot be seen, such as one that turns the line round, or None."""
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        if kind in _UNSEEN or sign in _BLANK or (kind == "Zs" and sign != " "):
            return sign
    return None


def crowded(text: str) -> bool:
    """Whether more marks stand on one letter than may."""
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
    """Return a text that only can be read. Raises ValueError for one that acts, or hides something, or climbs."""
    sign, part = unseen(text), acting(text)
    if sign is not None:
        raise ValueError(f"it holds the sign U+{ord(sign):04X}, which cannot be seen")
    if crowded(text):
        raise ValueError(f"more than {MARKS} marks stand on one letter")
    if part is not None:
        raise ValueError(f"it holds {part!r}, which could act as a mention or a link")
    return text


def _named(text: str) -> str:
    if text != text.strip() or "  " in text:
        raise ValueError("it begins or ends with a space, or has two in a row")
    found = _FORMATTING.search(text)
    if found is not None:
        raise ValueError(f"it holds {found[0]!r}, which could act as formatting")
    for sign in _folded(text):
        if not sign.isascii() and unicodedata.category(sign)[0] in "LNM":
            raise ValueError(f"it holds {sign!r}; names are of Latin letters, with or without accents, and of digits")
    if not slug(text):
        raise ValueError("it needs a letter or a digit of the Latin alphabet")
    return text


Words: TypeAlias = Annotated[str, AfterValidator(inert)]
"""A text that people wrote for others to read."""

Name: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=NAME_LENGTH), AfterValidator(inert), AfterValidator(_named)
]
"""A name that people gave to a card, a deck or a set."""


def _folded(text: str) -> str:
    """Return a text in small letters, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(sign for sign in parts if unicodedata.category(sign) != "Mn")


def slug(name: str) -> str:
    """Return a name as an id: small ASCII letters and digits, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", _folded(name)).strip("-")


def looks(name: str) -> str:
    """Return what a name looks like at a glance: names that look the same are taken for each other."""
    plain = slug(name).translate(_LOOKS)
    for pair, one in _TWINS:
        plain = plain.replace(pair, one)
    return plain
