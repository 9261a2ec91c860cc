"""What happened in a turn, in the few lines of its post: functions for the reports of every game."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from bot.ui.texts.words import Words
from engine.contract import Fact
from engine.kit.facts import Ended

F = TypeVar("F", bound=Fact)

MOST_LINES: Final = 6
"""The maximum number of lines in a turn's post."""


def bold(line: str) -> str:
    """Return a line in bold as a whole."""
    return f"**{line.replace('**', '')}**"


def fitted(texts: Sequence[str], words: Words, least: int = 1) -> list[str]:
    """Return texts of at most six lines: those in the middle give way to one that counts them, which is the last.

    The last text about the turn is the outcome, and stays, as do the first `least`. Small lines below others give way
    before all that, the last of them first.
    """
    texts = without_small_lines(texts, range(len(texts)), MOST_LINES)
    if len(texts) <= MOST_LINES:
        return texts
    kept = MOST_LINES - least - 1
    more = len(texts) - least - kept
    return [*texts[:least], *texts[len(texts) - kept :], words("report.more", count=more)]


def without_small_lines(texts: Sequence[str], order: Iterable[int], most: int) -> list[str]:
    """Return the first line of each text.

    The texts at the places in `order` keep all theirs, the first of them first, while there are at most `most` lines.
    """
    kept = [text.partition("\n")[0] for text in texts]
    for place in order:
        longer = [*kept[:place], texts[place], *kept[place + 1 :]]
        if sum(text.count("\n") + 1 for text in longer) <= most:
            kept = longer
    return kept


def is_over(facts: Iterable[Fact]) -> bool:
    """Whether the match ended in a turn."""
    return any(isinstance(fact, Ended) for fact in facts)


def last_before(kind: type[F], before: Sequence[Fact]) -> F | None:
    """Return the last fact of a kind from before a turn, or None."""
    return next((fact for fact in reversed(before) if isinstance(fact, kind)), None)
