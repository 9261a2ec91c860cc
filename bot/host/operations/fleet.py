"""Many processes on one database: which shards each has, which are alive, and whether every shard is covered.

A single process is a fleet of one, with the same code and the same rows.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import structlog
from msgspec import Struct

from bot.host.kernel.clock import Clock
from bot.host.kernel.host import Host
from bot.storage import leases

BEAT: Final = 5.0
"""Seconds between two heartbeats of a process."""

LEASE: Final = 3 * BEAT
"""Seconds for which a heartbeat is valid."""

IDENTIFY: Final = 5.0
"""Seconds for which an identify keeps the others in its bucket waiting (discord.md 1.7)."""

SHARD, HEARD, WORKER, BUCKET, TASK = "shard", "heard", "worker", "identify", "task"
"""The kinds of lease."""

log = structlog.get_logger()


class Heartbeat(Struct, frozen=True):
    """What a process learns from each of its heartbeats.

    Attributes:
        lost: its shards that another process has taken because this one's heartbeat was late.
        free: shards without an owner, and when their last lease expired; a live process keeps renewing its leases.
    """

    lost: frozenset[int]
    free: dict[int, float]


class FreeShards:
    """Shards without an owner, as one process sees them at its heartbeats.

    A lapsed lease does not mean that its owner is dead. The owner may be late, and a jump of the clock makes all leases
    lapse at once. So a shard counts as abandoned only if nobody has renewed its lease for some seconds of real time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen: dict[tuple[int, float], float] = {}

    def abandoned(self, free: Mapping[int, float]) -> list[int]:
        """Return the abandoned ones of the shards that are free now, given with the time at which each lease lapsed."""
        steady = self._clock.steady()
        self._seen = {each: self._seen.get(each, steady) for each in free.items()}
        return [shard for (shard, _), since in self._seen.items() if steady - since >= BEAT]


async def join(host: Host, shards: int, most: int) -> list[int]:
    """Take some free shards, waiting for one if none is free.

    `shards` is the total number of shards, `most` the maximum number that this process takes. At first, it also takes
    shards whose leases have lapsed, which may be those of its own predecessor. Later it takes only abandoned ones.
    """
    free: FreeShards | None = None
    while True:
        mine = await _take(host, shards, most, free)
        if mine:
            log.info("shards taken", worker=host.worker, shards=mine, of=shards)
            return mine
        if free is None:
            log.info("waiting for a free shard", worker=host.worker, of=shards)
            free = FreeShards(host.clock)
        await host.clock.sleep(BEAT, host.stopping)


async def _take(host: Host, shards: int, most: int, free: FreeShards | None) -> list[int]:
    """Take shards; with `free`, leave those whose owners may only be late."""
    now = host.now()
    async with host.database.transaction() as tx:
        if host.database.is_sqlite:
            await leases.clear(tx)
        await leases.take(tx, f"{WORKER} {host.worker}", host.worker, now, now + LEASE)
        lapsed = {int(shard): end for shard, end in (await leases.lapsed(tx, SHARD, now)).items()}
        late = lapsed.keys() - set(free.abandoned(lapsed)) if free is not None else set()
        mine: list[int] = []
        for shard in range(shards):
            wanted = len(mine) < most and shard not in late
            if wanted and await leases.take(tx, f"{SHARD} {shard}", host.worker, now, now + LEASE):
                mine.append(shard)
        return mine


async def adopt(host: Host, shard: int) -> bool:
    """Take a shard that has no owner, and return whether it was still free."""
    now = host.now()
    async with host.database.transaction() as tx:
        return await leases.take(tx, f"{SHARD} {shard}", host.worker, now, now + LEASE)


async def beat(host: Host, mine: Sequence[int], shards: int) -> Heartbeat:
    """Record that this process is alive and which shards it serves, and learn about the others.

    A shard that another process has adopted is not taken back here, even if its lease has since lapsed: after a clock
    jump, all leases have lapsed, and whichever process beat first would drive the other out. `adopt` can take it later.
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
    return Heartbeat(frozenset(lost), free)


async def leave(host: Host) -> None:
    """Give up all leases, so that other processes need not wait for them to lapse."""
    async with host.database.transaction() as tx:
        await leases.give_up(tx, host.worker)


async def alone(host: Host) -> bool:
    """Return whether no other process is alive. On SQLite none can be, whatever leases a killed process has left."""
    if host.database.is_sqlite:
        return True
    async with host.database.reading() as connection:
        return set((await leases.alive(connection, WORKER, host.now())).values()) <= {host.worker}


async def leads(host: Host, task: str, seconds: float) -> bool:
    """Claim a task that only one process should do, for `seconds`, and return whether this process holds it."""
    now = host.now()
    async with host.database.transaction() as tx:
        return await leases.take(tx, f"{TASK} {task}", host.worker, now, now + seconds)


async def may_identify(host: Host, bucket: int) -> None:
    """Wait until this process may open a session: across all processes, one per bucket every five seconds."""
    while True:
        now = host.now()
        async with host.database.transaction() as tx:
            if await leases.take(tx, f"{BUCKET} {bucket}", host.worker, now, now + IDENTIFY, again=False):
                return
        await host.clock.sleep(1.0, host.stopping)
