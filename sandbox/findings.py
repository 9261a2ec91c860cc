"""The sandbox's findings: those that should fail a test run, and those that are worth knowing.

`unimplemented` (a route, field or gateway message that the sandbox lacks) and `difference` (the sandbox itself sent
something that Discord's schema forbids) mean that a green test proves nothing, so both fail a test run. `warning` is an
oddity that Discord would accept; `limit` is a request that Discord would have refused as rate-limited.
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
    """One finding: its kind, where it was seen, and the problem."""

    kind: FindingKind
    where: str
    what: str

    def as_json(self) -> Json:
        """Return the finding as the control API sends it."""
        return {**asdict(self), "fatal": self.kind in FATAL}


class Findings:
    """Collects findings, each only once."""

    def __init__(self, tell: Callable[[Finding], None]) -> None:
        self._tell = tell
        self._seen: dict[Finding, int] = {}

    def add(self, kind: FindingKind, where: str, what: str) -> None:
        """Add a finding. A repeated one is only counted."""
        finding = Finding(kind, where, what)
        first = finding not in self._seen
        self._seen[finding] = self._seen.get(finding, 0) + 1
        if first:
            self._tell(finding)

    def all(self) -> list[Finding]:
        """List all findings in the order of their first occurrence."""
        return list(self._seen)

    def fatal(self) -> list[Finding]:
        """List the findings that must fail a test run."""
        return [finding for finding in self._seen if finding.kind in FATAL]

    def clear(self) -> None:
        """Remove all findings."""
        self._seen.clear()
