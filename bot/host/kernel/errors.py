"""Refusals: every error whose reason is shown to a person.

    UserError                cannot be done; `reason` is a message from the catalogue
    ├── Refused              for the reason given
    │   └── TooMuch          it takes more time or memory than allowed
    ├── NotFound             it does not exist, or the person may not know of it
    │   ├── NoSuchMatch
    │   └── NoSuchDeck
    ├── NotAllowed           not this person, or not in this place
    │   ├── NotAtTable
    │   ├── WrongChannel
    │   └── NotHere
    ├── Outdated             it was possible a moment ago
    │   ├── Stale
    │   └── TooLate
    └── Unreadable           no Discord client sends this
        ├── Unsettable
        └── Faulty           a file that is not a valid card set

Refusals raised below the bot list all their `reasons` at once: `engine.contract.IllegalDeck` and
`cardsdb.deck_codes.DeckRefused`. Errors from requests to Discord are in `bot.messenger.failures`.
"""

from typing import Final

from engine.contract import Message
from engine.text import crowded, unseen

WORD_LENGTH: Final = 32
"""The maximum length of a lucky word."""


class UserError(Exception):
    """Something cannot be done; `reason` explains why to the person who tried."""

    reason: Message


class Refused(UserError):
    """Something cannot be done for the reason given."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class NotFound(UserError):
    """The object does not exist, or the person may not know of it."""


class NotAllowed(UserError):
    """This person may not do this, or not in this place."""


class Outdated(UserError):
    """The action was possible a moment ago, but no longer is."""


class Unreadable(UserError):
    """A component or command holds data that is not ours: forged, truncated, or from a version no longer supported."""

    reason = Message("panel.unreadable")


class NotNow(Exception):
    """Discord cannot carry out a request now; `after` is the number of seconds to wait, if Discord gave one."""

    def __init__(self, why: str, after: float | None = None) -> None:
        super().__init__(why)
        self.after = after


def check_seen(text: str) -> None:
    """Raise Refused if a text that others will read has invisible characters or too many marks on a letter."""
    if unseen(text) is not None or crowded(text):
        raise Refused(Message("error.unseen"))


def check_word(word: str) -> None:
    """Raise Refused if a text cannot be a lucky word."""
    if len(word) > WORD_LENGTH:
        raise Refused(Message("lobby.refused.word", {"most": WORD_LENGTH}))
    check_seen(word)
