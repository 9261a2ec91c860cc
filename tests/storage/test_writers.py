"""Who writes when: one at a time, who answers a person first, and nobody is forgotten whoever stops waiting."""

import asyncio
from contextlib import ExitStack, suppress

from hypothesis import given
from hypothesis import strategies as st

from bot.priority import going_first
from bot.storage.writers import IN_A_ROW, Writers


async def write(writers: Writers, name: str, done: list[str], *, first: bool = False) -> None:
    with ExitStack() as manner:
        if first:
            manner.enter_context(going_first())
        async with writers:
            await asyncio.sleep(0)
            done.append(name)


async def test_who_answers_a_person_goes_before_what_can_wait() -> None:
    writers, done = Writers(), list[str]()
    async with asyncio.TaskGroup() as group, writers:
        group.create_task(write(writers, "post", done))
        group.create_task(write(writers, "clock", done))
        group.create_task(write(writers, "click", done, first=True))
        await asyncio.sleep(0)
    assert done == ["click", "post", "clock"]


async def test_what_a_click_begins_goes_first_as_well_and_what_comes_after_it_does_not() -> None:
    writers, done = Writers(), list[str]()
    async with asyncio.TaskGroup() as group, writers:
        group.create_task(write(writers, "post", done))
        with going_first():
            group.create_task(write(writers, "click", done))
        group.create_task(write(writers, "clock", done))
        await asyncio.sleep(0)
    assert done == ["click", "post", "clock"]


async def test_what_can_wait_comes_to_its_turn_however_many_click() -> None:
    writers, done = Writers(), list[str]()
    async with asyncio.TaskGroup() as group, writers:
        for name in ("post", "clock"):
            group.create_task(write(writers, name, done))
        for _ in range(2 * IN_A_ROW):
            group.create_task(write(writers, "click", done, first=True))
        await asyncio.sleep(0)
    clicks = ["click"] * IN_A_ROW
    assert done == [*clicks, "post", *clicks, "clock"]


@given(
    st.lists(st.booleans(), min_size=1, max_size=8),
    st.lists(st.tuples(st.integers(0, 7), st.integers(0, 3)), max_size=8),
)
def test_whoever_stops_waiting_holds_nobody_up(manners: list[bool], stops: list[tuple[int, int]]) -> None:
    async def play() -> None:
        writers, done = Writers(), list[str]()
        tasks = [
            asyncio.create_task(write(writers, str(number), done, first=first)) for number, first in enumerate(manners)
        ]
        for number, steps in stops:
            for _ in range(steps):
                await asyncio.sleep(0)
            if number < len(tasks):
                tasks[number].cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 5)
        stopped = {str(number) for number, task in enumerate(tasks) if task.cancelled()}
        assert sorted(done) == sorted({str(number) for number in range(len(tasks))} - stopped)
        async with writers:
            done.append("last")
        assert done[-1] == "last"

    asyncio.run(play())
