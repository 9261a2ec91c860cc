"""Pictures beside the event loop: drawn in a thread, and one that fails costs nobody the text."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.host.kernel.paces import NO_CLOCK, PACES
from bot.host.match.players import Player
from bot.host.people.settings import TURNS
from bot.rendering import pictures
from bot.storage import people
from bot.storage.database import Database
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Words
from engine.contract import Cards
from tests.probe.renderer import ProbeRenderer
from tests.support.clocks import ManualClock


class Painter(ProbeRenderer):
    """Draws the name of the thread that it is in, and no card called Broken."""

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        if name == "Broken":
            raise ZeroDivisionError
        return Picture("card.png", threading.current_thread().name.encode(), name)


CARDS: Any = None
GUILD = 800


async def test_a_picture_is_drawn_beside_the_event_loop() -> None:
    drawn = await pictures.drawn(Painter().card_picture, "Oak", CARDS, Words(None))
    assert drawn is not None
    assert drawn.content != threading.current_thread().name.encode()


@pytest.mark.parametrize("draw", [Painter().card_picture, partial(Painter.card_picture, Painter())])
async def test_a_picture_that_fails_is_an_incident_in_the_log_and_nothing_else(draw: Callable[..., Any]) -> None:
    with capture_logs() as logged:
        assert await pictures.drawn(draw, "Broken", CARDS, Words(None)) is None
    [line] = logged
    assert line["event"] == "incident"
    assert line["incident"]
    assert line["kind"] == "picture"
    assert "card_picture" in line["picture"]
    assert line["exc_info"]
    assert await pictures.drawn(draw, "Oak", CARDS, Words(None)) is not None


class Slow(Painter):
    """Draws nothing before it is let."""

    def __init__(self) -> None:
        self.let = threading.Event()

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        self.let.wait()
        return super().card_picture(name, cards, words)


async def test_a_post_waits_some_seconds_for_its_picture_which_comes_later() -> None:
    clock, painter = ManualClock(), Slow()
    oak = partial(pictures.drawn, painter.card_picture, "Oak", CARDS, Words(None))
    elm = partial(pictures.drawn, Painter().card_picture, "Elm", CARDS, Words(None))
    late = asyncio.create_task(pictures.in_time(clock, [oak]))
    behind = asyncio.create_task(pictures.in_time(clock, [elm]))
    await asyncio.sleep(0)
    clock.advance(pictures.POSTED / 2)
    await asyncio.sleep(0)
    assert not late.done()
    clock.advance(pictures.POSTED)
    coming = [await late, await behind]
    assert [now for now, _ in coming] == [None, None]
    painter.let.set()
    later = [await then for _, then in coming if then is not None]
    assert [None if each is None else each.description for each in later] == ["Oak", "Elm"]
    ash = partial(pictures.drawn, Painter().card_picture, "Ash", CARDS, Words(None))
    assert (await pictures.in_time(clock, [ash]))[0] is not None


async def test_a_picture_that_nobody_looks_at_any_more_is_given_up() -> None:
    clock, painter = ManualClock(), Slow()
    post = asyncio.create_task(
        pictures.in_time(clock, [partial(pictures.drawn, painter.card_picture, "Oak", CARDS, Words(None))])
    )
    await asyncio.sleep(0)
    clock.advance(pictures.POSTED)
    _, late = await post
    assert late is not None
    await asyncio.sleep(0)
    clock.advance(pictures.GIVEN_UP)
    assert await late is None
    painter.let.set()


async def step(task: "asyncio.Task[Any]", until: Callable[[], bool]) -> None:
    """Let a post go on until something has happened, while the clock stands still."""
    while not until():
        await asyncio.wait([task], timeout=0.001)


def named(name: str) -> Callable[[], Picture]:
    return lambda: Picture(name, b"", "")


def drawings(*draws: Callable[[], Picture | None]) -> list[pictures.Draw]:
    return [partial(pictures.drawn, draw) for draw in draws]


async def test_a_post_has_the_best_picture_that_is_drawn_in_time() -> None:
    still, moving = named("still"), named("moving")
    assert await pictures.in_time(ManualClock(), drawings(still, moving)) == (moving(), None)
    assert await pictures.in_time(ManualClock(), drawings(still, lambda: None)) == (still(), None)
    assert await pictures.in_time(ManualClock(), []) == (None, None)


async def test_a_moving_picture_that_takes_too_long_comes_after_the_still_one() -> None:
    clock, began, let = ManualClock(), threading.Event(), threading.Event()

    def moving() -> Picture:
        began.set()
        let.wait()
        return named("moving")()

    post = asyncio.create_task(pictures.in_time(clock, drawings(named("still"), moving)))
    await step(post, began.is_set)
    assert not post.done()
    clock.advance(pictures.POSTED)
    now, late = await post
    assert now == named("still")()
    let.set()
    assert late is not None
    assert await late == named("moving")()


async def test_a_moving_picture_waits_until_nothing_else_is_being_drawn() -> None:
    clock, began, let, moved = ManualClock(), threading.Event(), threading.Event(), threading.Event()

    def other() -> Picture:
        began.set()
        let.wait()
        return named("other")()

    def moving() -> Picture:
        moved.set()
        return named("moving")()

    post = asyncio.create_task(pictures.in_time(clock, drawings(named("still"), moving)))
    behind = asyncio.create_task(pictures.in_time(clock, drawings(other)))
    await step(post, began.is_set)
    await asyncio.sleep(0)
    clock.advance(pictures.POSTED)
    (now, late), (other_now, other_late) = await post, await behind
    assert (now, other_now) == (named("still")(), None)
    assert not moved.is_set()
    let.set()
    assert other_late is not None
    assert await other_late == named("other")()
    assert late is not None
    assert await late == named("moving")()


async def test_turns_are_shown_as_the_server_wants_unless_somebody_wants_less(database: Database) -> None:
    seats = [Player(user=user) for user in (11, 12, None)]

    async def showing(pace: str) -> str:
        async with database.reading() as connection:
            return await pictures.showing(connection, GUILD, pace, seats)

    async def set_to(change: Callable[..., Awaitable[None]], number: int, **values: Any) -> None:
        async with database.transaction() as tx:
            await change(tx, number, **values)

    assert [await showing(pace) for pace in (*PACES, NO_CLOCK.key)] == ["moving", "moving", "still", "still", "moving"]
    await set_to(people.change_user, 12, motion=False)
    assert await showing("live") == "still"
    await set_to(people.change_user, 12, motion=True)
    for turns in TURNS:
        await set_to(people.change_guild, GUILD, turns=turns)
        assert await showing("live") == turns
    await set_to(people.change_guild, GUILD, turns="moving")
    for user in (11, 12):
        await set_to(people.change_user, user, pictures=False)
    assert await showing("live") == "words"


async def test_a_table_has_pictures_unless_all_its_people_have_turned_them_off(database: Database) -> None:
    seats = [Player(user=user) for user in (11, 12, None)]

    async def wanted() -> bool:
        async with database.reading() as connection:
            return await pictures.wanted_at(connection, seats)

    async def wanted_by_all() -> bool:
        async with database.reading() as connection:
            return await pictures.wanted_by_all(connection, seats)

    assert await wanted_by_all()
    assert await wanted()
    for number, user in enumerate((11, 12)):
        assert await wanted()
        assert await wanted_by_all() == (number == 0)
        async with database.transaction() as tx:
            await people.change_user(tx, user, pictures=False)
    assert not await wanted()
    async with database.reading() as connection:
        assert await pictures.wanted_at(connection, seats[2:])
