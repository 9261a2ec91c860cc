"""Proving what people upload: in a process of its own, so that no file can stop the service or fill its memory."""

import asyncio
import sys
from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from bot.host.context import Host
from cardsdb.prove import Beside, Task, Verdict
from cardsdb.sets import StoredSet
from cardsdb.source import SetFault

PROCESSOR_SECONDS: Final = 10
"""How much processor time a file may need. The largest sound set needs less than a second."""

MEMORY: Final = 1 << 30
"""How many bytes of address space the process may have."""

PATIENCE: Final = 40.0
"""For how many seconds it is waited for, on a machine with other things to do."""

log = structlog.get_logger()


async def prove(
    host: Host, file: str, content: bytes, beside: Sequence[StoredSet] = (), *, memory: int = MEMORY
) -> Verdict:
    """Return what a file holds: a sound set, or every fault.

    `beside` are the sets that the server uses already. A file that needs more time or memory than it may is one fault.
    """
    task = Task(file, content, tuple(Beside(each.game, each.content) for each in beside))
    async with host.proving:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "cardsdb.prove",
            str(PROCESSOR_SECONDS),
            str(memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(PATIENCE):
                told, complaint = await process.communicate(msgspec.json.encode(task))
        except TimeoutError:
            told, complaint = b"", b""
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    if process.returncode == 0:
        return msgspec.json.decode(told, type=Verdict)
    log.warning(
        "set not proved", file=file, code=process.returncode, complaint=complaint[-500:].decode(errors="replace")
    )
    return Verdict(None, (SetFault(0, "the file", "TOML", "checking it takes too long: make it shorter and plainer"),))
