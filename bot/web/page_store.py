"""The match pages that were made last: each is made once, in another process, and kept while there is room."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from datetime import UTC, datetime
from math import inf
from typing import Final, TypeAlias

import msgspec
import structlog
from msgspec import Struct

from bot.host.fairness import page_links
from bot.host.fairness.export_files import OtherRules, Unverified
from bot.host.fairness.page_links import Linked, PageContent
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.worker_pool import TooMuch
from bot.host.match.players import Player
from bot.host.match.unit_of_work import NoSuchMatch
from bot.ui.games.renderer import Renderer
from bot.ui.replays.linked import LinkedPage, LinkTask, linked_page
from bot.ui.replays.notice import Reason
from bot.ui.replays.page import PageLink

ROOM: Final = 64 * 1024**2
"""How many bytes of pages are kept."""

LATER: Final = 600.0
"""After how many seconds a page that took too long is tried again; otherwise readers could keep a processor busy."""

WAITING: Final = 20
"""How many pages may wait to be made."""

READERS: Final = -1
"""Stands for all readers in the pool of processes, which makes one page for them at a time. No person has this id."""

log = structlog.get_logger()

State: TypeAlias = tuple[int, bool, str | None, tuple[Player, ...] | None]
"""What a page depends on besides its link: the match's revision, whether its secret is published, the language, and the
players whom it names."""


class NoPage(Exception):
    """There is no page, for a reason that stays while the match is the same, or none yet if the reason is "busy"."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class _Kept(Struct, frozen=True):
    """A page, or the reason why there is none, and until when that is kept, by the steady clock."""

    state: State
    page: LinkedPage | Reason
    until: float = inf


class PageStore:
    """Makes the pages of linked matches, and keeps the ones that were read last.

    Args:
        url: the public address, without a slash at its end.
    """

    def __init__(self, host: Host, renderers: Mapping[str, Renderer], url: str) -> None:
        self._host = host
        self._renderers = renderers
        self._url = url
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._making: dict[tuple[str, State], asyncio.Task[LinkedPage | Reason]] = {}
        self._turn = asyncio.Lock()

    async def page(self, key: str, linked: Linked) -> LinkedPage:
        """Return the page at a link, as the match is now. Raises NoPage."""
        state = (linked.row.revision, linked.published, linked.row.locale, linked.players)
        kept = self._kept.get(key)
        if kept is not None and kept.state == state and self._host.clock.steady() < kept.until:
            self._kept.move_to_end(key)
            return _checked(kept.page)
        making = self._making.get((key, state))
        if making is None:
            if len(self._making) >= WAITING:
                raise NoPage("busy")
            making = self._making[key, state] = asyncio.create_task(self._made(key, linked, state))
            making.add_done_callback(lambda _: self._making.pop((key, state)))
        return _checked(await asyncio.shield(making))

    def forget(self, key: str) -> None:
        """Drop the page of a link that no longer leads anywhere."""
        self._kept.pop(key, None)

    async def close(self) -> None:
        """Make no more pages."""
        for making in self._making.values():
            making.cancel()
        await asyncio.gather(*self._making.values(), return_exceptions=True)

    async def _made(self, key: str, linked: Linked, state: State) -> LinkedPage | Reason:
        """Make a page and keep it, or the reason why there is none, so that it is not tried again and again."""
        async with self._turn:
            try:
                page: LinkedPage | Reason = await self._work(key, linked)
            except NoSuchMatch:
                return "unknown"
            except TooMuch:
                self._keep(key, _Kept(state, "busy", self._host.clock.steady() + LATER))
                return "busy"
            except Refused:
                return "busy"
            except OtherRules:
                page = "older"
            except Unverified as fault:
                log.warning("match has no page", match=linked.row.match, why=str(fault))
                page = "broken"
        self._keep(key, _Kept(state, page))
        return page

    async def _work(self, key: str, linked: Linked) -> LinkedPage:
        found = await page_links.content(self._host, linked.row.match)
        task = LinkTask(
            content=msgspec.json.encode(found.file),
            games=self._host.games,
            renderer=self._renderers[linked.row.game],
            locale=linked.row.locale,
            published=linked.published,
            link=PageLink(
                address=page_links.address(self._url, key),
                day=datetime.fromtimestamp(found.ended, UTC).date().isoformat(),
                players=linked.players,
                place=None if linked.players is None else _place(found),
            ),
            facts=found.facts,
        )
        return await self._host.worker_pool.run(linked_page, task, READERS)

    def _keep(self, key: str, kept: _Kept) -> None:
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while sum(_size(each.page) for each in self._kept.values()) > ROOM:
            self._kept.popitem(last=False)


def _checked(page: LinkedPage | Reason) -> LinkedPage:
    if isinstance(page, LinkedPage):
        return page
    raise NoPage(page)


def _place(found: PageContent) -> str | None:
    """Return the link to the channel of a match; None for one that was not in a server."""
    return None if found.guild is None else f"https://discord.com/channels/{found.guild}/{found.channel}"


def _size(page: LinkedPage | Reason) -> int:
    return len(page.page) + len(page.preview or b"") if isinstance(page, LinkedPage) else len(page)
