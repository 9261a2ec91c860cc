"""Proving what people upload: in the worker pool, so that no file can stop the service or fill its memory."""

from collections.abc import Sequence
from typing import Final

import structlog

from bot.host.kernel.host import Host
from bot.host.kernel.worker_pool import TooMuch
from cardsdb.proof import Beside, Task, Verdict
from cardsdb.proof import prove as proved
from cardsdb.sets import StoredSet
from cardsdb.source import SetFault

SECONDS: Final = 90.0
"""How long a file may take, trial matches included. A hostile one takes some 15 seconds of a common processor."""

log = structlog.get_logger()


async def prove(host: Host, user: int, file: str, content: bytes, beside: Sequence[StoredSet] = ()) -> Verdict:
    """Return what a person's file holds: a sound set, or every fault.

    `beside` are the sets that the server uses already. A file that needs more time or memory than it may is one fault.
    Raises Refused where the pool takes no more work.
    """
    task = Task(file, content, tuple(Beside(each.game, each.content) for each in beside))
    try:
        return await host.worker_pool.run(proved, task, user, SECONDS)
    except TooMuch:
        log.warning("set not proved", file=file)
        fault = SetFault(0, "the file", "TOML", "checking it takes too long: make it shorter and plainer")
        return Verdict(None, (fault,))
