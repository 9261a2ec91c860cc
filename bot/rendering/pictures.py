"""Pictures for messages: drawn off the event loop, for people who want them; a failure never holds back the text."""

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import structlog

from bot.host.kernel.host import Host
from bot.host.match.panel_actions import Panel
from bot.host.people import settings
from bot.priority import goes_first
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words

_EASEL: Final = ThreadPoolExecutor(1, "pictures")
"""One thread: more would only take turns, and a request for the same picture meanwhile finds it already drawn."""

_ANSWERING: Final = ThreadPoolExecutor(1, "pictures-answering")
"""A separate thread for answers to a person: usually the picture is cached, and must not wait behind other drawing."""

log = structlog.get_logger()


async def of_hand(shown: Panel, words: Words, renderer: Renderer) -> Picture | None:
    """Return a seat's hand as a picture, or None if its player does not want pictures."""
    if not shown.person.pictures:
        return None
    return await drawn(renderer.hand_picture, shown.view, shown.seat, words)


async def wanted(host: Host, user: int) -> bool:
    """Return whether a person wants pictures."""
    return (await settings.person(host, user)).pictures


async def drawn(draw: Callable[..., Picture | None], *what: Any) -> Picture | None:
    """Return a picture, or None if there is none. Log a failure as an incident; the text then goes without one."""
    easel = _ANSWERING if goes_first() else _EASEL
    try:
        return await asyncio.get_running_loop().run_in_executor(easel, draw, *what)
    except Exception:
        log.exception("incident", incident=secrets.token_hex(4), kind="picture", picture=draw.__qualname__)
        return None
