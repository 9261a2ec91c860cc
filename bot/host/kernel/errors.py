"""Refusals: every error whose reason is shown to a person.

    UserError                cannot be done; `reason` is a message from the catalogue
    ├── Refused              for the reason given
    │   ├── TooMuch          it takes more time or memory than allowed
    │   ├── GoneWrong        a process died over it, twice
    │   └── PuzzleChanged    a puzzle's cards or rules have changed
    ├── Unsure               it cannot be undone or ends a match, and the person has yet to confirm it
    ├── NotFound             it does not exist, or the person may not know of it
    │   ├── NoSuchMatch
    │   ├── NoSuchDeck
    │   └── UnknownZone
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

from engine.contract import Message


class UserError(Exception):
    """Something cannot be done; `reason` explains why to the person who tried."""

    reason: Message


class Refused(UserError):
    """Something cannot be done for the reason given."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class Unsure(UserError):
    """Something cannot be undone, or ends a match: the person is asked once whether they really want it.

    `reason` says what will be lost; the text of the button that confirms it has the same id followed by ".yes".
    `more` are further sentences about that.
    """

    def __init__(self, reason: Message, *more: Message) -> None:
        super().__init__(reason, *more)
        self.reason = reason
        self.more = more


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
