"""Match threads: their archive time, and whether a server has room for another one.

Discord documentation, "Topics: Threads" (Active & Archived Threads, Editing & Deleting Threads).
"""

from typing import Final

from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE, Pace
from bot.messenger.calls import Calls
from bot.storage import matches

ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
"""The four archive times that Discord offers: minutes without a message until a thread leaves the channel list."""

AFTER_END: Final = ARCHIVE_MINUTES[0]
"""The archive time for a finished match's thread: long enough to read how the match ended."""

LIMIT: Final = 1000
"""How many active threads a server can have; Discord refuses another one with the code 160006."""

SPARE: Final = 50
"""How many of them are reserved for the server's members."""

MANY: Final = 100
"""How many running matches a server needs before Discord is asked how many threads are active there."""


def archive_minutes(pace: Pace) -> int:
    """Return the shortest archive time within which a running match at a given pace is sure to post something.

    The longest silence is a turn that was extended once, which doubles it, followed by the whole reserve. Only an
    absent player can be silent for longer; then the next post wakes the thread. Without a clock, the time is the
    longest that there is.
    """
    silence = (2 * pace.turn + pace.bank) / MINUTE
    return next((minutes for minutes in ARCHIVE_MINUTES if minutes > silence), ARCHIVE_MINUTES[-1])


async def is_full(host: Host, discord: Calls, guild: int) -> bool:
    """Return whether a server is so close to its limit for active threads that a match has to do without one.

    A few matches cannot fill a server, so Discord is asked only if many run there. If others have filled it, Discord's
    refusal says so. Raises NextPlace and Busy.
    """
    async with host.database.reading() as connection:
        running = await matches.running_in(connection, guild)
    return running >= MANY and await discord.active_threads(guild) >= LIMIT - SPARE
