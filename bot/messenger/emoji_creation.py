"""Creating the application's emojis, once for all processes.

Discord documentation, "Emoji Resource" (Application-Owned Emoji): they need no permission, and work in every server.
"""

import asyncio
from typing import Final

import structlog

from bot.host.kernel.host import Host
from bot.host.operations import fleet
from bot.messenger.calls import Calls
from bot.messenger.failures import AlreadyDone, Anew, Busy, NextPlace, Unreachable

SETTLED: Final = 60.0
"""Seconds after which a process that has just started creates the missing emojis."""

APART: Final = 1.0
"""Seconds between the creations of two emojis."""

LEASE: Final = 120.0
"""Seconds for which one process is left to create the missing emojis."""

RETRY: Final = 60.0
"""Seconds to wait before another try, if Discord was too busy and did not say for how long."""

log = structlog.get_logger()


async def keep(host: Host, calls: Calls) -> None:
    """Learn which emojis exist, and create the missing ones, until none is missing or Discord refuses one.

    The first look is at once; the creations wait until the process has settled, and one process does them for all.
    Emojis of other versions stay: a process of that version may be running, and there is room for two thousand.
    """
    while True:
        try:
            calls.emojis.learn(await calls.application_emojis())
            if not calls.emojis.missing:
                return
            await host.clock.sleep(SETTLED, host.stopping)
            if await fleet.leads(host, "emojis", LEASE):
                await _create(host, calls)
        except Busy as error:
            await host.clock.sleep(error.after or RETRY, host.stopping)
        except (NextPlace, AlreadyDone, Anew, Unreachable) as error:
            log.warning("an emoji was not created, so texts keep the plain ones", why=str(error))
            return


async def _create(host: Host, calls: Calls) -> None:
    """Create the emojis that are still missing, one after another."""
    there = await calls.application_emojis()
    calls.emojis.learn(there)
    for emoji in calls.emojis.missing:
        try:
            there[emoji.full_name] = await calls.create_emoji(emoji.full_name, await asyncio.to_thread(emoji.png))
        except NextPlace:
            there = await calls.application_emojis()
            if emoji.full_name not in there:  # otherwise the request was repeated in transit
                raise
        calls.emojis.learn(there)
        await host.clock.sleep(APART, host.stopping)
