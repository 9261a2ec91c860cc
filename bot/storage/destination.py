"""Destinations: logical names for the places that outbox rows go to, independent of the current channel."""

from enum import Enum
from typing import Final

from msgspec import Struct


class Kind(Enum):
    """A kind of destination. Its value is the text form's first and last word; a seat's kinds end with its number."""

    THREAD = ("match", "thread")
    LOBBY = ("match", "channel")
    PARENT = ("match", "parent")
    OPENED = ("match", "opened")
    REOPENED = ("match", "reopened")
    RETURN = ("match", "return")
    PANEL = ("panel", None)
    SHELF = ("seat", None)
    DM = ("user", "dm")
    TOURNAMENT = ("tournament", "channel")
    TOURNAMENT_PARENT = ("tournament", "parent")
    EVENT = ("tournament", "event")
    GREETING = ("guild", "greeting")
    LOG = ("guild", "log")
    OWNER = ("guild", "owner")
    PUZZLES = ("guild", "puzzles")


_BY_WORDS: Final = {kind.value: kind for kind in Kind}

OF_MATCH: Final = tuple(kind for kind in Kind if kind.value[0] == "match")
"""The kinds that are deleted with a match. Panels and shelves have no channel, so they are never stored."""


class Destination(Struct, frozen=True):
    """A destination; `str` is its text form, such as "match 42 thread", and `parse` reads it.

    Attributes:
        number: the match, person, tournament or server.
        seat: the seat of a panel or shelf; None for all other kinds.
    """

    kind: Kind
    number: int
    seat: int | None = None

    def __str__(self) -> str:
        first, last = self.kind.value
        return f"{first} {self.number} {self.seat if last is None else last}"

    @classmethod
    def parse(cls, text: str) -> "Destination":
        """Return the destination that a text form names. Raises ValueError if the text is not a valid form."""
        first, number, last = text.split(" ")
        kind = _BY_WORDS.get((first, last))
        if kind is not None:
            return cls(kind, int(number))
        kind = _BY_WORDS.get((first, None))
        if kind is None:
            raise ValueError(text)
        return cls(kind, int(number), int(last))

    @classmethod
    def thread(cls, match: int) -> "Destination":
        """Return the thread in which a match is played."""
        return cls(Kind.THREAD, match)

    @classmethod
    def lobby(cls, match: int) -> "Destination":
        """Return the place where a match's lobby is shown."""
        return cls(Kind.LOBBY, match)

    @classmethod
    def parent(cls, match: int) -> "Destination":
        """Return the parent channel of the thread or forum post where a match was requested."""
        return cls(Kind.PARENT, match)

    @classmethod
    def returned(cls, match: int) -> "Destination":
        """Return the channel that a match has returned to."""
        return cls(Kind.RETURN, match)

    @classmethod
    def panel(cls, match: int, seat: int) -> "Destination":
        """Return the panel that answered a seat's latest click."""
        return cls(Kind.PANEL, match, seat)

    @classmethod
    def shelf(cls, match: int, seat: int) -> "Destination":
        """Return the place where posts wait until a seat's player picks them up."""
        return cls(Kind.SHELF, match, seat)

    @classmethod
    def dm(cls, user: int) -> "Destination":
        """Return a person's direct messages."""
        return cls(Kind.DM, user)

    @classmethod
    def tournament(cls, tournament: int) -> "Destination":
        """Return the place where a tournament is announced."""
        return cls(Kind.TOURNAMENT, tournament)

    @classmethod
    def tournament_parent(cls, tournament: int) -> "Destination":
        """Return where a tournament is announced if its place is lost: often the parent channel of a thread."""
        return cls(Kind.TOURNAMENT_PARENT, tournament)

    @classmethod
    def event(cls, tournament: int) -> "Destination":
        """Return a tournament's scheduled event."""
        return cls(Kind.EVENT, tournament)

    @classmethod
    def greeting(cls, guild: int) -> "Destination":
        """Return the place where a server is greeted."""
        return cls(Kind.GREETING, guild)

    @classmethod
    def log(cls, guild: int) -> "Destination":
        """Return the channel of a server's log."""
        return cls(Kind.LOG, guild)

    @classmethod
    def owner(cls, guild: int) -> "Destination":
        """Return a server's owner."""
        return cls(Kind.OWNER, guild)

    @classmethod
    def puzzles(cls, guild: int) -> "Destination":
        """Return the channels of a server's puzzles of the day; each post holds its own."""
        return cls(Kind.PUZZLES, guild)
