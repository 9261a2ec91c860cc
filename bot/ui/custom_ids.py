"""Custom ids: what a button, a select or a modal carries, so that it works whatever has restarted since.

One canonical text form, at most 100 characters, nothing secret in it: who may do what is decided when it comes back.
"""

import re
from typing import Final

from msgspec import Struct

VERSION: Final = "1"
LONGEST: Final = 100

_FORM: Final = re.compile(
    r"1\.(?P<action>[a-z]{1,12})\.(?P<match>[0-9a-z]{1,12})\.(?P<decision>[A-H]\d{1,9}|)\.(?P<revision>[0-9a-z]{1,8})\.(?P<argument>.{0,64})",
    re.DOTALL,
)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Unreadable(Exception):
    """A custom id that is not of ours: forged, truncated, or of a version that is no longer read."""


class CustomId(Struct, frozen=True):
    """What a component says when it is used.

    Attributes:
        action: what is wanted.
        match: of which match; on a deck's panel of which deck, on a trade's buttons of which
            trade, on a tournament's of which tournament; 0 for none of them.
        decision: the question that it answers, where it answers one.
        revision: the draft, or the deck, that it was shown with.
        argument: the rest: a key, a page.
    """

    action: str
    match: int
    decision: str = ""
    revision: int = 0
    argument: str = ""

    def __str__(self) -> str:
        return f"{VERSION}.{self.action}.{_base36(self.match)}.{self.decision}.{_base36(self.revision)}.{self.argument}"


def parse(text: str) -> CustomId:
    """Return what a custom id says. Raises Unreadable."""
    found = _FORM.fullmatch(text)
    if found is None:
        raise Unreadable(text)
    parsed = CustomId(
        found["action"], int(found["match"], 36), found["decision"], int(found["revision"], 36), found["argument"]
    )
    if str(parsed) != text:
        raise Unreadable(text)
    return parsed


def read(found: object) -> CustomId:
    """Return what a custom id says that came from Discord; the action "unreadable" where nobody can tell."""
    try:
        return parse(str(found))
    except Unreadable:
        return CustomId("unreadable", 0)


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits
