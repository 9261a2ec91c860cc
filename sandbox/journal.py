"""The journal: every request, response and event, and every person's actions, in order.

It stores the newest entries in memory and is printed when a test fails.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandbox.wire import Json, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """One entry: its time (seconds since the start), its kind, a short headline, and the details."""

    number: int
    seconds: float
    kind: str
    headline: str
    details: Any

    def as_json(self) -> Json:
        """Return the entry as the control API sends it."""
        return {
            "number": self.number,
            "seconds": round(self.seconds, 4),
            "kind": self.kind,
            "headline": self.headline,
            "details": self.details,
        }


class Journal:
    """Records entries and notifies its listeners of each."""

    def __init__(self, seconds: Callable[[], float], keep: int = 10_000) -> None:
        self._seconds = seconds
        self._start = seconds()
        self._entries: deque[JournalEntry] = deque(maxlen=keep)
        self._count = 0
        self.listeners: list[Callable[[JournalEntry], None]] = []

    def write(self, kind: str, headline: str, details: object = None) -> None:
        """Add an entry. Kinds: request, answer, event, act, gateway, fault, complaint."""
        self._count += 1
        entry = JournalEntry(self._count, self._seconds() - self._start, kind, headline, details)
        self._entries.append(entry)
        for listener in self.listeners:
            listener(entry)

    def entries(self, kinds: Iterable[str] | None = None, after: int = 0) -> list[JournalEntry]:
        """List the stored entries, oldest first, optionally only those of certain kinds or those after a number."""
        wanted = set(kinds) if kinds is not None else None
        return [entry for entry in self._entries if entry.number > after and (wanted is None or entry.kind in wanted)]

    def text(self, limit: int = 200, width: int = 400) -> str:
        """Return the newest entries as readable lines for debugging."""
        return "\n".join(
            f"{entry.seconds:9.3f}  {entry.kind:<9} {entry.headline}  "
            f"{encode(entry.details).decode() if entry.details is not None else ''}"[:width].rstrip()
            for entry in list(self._entries)[-limit:]
        )
