"""What goes to Discord, seen from beside: every answer is counted."""

from http import HTTPStatus
from types import SimpleNamespace

import aiohttp
from aiohttp import TraceConfig, TraceRequestEndParams, TraceRequestExceptionParams

from bot.metrics import Metrics


def counted(metrics: Metrics) -> TraceConfig:
    """Return what lets a client of Discord's count its requests."""

    async def ended(_session: aiohttp.ClientSession, _context: SimpleNamespace, params: TraceRequestEndParams) -> None:
        metrics.requests.labels(str(params.response.status)).inc()
        if params.response.status == HTTPStatus.TOO_MANY_REQUESTS:
            metrics.limited.labels(params.response.headers.get("X-RateLimit-Scope", "unknown")).inc()

    async def lost(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, _params: TraceRequestExceptionParams
    ) -> None:
        metrics.requests.labels("lost").inc()

    trace = TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(lost)
    return trace
