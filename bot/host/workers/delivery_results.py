"""The outcomes of sending a row in the outbox: what its delivery reports, and what the sender makes of the report."""

from typing import TypeAlias

from msgspec import Struct

from bot.storage.destination import Destination


class Sent(Struct, frozen=True):
    """The row was delivered: the channel, the message and a digest of its content; None if nothing had to be said."""

    channel: int | None = None
    message: int | None = None
    digest: str | None = None


class Later(Struct, frozen=True):
    """The row could not be sent now; `after` is how many seconds Discord asks us to wait, if it does.

    `ours` means that the fault is ours, in the content, so that later rows may well go through.
    """

    why: str
    after: float | None = None
    ours: bool = False


class Never(Struct, frozen=True):
    """The row can never be sent."""

    why: str


class Lost(Struct, frozen=True):
    """The channel of the row's destination is gone, or closed to the bot."""

    channel: int


class Locked(Struct, frozen=True):
    """The match's thread has been locked."""

    channel: int


class Removed(Struct, frozen=True):
    """The bot is no longer in the server to which the row belongs."""

    guild: int


class NoPlace(Struct, frozen=True):
    """There is no channel left for the row's destination."""

    why: str


class Closed(Struct, frozen=True):
    """The person does not accept direct messages."""


class Asleep(Struct, frozen=True):
    """The panel has had its last edit with its token, or its token no longer works."""

    token: str


class Moved(Struct, frozen=True):
    """The row's place is gone, but its destination has a new one, where the row is tried again."""


class Shelved(Struct, frozen=True):
    """The person cannot be reached; the row waits at a destination until they pick it up."""

    destination: Destination


Report: TypeAlias = Sent | Later | Never | Lost | Locked | Removed | NoPlace | Closed | Asleep
"""The report of a delivery."""

Result: TypeAlias = Sent | Later | Never | Moved | Shelved | Asleep
"""The outcome for the row."""
