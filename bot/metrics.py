"""What a process counts of itself, for Prometheus. Nothing in it names a person or a match."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

ANSWER_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0)
"""Seconds; Discord waits for three."""


class Metrics:
    """The figures of one process.

    Attributes:
        interactions: taken up, by kind and by what became of them: ok, refused, or incident.
        answered: seconds from the interaction's arrival here to its first answer.
        requests: requests to Discord by the status of the answer; "lost" where none came.
        limited: requests that were refused as too many, by scope (user, global or shared).
        unknown_refusals: requests that were refused for a reason that nobody has thought of, by kind of request, status
            and code.
        timers: timers that happened or failed, by kind.
        pool: work for the worker pool, by its kind and by what became of it: ok, full, one_at_a_time, too_much or
            cancelled; what raised an exception counts as ok.
        sent: rows of the outbox by what became of them, and by the kind of place where they arrived: thread for one
            that was opened for the match, channel for any other place in a server, dm, panel, event for the server's
            list of scheduled events, and none for those that did not arrive or say nothing.
        outbox_age: for how many seconds the oldest post has been waiting.
        outbox_stuck: how many rows of the outbox have been tried so often that somebody has to look.
        timers_late: by how many seconds the latest timer is late.
        closed_dms: how many people cannot be sent direct messages.
        hears: whether Discord tells this process what people do.
        latency: seconds between a heartbeat and its answer, by shard.
        workers: how many processes are at work.
        matches: running matches, by game.
        servers: servers from which this process hears; without a gateway all of them, counted at its start.
        shards: how many shards the settings name.
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
        """Return all figures in Prometheus' text form."""
        return generate_latest(self.registry)
