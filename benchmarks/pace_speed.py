"""The bot's own pace for a minute: how many requests per second it makes, and what they cost.

Boards and hands of many live matches are marked as stale again and again, so that the outbox always has more to send
than its pace allows. The processor time is that of the bot's process; pictures are drawn in others.
"""

import asyncio
import time
from collections import Counter
from contextlib import suppress
from typing import Final

from sqlalchemy import update

from benchmarks.host_speed import undisturbed
from benchmarks.load import Plan, counted, open_room, processor_time, sit_down
from bot.messenger.pacing import PER_SECOND
from bot.storage.database import Database
from bot.storage.schema.waiting import surfaces
from tests.support.discord import open_stage

MINUTE: Final = 60.0
PAIRS: Final = 64
STALE: Final = 3.0
"""Seconds between two times at which all surfaces are marked as stale; the bot needs longer to send them all."""


async def _mark(url: str) -> None:
    """Mark all surfaces that have been sent as stale, as if each looked different now, until cancelled."""
    database = Database(url)
    again = update(surfaces).where(surfaces.c.kind.in_(("status", "hand")), surfaces.c.message.is_not(None))
    try:
        while True:
            async with database.transaction() as tx:
                await tx.execute(again.values(wanted=surfaces.c.wanted + 1, digest=None))
            await asyncio.sleep(STALE)
    finally:
        await database.close()


async def _measure() -> None:
    plan = Plan(pairs=PAIRS)
    async with open_stage() as stage, open_room(stage, plan, 1) as (room, _):
        await sit_down(room, plan, PAIRS)
        marking = asyncio.create_task(_mark(room.url))
        await asyncio.sleep(STALE)
        with counted(room.sandbox) as requests:
            used, begun = processor_time(room.bot.pid), time.perf_counter()
            await asyncio.sleep(MINUTE)
            seconds, used = time.perf_counter() - begun, processor_time(room.bot.pid) - used
        marking.cancel()
        with suppress(asyncio.CancelledError):
            await marking
        _say(requests, seconds, used)


def _say(requests: Counter[str], seconds: float, used: float) -> None:
    made = requests.total()
    print(
        f"pace: {made / seconds:.1f} requests a second of at most {PER_SECOND:.0f}, for {seconds:.0f} s: "
        f"{used / seconds:.0%} of a core, {used / made * 1000:.1f} ms a request",
        flush=True,
    )


def pace_speed() -> None:
    """Print how many requests the bot makes at its own pace, and their cost."""
    with undisturbed():
        asyncio.run(_measure())


if __name__ == "__main__":
    pace_speed()
