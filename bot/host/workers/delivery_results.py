"""The outcomes of sending a row of the outbox: what its delivery reports, and what the sender turns that into."""

from typing import TypeAlias

from msgspec import Struct

from bot.storage.destination import Destination


class Sent(Struct, frozen=True):
    """It was delivered: the channel, the message, and the digest of its looks; None if there was nothing to say."""

    channel: int | None = None
    message: int | None = None
    digest: str | None = None


class Later(Struct, frozen=True):
    """It could not be sent now; `after` is how many seconds Discord asks to wait, if it does.

    `ours` says that the fault is ours, in the content, so later rows may well be sent.
    """

    why: str
    after: float | None = None
    ours: bool = False


class Never(Struct, frozen=True):
    """It can never be sent."""

    why: str


class Lost(Struct, frozen=True):
    """The channel of its destination is gone, or closed to the bot."""

    channel: int


class NoPlace(Struct, frozen=True):
    """There is no channel left for its destination."""

    why: str


class Closed(Struct, frozen=True):
    """The person does not accept direct messages."""


class Moved(Struct, frozen=True):
    """Its place is gone and the destination has a new one, where it is tried again."""


class Shelved(Struct, frozen=True):
    """The person cannot be reached; it waits at a destination until the person picks it up."""

    destination: Destination


Report: TypeAlias = Sent | Later | Never | Lost | NoPlace | Closed
"""The report of a delivery."""

Result: TypeAlias = Sent | Later | Never | Moved | Shelved
"""The outcome for the row."""
