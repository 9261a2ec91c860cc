"""Faults on demand: error responses, slow or lost responses, and a CDN that is down."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Literal

from sandbox.rest.answers import ApiAnswer

if TYPE_CHECKING:
    from collections.abc import Callable

_TOO_MANY = 429


@dataclass(slots=True)
class Fault:
    """One fault: it hits the next `times` requests with a matching method and path (`*` matches anything).

    `status` is the response's status if the request is not to be executed. `milliseconds` is a delay before either.
    `lose_answer` executes the request and then breaks the connection before the response. `scope` belongs to a 429:
    whether the limit applies to one resource of this bot, to everything, or is shared with others. `via` is the header
    that Discord's own responses carry and Cloudflare's bans do not; discord.py uses it to distinguish the two kinds of
    429.
    """

    method: str = "*"
    path: str = "*"
    times: int = 1
    status: int = 0
    code: int = 0
    message: str = ""
    retry_after: float = 0.0
    scope: Literal["user", "global", "shared"] = "user"
    via: bool = True
    milliseconds: float = 0.0
    lose_answer: bool = False

    def fits(self, method: str, path: str) -> bool:
        """Return whether the fault matches this request."""
        return self.method in {"*", method} and fnmatchcase(path, self.path)

    def answer(self) -> ApiAnswer:
        """Build the response that replaces the real one."""
        answer = ApiAnswer(self.status)
        answer.body = {"message": self.message or f"{self.status}: planned by the test", "code": self.code}
        if self.status == _TOO_MANY:
            answer.body = {
                "message": "You are being rate limited.",
                "retry_after": self.retry_after,
                "global": self.scope == "global",
            }
            answer.headers["Retry-After"] = str(max(1, round(self.retry_after)))
            answer.headers["X-RateLimit-Scope"] = self.scope
            if self.scope == "global":
                answer.headers["X-RateLimit-Global"] = "true"
        if self.via:
            answer.headers["Via"] = "1.1 sandbox"
        return answer


class Faults:
    """Stores the planned faults, in the order in which they were planned."""

    def __init__(self, tell: Callable[[Fault, str], None]) -> None:
        self._tell = tell
        self._planned: list[Fault] = []
        self.cdn_down = False

    def plan(self, fault: Fault) -> None:
        """Plan a fault for the next matching requests."""
        self._planned.append(fault)

    def planned(self) -> list[Fault]:
        """List the faults with hits left."""
        return list(self._planned)

    def clear(self) -> None:
        """Remove all planned faults."""
        self._planned.clear()
        self.cdn_down = False

    def take(self, method: str, path: str) -> Fault | None:
        """Return the fault that hits this request, and count the hit."""
        for fault in self._planned:
            if fault.fits(method, path):
                fault.times -= 1
                if fault.times <= 0:
                    self._planned.remove(fault)
                self._tell(fault, f"{method} {path}")
                return fault
        return None
