"""Proving uploaded card sets in the worker pool, so that no file can stall the service or fill its memory."""

from collections.abc import Sequence
from typing import Final

import structlog

from bot.host.kernel.host import Host
from bot.host.kernel.worker_pool import TooMuch
from cardsdb.proof import Beside, ProofVerdict, Task
from cardsdb.proof import prove as proved
from cardsdb.sets import StoredSet
from cardsdb.source import SetFault

SECONDS: Final = 90.0
"""The time limit for a file, trial matches included. A hostile file takes about 15 seconds on an average processor."""

log = structlog.get_logger()


async def prove(host: Host, user: int, file: str, content: bytes, beside: Sequence[StoredSet] = ()) -> ProofVerdict:
    """Return the verdict on a person's file: a valid set, or every fault.

    `beside` holds the sets that the server already uses. If a file exceeds the time or memory limit, that is the only
    fault reported. Raises Refused if the pool accepts no more work.
    """
    task = Task(file, content, tuple(Beside(each.game, each.content) for each in beside))
    try:
        return await host.worker_pool.run(proved, task, user, SECONDS)
    except TooMuch:
        log.warning("set not proved", file=file)
        fault = SetFault(0, "the file", "TOML", "checking it takes too long: make it shorter and plainer")
        return ProofVerdict(None, (fault,))
