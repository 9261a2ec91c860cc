"""A turn of Zarcana in a few lines, and blow by blow: the card, what it did, and how things stand."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.renderer import StoryPart
from bot.ui.games.report import fitted, lines, steps
from bot.ui.games.zarcana.story import TELLERS
from bot.ui.words import Words
from engine.contract import Fact
from engine.games.zarcana import events as e
from engine.kit.facts import Ended, Left

CONTINUING: Final = (e.PowerCopied, e.TookSuit, e.Reoriented, e.GoesAgain, e.TurnedUp)
"""Facts that are told in the line of the fact before them."""

BEGINNING: Final = (e.Played, e.Used, e.Passed, e.Declared, e.FinalRoundOpened, e.Scored, Left, Ended)
"""Facts that begin a part of Blow by blow."""


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last."""
    worth = [fact for fact in facts if not isinstance(fact, e.TurnBegan)]
    return fitted(lines(worth, TELLERS, words, lambda fact: not isinstance(fact, CONTINUING)), words)


def blows(facts: Sequence[Fact], words: Words, before: Sequence[Fact] = ()) -> list[StoryPart]:
    """Return everything that happened in a turn: a part for each card, with what it did."""
    return steps(facts, TELLERS, words, lambda fact: isinstance(fact, BEGINNING))
