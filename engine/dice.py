"""Chance: seeded, one stream per purpose, with every draw recorded so that anyone can verify it afterwards.

A draw is named by its purpose ("power.A", "shuffle.B") and its number within that purpose, so draws for one purpose
never depend on how often another was used. With fair dice, the value of a draw follows from a secret that is committed
to before the match and published after it.
"""

import base64
import hashlib
import hmac
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from mypy_extensions import mypyc_attr

from engine.budget import Budget
from engine.draws import Draw

T = TypeVar("T")

_SPARE_BITS = 128
"""The number of spare random bits drawn before a number is reduced, which keeps its bias below 2**-128."""


DIGEST = 32
"""The length of a SHA-256 digest, in bytes."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice(ABC):
    """A game's only source of chance.

    Attributes:
        counters: the number of draws made for each purpose; a match carries them from one pick to the next.
        record: the draws made through this object, in order.
        budget: the budget of the last pick played with these dice.
    """

    def __init__(self, counters: Mapping[str, int] | None = None) -> None:
        self.counters: dict[str, int] = dict(counters or {})
        self.record: list[Draw] = []
        self.budget = Budget()

    def roll(self, purpose: str, sides: int) -> int:
        """Return one die roll, from 1 to `sides`."""
        index = self._next(purpose)
        value = self._number(purpose, index, sides)
        self.record.append(Draw(purpose, index, sides, (value,)))
        return value + 1

    def choose(self, purpose: str, items: Sequence[T]) -> T:
        """Return one of the items, each equally likely."""
        return items[self.roll(purpose, len(items)) - 1]

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        """Return the items in a new order, each order equally likely. Fewer than two items use no draw."""
        if len(items) < 2:  # noqa: PLR2004 - only one order is possible
            return list(items)
        index = self._next(purpose)
        order = self._order(purpose, index, items)
        self.record.append(Draw(purpose, index, len(items), tuple(order)))
        return [items[place] for place in order]

    def _next(self, purpose: str) -> int:
        index = self.counters.get(purpose, 0)
        self.counters[purpose] = index + 1
        return index

    @abstractmethod
    def _number(self, purpose: str, index: int, size: int) -> int:
        """Return a number from 0 to `size` - 1."""

    @abstractmethod
    def _order(self, purpose: str, index: int, items: Sequence[Any]) -> list[int]:
        """Return the positions of `items` in their new order."""


class FairDice(Dice):
    """Dice whose draws all follow from one key: HMAC-SHA256(key, purpose, index, branch).

    `branch` distinguishes the draws made after a match was rewound from those that were taken back.
    """

    def __init__(self, key: bytes, counters: Mapping[str, int] | None = None, branch: int = 0) -> None:
        super().__init__(counters)
        self._hmac = hmac.new(key, digestmod=hashlib.sha256)
        self._branch = branch

    @classmethod
    def seeded(cls, *seed: object) -> "FairDice":
        """Return dice seeded with any printable values, for simulations and tests."""
        return cls(hashlib.sha256(repr(seed).encode()).digest())

    def shows(self, draw: Draw) -> bool:
        """Return whether a recorded draw matches what these dice give for its purpose and index."""
        if len(draw.result) == 1 and draw.size > 0:
            return draw.result[0] == self._number(draw.purpose, draw.index, draw.size)
        if len(draw.result) == draw.size > 1:
            return list(draw.result) == self._order(draw.purpose, draw.index, draw.result)
        return False

    def _bits(self, purpose: str, index: int, bits: int) -> int:
        blocks = []
        for block in range(-(-bits // 256)):
            digest = self._hmac.copy()
            digest.update(f"{purpose}|{index}|{self._branch}|{block}".encode())
            blocks.append(digest.digest())
        return int.from_bytes(b"".join(blocks), "big")

    def _number(self, purpose: str, index: int, size: int) -> int:
        return self._bits(purpose, index, 256) % size

    def _order(self, purpose: str, index: int, items: Sequence[Any]) -> list[int]:
        count = len(items)
        number = self._bits(purpose, index, math.factorial(count).bit_length() + _SPARE_BITS)
        left = list(range(count))
        order = []
        for size in range(count, 0, -1):
            number, place = divmod(number, size)
            order.append(left.pop(place))
        return order


def _left(values: Sequence[Any], made: int) -> list[Any]:
    """Return the loaded results that are left after some draws; the names of a shuffle all belong to one draw."""
    if made and any(isinstance(value, str) for value in values):
        return []
    return list(values[made:])


@mypyc_attr(allow_interpreted_subclasses=True)
class LoadedDice(Dice):
    """Dice that show preset results, for scenarios and lessons.

    `draws` holds, for each purpose, the rolls (1 to the number of sides) in order. For a shuffle, all its entries form
    one order: the items that come to the top, by `name`; the others stay behind them in their old order. `counters`
    says how many draws have already been made for each purpose.
    """

    def __init__(
        self,
        draws: Mapping[str, Sequence[Any]],
        name: Callable[[Any], str] = str,
        rest: Dice | None = None,
        counters: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(counters)
        self._draws = {purpose: _left(values, self.counters.get(purpose, 0)) for purpose, values in draws.items()}
        self._name = name
        self._rest = rest

    @property
    def unused(self) -> dict[str, list[Any]]:
        """The loaded results that have not been drawn."""
        return {purpose: values for purpose, values in self._draws.items() if values}

    def _number(self, purpose: str, index: int, size: int) -> int:
        loaded = self._draws.get(purpose)
        if loaded:
            value = loaded.pop(0)
            if not 1 <= value <= size:
                raise ValueError(f"{purpose} is loaded with {value}, which is not on a die of {size}")
            return int(value) - 1
        if self._rest is not None:
            return self._rest._number(purpose, index, size)  # noqa: SLF001 - the same class family
        raise OutOfDraws(purpose)

    def _order(self, purpose: str, index: int, items: Sequence[Any]) -> list[int]:
        loaded = self._draws.pop(purpose, None)
        if loaded:
            left = list(range(len(items)))
            top = []
            for wanted in loaded:
                place = next((place for place in left if self._name(items[place]) == wanted), None)
                if place is None:
                    raise ValueError(f"{purpose} is loaded with {wanted!r}, which is not among what is shuffled")
                left.remove(place)
                top.append(place)
            return top + left
        if self._rest is not None:
            return self._rest._order(purpose, index, items)  # noqa: SLF001 - the same class family
        raise OutOfDraws(purpose)


class NoDice(Dice):
    """Dice that must not be used: drafts are tried with them, because nothing in a draft may use chance."""

    def _number(self, purpose: str, index: int, size: int) -> int:
        raise ChanceInDraft(purpose)

    def _order(self, purpose: str, index: int, items: Sequence[Any]) -> list[int]:
        raise ChanceInDraft(purpose)


class OutOfDraws(Exception):
    """Raised when loaded dice are asked for more than they hold."""


class ChanceInDraft(Exception):
    """Raised when an option that is not final uses chance, which is a bug in the game that offered it."""


def commitment(secret: bytes, match: str) -> str:
    """Return the commitment that is posted before a match to fix its secret: SHA-256(secret, match id)."""
    return hashlib.sha256(secret + match.encode()).hexdigest()


def seal(secret: bytes, name: str) -> str:
    """Return the digest of `commitment` in its displayed form: base64url without padding, 43 characters."""
    return base64.urlsafe_b64encode(hashlib.sha256(secret + name.encode()).digest()).decode().rstrip("=")


def same_seal(one: str, other: str) -> bool:
    """Return whether two seals are the same digest, each given as 43 characters or as 64 hexadecimal digits."""
    return _digest(one) is not None and _digest(one) == _digest(other)


def _digest(text: str) -> bytes | None:
    """Return the digest that a seal encodes, or None if the text is not a seal."""
    try:
        if len(text) == 2 * DIGEST:
            return bytes.fromhex(text)
        digest = base64.b64decode(f"{text}=", altchars="-_", validate=True)
    except ValueError:
        return None
    return digest if len(digest) == DIGEST else None


def derived_secret(secret: bytes, purpose: str) -> bytes:
    """Return a secret derived from another without revealing it: HMAC-SHA256(secret, "derive " purpose)."""
    return hmac.digest(secret, f"derive {purpose}".encode(), "sha256")


def table_key(secret: bytes, table: str) -> bytes:
    """Return the key of a match's dice: HMAC-SHA256(secret, table string).

    The table string names everything agreed on before the start, so neither the host's secret nor a player's word alone
    decides the draws.
    """
    return hmac.digest(secret, table.encode(), "sha256")
