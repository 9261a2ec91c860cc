"""Pictures for messages: drawn off the event loop, for people who want them; a failure never holds back the text."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache, partial
from io import BytesIO
from typing import Any, Final, TypeAlias, TypeVar

import structlog
from msgspec.structs import replace
from PIL import Image
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import DeckChoice
from bot.host.kernel.clock import Clock
from bot.host.kernel.host import Host
from bot.host.kernel.paces import pace_of
from bot.host.match.panel_actions import Panel
from bot.host.match.players import Player
from bot.host.people import settings
from bot.priority import goes_first
from bot.process_pool import WorkLost
from bot.storage import people
from bot.ui.decks.choice import FACES, UNPICTURED, DeckPictures
from bot.ui.games.deck_pictures import deck_picture, deck_portrait
from bot.ui.games.ends import end_picture
from bot.ui.games.renderer import Renderer
from bot.ui.games.turns import news_picture
from bot.ui.messages.outgoing import Outgoing
from bot.ui.pictures.drawing_process import DrawnPicture, NotDrawn, only_drawn
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.tones import SLATE
from bot.ui.texts.words import Words

_EASEL: Final = ThreadPoolExecutor(1, "pictures")
"""One thread: more would only take turns, and a request for the same picture meanwhile finds it already drawn."""

_ANSWERING: Final = ThreadPoolExecutor(1, "pictures-answering")
"""A separate thread for answers to a person: usually the picture is cached, and must not wait behind other drawing."""

PATIENCE: Final = 1.0
"""How many seconds a table or an answer about decks waits for its picture, before it goes without one."""

POSTED: Final = 4.5
"""How many seconds the post of a turn or an end waits for its picture, before it goes without and is edited once."""

GIVEN_UP: Final = 120.0
"""How many seconds later a post's picture is given up: nobody looks at that turn any more."""

HASTE: Final = 0.15
"""How many seconds the answer to a click waits for its picture, before it goes without: a panel with a plain one."""

LONGEST: Final = 3.0
"""How many seconds after a click its panel still gets its pictures. After that, words stand in their place."""

PLAIN: Final = 64
"""The number of plain pictures that are kept."""

LIMIT: Final = 2.5
"""How many seconds any other answer to a person waits for a picture, before it goes with text alone. Only a process
that is stuck or is being replaced takes as long, and whoever asked has words within three seconds."""

_BOUNDED: ContextVar[bool] = ContextVar("bounded", default=False)
"""Whether the wait for a picture is bounded anyway, so that drawing it may take longer than `LIMIT`."""

_drawings: Final[set[asyncio.Future[Any]]] = set()
"""The pictures that are being drawn, and those that wait for it."""

_late: Final[set[asyncio.Future[Any]]] = set()
"""What is drawn for answers that may have gone without it."""

log = structlog.get_logger()

T = TypeVar("T")


async def of_panel(shown: Panel, words: Words, renderer: Renderer) -> tuple[Picture, ...]:
    """Return the pictures of a seat's panel, once a match is over its trophy; none if the player wants no pictures.

    If one cannot be drawn, there are none.
    """
    return await drawn(_of_panel, shown, words, renderer) or ()


def _of_panel(shown: Panel, words: Words, renderer: Renderer) -> tuple[Picture, ...]:
    """Draw what `of_panel` returns."""
    if not shown.person.pictures:
        return ()
    if shown.match.status == "running":
        asks = shown.view, shown.seat, words, shown.question, shown.forecast, shown.person.desk
        there = renderer.panel_pictures(*asks)
        news = news_picture(renderer, shown.turn, shown.seat, words) if shown.turn else None
        return there if news is None else (news, *there)
    trophy = end_picture(renderer, shown.record, shown.view, {}, words) if shown.record else None
    return () if trophy is None else (trophy,)


async def of_panel_soon(
    clock: Clock, shown: Panel, words: Words, renderer: Renderer
) -> "tuple[tuple[Picture, ...], asyncio.Future[tuple[Picture, ...] | None] | None]":
    """Return the pictures that `of_panel` does if they are drawn within `HASTE`.

    Otherwise, return what `of_panel_now` does, and the real ones to await: None if they are not drawn within `LONGEST`.
    """
    found, late = await soon_or_late(clock, of_panel(shown, words, renderer), HASTE)
    if late is None:
        return found or (), None
    there = of_panel_now(shown, words, renderer)
    return there, asyncio.ensure_future(soon(clock, late, LONGEST - HASTE)) if there else None


