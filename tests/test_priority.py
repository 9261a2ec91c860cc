"""Who clicks goes first: other work waits, but not for ever."""

import asyncio

from bot.priority import Courtesy


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
