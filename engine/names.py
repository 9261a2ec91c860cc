"""Names and words that people write for others to read: what in them would act, or cannot be seen."""

import re
import unicodedata
from typing import Final

_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode's categories of what is not seen: control and format signs, marks of direction among them, and no signs."""

_ACTING: Final = re.compile(r"[@<>`]|https?:|discord\.", re.IGNORECASE)


def unseen(text: str) -> str | None:
    """Return the first sign of a text that cannot be seen, such as one that turns the direction, or None."""
    return next((sign for sign in text if unicodedata.category(sign) in _UNSEEN), None)


def acting(text: str) -> str | None:
    """Return the first part of a text that could act as a mention or a link instead of being read, or None."""
    found = _ACTING.search(text)
    return None if found is None else found[0]


def readable(text: str) -> str:
    """Return a text of which everything can be seen and nothing acts. Raises ValueError for any other."""
    sign, part = unseen(text), acting(text)
    if sign is not None:
        raise ValueError(f"it holds the sign U+{ord(sign):04X}, which cannot be seen")
    if part is not None:
        raise ValueError(f"it holds {part!r}, which could act as a mention or a link")
    return text
