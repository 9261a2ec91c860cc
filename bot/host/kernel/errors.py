"""Saying no."""

from typing import Final

from engine.contract import Message
from engine.text import crowded, unseen

WORD_LENGTH: Final = 32
"""The longest lucky word."""


class Refused(Exception):
    """Something cannot be done; `reason` says why, for the person who wanted it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class NotNow(Exception):
    """Discord cannot do it now; `after` is how many seconds it wants to be left alone, where it said so."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


def check_seen(text: str) -> None:
    """Raise Refused for a text with a sign that cannot be seen or that turns the writing round: others will read it."""
    if unseen(text) is not None or crowded(text):
        raise Refused(Message("error.unseen"))


def check_word(word: str) -> None:
    """Raise Refused for a text that cannot be a lucky word."""
    if len(word) > WORD_LENGTH:
        raise Refused(Message("lobby.refused.word", {"most": WORD_LENGTH}))
    check_seen(word)
