"""The pages of finished matches, at addresses that hold a key."""

import asyncio
import gzip
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final, TypeAlias

import structlog
from aiohttp import web
from sqlalchemy.exc import SQLAlchemyError

from bot.host.fairness import page_links
from bot.host.kernel.host import Host
from bot.ui.games.renderer import Renderer
from bot.ui.replays.linked import PREVIEW, LinkedPage
from bot.ui.replays.notice import Reason, notice
from bot.ui.texts.words import Words
from bot.web.headers import KEPT, NOTICE_POLICY, PAGE_POLICY, SAFE
from bot.web.limits import Address, Limits, address_of
from bot.web.page_store import NoPage, PageStore

KEY: Final = re.compile(r"[A-Za-z0-9_-]{22}")
"""The form of a key."""

RETRY: Final = 10
"""In how many seconds a reader may try again when too many pages are waiting to be made."""

STATUS: Final[Mapping[Reason, HTTPStatus]] = {
    "unknown": HTTPStatus.NOT_FOUND,
    "limited": HTTPStatus.TOO_MANY_REQUESTS,
    "busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "older": HTTPStatus.GONE,
    "broken": HTTPStatus.INTERNAL_SERVER_ERROR,
}

Show: TypeAlias = Callable[[web.Request, LinkedPage], Awaitable[web.Response]]
"""Answers with a part of a page."""

log = structlog.get_logger()


class MatchPages:
    """Serves a page at `/m/KEY` and the picture of its preview below it; elsewhere below `/m/`, a short page.

    Args:
        url: the public address, without a slash at its end.
        proxy: the address of the proxy in front of the bot, which says where requests come from.
    """

    def __init__(self, host: Host, renderers: Mapping[str, Renderer], url: str, proxy: Address) -> None:
        self._host = host
        self._proxy = proxy
        self._limits = Limits(host.clock)
        self._store = PageStore(host, renderers, url)

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/m/{key}", self._handler(_page))
        app.router.add_get(f"/m/{{key}}/{PREVIEW}", self._handler(_preview))
        app.router.add_get("/m/{path:.*}", self._nothing)
        app.on_cleanup.append(self._close)

    async def _close(self, _: web.Application) -> None:
        await self._store.close()

    async def _nothing(self, request: web.Request) -> web.Response:
        return self._limited(request) or refusal("unknown")

    def _limited(self, request: web.Request) -> web.Response | None:
        """Count a request, and return a refusal if there have been too many."""
        seconds = self._limits.refused(address_of(request, self._proxy))
        return None if seconds is None else refusal("limited", retry=seconds)

    def _handler(self, show: Show) -> Callable[[web.Request], Awaitable[web.Response]]:
        async def handle(request: web.Request) -> web.Response:
            limited = self._limited(request)
            if limited is not None:
                return limited
            key = request.match_info["key"]
            try:
                linked = await page_links.linked(self._host, key) if KEY.fullmatch(key) else None
                if linked is None:
                    self._limits.missed(address_of(request, self._proxy))
                    self._store.forget(key)
                    return refusal("unknown")
                return await show(request, await self._store.page(key, linked))
            except NoPage as none:
                return refusal(none.reason, retry=RETRY if none.reason == "busy" else None)
            except SQLAlchemyError as error:
                log.warning("page not served", why=repr(error))
                return refusal("busy", retry=RETRY)
            except Exception:
                log.exception("incident", incident=secrets.token_hex(4), kind="page")
                return refusal("broken")

        return handle


async def _page(request: web.Request, page: LinkedPage) -> web.Response:
    tag = f'W/"{page.mark}"'
    headers = {
        **SAFE,
        "Content-Security-Policy": PAGE_POLICY,
        "Cache-Control": KEPT,
        "ETag": tag,
        "Vary": "Accept-Encoding",
    }
    if tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    content = page.page
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        content = await asyncio.to_thread(gzip.decompress, content)
    return web.Response(body=content, content_type="text/html", charset="utf-8", headers=headers)


async def _preview(request: web.Request, page: LinkedPage) -> web.Response:
    if page.preview is None:
        return refusal("unknown")
    tag = f'"{page.mark}"'
    headers = {**SAFE, "Content-Security-Policy": NOTICE_POLICY, "Cache-Control": KEPT, "ETag": tag}
    if tag in request.headers.get("If-None-Match", ""):
        return web.Response(status=HTTPStatus.NOT_MODIFIED, headers=headers)
    return web.Response(body=page.preview, content_type="image/png", headers=headers)


def refusal(reason: Reason, *, retry: int | None = None) -> web.Response:
    """Return a short page that says why there is nothing to show; after `retry` seconds, there may be."""
    headers = {**SAFE, "Content-Security-Policy": NOTICE_POLICY, "Cache-Control": "no-store"}
    if retry is not None:
        headers["Retry-After"] = str(retry)
    text = notice(reason, Words(None))
    return web.Response(status=STATUS[reason], text=text, content_type="text/html", headers=headers)
