"""The matrix of places: each kind of request fails in each way and phase, and nobody may be left in silence.

    python -m tests.e2e.place_matrix                # all cells
    python -m tests.e2e.place_matrix --drawn 150    # some of them

A cell is silent if its match neither continued where its people could see it nor had its end announced to them.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.host import lobby
from bot.host.match.places import FIRST_LOOK
from bot.interactions.answers import PATIENCE
from bot.messenger.outcomes import INTERACTIONS
from bot.messenger.requests import Request
from bot.storage import outbox, timers
from bot.storage.destination import Destination
from bot.storage.timers import TimerKey
from sandbox.faults import Fault
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import ids_of
from tests.e2e.post_office import LOOK_AGAIN, PostOffice, post_office
from tests.host.players import click
from tests.support.discord import open_stage

SEED: Final = 24
"""The seed of the drawn cells."""

TOGETHER: Final = 20
"""The number of cells that run in one sandbox."""


class Phase(Enum):
    """When a request fails."""

    LOBBY = "lobby"
    MATCH = "match"
    SERIES = "series"
    END = "end"


ROUTES: Final[Mapping[Request, tuple[str, str]]] = {
    Request.SEND: ("POST", "/channels/*/messages"),
    Request.EDIT: ("PATCH", "/channels/*/messages/*"),
    Request.DELETE: ("DELETE", "/channels/*/messages/*"),
    Request.OPEN_DM: ("POST", "/users/@me/channels"),
    Request.THREAD_UNDER: ("POST", "/channels/*/messages/*/threads"),
    Request.THREAD: ("POST", "/channels/*/threads"),
    Request.ADD_MEMBER: ("PUT", "/channels/*/thread-members/*"),
    Request.MEMBER: ("GET", "/guilds/*/members/*"),
    Request.MESSAGES: ("GET", "/channels/*/messages"),
    Request.LOOK: ("GET", "/guilds/*"),
    Request.MODIFY_THREAD: ("PATCH", "/channels/{thread}"),
    Request.CREATE_EVENT: ("POST", "/guilds/*/scheduled-events"),
    Request.CHANGE_EVENT: ("PATCH", "/guilds/*/scheduled-events/*"),
    Request.DELETE_EVENT: ("DELETE", "/guilds/*/scheduled-events/*"),
    Request.CALLBACK: ("POST", "/interactions/*"),
    Request.FOLLOW_UP: ("POST", "/webhooks/*"),
    Request.EDIT_ORIGINAL: ("PATCH", "/webhooks/*/@original"),
    Request.EDIT_FOLLOW_UP: ("PATCH", "/webhooks/*/messages/[0-9]*"),
}
"""The method and path of each kind of request in the sandbox; `thread` is the match's."""

ASIDE: Final = {Request.CREATE_EMOJI, Request.GIVE_ROLE, Request.TAKE_ROLE}
"""The kinds that are about no match, so nobody waits for them; `tests/messenger/test_emojis.py` and
`tests/interactions/test_champions.py` make them fail."""

OF_EVENTS: Final = (Request.CREATE_EVENT, Request.CHANGE_EVENT, Request.DELETE_EVENT)
"""The kinds that only a tournament with a start time makes."""

REFUSED_TWICE: Final = 2
"""The number of times that a request is refused: once for the full message, and once for its text alone."""

FAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    **{str(status): {"status": status, "times": REFUSED_TWICE} for status in (400, 401, 403, 404, 409)},
    "429": {"status": 429, "retry_after": 0.01},
    "500": {"status": 500},
    "503": {"status": 503},
    "cut": {"lose_answer": True},
    "no message": {"status": 404, "code": 10008, "times": REFUSED_TWICE},
    "no place": {"status": 404, "code": 10003, "times": REFUSED_TWICE},
    "no person": {"status": 404, "code": 10013, "times": REFUSED_TWICE},
    "closed": {"status": 403, "code": 50007, "times": REFUSED_TWICE},
    "refused": {"status": 403, "code": 50013, "times": REFUSED_TWICE},
    "locked": {"status": 400, "code": 160005, "times": REFUSED_TWICE},
    "archived": {"status": 400, "code": 50083, "times": REFUSED_TWICE},
    "exists": {"status": 400, "code": 160004, "times": REFUSED_TWICE},
    "not now": {"status": 403, "code": 20028},
    "unheard of": {"status": 400, "code": 59_999, "times": REFUSED_TWICE},
}
"""The ways to fail: bare statuses, a broken connection, and one code for each meaning."""


@dataclass(frozen=True)
class Cell:
    """A kind of request that fails in a certain way and phase."""

    request: Request
    fault: str
    phase: Phase

    def __str__(self) -> str:
        return f"{self.request.value.label}, {self.fault}, {self.phase.value}"


ALWAYS: Final = tuple(Phase)
RUNNING: Final = (Phase.MATCH, Phase.END)
CLICKED: Final = (Phase.LOBBY, Phase.MATCH)

