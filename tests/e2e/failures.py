"""Failures in a room during matches: those that Discord, machines and people inflict on a bot."""

import asyncio
import math
import os
import shutil
import signal
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import make_url

from bot.host.kernel.paces import HOUR
from sandbox.client import Refused
from sandbox.faults import Fault
from sandbox.person import Person
from tests.e2e.kill_points import POINTS
from tests.e2e.operator_shell import run
from tests.support.discord import PATIENCE
from tests.support.disks import full_disk
from tests.support.processes import started_by

if TYPE_CHECKING:
    from tests.e2e.torture_room import TortureRoom

LASTS: Final = 10
"""The approximate number of clicks in each match until a temporary failure is mended."""

LOCKED: Final = 2.0
"""The seconds for which another program locks the SQLite file."""

GRACE: Final = HOUR
"""The seconds for which a server waits for a bot that was kicked."""

JUMP: Final = 40.0
"""The maximum number of seconds by which the clock of the bot's machine is moved forward or back."""

PERMISSIONS: Final = (
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
)
FULL: Final = 160006
"""Discord's code for a server that has no room for another active thread."""

ENDS: Final = ("close", "abort", "reconnect")

ANYWHERE: Final = (
    "kill",
    *(f"kill at: {point}" for point in POINTS),
    "lost answer",
    "slow answer",
    "429 of a user",
    "429 of all",
    "429 shared with others",
    "429 before a ban",
    "server error",
    "direct messages closed",
    "gateway dropped, resumed",
    "gateway dropped, begun anew",
    "event twice",
    "event late",
    "message deleted",
    "thread deleted",
    "thread locked",
    "thread locked, then unlocked",
    "thread archived",
    "no room for threads",
    "channel deleted",
    "kicked and back",
    "kicked for good",
    "server unavailable",
    *(f"permission lost: {permission}" for permission in PERMISSIONS),
    "clock set",
    "worker killed",
)
ON_SQLITE: Final = ("database locked", "disk full", "restore")
"""Failures that are possible with a file but not with a database server."""

ON_POSTGRES: Final = ("database gone",)
"""Failures that are possible with a database server but not with a file."""

AWAY: Final = 4.0
"""The maximum number of seconds for which the database server is gone."""


