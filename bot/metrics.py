"""The metrics of a process, for Prometheus. None of them names a person or a match."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

ANSWER_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0)
"""Bucket bounds in seconds; Discord waits for three."""


class Metrics:
    """The metrics of one process.

    Attributes:
        interactions: processed interactions, by kind and by outcome: ok, refused, or incident.
        answered: seconds from the interaction's arrival here to its first answer.
        requests: requests to Discord by the status of the answer; "lost" if none came.
        limited: rate-limited requests, by scope (user, global or shared).
        unknown_refusals: requests refused for an unexpected reason, by kind of request, status and code.
        timers: timers that fired or failed, by kind.
        pool: work for the worker pool, by kind and by outcome: ok, full, one_at_a_time, too_much, lost or cancelled;
            work that raised an exception counts as ok.
        sent: outbox rows by outcome, and by the kind of place where they were delivered: thread for one that was
            opened for the match, channel for any other place in a server, dm, panel, event for the server's list
            of scheduled events, and none for rows that were not delivered or have nothing to say.
        outbox_age: how many seconds the oldest post has been waiting.
        outbox_stuck: how many outbox rows have been tried so often that they need attention.
        timers_late: how many seconds late the most overdue timer is.
        closed_dms: how many people cannot be sent direct messages.
        hears: whether this process receives Discord's events.
        database: whether the database answers this process.
        latency: seconds between a heartbeat and its answer, by shard.
        workers: how many processes are alive.
        matches: running matches, by game.
        servers: servers whose events this process receives; without a gateway, all of them, counted at its start.
        shards: how many shards are configured.
        shards_recommended: how many Discord recommends, as of this process's start.
        sessions_left: how many sessions Discord still allows before its next reset, as of this process's start.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.interactions = self._counter("interactions", "Interactions taken up", "kind", "outcome")
        self.answered = Histogram(
            "tableside_answer_seconds", "Time to the first answer", buckets=ANSWER_BUCKETS, registry=self.registry
        )
        self.requests = self._counter("discord_requests", "Requests to Discord", "status")
        self.limited = self._counter("rate_limited", "Requests refused as too many", "scope")
        self.unknown_refusals = self._counter(
            "unknown_refusals", "Requests refused for an unknown reason", "request", "status", "code"
        )
        self.timers = self._counter("timers", "Timers that were due", "kind", "outcome")
        self.pool = self._counter("pool_work", "Work for the worker pool", "kind", "outcome")
        self.sent = self._counter("outbox_rows", "Rows of the outbox", "what", "outcome", "place")
        self.outbox_age = self._gauge("outbox_age_seconds", "Age of the oldest waiting post")
        self.outbox_stuck = self._gauge("outbox_stuck_rows", "Rows that were tried in vain many times")
        self.timers_late = self._gauge("timers_late_seconds", "How late the latest timer is")
        self.closed_dms = self._gauge("closed_dms", "People who cannot be sent direct messages")
        self.hears = self._gauge("hears", "Whether this process hears Discord")
        self.database = self._gauge("database_answers", "Whether the database answers this process")
        self.latency = self._gauge("shard_latency_seconds", "Heartbeat latency", "shard")
        self.workers = self._gauge("workers", "Processes at work")
        self.matches = self._gauge("matches_running", "Running matches", "game")
        self.servers = self._gauge("servers", "Servers that this process hears")
        self.shards = self._gauge("shards", "Shards in the settings")
        self.shards_recommended = self._gauge("shards_recommended", "Shards that Discord recommends")
        self.sessions_left = self._gauge("sessions_left", "Sessions that Discord still allowed at the start")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"tableside_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"tableside_{name}", about, labels, registry=self.registry)

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
