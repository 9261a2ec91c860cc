"""State that the REST API keeps between requests: nonces, new direct messages, new commands."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from sandbox.errors import refusal

if TYPE_CHECKING:
    from sandbox.clock import SandboxClock

_DAY = 86_400.0


class Nonces:
    """Remembers for a while which message was created with a nonce.

    Discord documentation, "Message: Create Message": with `enforce_nonce`, a nonce that was used "in the past
    few minutes" returns the existing message. Discord does not say how many minutes, so it is a setting here.
    """

    def __init__(self, clock: SandboxClock, window: float) -> None:
        self._clock = clock
        self._window = window
        self._made: dict[tuple[int, str], tuple[float, int]] = {}

    def earlier(self, channel_id: int, nonce: object) -> int | None:
        """Return the id of the message created with this nonce in this channel within the window."""
        self._drop_old()
        made = self._made.get((channel_id, str(nonce)))
        return made[1] if made is not None else None

    def remember(self, channel_id: int, nonce: object, message_id: int) -> None:
        """Record that a message has been created with a nonce."""
        self._made[channel_id, str(nonce)] = (self._clock.seconds(), message_id)

    def _drop_old(self) -> None:
        limit = self._clock.seconds() - self._window
        while self._made:
            key = next(iter(self._made))
            if self._made[key][0] > limit:
                return
            del self._made[key]


class Quota:
    """Allows a number of acts within a window of time, and refuses the rest with one error code."""

    def __init__(self, clock: SandboxClock, most: int, seconds: float, refused_as: str) -> None:
        self._clock = clock
        self._most = most
        self._seconds = seconds
        self._refused_as = refused_as
        self._acts: deque[float] = deque()

    def open_one(self) -> None:
        """Count one act, or refuse it if the quota is used up."""
        now = self._clock.seconds()
        while self._acts and self._acts[0] <= now - self._seconds:
            self._acts.popleft()
        if len(self._acts) >= self._most:
            raise refusal(self._refused_as)
        self._acts.append(now)


class CommandQuotas:
    """The daily quotas for new commands: 200 for each server, and 200 for global commands."""

    def __init__(self, clock: SandboxClock, most: int = 200) -> None:
        self._clock = clock
        self._most = most
        self._scopes: dict[int | None, Quota] = {}

    def create(self, scope: int | None, count: int) -> None:
        """Count new commands, or refuse them with 30034 if the quota is used up."""
        quota = self._scopes.setdefault(scope, Quota(self._clock, self._most, _DAY, "too_many_command_creates"))
        for _ in range(count):
            quota.open_one()