def of_panel_now(shown: Panel, words: Words, renderer: Renderer) -> tuple[Picture, ...]:
    """Return the pictures of a panel as far as they have been drawn, and plain ones of the same sizes for the others.

    A plain one says that it is one. There are no pictures if this fails, which is logged as an incident.
    """
    plain = set[bytes]()

    def otherwise(picture: DrawnPicture, scene: tuple[Any, ...]) -> bytes:
        if not isinstance(picture, DrawnScene):
            raise NotDrawn(picture)  # its size is unknown
        plain.add(stand_in := plain_png(*picture.size(*scene)))
        return stand_in

    try:
        with only_drawn(otherwise):
            found = _of_panel(shown, words, renderer)
    except Exception as error:  # noqa: BLE001 - logged as an incident
        _log_incident(_of_panel, error)
        return ()
    coming = words.plain("panel.picture")
    return tuple(replace(each, description=coming) if each.content in plain else each for each in found)


@lru_cache(PLAIN)
def plain_png(width: int, height: int) -> bytes:
    """Return a plain picture as a PNG. The last ones are kept, which have at most a few hundred bytes each."""
    file, image = BytesIO(), Image.new("P", (width, height))
    image.putpalette(SLATE)
    image.save(file, "PNG", bits=1)
    return file.getvalue()


async def of_decks(
    host: Host, user: int, decks: Sequence[DeckChoice], deck: str | None, words: Words, renderer: Renderer
) -> DeckPictures:
    """Return pictures of ready-made decks to choose from, of which the one named `deck` is chosen, if there is one.

    There are none if the person does not want pictures, or if they are not drawn soon.
    """
    if not decks or not await wanted(host, user):
        return UNPICTURED
    return await soon(host.clock, _of_decks(decks, deck, words, renderer)) or UNPICTURED


async def _of_decks(decks: Sequence[DeckChoice], deck: str | None, words: Words, renderer: Renderer) -> DeckPictures:
    """Draw what `of_decks` returns."""
    stored = [(choice.ready, choice.stored["cards"]) for choice in decks]
    chosen = [
        await drawn(partial(deck_picture, renderer), ready, cards, words.cards, words)
        for ready, cards in stored
        if ready.name == deck
    ]
    faces = {
        ready.name: await drawn(partial(deck_portrait, renderer), ready.name, cards, words.cards)
        for ready, cards in [each for each in stored if each[0].name != deck][:FACES]
    }
    there = {name: face for name, face in faces.items() if face is not None}
    return DeckPictures(next(iter(chosen), None), there)


async def wanted(host: Host, user: int) -> bool:
    """Return whether a person wants pictures."""
    return (await settings.person(host, user)).pictures


async def wanted_at(connection: AsyncConnection, seats: Iterable[Player]) -> bool:
    """Return whether anyone at a table wants pictures; a table of house players only has one."""
    users = [seat.user for seat in seats if seat.user is not None and not seat.gone]
    return not users or any([(await people.user(connection, user)).pictures for user in users])


async def wanted_by_all(connection: AsyncConnection, seats: Iterable[Player]) -> bool:
    """Return whether nobody at a table does without pictures."""
    users = [seat.user for seat in seats if seat.user is not None and not seat.gone]
    return all([(await people.user(connection, user)).pictures for user in users])


async def showing(connection: AsyncConnection, guild: int | None, pace: str, seats: Sequence[Player]) -> str:
    """Return how a match's turns are shown, one of `TURNS`: as the server wants, unless somebody wants less.

    Pictures move only at paces that are not played over days, and only if everybody at the table wants that.
    """
    turns = (await people.guild(connection, guild)).turns
    if turns == "words" or not await wanted_at(connection, seats):
        return "words"
    users = [seat.user for seat in seats if seat.user is not None and not seat.gone]
    moves = turns == "moving" and not pace_of(pace).days
    return "moving" if moves and all([(await people.user(connection, user)).motion for user in users]) else "still"


