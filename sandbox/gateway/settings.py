"""The sizes and times of the gateway."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class GatewaySettings:
    """Sizes and times that a test can reduce. Times are in seconds.

    `identify_every` is the pause between two identifies with one rate limit key; 0 means none. `round_trip` simulates
    the network delay of a heartbeat and its acknowledgement: discord.py 2.7.1 records a heartbeat's time in another
    thread after sending it, and compares a faster answer with the previous heartbeat. `approved` names the privileged
    intents that are switched on for the application.
    """

    heartbeat_interval: float = 41.25
    round_trip: float = 0.05
    buffer_size: int = 5_000
    resume_window: float = 180.0
    sends_per_minute: int = 120
    identify_every: float = 0.0
    max_concurrency: int = 1
    shards: int = 1
    approved: frozenset[str] = field(default_factory=frozenset)
