"""Custom ids: what a button, a select or a modal carries, so that it works whatever has restarted since.

One canonical text form, at most 100 characters, nothing secret in it: who may do what is decided when it comes back.
What comes back may be forged. It is read here, once: what is no id and no number of ours raises Unreadable, which
people are told in plain words.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import ClassVar, Final, Self

from msgspec import Struct
from msgspec.structs import astuple, fields

from bot.host.kernel.errors import Unreadable

VERSION: Final = "1"
LONGEST: Final = 100

_FORM: Final = re.compile(
    r"1\.(?P<action>[a-z]{1,12})\.(?P<subject>[0-9a-z]{1,12})\.(?P<decision>[A-H]\d{1,9}|)\.(?P<revision>[0-9a-z]{1,8})\.(?P<argument>.{0,64})",
    re.DOTALL,
)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_BREAKS: Final = frozenset("\n\r\t")
MOST: Final = 2**63 - 1
"""The largest number that a database's row can have."""

MOST_SMALL: Final = 2**31 - 1
"""The largest revision or place in a list."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class CustomId(Struct, frozen=True):
    """What a component says when it is used.

    Attributes:
        action: what is wanted.
        subject: the number of the row that it is about, if it is about one; its kind (match, deck, trade or
            tournament) follows from the action.
        decision: the question that it answers, where it answers one.
        revision: the draft, or the deck, that it was shown with.
        argument: the rest: a key, a page.
    """

    action: str
    subject: int | None = None
    decision: str = ""
    revision: int = 0
    argument: str = ""

    @property
    def number(self) -> int:
        """The number of the row that it is about. Raises Unreadable if it is about none."""
        if self.subject is None:
            raise Unreadable(self.action)
        return self.subject

    def __str__(self) -> str:
        subject, revision = _base36(self.subject or 0), _base36(self.revision)
        return f"{VERSION}.{self.action}.{subject}.{self.decision}.{revision}.{self.argument}"


def parse(text: str) -> CustomId:
    """Return what a custom id says. Raises Unreadable."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise Unreadable(text)
    parsed = CustomId(
        found["action"],
        int(found["subject"], 36) or None,
        found["decision"],
        int(found["revision"], 36),
        found["argument"],
    )
    if str(parsed) != text or (parsed.subject or 0) > MOST or parsed.revision > MOST_SMALL or not readable(text):
        raise Unreadable(text)
    return parsed


def whole(text: str, most: int = MOST) -> int:
    """Return a number as it is written in ids: no sign, no space, plain digits. Raises Unreadable."""
    if _NUMBER.fullmatch(text) is None or int(text) > most:
        raise Unreadable(text)
    return int(text)


class Argument(Struct, frozen=True):
    """An argument of several parts: natural numbers, and texts, of which the last may hold the divider."""

    divider: ClassVar[str] = " "

    def __str__(self) -> str:
        return self.divider.join(map(str, astuple(self)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return what an argument says. Raises Unreadable."""
        kinds = fields(cls)
        parts = text.split(cls.divider, len(kinds) - 1)
        if len(parts) != len(kinds):
            raise Unreadable(text)
        pairs = zip(kinds, parts, strict=True)
        return cls(*(whole(part, MOST_SMALL) if kind.type is int else part for kind, part in pairs))


class OptionRange(Argument, frozen=True):
    """An option that is to be typed, with its least and its most number."""

    name: str
    least: int
    most: int


def only(values: Sequence[str]) -> str:
    """Return the one value that was chosen or typed. Raises Unreadable where there is none."""
    if not values:
        raise Unreadable(values)
    return values[0]


def readable(text: str) -> bool:
    """Whether a text can be stored and shown: no control signs but line breaks, and no halves of signs."""
    return all(sign in _BREAKS or unicodedata.category(sign) not in ("Cc", "Cs") for sign in text)


def read(found: object) -> CustomId:
    """Return what a custom id says that came from Discord; the action "unreadable" where nobody can tell."""
    try:
        return parse(str(found))
    except Unreadable:
        return CustomId("unreadable")


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits
