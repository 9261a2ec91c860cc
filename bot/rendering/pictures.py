"""Pictures for messages: drawn off the event loop, for people who want them; a failure never holds back the text."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.clock import Clock
from bot.host.kernel.host import Host
from bot.host.match.panel_actions import Panel
from bot.host.people import settings
from bot.priority import goes_first
from bot.storage import people
from bot.storage.matches import SeatRow
from bot.storage.privacy import GONE
from bot.ui.games.renderer import Renderer
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words

_EASEL: Final = ThreadPoolExecutor(1, "pictures")
"""One thread: more would only take turns, and a request for the same picture meanwhile finds it already drawn."""

_ANSWERING: Final = ThreadPoolExecutor(1, "pictures-answering")
"""A separate thread for answers to a person: usually the picture is cached, and must not wait behind other drawing."""

PATIENCE: Final = 1.0
"""How many seconds a post waits for its picture, before it goes without one."""

log = structlog.get_logger()


async def of_hand(shown: Panel, words: Words, renderer: Renderer) -> Picture | None:
    """Return a seat's hand as a picture, or None if its player does not want pictures."""
    if not shown.person.pictures:
        return None
    return await drawn(renderer.hand_picture, shown.view, shown.seat, words)


async def wanted(host: Host, user: int) -> bool:
    """Return whether a person wants pictures."""
    return (await settings.person(host, user)).pictures


async def wanted_at(connection: AsyncConnection, seats: Iterable[SeatRow]) -> bool:
    """Return whether anyone at a table wants pictures; a table of house players only has one."""
    users = [seat.user for seat in seats if seat.user not in (None, GONE)]
    return not users or any([(await people.user(connection, user)).pictures for user in users])


async def wanted_by_all(connection: AsyncConnection, seats: Iterable[SeatRow]) -> bool:
    """Return whether nobody at a table does without pictures."""
    users = [seat.user for seat in seats if seat.user not in (None, GONE)]
    return all([(await people.user(connection, user)).pictures for user in users])


async def in_time(clock: Clock, draw: Callable[..., Picture | None], *what: Any) -> Picture | None:
    """Return a picture, or None if there is none within `PATIENCE`: a post is never edited, and its text says it all.

    A picture that nobody has begun to draw by then is not drawn.
    """
    done = asyncio.Event()
    drawing = asyncio.ensure_future(drawn(draw, *what))
    drawing.add_done_callback(lambda _: done.set())
    try:
        await clock.sleep(PATIENCE, done)
        return drawing.result() if drawing.done() else None
    finally:
        drawing.cancel()


async def drawn(draw: Callable[..., Picture | None], *what: Any) -> Picture | None:
    """Return a picture, or None if there is none. Log a failure as an incident; the text then goes without one."""
    easel = _ANSWERING if goes_first() else _EASEL
    try:
        return await asyncio.get_running_loop().run_in_executor(easel, draw, *what)
    except Exception:
        log.exception("incident", incident=secrets.token_hex(4), kind="picture", picture=draw.__qualname__)
        return None
