"""Saying no: everything that a person may be told by an error.

    UserError                what stands in the way is its `reason`, a message of the catalogue
    ├── Refused              for the reason that is given
    │   └── TooMuch          it takes more time or memory than it may
    ├── NotFound             there is no such thing, or the person may not know of it
    │   ├── NoSuchMatch
    │   └── NoSuchDeck
    ├── NotAllowed           not this person, or not in this place
    │   ├── NotAtTable
    │   ├── WrongChannel
    │   └── NotHere
    ├── Outdated             it was possible a moment ago
    │   ├── Stale
    │   └── TooLate
    └── Unreadable           it is nothing that a client of Discord's sends
        ├── Unsettable
        └── Faulty           a file that is no sound card set

What is refused below the bot has `reasons`, all at once: `engine.contract.IllegalDeck` and
`cardsdb.deck_codes.DeckRefused`. What a request to Discord fails with is in `bot.messenger.failures`.
"""

from typing import Final

from engine.contract import Message
from engine.text import crowded, unseen

WORD_LENGTH: Final = 32
"""The longest lucky word."""


class UserError(Exception):
    """Something cannot be done; `reason` says why, for the person who wanted it."""

    reason: Message


class Refused(UserError):
    """Something cannot be done for the reason that is given."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class NotFound(UserError):
    """There is no such thing, or the person may not know of it."""


class NotAllowed(UserError):
    """This person may not do it, or not in this place."""


class Outdated(UserError):
    """It was possible a moment ago and is no longer."""


class Unreadable(UserError):
    """What a component or a command says is not of ours: forged, truncated, or of a version that is no longer read."""

    reason = Message("panel.unreadable")


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
