"""What becomes of a row of the outbox: what its delivery reports, and what the sender makes of that."""

from typing import TypeAlias

from msgspec import Struct

from bot.storage.destination import Destination


class Sent(Struct, frozen=True):
    """It is there: the channel, the message, and what it looks like; None where there was nothing to say."""

    channel: int | None = None
    message: int | None = None
    digest: str | None = None


class Later(Struct, frozen=True):
    """It could not be sent now; `after` is how many seconds Discord wants to be left alone, where it said so.

    `ours` says that the fault is ours, in what was to be sent: what comes after it may well be sent.
    """

    why: str
    after: float | None = None
    ours: bool = False


class Never(Struct, frozen=True):
    """It cannot be sent at all."""

    why: str


class Lost(Struct, frozen=True):
    """The channel of its destination is gone or closed to the bot."""

    channel: int


class NoPlace(Struct, frozen=True):
    """There is no channel left for its destination."""

    why: str


class Closed(Struct, frozen=True):
    """The person takes no direct messages."""


class Moved(Struct, frozen=True):
    """That place is gone, and the destination has another one now: it is tried again there."""


class Shelved(Struct, frozen=True):
    """The person cannot be reached; it waits at a destination until the person comes for it."""

    destination: Destination


Report: TypeAlias = Sent | Later | Never | Lost | NoPlace | Closed
"""What a delivery reports."""

Result: TypeAlias = Sent | Later | Never | Moved | Shelved
"""What becomes of the row."""
