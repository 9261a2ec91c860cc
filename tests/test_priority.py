"""Who clicks goes first: other work waits, but not for ever."""

import asyncio

import pytest
from sqlalchemy import select

from bot import priority
from bot.priority import Courtesy, going_first
from bot.storage.database import Database


async def test_work_waits_until_nobody_is_answered() -> None:
    """Issue 10."""
    people, done = Courtesy(), list[str]()
    await people.wait()  # nobody clicks

    async def work() -> None:
        await people.wait()
        done.append("work")

    with people.answering():
        with people.answering():
            working = asyncio.create_task(work())
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done == []
        done.append("answers")
    await working
    assert done == ["answers", "work"]


async def test_where_somebody_always_clicks_work_goes_on_all_the_same() -> None:
    people = Courtesy()
    with people.answering():
        await people.wait()


async def work_by_steps(people: Courtesy, done: list[str]) -> None:
    await people.step()
    done.append("step")


async def test_a_step_of_other_work_waits_while_somebody_is_answered() -> None:
    """Issue 10. Who answers takes no such step aside."""
    people, done = Courtesy(), list[str]()
    await work_by_steps(people, done)  # nobody clicks
    with people.answering():
        with going_first():
            await work_by_steps(people, done)
        working = asyncio.create_task(work_by_steps(people, done))
        await asyncio.sleep(0)
        done.append("answer")
    await working
    assert done == ["step", "step", "answer", "step"]


async def test_where_an_answer_takes_long_a_step_is_taken_all_the_same() -> None:
    people, done = Courtesy(), list[str]()
    with people.answering():
        await work_by_steps(people, done)
    assert done == ["step"]


@pytest.mark.parametrize("writes", [False, True])
async def test_who_begins_to_read_or_write_lets_an_answer_go_first(
    database: Database, monkeypatch: pytest.MonkeyPatch, *, writes: bool
) -> None:
    """Issue 10."""
    monkeypatch.setattr(priority, "STEP", 3600.0)  # however long a busy machine takes to connect
    done = list[str]()

    async def work() -> None:
        async with database.transaction() if writes else database.reading() as connection:
            await connection.execute(select(1))
        done.append("work")

    with database.courtesy.answering():
        working = asyncio.create_task(work())
        await asyncio.sleep(0)
        with going_first():
            async with database.transaction() as tx:
                await tx.execute(select(1))
        done.append("answer")
    await working
    assert done == ["answer", "work"]


async def test_who_is_in_a_transaction_goes_on_for_others_wait_for_it(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a click would wait for who waits for it."""
    monkeypatch.setattr(priority, "STEP", 3600.0)
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        async with database.transaction():
            begun.set()
            await go_on.wait()
            async with database.reading() as connection:
                await connection.execute(select(1))

    working = asyncio.create_task(work())
    await begun.wait()
    with database.courtesy.answering():
        go_on.set()
        await working
