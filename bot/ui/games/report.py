"""What happened in a turn, in the few lines of its post: functions for the reports of every game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from bot.ui.games.story import StoryPart, Teller
from bot.ui.texts.words import Words
from engine.contract import Fact
from engine.kit.facts import Ended

F = TypeVar("F", bound=Fact)

MOST_LINES: Final = 6
"""The maximum number of lines in a turn's post."""


def told(facts: Iterable[Fact], tellers: Mapping[type[Fact], Teller], words: Words) -> str:
    """Return the sentences about some facts as one line; empty if none of them has a sentence."""
    sentences = (tellers[type(fact)](fact, words) for fact in facts if type(fact) in tellers)
    return " ".join(sentence for sentence in sentences if sentence)


def lines(
    facts: Iterable[Fact], tellers: Mapping[type[Fact], Teller], words: Words, begins: Callable[[Fact], bool]
) -> list[str]:
    """Return the sentences about some facts, in lines: a fact for which `begins` is true begins a new one."""
    groups: list[list[Fact]] = []
    for fact in facts:
        if not groups or begins(fact):
            groups.append([])
        groups[-1].append(fact)
    return [line for group in groups if (line := told(group, tellers, words))]


def steps(
    facts: Iterable[Fact],
    tellers: Mapping[type[Fact], Teller],
    words: Words,
    begins: Callable[[Fact], bool],
    plays: Callable[[Fact], bool],
    asides: tuple[type[Fact], ...] = (),
) -> list[StoryPart]:
    """Return the story of some facts: a fact for which `begins` is true begins a new part, with its sentence in bold.

    Facts for which `plays` is true are moments of the turn's picture, numbered from 1; a first part without one may
    be a moment without a number. Facts of the kinds `asides` are asides, unless a part has no others.
    """
    parts: list[StoryPart] = []
    number = 0
    for group in grouped(facts, tellers, words, begins):
        number += plays(group[0][0])
        row = str(number) if plays(group[0][0]) else None if parts else ""
        parts.append(replace(_step(group, asides), row=row))
    return parts


def grouped(
    facts: Iterable[Fact], tellers: Mapping[type[Fact], Teller], words: Words, begins: Callable[[Fact], bool]
) -> list[list[tuple[Fact, str]]]:
    """Return the facts that have a sentence, with it, in the groups that `steps` makes parts of."""
    groups: list[list[tuple[Fact, str]]] = []
    for fact in facts:
        line = tellers[type(fact)](fact, words) if type(fact) in tellers else ""
        if line and (not groups or begins(fact)):
            groups.append([])
        if line:
            groups[-1].append((fact, line))
    return groups


def _step(told: Sequence[tuple[Fact, str]], asides: tuple[type[Fact], ...]) -> StoryPart:
    small = [line for fact, line in told if isinstance(fact, asides)]
    first, *others = [line for fact, line in told if not isinstance(fact, asides)] or small
    return StoryPart("\n".join([bold(first), *others]), asides=tuple(small) if len(small) < len(told) else ())


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
