"""What the sandbox complains about: things that a test run should fail for, and things worth knowing.

`unimplemented` (a route, field or gateway message that the sandbox lacks) and `difference` (the sandbox
itself sent what Discord's schema forbids) mean that a green test proves nothing, so both fail a test run.
`warning` is something odd that Discord would swallow; `limit` is a request that Discord would have refused
for its rate.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.wire import Json

FindingKind = Literal["unimplemented", "difference", "warning", "limit"]
FATAL: Final[frozenset[FindingKind]] = frozenset({"unimplemented", "difference"})


@dataclass(frozen=True, slots=True)
class Finding:
    """One complaint: its kind, where it was seen, and what is wrong."""

    kind: FindingKind
    where: str
    what: str

    def as_json(self) -> Json:
        """Return the complaint as the control API tells it."""
        return {**asdict(self), "fatal": self.kind in FATAL}


class Findings:
    """Collects complaints, each one once."""

    def __init__(self, tell: Callable[[Finding], None]) -> None:
        self._tell = tell
        self._seen: dict[Finding, int] = {}

    def add(self, kind: FindingKind, where: str, what: str) -> None:
        """Complain. The same complaint again only counts."""
        finding = Finding(kind, where, what)
        first = finding not in self._seen
        self._seen[finding] = self._seen.get(finding, 0) + 1
        if first:
            self._tell(finding)

    def all(self) -> list[Finding]:
        """List all complaints in the order of their first time."""
        return list(self._seen)

    def fatal(self) -> list[Finding]:
        """List those that must fail a test run."""
        return [finding for finding in self._seen if finding.kind in FATAL]

    def clear(self) -> None:
        """Forget all complaints."""
        self._seen.clear()