class Failures:
    """Causes failures in a room and mends them after a while.

    `struck` counts them by kind; `sick` is whether a database or a worker process was made to fail.
    """

    def __init__(self, torture: "TortureRoom") -> None:
        self.torture = torture
        self.fleet = torture.fleet
        self.room = torture.room
        self.chance = torture.chance
        self.struck: Counter[str] = Counter()
        self.sick = False
        self._later: list[tuple[int, Callable[[], Awaitable[None]]]] = []
        self._copied: Callable[[], Awaitable[None]] | None = None
        self._works: set[asyncio.Task[None]] = set()
        self._kinds: dict[str, Callable[[], Awaitable[object]]] = {
            "kill": self._kill,
            "lost answer": lambda: self._plan(method=self._writes(), lose_answer=True),
            "slow answer": lambda: self._plan(milliseconds=self.chance.uniform(200, 4000)),
            "429 of a user": lambda: self._plan(status=429, retry_after=0.2),
            "429 of all": lambda: self._plan(status=429, retry_after=0.2, scope="global"),
            "429 shared with others": lambda: self._plan(status=429, retry_after=0.2, scope="shared"),
            "429 before a ban": lambda: self._plan(status=429, via=False),
            "server error": lambda: self._plan(status=self.chance.choice((500, 502, 503))),
            "direct messages closed": self._close_dms,
            "gateway dropped, resumed": lambda: self._drop(self.chance.choice(ENDS)),
            "gateway dropped, begun anew": lambda: self._drop("invalid"),
            "event twice": lambda: self._change("repeat_event", event="INTERACTION_CREATE"),
            "event late": lambda: self._change("delay_event", event="INTERACTION_CREATE"),
            "message deleted": self._delete_message,
            "thread deleted": self._delete_thread,
            "thread locked": self._lock_thread,
            "thread locked, then unlocked": self._lock_thread_for_a_while,
            "thread archived": self._archive_thread,
            "no room for threads": lambda: self._plan(path="/channels/*/threads", status=400, code=FULL),
            "channel deleted": self._delete_channel,
            "kicked and back": self._kick_for_a_while,
            "kicked for good": self._kick,
            "server unavailable": self._make_unavailable,
            **{f"permission lost: {each}": partial(self._forbid, each) for each in PERMISSIONS},
            "clock set": self._set_clock,
            "worker killed": self._kill_worker,
            "database gone": self._cut_database,
            "database locked": self._lock_database,
            "disk full": self._fill_disk,
            "restore": self._back_up,
        }

    @property
    def last(self) -> bool:
        """Whether a failure is still to be mended."""
        return bool(self._later)

    async def strike(self, kind: str) -> None:
        """Cause a failure now."""
        self.struck[kind] += 1
        what, _, point = kind.partition(": ")
        if what == "kill at":
            armed = self.fleet.is_armed  # the next one is armed after this one has died at its own point
            self.fleet.armed.append((point, 1 if "thread" in point else self.chance.randint(1, 12)))
            if not armed:
                await self._kill()
            return
        with suppress(Refused):  # the target of the failure is already gone
            await self._kinds[kind]()

    async def pass_by(self) -> None:
        """Mend what has been broken for long enough."""
        await self._mend(self.torture.beats)

    async def mend(self) -> None:
        """Mend everything."""
        while self._later:
            await self._mend(math.inf)
            await self.fleet.revive()
            await self.fleet.pause()
        self.room.sandbox.parts.faults.clear()
        await asyncio.gather(*self._works)

    async def _mend(self, until: float) -> None:
        for each in [each for each in self._later if each[0] <= until]:
            self._later.remove(each)
            with suppress(Refused):
                await each[1]()

    def _mend_later(self, work: Callable[[], Awaitable[None]]) -> None:
        matches = {player.match for player in self.torture.playing()}
        self._later.append((self.torture.beats + self.chance.randint(1, 2 * LASTS) * max(1, len(matches)), work))

    # Discord's failures

    async def _kill(self) -> None:
        await self.fleet.kill(self.chance.randrange(len(self.fleet.processes)))

    def _writes(self) -> str:
        return self.chance.choice(("POST", "PATCH", "*"))

    async def _plan(self, **fault: Any) -> None:
        self.room.sandbox.parts.faults.plan(Fault(times=self.chance.randint(1, 3), **fault))

    async def _change(self, change: str, **what: Any) -> None:
        await self.room.client.change(change, **what)

    async def _drop(self, how: Any) -> None:
        await self.room.client.drop(how)

    async def _close_dms(self) -> None:
        name = self._somebody().name
        await self.room.client.close_dms(name)
        self._mend_later(lambda: self.room.client.close_dms(name, closed=False))

    def _somebody(self) -> Person:
        return self.chance.choice(self.torture.playing()).person

    async def _delete_message(self) -> None:
        seen = self._somebody().seen()
        ours = [message for message in seen if message.author == "Tableside" and not message.ephemeral]
        if ours:
            await self.room.client.delete_message(self.chance.choice(ours[-40:]))

    def _some_thread(self) -> int | None:
        threads = self._somebody().threads
        return int(self.chance.choice(threads)["id"]) if threads else None

    async def _delete_thread(self) -> None:
        thread = self._some_thread()
        if thread is not None:
            await self.room.client.delete_channel(thread)

    async def _lock_thread(self) -> int | None:
        """Lock a thread for good, as a moderator; return it."""
        thread = self._some_thread()
        if thread is not None:
            await self.room.client.set_thread(thread, locked=True)
        return thread

    async def _lock_thread_for_a_while(self) -> None:
        thread = await self._lock_thread()
        if thread is not None:
            self._mend_later(lambda: self.room.client.set_thread(thread, locked=False))

    async def _archive_thread(self) -> None:
        thread = self._some_thread()
        if thread is not None:
            await self.room.client.set_thread(thread, archived=True)

    async def _delete_channel(self) -> None:
        servers = [each for each in self.torture.servers if len(each.channels) > 1]
        if servers:
            server = self.chance.choice(servers)
            await self.room.client.delete_channel(server.people[0].channel_id(server.channels.pop()))

    def _some_server(self) -> tuple[int, list[Person]]:
        """Return a server in which somebody plays, and its people."""
        person = self._somebody()
        server = next(each for each in self.torture.servers if person in each.people)
        return int(person.places["guilds"][0]["id"]), server.people

    async def _kick_for_a_while(self) -> None:
        guild, _ = self._some_server()
        await self.room.client.kick_bot(guild)
        self._mend_later(lambda: self.room.client.invite_bot(guild))

    async def _kick(self) -> None:
        """Kick the bot, and invite it again only once everything in the server has ended.

        What has ended is looked up at each beat: a bot that can't write until another failure is mended ends nothing.
        """
        guild, people = self._some_server()
        await self.room.client.kick_bot(guild)

        async def lapse() -> None:
            self.room.advance(GRACE)
            await invite_late()

        async def invite_late() -> None:
            if any(player.person in people for player in await self.torture.still_running()):
                self._later.append((self.torture.beats + 1, invite_late))
            else:
                await self.room.client.invite_bot(guild)

        self._mend_later(lapse)

    async def _make_unavailable(self) -> None:
        guild, _ = self._some_server()
        await self.room.client.set_available(guild, available=False)
        self._mend_later(lambda: self.room.client.set_available(guild, available=True))

    async def _forbid(self, permission: str) -> None:
        server = self.chance.choice(self.torture.servers)
        channel = server.people[0].channel_id(self.chance.choice(server.channels))
        await self.room.client.permit(channel, "bot", permission, allowed=False)
        self._mend_later(lambda: self.room.client.permit(channel, "bot", permission, allowed=True))

    # Failures of machines

    async def _set_clock(self) -> None:
        self.room.set_clock(self.chance.uniform(-JUMP, JUMP))

    async def _kill_worker(self) -> None:
        """Kill one of the processes that draw, think and look over for a bot's process."""
        self.sick = True
        process = self.chance.choice(self.fleet.processes)
        with suppress(ProcessLookupError, FileNotFoundError):
            workers = started_by(process.pid)
            if workers:
                os.kill(self.chance.choice(workers), signal.SIGKILL)

    async def _cut_database(self) -> None:
        """Take the database server away from all processes for some seconds."""
        assert self.fleet.proxy is not None
        proxy, seconds = self.fleet.proxy, self.chance.uniform(0, AWAY)

        async def come_back() -> None:
            await asyncio.sleep(seconds)
            proxy.mend()

        proxy.cut()
        self._begin(come_back())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._works.add(task)
        task.add_done_callback(self._works.discard)

    @property
    def _file(self) -> Path:
        return Path(str(make_url(self.room.url).database))

    async def _lock_database(self) -> None:
        async def hold() -> None:
            with suppress(sqlite3.OperationalError):
                connection = sqlite3.connect(self._file, timeout=LOCKED)
                connection.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(LOCKED)
                connection.close()

        self._begin(hold())

    async def _fill_disk(self) -> None:
        """Make the system refuse every write of the process that would grow a file."""
        self.sick = True
        process = self.fleet.processes[0]
        limit, filled = max(self._file.stat().st_size, self._log_size()), ExitStack()
        with suppress(ProcessLookupError):
            filled.enter_context(full_disk(limit, process.pid))

        async def empty() -> None:
            with suppress(ProcessLookupError):
                filled.close()

        self._mend_later(empty)

    def _log_size(self) -> int:
        log = Path(f"{self._file}-wal")
        return log.stat().st_size if log.exists() else 0

    async def _back_up(self) -> None:
        """Make a copy now, and restore it some rounds later; an earlier copy is restored before another is made.

        Otherwise a copy could bring back what was played before an older one was restored, which nobody remembers.
        """
        await self._restore_copy()
        copy = self.room.folder / f"copy{self.struck['restore']}.db"
        async with self.torture.quiescence.still():
            await self.torture.quiescence.empty()
            kept = self.torture.present()
            code, _ = await run(self.room, "backup", str(copy))
        if code == 0:
            self._copied = partial(self._restore, copy, kept)
            self._mend_later(self._restore_copy)

    async def _restore_copy(self) -> None:
        """Restore the copy that was made, unless that was done already."""
        restore, self._copied = self._copied, None
        if restore is not None:
            await restore()

    async def _restore(self, copy: Path, kept: dict[int, list[int]]) -> None:
        """Restore a copy: everything played since is gone, including the matches started since."""
        for number in range(len(self.fleet.processes)):
            await self.fleet.kill(number)
        async with self.torture.quiescence.still():
            self.room.advance(PATIENCE)  # nobody waits for an answer from a dead process any longer
            await self.torture.quiescence.empty()
            await self.torture.look_at_all()
            code, told = await run(self.room, "restore", str(copy))
            assert code == 0, told
            await self.torture.go_back(kept)
        shutil.rmtree(copy, ignore_errors=True)
