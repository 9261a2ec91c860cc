"""Many processes on one database: which shards each has, who lives, and whether everybody can be heard.

A process that stands alone is a fleet of one: the same code, the same rows.
"""

from collections.abc import Sequence
from typing import Final

import structlog
from msgspec import Struct

from bot.host.kernel.host import Host
from bot.storage import leases

BEAT: Final = 5.0
"""After how many seconds a process says anew that it lives."""

LEASE: Final = 3 * BEAT
"""For how many seconds that holds."""

IDENTIFY: Final = 5.0
"""For how many seconds an identify keeps others of its bucket waiting (discord.md 1.7)."""

SHARD, HEARD, WORKER, BUCKET, TASK = "shard", "heard", "worker", "identify", "task"
"""The kinds of lease."""

log = structlog.get_logger()


class Beat(Struct, frozen=True):
    """What a process learns each time that it says that it lives.

    Attributes:
        lost: its shards that another process has by now, because this one did not say in time that it lives.
        free: shards that nobody has, and until when somebody had them: who lives says so anew all the time.
    """

    lost: frozenset[int]
    free: dict[int, float]


async def join(host: Host, shards: int, most: int) -> list[int]:
    """Take some shards, as many as are free up to a number, and wait where none is.

    `shards` is how many there are in all, `most` how many this process wants.
    """
    told = False
    while True:
        mine = await _take(host, shards, most)
        if mine:
            log.info("shards taken", worker=host.worker, shards=mine, of=shards)
            return mine
        if not told:
            log.info("waiting for a free shard", worker=host.worker, of=shards)
        told = True
        await host.clock.sleep(BEAT, host.stopping)


async def _take(host: Host, shards: int, most: int) -> list[int]:
    now = host.now()
    async with host.database.transaction() as tx:
        if host.database.is_sqlite:
            await leases.clear(tx)
        await leases.take(tx, f"{WORKER} {host.worker}", host.worker, now, now + LEASE)
        mine: list[int] = []
        for shard in range(shards):
            if len(mine) < most and await leases.take(tx, f"{SHARD} {shard}", host.worker, now, now + LEASE):
                mine.append(shard)
        return mine


async def adopt(host: Host, shard: int) -> bool:
    """Take a shard that nobody has, and return whether it was still to be had."""
    now = host.now()
    async with host.database.transaction() as tx:
        return await leases.take(tx, f"{SHARD} {shard}", host.worker, now, now + LEASE)


async def beat(host: Host, mine: Sequence[int], shards: int) -> Beat:
    """Say that this process lives and which shards it hears, and learn of the others.

    What another process has adopted is not taken back here, even where its lease has lapsed since: after a jump of the
    clock all leases have, and whichever process spoke first would drive the other out. `adopt` takes it, later.
    """
    now = host.now()
    async with host.database.transaction() as tx:
        await leases.take(tx, f"{WORKER} {host.worker}", host.worker, now, now + LEASE)
        kept = [shard for shard in mine if await leases.renew(tx, f"{SHARD} {shard}", host.worker, now + LEASE)]
        if host.hears:
            for shard in kept:
                await leases.take(tx, f"{HEARD} {shard}", host.worker, now, now + LEASE)
        held = await leases.alive(tx, SHARD, now)
        left = await leases.lapsed(tx, SHARD, now)
        heard = await leases.alive(tx, HEARD, now)
        living = set((await leases.alive(tx, WORKER, now)).values())
    host.workers = max(1, len(living))
    host.covered = all(str(shard) in heard for shard in range(shards) if shard not in mine)
    host.metrics.workers.set(host.workers)
    lost = {shard for shard in mine if shard not in kept and str(shard) in held}
    free = {shard: left.get(str(shard), 0.0) for shard in range(shards) if str(shard) not in held}
    return Beat(frozenset(lost), free)


async def leave(host: Host) -> None:
    """Give up everything, so that others need not wait for it."""
    async with host.database.transaction() as tx:
        await leases.give_up(tx, host.worker)


async def alone(host: Host) -> bool:
    """Return whether no other process lives: on SQLite none can, and what a killed one held counts for nothing."""
    if host.database.is_sqlite:
        return True
    async with host.database.reading() as connection:
        return set((await leases.alive(connection, WORKER, host.now())).values()) <= {host.worker}


async def leads(host: Host, task: str, seconds: float) -> bool:
    """Return whether a task that one process is enough for is this one's, for some seconds."""
    now = host.now()
    async with host.database.transaction() as tx:
        return await leases.take(tx, f"{TASK} {task}", host.worker, now, now + seconds)


async def may_identify(host: Host, bucket: int) -> None:
    """Wait until this process may open a session: one of a bucket every five seconds, whoever does."""
    while True:
        now = host.now()
        async with host.database.transaction() as tx:
            if await leases.take(tx, f"{BUCKET} {bucket}", host.worker, now, now + IDENTIFY, again=False):
                return
        await host.clock.sleep(1.0, host.stopping)
