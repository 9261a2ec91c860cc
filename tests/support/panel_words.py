"""Counting the words of ours on a panel: what the bot says, without what cards are called and say."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

MEDIAN: Final = 90
MOST: Final = 140
"""How many words of ours a panel may have: in the median of a game's panels, and at most."""

WORD: Final = re.compile(r"[^\W_]+(?:['’.+][^\W_]+)*")

_TIME: Final = re.compile(r"<t:\d+:R>")

_FIGURE: Final = re.compile(r"[+−±✴]\d+")
"""By how much points change, as a forecast says it at the end of each button, and what the button's card costs."""


def names_of(cards: Iterable[Any]) -> re.Pattern[str]:
    """Return a pattern that finds the names of card definitions, longer names first."""
    return re.compile("|".join(sorted((re.escape(card.name) for card in cards), key=len, reverse=True)))


def texts_of(parts: Iterable[Any]) -> Iterator[str]:
    """Yield what somebody reads before opening a select: texts, labels and titles of selects."""
    for part in parts:
        yield from (part[key] for key in ("content", "label", "placeholder") if part.get(key))
        yield from texts_of(part.get("components", []))


def words_of_ours(texts: Iterable[str], names: re.Pattern[str]) -> int:
    """Return the number of words without cards: their names, and lines that begin with one, which are their texts.

    A time counts as three words, such as "in 2 minutes", and what a card costs and brings as none.
    """
    count = 0
    for line in "\n".join(texts).split("\n"):
        if not line.startswith("- **"):
            ours = _FIGURE.sub(" ", _TIME.sub(" in two minutes ", names.sub(" ", line)))
            count += len(WORD.findall(ours))
    return count
