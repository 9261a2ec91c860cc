"""Facts in texts: who, which card and how much, apart from the words around them."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

GAPS: Final = {"name": "‹name›", "card": "‹card›", "figure": "‹n›", "other": "‹…›"}
"""What stands in a template for each kind of thing: `other` are times, emojis, addresses and seals."""

_OTHER: Final = r"<t:\d+(?::\w)?>|<a?:\w+:\d+>|https?://\S+|\b[0-9a-f]{12,}\b"
_FIGURE: Final = r"(?<![\w])[+\-−]?\d+(?:[.,]\d+)?%?"


class Told(Struct, frozen=True):
    """What a text says: its words with gaps, and the facts that fill these, in their order."""

    template: str
    facts: tuple[tuple[str, str], ...]


class FactReader:
    """Reads texts of a game.

    Args:
        names: who is meant by what players are called, such as a name or a mention.
        cards: what cards are called.
    """

    def __init__(self, names: Mapping[str, str], cards: Iterable[str]) -> None:
        known = {"name": _either(names), "card": _either(cards), "figure": _FIGURE}
        groups = "|".join(f"(?P<{kind}>{pattern})" for kind, pattern in {"other": _OTHER, **known}.items())
        self._pattern = re.compile(groups)
        self._names = names
        self._read: dict[str, Told] = {}

    def read(self, text: str) -> Told:
        """Return what a text says."""
        told = self._read.get(text)
        if told is None:
            found = [
                (match.lastgroup or "", self._names.get(match[0], match[0])) for match in self._pattern.finditer(text)
            ]
            template = self._pattern.sub(lambda match: GAPS[match.lastgroup or ""], text)
            told = self._read[text] = Told(template, tuple(each for each in found if each[0] != "other"))
        return told


def _either(texts: Iterable[str]) -> str:
    """Return a pattern for any of some whole names, longer ones first."""
    longest_first = sorted({text for text in texts if text}, key=lambda text: (-len(text), text))
    return rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)"
