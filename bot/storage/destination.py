"""Destinations: names of the places to which rows of the outbox go, whatever channel that is at the moment."""

from enum import Enum
from typing import Final

from msgspec import Struct


class Kind(Enum):
    """What a destination is. The value is its first and last word; what belongs to a seat ends with the seat."""

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


_BY_WORDS: Final = {kind.value: kind for kind in Kind}

OF_MATCH: Final = tuple(kind for kind in Kind if kind.value[0] == "match")
"""What is deleted with a match. Panels and shelves are at no channel, so they are never kept."""


class Destination(Struct, frozen=True):
    """A destination; `str` is its text form, such as "match 42 thread", and `parse` reads it.

    Attributes:
        number: the match, person, tournament or server.
        seat: of a panel or shelf; None for all others.
    """

    kind: Kind
    number: int
    seat: int | None = None

    def __str__(self) -> str:
        first, last = self.kind.value
        return f"{first} {self.number} {self.seat if last is None else last}"

    @classmethod
    def parse(cls, text: str) -> "Destination":
        """Return the destination of a text form. Raises ValueError if there is none of that form."""
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
        """Return where a match is played."""
        return cls(Kind.THREAD, match)

    @classmethod
    def lobby(cls, match: int) -> "Destination":
        """Return where the lobby of a match is shown."""
        return cls(Kind.LOBBY, match)

    @classmethod
    def parent(cls, match: int) -> "Destination":
        """Return the channel of the thread or post where a match was asked for."""
        return cls(Kind.PARENT, match)

    @classmethod
    def returned(cls, match: int) -> "Destination":
        """Return the channel that has taken a match back."""
        return cls(Kind.RETURN, match)

    @classmethod
    def panel(cls, match: int, seat: int) -> "Destination":
        """Return the panel with which a seat's newest click was answered."""
        return cls(Kind.PANEL, match, seat)

    @classmethod
    def shelf(cls, match: int, seat: int) -> "Destination":
        """Return where posts wait until the person of a seat comes for them."""
        return cls(Kind.SHELF, match, seat)

    @classmethod
    def dm(cls, user: int) -> "Destination":
        """Return a person's direct messages."""
        return cls(Kind.DM, user)

    @classmethod
    def tournament(cls, tournament: int) -> "Destination":
        """Return where a tournament is announced."""
        return cls(Kind.TOURNAMENT, tournament)

    @classmethod
    def tournament_parent(cls, tournament: int) -> "Destination":
        """Return the channel of the thread in which a tournament is announced."""
        return cls(Kind.TOURNAMENT_PARENT, tournament)

    @classmethod
    def event(cls, tournament: int) -> "Destination":
        """Return the scheduled event of a tournament."""
        return cls(Kind.EVENT, tournament)

    @classmethod
    def greeting(cls, guild: int) -> "Destination":
        """Return where a server is greeted."""
        return cls(Kind.GREETING, guild)
