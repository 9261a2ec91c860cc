"""An answer that was announced: whoever waits for it is told, but not while it is still being worked at."""

import asyncio

from bot.host.access import anyone
from bot.host.kernel.host import Host
from bot.interactions import answers
from bot.interactions.answers import Answer, Reply, say
from bot.storage import inbox
from bot.ui.messages.custom_ids import CustomId
from tests.host.players import ADA
from tests.support.clicks import Clicks, front_of
from tests.support.clocks import ManualClock


async def test_what_is_still_worked_at_is_not_given_up_for_interrupted(host: Host, clock: ManualClock) -> None:
    front = front_of(host, patience=0.0)
    clicks, working, told = Clicks(1, 2), asyncio.Event(), []

    async def work() -> Answer:
        await working.wait()
        return say("done")

    async def late(token: str, text: str) -> None:
        told.append((token, text))

    answered = asyncio.ensure_future(Reply(front, clicks.of(ADA, str(CustomId("howto"))), anyone).answer(work()))
    while not await waiting(host):
        clock.advance(1)
    await answers.repair(front, late)
    assert told == []
    working.set()
    await answered
    assert not await waiting(host)
    assert "done" in str(clicks.discord.said)


async def test_what_a_process_left_is_told_of(host: Host, clock: ManualClock) -> None:
    async with host.database.transaction() as tx:
        await inbox.defer(tx, inbox.DeferredRow(1, "left", "en-US", host.now()))
    clock.advance(1)
    told = []

    async def late(token: str, text: str) -> None:
        told.append(token)

    await answers.repair(front_of(host), late)
    assert told == ["left"]
    assert not await waiting(host)


async def waiting(host: Host) -> bool:
    """Whether somebody waits for an answer that was announced."""
    async with host.database.reading() as connection:
        return bool(await inbox.unanswered(connection, host.now()))
