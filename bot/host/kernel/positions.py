"""The newest positions of matches, kept in this process's memory.

The database stays the truth: a position is used only if the match's revision, read in the same transaction, says that
it is the newest. So another process's change is seen, and what was rolled back is never used.
"""

from collections import OrderedDict
from typing import Any, Final

from bot.storage.database import after_commit

MATCHES: Final = 500
"""How many positions are kept: those of the matches in which something happened last."""


class Positions:
    """The kept positions, by match; the one that has not been used for longest is dropped first."""

    def __init__(self, most: int = MATCHES) -> None:
        self._most = most
        self._kept: OrderedDict[int, tuple[int, Any]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, match: int) -> tuple[int, Any] | None:
        """Return a match's kept position after the revision to which it belongs, or None."""
        kept = self._kept.get(match)
        if kept is not None:
            self._kept.move_to_end(match)
        return kept

    def keep(self, match: int, revision: int, position: Any) -> None:
        """Keep a match's position once this task's transaction is committed, unless a newer one is kept by then."""

        def now() -> None:
            kept = self._kept.get(match)
            if kept is None or kept[0] < revision:
                self._kept[match] = revision, position
                self._kept.move_to_end(match)
                while len(self._kept) > self._most:
                    self._kept.popitem(last=False)

        after_commit(now)
