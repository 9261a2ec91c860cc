"""The rules of the collection ledger: copies, their transfer, and the owners that follow from the entries.

A copy is one piece of cardboard with one owner. A starter deck or a pack creates it once; from then on it only moves,
and is never created again or destroyed. Each move is an entry, so at any time the entries determine the owner of every
copy, and agree with the copies' own records. When a user's data is deleted, their copies no longer have an owner, but
the entries stay.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from engine.contract import Message
from engine.contract.collecting import Transfer

HOLD: Final = 72 * 3600.0
"""The time, in seconds, for which copies won for keeps are held, and during which the match can be reversed."""

RIPENS_AFTER: Final = 3
"""The number of matches that the player who opened a pack must finish before its copies may change hands."""


class Copy(Struct, frozen=True):
    """One copy of a card.

    Attributes:
        owner: the user who owns it; None if that user's data has been deleted.
        bound: whether it is from a starter deck, in which case it never changes hands, so that everyone can always
            play.
        ripens: the number of matches that its owner must have finished before it may change hands.
        held: the time until which it is held after being won for keeps.
    """

    id: int
    game: str
    card: str
    owner: int | None
    bound: bool = False
    ripens: int = 0
    held: float = 0.0

    def barrier(self, finished: int, now: float) -> Message | None:
        """Return why an owner with `finished` matches can neither trade nor stake the copy; None if they can."""
        if self.bound:
            return Message("copy.bound")
        if self.ripens > finished:
            return Message("copy.ripens", {"count": self.ripens - finished})
        if self.held > now:
            return Message("copy.held", {"until": int(self.held)})
        return None


class LedgerEntry(Struct, frozen=True):
    """A movement of a copy: its giver and receiver (None for nobody), its reason, and its match or trade."""

    copy: int
    giver: int | None
    taker: int | None
    reason: str
    match: int | None = None
    trade: int | None = None


class Movement(Struct, frozen=True):
    """An entry with its card and the time, in seconds since 1970."""

    game: str
    card: str
    entry: LedgerEntry
    at: float


class Unbalanced(Exception):
    """An entry gives away a copy that its giver does not have."""


def owners(entries: Iterable[LedgerEntry]) -> dict[int, int | None]:
    """Return the owner of each copy after a sequence of entries. Raises Unbalanced."""
    found: dict[int, int | None] = {}
    for entry in entries:
        if found.get(entry.copy) != entry.giver:
            raise Unbalanced(f"copy {entry.copy} is given by {entry.giver}, who does not have it")
        found[entry.copy] = entry.taker
    return found


def lacking(deck: Mapping[str, int], copies: Iterable[Copy]) -> dict[str, int]:
    """Return the part of a deck that some copies do not cover, by card."""
    missing = dict(deck)
    for copy in copies:
        if copy.card in missing:
            missing[copy.card] -= 1
    return {card: count for card, count in missing.items() if count > 0}


def covering(deck: Mapping[str, int], copies: Iterable[Copy]) -> list[Copy]:
    """Return the copies that make up a deck, taking the first of each card, as far as they suffice."""
    wanted = dict(deck)
    found = []
    for copy in copies:
        if wanted.get(copy.card, 0) > 0:
            wanted[copy.card] -= 1
            found.append(copy)
    return found


class Passage(Struct, frozen=True):
    """A copy that goes to another seat: a transfer with its copy chosen."""

    copy: Copy
    holder: int
    how: str


def passages(transfers: Iterable[Transfer], staked: Mapping[int, Sequence[Copy]]) -> list[Passage]:
    """Return the copies that move to other seats, chosen from those that each seat brought.

    Copies of one card are interchangeable in a match, so the first of them move. Raises KeyError or IndexError if a
    seat did not bring a card that it has to give.
    """
    left: dict[tuple[int, str], list[Copy]] = {}
    for seat, copies in staked.items():
        for copy in reversed(copies):
            left.setdefault((seat, copy.card), []).append(copy)
    return [Passage(left[each.owner, each.card].pop(), each.holder, each.how) for each in transfers]
