"""A process's HTTP pages, for its operator only: health and metrics."""

import math
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus

import msgspec
from aiohttp import web

from bot.host.kernel.host import Host
from bot.host.operations import health
from bot.process_pool import ProcessPool
from bot.web.listener import Listener


class Pages(Listener):
    """Serves `/health` and `/metrics`.

    Args:
        latencies: returns each shard's heartbeat latency in seconds; NaN before the first heartbeat.
        pools: the pools of processes that work for this one.
    """

    def __init__(
        self, host: Host, latencies: Callable[[], Mapping[int, float]], pools: Sequence[ProcessPool] = ()
    ) -> None:
        super().__init__()
        self._host = host
        self._latencies = latencies
        self._pools = pools
        host.metrics.started.set(host.now())
        self.app.router.add_get("/health", self._health)
        self.app.router.add_get("/metrics", self._metrics)

    async def _health(self, _: web.Request) -> web.Response:
        """Respond with the details: status 200 if all is well, otherwise 503."""
        found = await health.look(self._host)
        body = msgspec.json.encode({"well": found.well, **msgspec.structs.asdict(found)})
        return web.Response(
            status=HTTPStatus.OK if found.well else HTTPStatus.SERVICE_UNAVAILABLE,
            body=body,
            content_type="application/json",
        )

    async def _metrics(self, _: web.Request) -> web.Response:
        metrics, found = self._host.metrics, await health.look(self._host)
        metrics.hears.set(found.hears)
        metrics.database.set(found.database)
        metrics.outbox_age.set(found.outbox_age)
        metrics.timers_late.set(found.timers_late)
        metrics.outbox_stuck.set(found.outbox_stuck)
        metrics.closed_dms.set(found.closed_dms)
        for game in self._host.games:
            metrics.matches.labels(game).set(found.running.get(game, 0))
        metrics.look_at_machine(self._pools, self._host.database.folder)
        for shard, seconds in self._latencies().items():
            if math.isfinite(seconds):
                metrics.latency.labels(str(shard)).set(seconds)
        return web.Response(body=metrics.text(), content_type="text/plain", charset="utf-8")
