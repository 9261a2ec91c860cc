"""The rules of the collection ledger: what a copy is, when it may change hands, and what the ledger adds up to.

A copy is one piece of cardboard with one owner. It comes from nowhere once, by a starter deck or a pack; from then on
it is moved and never made or destroyed, and each move is an entry. So at every moment the entries say who owns what,
and they say the same as the copies do. Copies of somebody who is forgotten go where they came from: nobody owns them,
and their entries stay.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from engine.contract import Message
from engine.contract.collecting import Transfer

HOLD: Final = 72 * 3600.0
"""For how many seconds copies won for keeps are held, and the match can be reversed."""

RIPENS_AFTER: Final = 3
"""After how many finished matches of whoever opened a pack its copies may change hands."""


class Copy(Struct, frozen=True):
    """One copy.

    Attributes:
        owner: whose it is; None where its owner was forgotten.
        bound: of a starter deck: it never changes hands, so that nobody can lose the ability to play.
        ripens: how many matches its owner must have finished before it may change hands.
        held: until when it is held after it was won for keeps.
    """

    id: int
    game: str
    card: str
    owner: int | None
    bound: bool = False
    ripens: int = 0
    held: float = 0.0

    def barrier(self, finished: int, now: float) -> Message | None:
        """Return why it can be neither traded nor put at stake by an owner of some finished matches; None if it can."""
        if self.bound:
            return Message("copy.bound")
        if self.ripens > finished:
            return Message("copy.ripens", {"count": self.ripens - finished})
        if self.held > now:
            return Message("copy.held", {"until": int(self.held)})
        return None


class Entry(Struct, frozen=True):
    """A movement of a copy: from whom to whom, None being nobody; why, and in which match or trade."""

    copy: int
    giver: int | None
    taker: int | None
    reason: str
    match: int | None = None
    trade: int | None = None


class Unbalanced(Exception):
    """Entries give away what their giver does not have."""


def owners(entries: Iterable[Entry]) -> dict[int, int | None]:
    """Return who owns each copy after some entries, in their order. Raises Unbalanced."""
    found: dict[int, int | None] = {}
    for entry in entries:
        if found.get(entry.copy) != entry.giver:
            raise Unbalanced(f"copy {entry.copy} is given by {entry.giver}, who does not have it")
        found[entry.copy] = entry.taker
    return found


def lacking(deck: Mapping[str, int], copies: Iterable[Copy]) -> dict[str, int]:
    """Return what of a deck some copies do not cover, by card."""
    missing = dict(deck)
    for copy in copies:
        if copy.card in missing:
            missing[copy.card] -= 1
    return {card: count for card, count in missing.items() if count > 0}


def covering(deck: Mapping[str, int], copies: Iterable[Copy]) -> list[Copy]:
    """Return the copies with which a deck is laid, the first of each card that come, as far as they go."""
    wanted = dict(deck)
    found = []
    for copy in copies:
        if wanted.get(copy.card, 0) > 0:
            wanted[copy.card] -= 1
            found.append(copy)
    return found


class Passage(Struct, frozen=True):
    """A copy that goes to another seat: what became of a transfer once it was known which copy it is."""

    copy: Copy
    holder: int
    how: str


def passages(transfers: Iterable[Transfer], staked: Mapping[int, Sequence[Copy]]) -> list[Passage]:
    """Return which of the copies that each seat brought go where.

    Copies of one card are alike in a match, so the first of them go. Raises KeyError and IndexError where a seat did
    not bring what it is to give.
    """
    left: dict[tuple[int, str], list[Copy]] = {}
    for seat, copies in staked.items():
        for copy in reversed(copies):
            left.setdefault((seat, copy.card), []).append(copy)
    return [Passage(left[each.owner, each.card].pop(), each.holder, each.how) for each in transfers]
