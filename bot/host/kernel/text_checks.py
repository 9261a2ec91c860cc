"""Checks of text that people type and others read: titles and lucky words."""

from typing import Final

from bot.host.kernel.errors import Refused
from engine.contract import Message
from engine.text import crowded, unseen

WORD_LENGTH: Final = 32
"""The maximum length of a lucky word."""


def check_seen(text: str) -> None:
    """Raise Refused if text for others to read has invisible characters or reverses the writing direction."""
    if unseen(text) is not None or crowded(text):
        raise Refused(Message("error.unseen"))


def check_word(word: str) -> None:
    """Raise Refused if the text cannot be a lucky word."""
    if len(word) > WORD_LENGTH:
        raise Refused(Message("lobby.refused.word", {"most": WORD_LENGTH}))
    check_seen(word)
