"""Slash commands per second through the sandbox, with a bare bot in another process.

A load test of the bot must not measure the sandbox, so these figures have to be far above the bot's own. The
measurement covers everything between a person's action and the accepted answer: the interaction over the gateway, the
bot, the answer over REST, schema checks in both directions, and the message's event.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from sandbox.schema import find_openapi
from sandbox.server import Sandbox, SandboxSettings

if TYPE_CHECKING:
    from collections.abc import Awaitable

_BOT = Path(__file__).with_name("sandbox_bot.py")
_WARM_UP, _SINGLE, _MANY, _AT_ONCE = 50, 500, 2_000, 50
_ROUNDS = 3
_LONGEST = 60.0


async def _commands(sandbox: Sandbox, count: int) -> None:
    world = sandbox.parts.world
    channel = str(next(iter(world.backend.guilds.values())).channel_ids[0])
    for _ in range(count):
        outcome = await sandbox.people.slash(world.people["Ada"], channel, "ping", {})
        if outcome.kind != "message":
            raise RuntimeError(f"a command was lost: {outcome.reason}")


async def _rate(count: int, work: Awaitable[object]) -> float:
    start = time.perf_counter()
    await work
    return count / (time.perf_counter() - start)


async def _measure() -> list[tuple[str, float]]:
    settings = SandboxSettings(limits="off")
    async with Sandbox(settings=settings, openapi=find_openapi()) as sandbox:
        addresses = {
            "BOT_API_BASE": sandbox.api_base,
            "BOT_GATEWAY": sandbox.gateway_url,
            "BOT_TOKEN": sandbox.token,
        }
        bot = await asyncio.create_subprocess_exec(sys.executable, str(_BOT), env={**os.environ, **addresses})
        try:
            connected = asyncio.Event()
            sandbox.parts.gateway.on_presence.append(lambda online: connected.set() if online else None)
            await asyncio.wait_for(connected.wait(), _LONGEST)
            await _commands(sandbox, _WARM_UP)
            single = [await _rate(_SINGLE, _commands(sandbox, _SINGLE)) for _ in range(_ROUNDS)]
            many = [
                await _rate(_MANY, asyncio.gather(*[_commands(sandbox, _MANY // _AT_ONCE) for _ in range(_AT_ONCE)]))
                for _ in range(_ROUNDS)
            ]
        finally:
            bot.terminate()
            await bot.wait()
    return [("one by one", median(single)), (f"with {_AT_ONCE} in flight", median(many))]


def sandbox_speed() -> None:
    """Print slash commands per second (the median of a few rounds), one by one and with many in flight."""
    schemas = "with schema checks" if find_openapi() is not None else "without schema checks"
    for name, rate in asyncio.run(_measure()):
        print(f"sandbox: {rate:,.0f} slash commands a second {name}, {schemas}")


if __name__ == "__main__":
    sandbox_speed()