OCCASIONS: Final[Mapping[Request, Sequence[Phase]]] = {
    Request.SEND: ALWAYS,
    Request.EDIT: ALWAYS,
    Request.DELETE: (Phase.MATCH,),
    Request.OPEN_DM: (Phase.LOBBY, *RUNNING),
    Request.THREAD_UNDER: (Phase.LOBBY, Phase.SERIES),
    Request.THREAD: ALWAYS,
    Request.ADD_MEMBER: RUNNING,
    Request.MEMBER: RUNNING,
    Request.MESSAGES: RUNNING,
    Request.LOOK: RUNNING,
    Request.MODIFY_THREAD: (Phase.END,),
    **dict.fromkeys(OF_EVENTS, (Phase.SERIES,)),
    Request.CALLBACK: CLICKED,
    Request.FOLLOW_UP: CLICKED,
    Request.EDIT_ORIGINAL: CLICKED,
    Request.EDIT_FOLLOW_UP: (Phase.LOBBY,),
}
"""The phases in which the bot makes each kind of request."""

CELLS: Final = [
    Cell(request, fault, phase) for request, phases in OCCASIONS.items() for fault in FAULTS for phase in phases
]


@dataclass
class Verdict:
    """The figures of a run: cells in which the fault struck, those in which it had no occasion, and the silent ones."""

    struck: int = 0
    idle: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)

    def add(self, other: "Verdict") -> None:
        self.struck += other.struck
        self.idle += other.idle
        self.silent += other.silent

    def __str__(self) -> str:
        return f"places: {self.struck} cells run, {len(self.idle)} without an occasion, {len(self.silent)} silent"


