"""Custom ids: the text in a button, a select or a modal, which lets it work after any restart.

One canonical text form, at most 100 characters, without secrets: permissions are checked when the id comes back.
An incoming id may be forged. It is read here, once; anything that is not an id or a number of ours raises Unreadable,
which people see as a plain message.
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
"""The largest possible number of a database row."""

MOST_SMALL: Final = 2**31 - 1
"""The largest revision or list position."""

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class CustomId(Struct, frozen=True):
    """The contents of a component's custom id.

    Attributes:
        action: the requested action.
        subject: the number of the row it concerns, if any; the row's kind (match, deck, trade or
            tournament) follows from the action.
        decision: the decision that it answers, if any.
        revision: the revision of the draft or deck that it was shown with.
        argument: the rest: a key, a page.
    """

    action: str
    subject: int | None = None
    decision: str = ""
    revision: int = 0
    argument: str = ""

    @property
    def number(self) -> int:
        """The number of the row it concerns. Raises Unreadable if there is none."""
        if self.subject is None:
            raise Unreadable(self.action)
        return self.subject

    def __str__(self) -> str:
        subject, revision = _base36(self.subject or 0), _base36(self.revision)
        return f"{VERSION}.{self.action}.{subject}.{self.decision}.{revision}.{self.argument}"


def parse(text: str) -> CustomId:
    """Return the contents of a custom id. Raises Unreadable if the text is not one."""
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
    """Return a number as ids spell it: plain digits, no sign, no spaces. Raises Unreadable for anything else."""
    if _NUMBER.fullmatch(text) is None or int(text) > most:
        raise Unreadable(text)
    return int(text)


class Argument(Struct, frozen=True):
    """An argument of several parts: natural numbers, and texts, of which only the last may contain the divider."""

    divider: ClassVar[str] = " "

    def __str__(self) -> str:
        return self.divider.join(map(str, astuple(self)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the parts of an argument. Raises Unreadable if the text is not one."""
        kinds = fields(cls)
        parts = text.split(cls.divider, len(kinds) - 1)
        if len(parts) != len(kinds):
            raise Unreadable(text)
        pairs = zip(kinds, parts, strict=True)
        return cls(*(whole(part, MOST_SMALL) if kind.type is int else part for kind, part in pairs))


class OptionRange(Argument, frozen=True):
    """An option whose value is typed, with its minimum and maximum."""

    name: str
    least: int
    most: int


def only(values: Sequence[str]) -> str:
    """Return the one value that was chosen or typed. Raises Unreadable unless there is exactly one."""
    if not values:
        raise Unreadable(values)
    return values[0]


def readable(text: str) -> bool:
    """Whether a text can be stored and shown: no control characters except line breaks, no lone surrogates."""
    return all(sign in _BREAKS or unicodedata.category(sign) not in ("Cc", "Cs") for sign in text)


def read(found: object) -> CustomId:
    """Return the custom id in Discord's data; one with the action "unreadable" if it cannot be read."""
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
