"""A turn of WarMage in a few lines, and blow by blow: each Chain as it was cast, then its results."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from bot.ui.games.report import fitted, grouped, lines, steps, told
from bot.ui.games.story import StoryPart
from bot.ui.games.warmage.links import HAPPENING, Links, beginnings, is_among
from bot.ui.games.warmage.story import TELLERS, without_upkeep
from bot.ui.texts.words import Words
from engine.contract import Fact
from engine.games.warmage import events as e
from engine.kit.facts import Ended, Left

ROUTINE: Final = (e.Revealed, e.Reshuffled)
"""What is told of the Row and the deck in small print."""

AFTER: Final = (e.Eliminated, e.Rewound, e.Started, Left, Ended)
"""What follows a Spell without being what it does."""

SENTENCES: Final = {kind: teller for kind, teller in TELLERS.items() if kind is not e.ChainClosed}
"""How facts are told in a report: that a Chain is closed shows in the lines about what it led to."""


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last."""
    worth = [fact for fact in _without_plain_successes(without_upkeep(facts)) if not isinstance(fact, e.TurnBegan)]
    if any(isinstance(fact, e.Rewound) for fact in facts):
        worth = [fact for fact in worth if isinstance(fact, e.Rewound)]
    return fitted(lines(worth, SENTENCES, words, _begins), words)


def blows(facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> list[StoryPart]:
    """Return everything that happened in a turn: a part for each Chain as it was cast, and for each Spell in it.

    In brief, how a Spell was cast stands in the part about what it did.
    """
    begun = beginnings(facts)

    def begins(fact: Fact) -> bool:
        return is_among(fact, begun)

    parts = steps(facts, TELLERS, words, begins, lambda fact: isinstance(fact, HAPPENING), ROUTINE)
    groups = grouped(facts, TELLERS, words, begins)
    shown = {part.row for part in parts}
    rows = {str(row[0].number): row for row in Links(facts, before).rows()}
    known = {label: [fact for link in row for fact in link.facts] for label, row in rows.items() if label in shown}
    return [_part(part, group, known, words) for part, group in zip(parts, groups, strict=True)]


def _part(
    part: StoryPart, group: Sequence[tuple[Fact, str]], known: Mapping[str, Sequence[Fact]], words: Words
) -> StoryPart:
    """Return a part with what is said of it in brief: the facts of its row or, without one, what no row says.

    `known` has the facts of each row.
    """
    if part.row is not None and part.row in known:
        about = [fact for fact in known[part.row] if not _happens(fact)]
        own = next((fact.card for fact, _ in group if isinstance(fact, HAPPENING)), None)
        stopped = (fact for fact in about if isinstance(fact, e.Cast) and fact.card != own)
        brief = "\n".join(lines(about, TELLERS, words, lambda _: True))
        return replace(part, brief=brief, beside=told(stopped, TELLERS, words))
    shown = [fact for row in known.values() for fact in row]
    kept = [fact for fact, _ in group if not isinstance(fact, e.ChainClosed) and not is_among(fact, shown)]
    if len(kept) == len(group):
        return part
    worth = [fact for fact in kept if not isinstance(fact, ROUTINE)]
    left = steps(worth, TELLERS, words, lambda _: False, lambda _: False)
    return replace(part, brief="".join(each.line for each in left))


def _happens(fact: Fact) -> bool:
    """Whether a fact says only that a Spell happens."""
    return isinstance(fact, e.Resolved) and fact.how == "success"


def resolution(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts, leaving out routine drawing before the first Spell and what has no sentence in a report."""
    first = next((place for place, fact in enumerate(facts) if isinstance(fact, e.Cast | e.Used)), len(facts))
    worth = (*without_upkeep(facts[:first]), *facts[first:])
    return [fact for fact in _without_plain_successes(worth) if type(fact) in SENTENCES]


def _without_plain_successes(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts without those which say only that a Spell happens, if the next fact says what it does."""
    return [fact for fact, then in pairwise((*facts, None)) if fact and not (_happens(fact) and _is_effect(then))]


def _is_effect(fact: Fact | None) -> bool:
    """Whether a fact says what a Spell does, and not how the turn goes on."""
    return type(fact) in SENTENCES and not isinstance(fact, (*HAPPENING, e.Cast, e.TurnBegan, *AFTER, *ROUTINE))


def _begins(fact: Fact) -> bool:
    """Whether a fact begins a line: a Spell that is no answer, what a Chain leads to, a Wound, an end."""
    if isinstance(fact, e.Cast):
        return not fact.response
    return isinstance(fact, e.ChainClosed | e.Used | e.Wounded | e.Eliminated | e.Rewound | e.Started | Left | Ended)
