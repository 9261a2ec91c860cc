"""Threads of matches: how long they stay in people's lists, and whether a server has room for another one.

Discord documentation, "Topics: Threads" (Active & Archived Threads, Editing & Deleting Threads).
"""

from typing import Final

from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE, Pace
from bot.messenger.calls import Calls
from bot.storage import matches

ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
"""After how many minutes without a message a thread may leave the list of channels: Discord has these four."""

AFTER_END: Final = ARCHIVE_MINUTES[0]
"""The same for the thread of a match that is over: long enough to read how it ended."""

LIMIT: Final = 1000
"""How many active threads a server may have; one more is refused with the code 160006."""

SPARE: Final = 50
"""How many of them are left to the server's own people."""

MANY: Final = 100
"""With fewer running matches than this in a server, Discord is not asked how many threads are active there."""


def archive_minutes(pace: Pace) -> int:
    """Return the shortest archive time in which a running match of a pace says something.

    The longest silence is a turn that was lengthened once, which doubles it, and the whole reserve after that. Only a
    player who is away can be silent for longer; the next post wakes the thread then.
    """
    silence = (2 * pace.turn + pace.bank) / MINUTE
    return next(minutes for minutes in ARCHIVE_MINUTES if minutes > silence)


async def is_full(host: Host, discord: Calls, guild: int) -> bool:
    """Return whether a server is so near its limit of active threads that a match does without.

    Few matches cannot fill a server, so Discord is only asked when many of them run there. If others have filled it,
    Discord's refusal says so. Raises NextPlace and Busy.
    """
    async with host.database.reading() as connection:
        running = await matches.running_in(connection, guild)
    return running >= MANY and await discord.active_threads(guild) >= LIMIT - SPARE
