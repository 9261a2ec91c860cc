"""Rate limits, with Discord's headers.

Discord does not publish its buckets' sizes, and it changes them, so those here are merely plausible. The documented
limits are 50 requests a second for the whole bot, from which interactions are exempt, and 10,000 refused requests in
ten minutes, after which Cloudflare bans the address. Discord documentation, "Rate Limits".

Three modes: `off`; `observe`, which refuses nothing, sends no headers that would slow the bot down, and reports the
requests that would have been refused; `enforce`, which sends the headers and refuses.
"""

from __future__ import annotations

import hashlib
import math
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from sandbox.rest.answers import ApiAnswer
from sandbox.wire import Json, id_time

if TYPE_CHECKING:
    from sandbox.clock import SandboxClock
    from sandbox.findings import Findings
    from sandbox.rest.request import ApiRequest

LimitMode = Literal["off", "observe", "enforce"]

_MAJOR: Final = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
_HOUR: Final = 3600.0
_TOO_MANY: Final = 429


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """The sizes of the limits."""

    global_per_second: int = 50
    invalid_most: int = 10_000
    invalid_window: float = 600.0
    old_edits_per_hour: int = 30


@dataclass(frozen=True, slots=True)
class _Size:
    most: int
    seconds: float


_SIZES: Final = {
    "POST /channels/{channel_id}/messages": _Size(5, 5),
    "PATCH /channels/{channel_id}/messages/{message_id}": _Size(5, 5),
    "DELETE /channels/{channel_id}/messages/{message_id}": _Size(5, 1),
    "POST /channels/{channel_id}/typing": _Size(5, 5),
    "PATCH /channels/{channel_id}": _Size(5, 15),
    "POST /channels/{channel_id}/threads": _Size(50, 300),
    "POST /channels/{channel_id}/messages/{message_id}/threads": _Size(50, 300),
    "POST /users/@me/channels": _Size(10, 10),
}
_WEBHOOK_SIZE: Final = _Size(5, 2)
_OTHER_SIZE: Final = _Size(50, 1)


class LimitExceeded(Exception):
    """Raised if a request comes too early; carries Discord's answer."""

    def __init__(self, answer: ApiAnswer) -> None:
        super().__init__("429")
        self.answer = answer


class _Bucket:
    """Counts requests in fixed windows: the first request opens one, and it closes after its period."""

    def __init__(self, size: _Size) -> None:
        self.size = size
        self.used = 0
        self.ends = 0.0

    def take(self, now: float) -> bool:
        if now >= self.ends:
            self.used = 0
            self.ends = now + self.size.seconds
        self.used += 1
        return self.used <= self.size.most


class Limits:
    """Decides whether a request comes too early."""

    def __init__(self, mode: LimitMode, clock: SandboxClock, findings: Findings, settings: LimitSettings) -> None:
        self.mode: LimitMode = mode
        self._clock = clock
        self._findings = findings
        self._settings = settings
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._global = _Bucket(_Size(settings.global_per_second, 1.0))
        self._invalid: deque[float] = deque()
        self._old_edits: dict[str, _Bucket] = {}

    def admit(self, asked: ApiRequest, headers: dict[str, str]) -> None:
        """Admit a request and fill in its headers.

        Raises:
            LimitExceeded: If the request is refused, which happens only if limits are enforced.
        """
        if self.mode == "off":
            return
        now = self._clock.seconds()
        self._check_ban(now)
        exempt = asked.template.startswith(("/interactions/", "/webhooks/"))
        if not exempt and not self._global.take(now):
            self._refuse(asked, "global", self._global.ends - now)
        self._check_bucket(asked, now, headers)
        if asked.route == "PATCH /channels/{channel_id}/messages/{message_id}":
            self._check_old_edit(asked, now)

    def _check_bucket(self, asked: ApiRequest, now: float, headers: dict[str, str]) -> None:
        if asked.template.startswith("/interactions/"):
            return
        size = _WEBHOOK_SIZE if asked.template.startswith("/webhooks/") else _SIZES.get(asked.route, _OTHER_SIZE)
        major = "/".join(asked.args.get(name, "") for name in _MAJOR)
        name = "webhook" if size is _WEBHOOK_SIZE else asked.route
        bucket = self._buckets.setdefault((name, major), _Bucket(size))
        fits = bucket.take(now)
        if self.mode == "enforce":
            headers.update(
                {
                    "X-RateLimit-Limit": str(size.most),
                    "X-RateLimit-Remaining": str(max(0, size.most - bucket.used)),
                    "X-RateLimit-Reset": f"{bucket.ends:.3f}",
                    "X-RateLimit-Reset-After": f"{bucket.ends - now:.3f}",
                    "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
                }
            )
        if not fits:
            self._refuse(asked, "user", bucket.ends - now, headers)

    def _check_old_edit(self, asked: ApiRequest, now: float) -> None:
        """Apply the separate quota for edits to messages over an hour old (30046)."""
        if now - id_time(asked.id("message_id")) < _HOUR:
            return
        most = self._settings.old_edits_per_hour
        bucket = self._old_edits.setdefault(asked.args["channel_id"], _Bucket(_Size(most, _HOUR)))
        if not bucket.take(now):
            self._refuse(asked, "user", bucket.ends - now, code=30046)

    def _refuse(
        self,
        asked: ApiRequest,
        scope: Literal["user", "global"],
        after: float,
        headers: dict[str, str] | None = None,
        code: int = 0,
    ) -> None:
        what = f"{scope} limit exceeded" if not code else f"code {code}"
        self._findings.add("limit", asked.route, what)
        if self.mode != "enforce":
            return
        self.count_invalid()
        answer = {**(headers or {}), "Retry-After": str(math.ceil(after)), "X-RateLimit-Scope": scope}
        answer["Via"] = "1.1 sandbox"
        if scope == "global":
            answer["X-RateLimit-Global"] = "true"
        body: Json = {
            "message": "You are being rate limited.",
            "retry_after": round(after, 3),
            "global": scope == "global",
        }
        if code:
            body["code"] = code
        raise LimitExceeded(ApiAnswer(_TOO_MANY, body, answer))

    def count_invalid(self) -> None:
        """Count a request that was refused with 401, 403 or 429."""
        self._invalid.append(self._clock.seconds())

    def _check_ban(self, now: float) -> None:
        while self._invalid and self._invalid[0] <= now - self._settings.invalid_window:
            self._invalid.popleft()
        if len(self._invalid) < self._settings.invalid_most:
            return
        self._findings.add("limit", "invalid requests", f"{self._settings.invalid_most} in the window: a ban")
        if self.mode == "enforce":
            raise LimitExceeded(ApiAnswer(_TOO_MANY, html="error code: 1015"))
