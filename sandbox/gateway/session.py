"""A session: the numbered events of an identified bot, kept for a while so that it can resume."""

from __future__ import annotations

from collections import deque
from typing import Protocol

Frame = bytes


class Receiver(Protocol):
    """The connection over which a session's events are sent."""

    def push(self, frame: Frame) -> None:
        """Queue a frame."""

    def abort(self) -> None:
        """Break the connection without a close frame."""


class Session:
    """Numbers its events from 1 and keeps the newest of them.

    `connection` is None while the bot is disconnected; its events are buffered in the meantime.
    """

    def __init__(self, session_id: str, shard: tuple[int, int], intents: int, keep: int) -> None:
        self.id = session_id
        self.shard = shard
        self.intents = intents
        self.connection: Receiver | None = None
        self.left_at: float | None = None
        self._sequence = 0
        self._buffer: deque[tuple[int, Frame]] = deque(maxlen=keep)

    @property
    def sequence(self) -> int:
        """The number of the newest event."""
        return self._sequence

    def dispatch(self, event: str, payload: bytes) -> None:
        """Send an event (its payload already encoded), or buffer it until the bot reconnects."""
        self._sequence += 1
        frame = b'{"op":0,"s":%d,"t":"%s","d":%s}' % (self._sequence, event.encode(), payload)
        self._buffer.append((self._sequence, frame))
        if self.connection is not None:
            self.connection.push(frame)

    def missed_since(self, sequence: int) -> list[Frame] | None:
        """Return the events after this number, or None if the buffer no longer reaches back that far."""
        missing = self._sequence - sequence
        if missing > len(self._buffer):
            return None
        return [frame for number, frame in self._buffer if number > sequence]
