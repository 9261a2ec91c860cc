"""A turn of Zarcana in a few lines, and blow by blow: the card, what it did, and how things stand."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from bot.ui.games.renderer import StoryPart
from bot.ui.games.report import fitted, grouped, lines, steps
from bot.ui.games.zarcana.effects import EFFECTS
from bot.ui.games.zarcana.story import TELLERS, resolution
from bot.ui.words import Words
from engine.contract import Fact
from engine.games.zarcana import events as e
from engine.kit.facts import Drew, DrewUnseen, Ended, Left

CONTINUING: Final = (e.PowerCopied, e.TookSuit, e.Reoriented, e.GoesAgain, e.TurnedUp)
"""Facts that are told in the line of the fact before them."""

BEGINNING: Final = (e.Passed, e.Declared, e.FinalRoundOpened, e.Scored, Left, Ended)
"""Facts, other than plays, that begin a part of Blow by blow."""


SHOWN: Final[tuple[type[Fact], ...]] = (*EFFECTS, e.Played, e.Used, e.FoolDrew, e.TookSuit, Drew, DrewUnseen)
"""What the picture of a card shows."""

SCORES: Final = "scores"
"""The label of the moment with everybody's score, which is not shown."""


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last."""
    worth = [fact for fact in resolution(facts) if not isinstance(fact, e.TurnBegan)]
    return fitted(lines(worth, TELLERS, words, lambda fact: not isinstance(fact, CONTINUING)), words)


def blows(facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> list[StoryPart]:
    """Return everything that happened in a turn: a part for each card, with what it did."""

    def begins(fact: Fact) -> bool:
        return is_play(fact) or isinstance(fact, BEGINNING)

    parts, groups = steps(facts, TELLERS, words, begins, is_play), grouped(facts, TELLERS, words, begins)
    return [_part(part, group) for part, group in zip(parts, groups, strict=True)]


def _part(part: StoryPart, group: Sequence[tuple[Fact, str]]) -> StoryPart:
    """Return a part with what its picture does not show."""
    if isinstance(group[0][0], e.Scored):
        return replace(part, row=SCORES)
    return replace(part, beside=" ".join(line for fact, line in group[1:] if not isinstance(fact, SHOWN)))


def is_play(fact: Fact) -> bool:
    """Whether a card is played or used, or drawn by the Fool to be played."""
    return isinstance(fact, e.Played | e.Used) or (isinstance(fact, e.FoolDrew) and fact.played)
