"""Text as the fonts can draw it: what none of them has is replaced by letters that can be read, or left out."""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from bot.ui.fonts.font_files import TEXT, Fonts, font_of

TEXTS: Final = 4096
"""The number of texts to cache."""

MARKS: Final = 2
"""How many marks above or below a letter are drawn. No name needs more, and piles of them reach into other lines."""

JOINERS: Final = "\u200c\u200d"
"""What joins letters, or keeps them apart, in alphabets whose letters are joined."""

HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Me")
"""The categories of what is not drawn: controls, marks of direction, private signs, and frames around letters."""

ISOLATE, END = "\u2068", "\u2069"
"""What a text begins and ends with that keeps its direction to itself. It stays in texts, and is not drawn."""

UNSEEN: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters that are blank, from which names are made that nobody sees."""


@lru_cache(TEXTS)
def written(text: str, fonts: Fonts = TEXT) -> str:
    """Return text as the fonts can draw it.

    A letter that no font has becomes what it is made of, such as a B for a bold one, or else nothing, like most emojis.
    All spaces become plain ones. Whatever is not seen is left out, but for marks around text of a direction of its own.
    """
    found = "".join(_letters(unicodedata.normalize("NFC", text), fonts))
    return found if found.strip(f" {ISOLATE}{END}") else found.replace(ISOLATE, "").replace(END, "")


def is_joined(letter: str) -> bool:
    """Return whether something belongs to the letter before it: a mark, or a joiner."""
    return letter in JOINERS or unicodedata.category(letter) in ("Mn", "Mc")


def _letters(text: str, fonts: Fonts) -> Iterator[str]:
    base, marks = "", 0
    for letter in text:
        if letter in (ISOLATE, END):
            yield letter
        elif letter.isspace():
            base = ""
            yield " "
        elif is_joined(letter):
            marks += unicodedata.category(letter) == "Mn"
            is_wanted = unicodedata.category(base[0]) == "Lo" if base and letter in JOINERS else marks <= MARKS
            if base and is_wanted and font_of(base + letter, fonts) is not None:
                base += letter
                yield letter
        elif unicodedata.category(letter) not in HIDDEN and letter not in UNSEEN:
            shown = _shown(letter, fonts)
            base, marks = shown[-1:], 0
            yield shown


@lru_cache(TEXTS)
def _shown(letter: str, fonts: Fonts) -> str:
    """Return a letter, or the letters without marks that stand for it."""
    if font_of(letter, fonts) is not None:
        return letter
    parts = unicodedata.normalize("NFKD", letter)
    return "".join(part for part in parts if not is_joined(part) and font_of(part, fonts) is not None)
