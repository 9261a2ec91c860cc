"""A server's log: a line for each match closed, set uploaded or result corrected, in the channel that it has chosen."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import outbox, people

PEOPLE: Final = frozenset({"who", "person", "first", "second", "winner"})
"""The gaps of the log's texts that hold people's ids."""


async def note(host: Host, tx: AsyncConnection, guild: int | None, said: str, /, **args: int | str) -> None:
    """Add a line to a server's log, if it has one; `said` is the id of its text, and `args` fill the text's gaps."""
    if guild is None or (await people.guild(tx, guild)).log is None:
        return
    named = sorted({int(args[name]) for name in PEOPLE & args.keys()})
    content = {"guild": guild, "said": said, "args": args, "people": named}
    await outbox.add_server_post(tx, guild, "log", content, host.now())
    host.outbox_due.set()
