"""The world's clock, as SimCord reads it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from simcord._clock import Clock

if TYPE_CHECKING:
    from sandbox.clock import SandboxClock

_BEGINNING = datetime(2025, 1, 1, tzinfo=UTC)


class WorldClock(Clock):
    """The sandbox's clock for SimCord; while the initial world is created it counts milliseconds instead."""

    def __init__(self, clock: SandboxClock) -> None:
        super().__init__()
        self._clock = clock
        self.making: float | None = 0.0

    def now(self) -> datetime:
        """Return the world's current time."""
        if self.making is None:
            return self._clock.now()
        self.making += 0.001
        return datetime.fromtimestamp(_BEGINNING.timestamp() + self.making, UTC)
