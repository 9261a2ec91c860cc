"""The metrics of a process, for Prometheus. None of them names a person or a match."""

import os
import shutil
from collections import Counter as Counts
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot import __version__
from bot.memory import resident_of
from bot.process_pool import ProcessPool

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
        resident: how many bytes of memory this process (bot) and those of each pool hold; 0 if the system hides it.
        replaced: worker processes that were lost, by pool and by reason.
        disk_free: how many bytes are free on the disk with the SQLite file, or with the folder in which the bot runs.
        version: 1, with this process's version as its label.
        started: when this process started, in seconds since 1970.
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
        self.resident = self._gauge("resident_bytes", "Memory that processes hold", "process")
        self.replaced = self._counter("processes_replaced", "Worker processes that were lost", "pool", "why")
        self.disk_free = self._gauge("disk_free_bytes", "Room on the disk")
        self.version = self._gauge("version_info", "The version of this process", "version")
        self.version.labels(__version__).set(1)
        self.started = self._gauge("start_time_seconds", "When this process started")
        self._counted: Counts[tuple[str, str]] = Counts()

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"tableside_{name}", about, labels, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"tableside_{name}", about, labels, registry=self.registry)

    def look_at_machine(self, pools: Iterable[ProcessPool], folder: Path) -> None:
        """Renew the figures about this process, its pools and the disk with a folder."""
        self.resident.labels("bot").set(resident_of(os.getpid()))
        self.disk_free.set(shutil.disk_usage(folder).free)
        for pool in pools:
            self.resident.labels(pool.name).set(sum(map(resident_of, pool.processes)))
            for why, lost in pool.lost.items():
                self.replaced.labels(pool.name, why).inc(lost - self._counted[pool.name, why])
                self._counted[pool.name, why] = lost

    def text(self) -> bytes:
        """Return all metrics in Prometheus' text format."""
        return generate_latest(self.registry)