class Trial:
    """One cell in a post office."""

    def __init__(self, office: PostOffice, cell: Cell) -> None:
        self.office = office
        self.cell = cell
        self.people = [office.ada, office.ben]
        self.faults = office.sandbox.parts.faults
        method, path = ROUTES[cell.request]
        self.fault = Fault(method, path, **FAULTS[cell.fault])
        if cell.phase is Phase.SERIES and self.fault.code:
            self.fault.times = 1  # a tournament has one channel; a second refusal would hit its organiser
        self.left = self.fault.times

    async def run(self) -> Verdict:
        """Run the cell and judge it."""
        await self.office.forget_direct_messages()
        match = await self._phase()
        await self._wait()
        self.faults.clear()
        await self._wait()
        struck = self.fault.times < self.left
        silent = await (self._untold_of_tournament() if match is None else self._silent(match))
        await self.office.end_tournaments()
        idle = [] if struck else [str(self.cell)]
        return Verdict(int(struck), idle, [f"{self.cell}: {each}" for each in silent])

    async def _wait(self) -> None:
        """Restart the bot, since its token may have been refused, and pass the longest wait of any retry."""
        await self.office.start_again()
        await self.office.pass_time(LOOK_AGAIN)

    async def _click(self) -> int:
        """Make the answer to a click fail: on Join at the table, on My hand and its panel, or on More.

        The answer to Join is followed by a message about the own seat, which is edited when the match starts.
        """
        office, phase = self.office, self.cell.phase
        await office.start_again(PATIENCE if self.cell.request is Request.CALLBACK else 0.0)
        office.agree_on_time()
        if phase is Phase.MATCH:
            match = await office.begun(office.ada.here)
            self._plan()
            for person in self.people:
                # An announced hand is filled in later; the answer to More follows the message that was clicked on.
                for action in ("more",) if self.cell.request is Request.FOLLOW_UP else ("hand", "help"):
                    table = await person.wait_for(partial(offers, action=action, match=match))
                    await office.click(person, table, action)
            return match
        match = await office.lobby(office.ada.here)
        self._plan()
        table = await office.ben.wait_for(lambda each: offers(each, "join", match))
        await office.click(office.ben, table, "join")
        await office.start(match, joined=True)
        return match

    async def _phase(self) -> int | None:
        """Make the request fail in its phase; return the match, or None if there is none."""
        office, phase = self.office, self.cell.phase
        if self.cell.request in INTERACTIONS:
            return await self._click()
        if phase is Phase.SERIES:
            self._plan()
            scheduled = self.cell.request in OF_EVENTS
            return await office.series(str(self.cell), scheduled=scheduled, then=self._announced)
        if phase is Phase.LOBBY:
            self._plan()
            match = await office.lobby(office.ada.here)
            await self._wait()
            if (await office.row(match)).status == "lobby":
                await office.start(match)
            return match
        match = await office.begun(office.ada.here)
        self.fault.path = self.fault.path.format(thread=await office.place(match))
        self._plan()
        await self._provoke(match)
        if phase is Phase.END:
            await office.leave(match)
        return match

    def _plan(self) -> None:
        if self.cell.request is Request.THREAD and self.cell.phase in (Phase.LOBBY, Phase.SERIES):
            method, path = ROUTES[Request.THREAD_UNDER]
            self.faults.plan(Fault(method, path, status=404, code=10008))
        if self.cell.request is Request.MESSAGES:
            method, path = ROUTES[Request.SEND]
            self.faults.plan(Fault(method, path, status=503))
        self.faults.plan(self.fault)

    def _announced(self) -> None:
        """Duplicate the event if the bot is going to delete one, as after a request repeated in transit."""
        world, guild = self.office.sandbox.parts.world, self.office.guild
        if self.cell.request is Request.DELETE_EVENT:
            (event,) = [each for each in world.scheduled_events(guild) if each["name"] == str(self.cell)]
            world.make_scheduled_event(guild, event)

    async def _provoke(self, match: int) -> None:
        """Trigger the bot's request."""
        office = self.office
        match self.cell.request:
            case Request.ADD_MEMBER:
                cleo = await office.client.person("Cleo")
                await lobby.watch(office.host, click(cleo.id), match)
                await office.settle()
            case Request.MEMBER:
                async with office.host.database.transaction() as tx:
                    await timers.put(tx, match, TimerKey("check", 0), office.host.now())
                await office.settle()
            case Request.OPEN_DM:
                await office.forget_direct_messages()
                await office.move(match)
            case Request.LOOK:
                thread = await office.place(match)
                assert thread is not None
                await office.client.set_thread(thread, locked=True, archived=True)
                await office.move(match)
                await office.pass_time(FIRST_LOOK)
            case Request.THREAD:
                thread = await office.place(match)
                assert thread is not None
                await office.client.delete_channel(thread)
                await office.move(match)
            case _ if self.cell.phase is Phase.MATCH:
                await office.move(match)

    async def _silent(self, match: int) -> list[str]:
        """Return the names of the people who do not see the match continue, or did not hear of its end."""
        office, silent = self.office, []
        if (await office.row(match)).status == "running":
            silent += [f"{person.name} sees no match" for person in self.people if not await self._sees(match, person)]
            await office.leave(match)
            await office.pass_time(LOOK_AGAIN)
        row = await office.row(match)
        seated = self.people if row.started is not None or self.cell.phase is Phase.SERIES else self.people[:1]
        words = f"match {match} is over" if row.started is not None else f"match {match}"
        for person in seated:
            if not self._has_seen(person, words):
                silent.append(f"{person.name} was not told the end")
        return silent

    def _has_seen(self, person: Person, words: str) -> bool:
        """Whether a person can see a message with some words."""
        world = self.office.sandbox.parts.world
        there = [each for channel in list(world.backend.messages) for each in world.messages(channel, person.id)]
        return any(words.lower() in str(world.message_payload(each)).lower() for each in there)

    async def _untold_of_tournament(self) -> list[str]:
        """Return the names of the people who did not hear that their tournament has no channel."""
        words = f"the channel of **{self.cell}**"
        return [
            f"{person.name} was not told of the tournament"
            for person in self.people
            if not self._has_seen(person, words)
        ]

    async def _sees(self, match: int, person: Person) -> bool:
        """Whether a person is shown the current state: in public, or as their hand."""
        async with self.office.host.database.reading() as connection:
            shown = [await outbox.surface(connection, match, "status", None)]
            shown += [await outbox.surface(connection, match, "hand", seat) for seat in range(2)]
        at = [
            each
            for each in shown
            if each is not None and each.destination in (Destination.thread(match), Destination.dm(person.id))
        ]
        find = self.office.sandbox.parts.world.find_message
        return any(
            each.wanted == each.shown
            and each.channel is not None
            and each.message is not None
            and find(each.channel, each.message) is not None
            for each in at
        )


def offers(message: Message, action: str, match: int) -> bool:
    return any((each.action, each.subject) == (action, match) for each in ids_of(message))


async def run(cells: Sequence[Cell]) -> Verdict:
    """Run cells one after another, several in one sandbox."""
    total = Verdict()
    for first in range(0, len(cells), TOGETHER):
        with TemporaryDirectory() as folder:
            async with open_stage() as stage, post_office(stage, Path(folder)) as office:
                for cell in cells[first : first + TOGETHER]:
                    total.add(await Trial(office, cell).run())
    return total


def drawn(count: int) -> list[Cell]:
    """Draw some cells, always the same ones."""
    return Random(SEED).sample(CELLS, count)


def main(arguments: Iterable[str]) -> int:
    """Run the cells that the command line selects; return 1 if a cell is silent or did not fail."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.place_matrix", description="The matrix of places.")
    parser.add_argument("--drawn", type=int, default=len(CELLS), help="how many cells; all without it")
    verdict = asyncio.run(run(drawn(parser.parse_args(list(arguments)).drawn)))
    print(verdict, *verdict.idle, *verdict.silent, sep="\n")
    return 1 if verdict.silent or verdict.idle else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
