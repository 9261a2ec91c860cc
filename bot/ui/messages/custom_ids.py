"""Custom ids: texts carried by buttons, selects and modals, which therefore still work after a restart.

An id has one canonical form of at most 100 characters, and holds no secrets: permissions are checked when the id comes
back. Because an incoming id can be forged, it is parsed only here. Anything that is not one of our ids or numbers
raises Unreadable, which people see as a plain message.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import ClassVar, Final, Self

from msgspec import Struct
from msgspec.structs import astuple, fields, replace

from bot.host.kernel.errors import Unreadable

VERSION: Final = "1"
LONGEST: Final = 100
LONGEST_ARGUMENT: Final = 64
"""The maximum length of an argument."""

_FORM: Final = re.compile(
    r"1\.(?P<action>[a-z]{1,12})(?P<sure>!?)\.(?P<subject>[0-9a-z]{1,12})\.(?P<decision>[A-H]\d{1,9}|)\.(?P<revision>[0-9a-z]{1,8})\.(?P<argument>.{0,64})",
    re.DOTALL,
)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,18}")
_BREAKS: Final = frozenset("\n\r\t")
MOST: Final = 2**63 - 1
"""The highest number that a database row can have."""

MOST_SMALL: Final = 2**31 - 1
"""The highest possible revision or list position."""

MARK: Final = "post"
"""The word before the mark by which a post is found again, at the end of an argument or instead of one."""

_MARKED: Final = re.compile(rf"(?:^| ){MARK} #\w+\.\d+$")

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class CustomId(Struct, frozen=True):
    """The contents of a component's custom id.

    Attributes:
        action: the requested action.
        subject: the number of the row that the action concerns, if any; the action determines whether the row is a
            match, a deck, a trade or a tournament.
        decision: the decision that the component answers, if any.
        revision: the revision of the draft or deck with which the component was shown.
        argument: anything else, such as a key or a page.
        sure: whether the component confirms an action that the person was asked about.
    """

    action: str
    subject: int | None = None
    decision: str = ""
    revision: int = 0
    argument: str = ""
    sure: bool = False

    @property
    def number(self) -> int:
        """The number of the row that the action concerns. Raises Unreadable if there is none."""
        if self.subject is None:
            raise Unreadable(self.action)
        return self.subject

    def __str__(self) -> str:
        subject, revision = _base36(self.subject or 0), _base36(self.revision)
        return f"{VERSION}.{self.action}{'!' * self.sure}.{subject}.{self.decision}.{revision}.{self.argument}"


def parse(text: str) -> CustomId:
    """Parse a custom id, without the mark of a post. Raises Unreadable if the text is not a valid one."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise Unreadable(text)
    parsed = CustomId(
        found["action"],
        int(found["subject"], 36) or None,
        found["decision"],
        int(found["revision"], 36),
        found["argument"],
        sure=bool(found["sure"]),
    )
    if str(parsed) != text or (parsed.subject or 0) > MOST or parsed.revision > MOST_SMALL or not readable(text):
        raise Unreadable(text)
    return replace(parsed, argument=_MARKED.sub("", parsed.argument))


def whole(text: str, most: int = MOST) -> int:
    """Parse a number as it is written in ids: plain digits, no sign, no spaces. Raises Unreadable for anything else."""
    if _NUMBER.fullmatch(text) is None or int(text) > most:
        raise Unreadable(text)
    return int(text)


class Argument(Struct, frozen=True):
    """An argument with several parts, each a natural number or a string; only the last part can contain the divider."""

    divider: ClassVar[str] = " "

    def __str__(self) -> str:
        return self.divider.join(map(str, astuple(self)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse an argument. Raises Unreadable if the text does not have the right parts."""
        kinds = fields(cls)
        parts = text.split(cls.divider, len(kinds) - 1)
        if len(parts) != len(kinds):
            raise Unreadable(text)
        pairs = zip(kinds, parts, strict=True)
        return cls(*(whole(part, MOST_SMALL) if kind.type is int else part for kind, part in pairs))


class OptionRange(Argument, frozen=True):
    """A numeric option whose value is typed in, with its minimum and maximum."""

    name: str
    least: int
    most: int


def only(values: Sequence[str]) -> str:
    """Return the value that was chosen or typed, the first if there are several. Raises Unreadable if there is none."""
    if not values:
        raise Unreadable(values)
    return values[0]


def readable(text: str) -> bool:
    """Whether text can be stored and shown: no lone surrogates, no control characters except line breaks and tabs."""
    return text.isprintable() or all(sign in _BREAKS or unicodedata.category(sign) not in ("Cc", "Cs") for sign in text)


def read(found: object) -> CustomId:
    """Parse a custom id from Discord's data. If it is not valid, return an id with the action "unreadable"."""
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
