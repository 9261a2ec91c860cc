"""A turn of Zarcana in a few lines: the card, what it did, and how things stand."""

from collections.abc import Sequence
from typing import Final

from bot.ui.games.report import fitted, lines
from bot.ui.games.zarcana.story import TELLERS
from bot.ui.words import Words
from engine.contract import Fact
from engine.games.zarcana import events as e

CONTINUING: Final = (e.PowerCopied, e.TookSuit, e.Reoriented, e.GoesAgain, e.TurnedUp)
"""Facts that are told in the line of the fact before them."""


def report(facts: Sequence[Fact], before: Sequence[Fact], words: Words) -> list[str]:
    """Return what happened in a turn in at most six lines, the outcome last."""
    worth = [fact for fact in facts if not isinstance(fact, e.TurnBegan)]
    return fitted(lines(worth, TELLERS, words, lambda fact: not isinstance(fact, CONTINUING)), words)
