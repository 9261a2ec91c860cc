"""Who clicks goes first: other work waits, but not for ever."""

import asyncio

from bot.host.courtesy import Courtesy


async def test_work_waits_until_nobody_is_answered() -> None:
    """Issue 10."""
    courtesy, done = Courtesy(), list[str]()
    await courtesy.wait()  # nobody clicks

    async def work() -> None:
        await courtesy.wait()
        done.append("work")

    with courtesy.answering():
        with courtesy.answering():
            working = asyncio.create_task(work())
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done == []
        done.append("answers")
    await working
    assert done == ["answers", "work"]


async def test_where_somebody_always_clicks_work_goes_on_all_the_same() -> None:
    courtesy = Courtesy()
    with courtesy.answering():
        await courtesy.wait()