Draw: TypeAlias = Callable[[], Awaitable[Picture | None]]
"""Draws a picture; returns None if there is none."""


Show: TypeAlias = Callable[[Picture | None], Outgoing]
"""Makes a message with its picture, if there is one."""


async def in_time(
    clock: Clock, draws: Sequence[Draw]
) -> "tuple[Picture | None, asyncio.Future[Picture | None] | None]":
    """Return the best picture within `POSTED`, or None, and if the best of all is not drawn by then, that to await.

    `draws` go from the simplest picture to the best. A better one waits until nothing else is being drawn. What is not
    drawn within `GIVEN_UP` is never drawn.
    """
    best: list[Picture] = []

    async def draw_all() -> Picture | None:
        for draw in draws:
            while best and (others := [each for each in _drawings if not each.done()]):
                await asyncio.wait(others)
            picture = await draw()
            if picture is not None:
                best[:] = [picture]
        return best[0] if best else None

    _, late = await soon_or_late(clock, draw_all(), POSTED)
    return best[0] if best else None, None if late is None else asyncio.ensure_future(_by_then(clock, late))


async def _by_then(clock: Clock, drawing: asyncio.Future[Picture | None]) -> Picture | None:
    """Return a late picture, or None if it is given up."""
    done = asyncio.Event()
    drawing.add_done_callback(lambda _: done.set())
    await clock.sleep(GIVEN_UP, done)
    if drawing.done():
        return drawing.result()
    drawing.cancel()
    return None


async def soon(clock: Clock, drawing: Awaitable[T | None], seconds: float = PATIENCE) -> T | None:
    """Return what is drawn within some seconds, or None. The drawing goes on, so that the next answer may show it."""
    found, _ = await soon_or_late(clock, drawing, seconds)
    return found


async def soon_or_late(
    clock: Clock, drawing: Awaitable[T], seconds: float = PATIENCE
) -> "tuple[T | None, asyncio.Future[T] | None]":
    """Return what is drawn within some seconds; otherwise None, and the drawing to await."""
    entered = _BOUNDED.set(True)
    task, done = asyncio.ensure_future(drawing), asyncio.Event()
    _BOUNDED.reset(entered)
    _late.add(task)
    task.add_done_callback(_late.discard)
    task.add_done_callback(lambda _: done.set())
    await clock.sleep(seconds, done)
    return (task.result(), None) if task.done() else (None, task)


async def drawn(draw: Callable[..., T | None], *what: Any) -> T | None:
    """Return what is drawn, or None if there is none. Log a failure as an incident; the text then goes without it.

    If a person is waiting, what has been drawn already is returned at once, without a change of threads, and what
    takes longer than `LIMIT` is None unless `soon` bounds the wait; it goes on being drawn, so that the next answer may
    show it.
    """
    waits = goes_first()
    if waits:
        try:
            with suppress(NotDrawn), only_drawn():
                return draw(*what)
        except Exception as error:  # noqa: BLE001 - logged as an incident
            _log_incident(draw, error)
            return None
    drawing = asyncio.ensure_future(_drawn_aside(_ANSWERING if waits else _EASEL, draw, what))
    _drawings.add(drawing)
    drawing.add_done_callback(_drawings.discard)
    try:
        await asyncio.wait([drawing], timeout=LIMIT if waits and not _BOUNDED.get() else None)
    except asyncio.CancelledError:
        drawing.cancel()
        raise
    return drawing.result() if drawing.done() else None


async def _drawn_aside(easel: ThreadPoolExecutor, draw: Callable[..., T | None], what: tuple[Any, ...]) -> T | None:
    """Draw in a thread; return None if that fails."""
    try:
        return await asyncio.get_running_loop().run_in_executor(easel, draw, *what)
    except WorkLost:  # which is an incident already
        return None
    except Exception as error:  # noqa: BLE001 - logged as an incident
        _log_incident(draw, error)
        return None


def _log_incident(draw: Callable[..., Any], error: Exception) -> None:
    drawing = draw.func if isinstance(draw, partial) else draw
    about = {"kind": "picture", "picture": drawing.__qualname__}
    log.error("incident", incident=secrets.token_hex(4), **about, exc_info=error)
