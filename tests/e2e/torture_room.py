"""Matches that are played while their bot dies and everything else fails too.

`tests/e2e/failures.py` has the failures, `tests/e2e/torture_checks.py` the checks made afterwards, and
`tests/e2e/torture.py` the amounts of both.
"""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Final, NamedTuple

from bot.host.kernel.paces import DAY
from bot.ui.messages.custom_ids import parse
from sandbox.client import Refused
from sandbox.errors import NotSeen
from sandbox.person import Person
from sandbox.seen import Message, Outcome
from tests.e2e.database_reader import Records
from tests.e2e.failures import Failures
from tests.e2e.fleet import Fleet
from tests.e2e.players import STEP, Player, anything_new, ends, find, found, news, offered
from tests.e2e.quiescence import MOMENT, Quiescence
from tests.e2e.secrecy import Heard, Secrets
from tests.e2e.torture_checks import HELD, PASS_TOO, Accepted, Said, Verdict, judge, judge_rest, judge_silence

LOOKS: Final = 0.04
"""The probability that a player without a question looks at My hand, and that everything that reached a match's people
is searched for secrets after their turn."""

CLICKS: Final = 20
"""The approximate number of clicks in a match of the probe."""

DECIDED: Final = 0.6
"""The probability that a player chooses a final answer rather than any answer."""

PATIENCE: Final = 8
"""The number of clicks in each match after which the clock moves on, even if nobody waits for it."""

ENDED: Final = (0, -signal.SIGTERM)
"""The allowed exit codes of a process that is asked to stop: one that is still starting does not receive the
request."""

SHORTEST: Final = ("probe", 2)
IDLE_STEPS: Final = 400
"""The number of moves of the clock without a click after which a match counts as unable to finish."""


class TorturePlayer(Player):
    """A player who records every final answer shown as accepted or held, and tolerates all failures."""

    def __init__(self, torture: "TortureRoom", person: Person, match: int) -> None:
        super().__init__(torture.room, person, match)
        self.torture = torture
        self.chance = Random(f"{torture.seed} {match} {person.name}")
        self.accepted: list[Accepted] = []

    async def act(self) -> bool:
        """Click something in the direct messages or, if they offer nothing, now and then in My hand."""
        panel = self.panel()
        if panel is None or not offered(panel):
            panel = await self._hand()
        offers = offered(panel) if panel is not None else []
        if panel is None or not offers:
            return False
        likely = [offer for offer in offers if offer[2]] if self.chance.random() < DECIDED else offers
        custom_id, value, _ = self.chance.choice(likely or offers)
        outcome = await self._press(panel, custom_id, value)
        if outcome is None:
            self._panel = None  # it may be gone for good, with its channel
            return False
        shown = outcome.message if outcome.kind == "update" else None
        wanted = parse(custom_id)
        if shown is None:
            return True
        self._panel = shown
        # A pass along with the player who is asked first counts only if that one passes.
        along = any(each.custom_id == custom_id and each.label == PASS_TOO for each in panel.buttons)
        if wanted.action == "pick" and ends(custom_id) and "⚠️" not in shown.text and not along:
            held = HELD.search(shown.text) is not None
            self.accepted.append(Accepted(self.person.id, wanted.decision, wanted.argument, held))
        return True

    async def _press(self, panel: Message, custom_id: str, value: str | None) -> Outcome | None:
        """Press a component and return the outcome, or None if it has disappeared meanwhile."""
        self.room.clicks += 1
        self.torture.beat()
        try:
            async with self.torture.acting():
                if value is None:
                    return await self.person.click(panel, custom_id)
                return await self.person.select(panel, custom_id, [value])
        except Refused:
            return None

    async def _hand(self) -> Message | None:
        """Return the panel of My hand: the open one, or now and then a new one."""
        if self._panel is not None and self._panel.ephemeral:
            there = next((each for each in self.person.seen() if each.id == self._panel.id), None)
            if there is not None and offered(there):
                return there
        if self.chance.random() > LOOKS:
            return None
        for message in reversed(self.person.seen()):
            custom_id = find(message, "hand")
            if custom_id is not None and parse(custom_id).subject == self.match:
                outcome = await self._press(message, custom_id, None)
                self._panel = outcome.message if outcome is not None else None
                return self._panel
        return None


class Server(NamedTuple):
    """A server: its people, and the channels in which they play."""

    people: list[Person]
    channels: list[str]


class TortureRoom:
    """A room in which matches are played while planned failures happen.

    Every match proceeds at its own pace, and time is counted in beats: clicks and moves of the clock.
    """

    def __init__(self, fleet: Fleet, seed: int) -> None:
        self.fleet = fleet
        self.room = fleet.room
        self.seed = seed
        self.chance = Random(seed)
        self.records = Records(fleet.room)
        self.quiescence = Quiescence()
        self.players: dict[int, list[TorturePlayer]] = {}
        self.secrets: dict[int, Secrets] = {}
        self.over: set[int] = set()
        self.verdict = Verdict()
        self.said = Said()
        self.room.sandbox.parts.journal.listeners.append(self.said.hear)
        self.failures = Failures(self)
        self.servers: list[Server] = []
        self.beats = 0
        self._heard = Heard()
        self._stirred = asyncio.Event()
        self._moved = asyncio.Event()
        self._busy = self._resting = 0
        self._games: list[tuple[str, int]] = []
        self._again: list[int] = []
        self._plan: list[str] = []

    async def sit_down(self) -> None:
        """Open the clients of all people in the sandbox."""
        if not self.servers:
            for guild in self.room.sandbox.description.guilds:
                names = guild.members or self.room.sandbox.description.people
                people = [await self.room.client.person(name) for name in names]
                self.servers.append(Server(people, [channel.name for channel in guild.channels]))

    async def open(self, game: str, seats: int) -> int | None:
        """Open and start a match of some people, and return it, or None if that fails."""
        await self.sit_down()
        server = self.chance.choice(self.servers)
        people = self.chance.sample(server.people, seats)
        lobby = await self._lobby(game, people, self.chance.choice(server.channels))
        if lobby is None:
            return None
        since = [len(person.heard) for person in people]  # before this, only ready-made decks name cards
        await self._pressed(people[0], lobby, "start")
        match = parse(found(lobby, "table")).number
        while await self.records.starts(match):
            self.beat()  # if it takes long, the clock moves on
            await self.fleet.pause()
        if await self.records.status(match) != "running":
            return None
        seated = await self.records.seated(match)
        there = [(person, first) for person, first in zip(people, since, strict=True) if person.id in seated]
        people, since = [person for person, _ in there], [first for _, first in there]
        self.players[match] = [TorturePlayer(self, person, match) for person in people]
        self.secrets[match] = Secrets(self.records, match, people, since, self._heard)
        self.verdict.matches[game] += 1
        return match

    async def _lobby(self, game: str, people: list[Person], where: str) -> Message | None:
        """Open a lobby and have people join, as far as they can; return None if there is no lobby."""
        try:
            async with self.acting():
                opened = await people[0].slash("play", where, game=game, players=len(people), pace="daily")
            lobby = await people[0].finished(opened)
        except (Refused, NotSeen):
            return None
        if find(lobby, "table") is None:
            return None
        for person in people[1:]:
            if not await self._pressed(person, lobby, "join"):
                break
        return lobby

    async def _pressed(self, person: Person, lobby: Message, action: str) -> bool:
        """Press a button of a lobby until it takes effect, and return whether the button was there."""
        while True:
            try:
                shown = person.now(lobby)
                custom_id = find(shown, action)
                if custom_id is None:
                    return False
                async with self.acting():
                    outcome = await person.click(shown, custom_id)
            except (Refused, KeyError):
                return False
            if outcome.kind in ("update", "message"):
                return True
            await self._rest([person])

    async def settle(self) -> None:
        """Wait until everyone who has just sat down has a panel."""
        newest = max(self.players)
        for player in self.players[newest]:
            while player.panel() is None:
                await self.fleet.revive()
                await news(self.players[newest])

    # Playing

    async def play(self, games: list[tuple[str, int]], plan: list[str], at_once: int) -> None:
        """Play matches to their ends, `at_once` at a time, during the failures of the plan, one after another.

        If failures are left after these matches, more matches are played.
        """
        await self.sit_down()
        self._games, self._plan = [*games], [*plan]
        apart = max(1, CLICKS * len(games) // (len(plan) + 1))
        async with asyncio.TaskGroup() as group:
            aside = [group.create_task(self._pass_time()), group.create_task(self._go_wrong(apart))]
            tables = [group.create_task(self._play_out(match)) for match in self.players]
            tables += [group.create_task(self._play_on()) for _ in range(at_once)]
            self._busy = len(tables)
            for each in tables:
                each.add_done_callback(self._left)
            await asyncio.gather(*tables)
            for each in aside:
                each.cancel()

    async def rounds(self, number: int) -> None:
        """Click for everyone a number of times, without failures.

        The clock moves on if nobody can click although the bot has done everything that is due.
        """
        for _ in range(number):
            acted = await asyncio.gather(*(self._act(match) for match in self.players))
            players = [player for players in self.players.values() for player in players]
            if not any(acted) and not await news(players) and await self.room.all_done():
                self.room.advance(STEP)

    def _left(self, _: "asyncio.Task[None]") -> None:
        self._busy -= 1
        self._stir()

    async def _play_on(self) -> None:
        """Play one match after another, and replay those that are running again in a restored copy."""
        while True:
            if self._again:
                await self._play_out(self._again.pop())
            elif (game := self._next()) is None:
                return
            elif (match := await self.open(*game)) is not None:
                await self._play_out(match)
            else:
                self._games.append(game)  # it is tried again after a change
                await self._rest([])

    def _next(self) -> tuple[str, int] | None:
        if self._games:
            return self._games.pop()
        return SHORTEST if self._plan or self.failures.last or self.fleet.is_armed else None

    async def _play_out(self, match: int) -> None:
        """Play a match to its end, or until it is clear that it cannot finish."""
        self.over.discard(match)
        idle = 0
        while match in self.players and idle < IDLE_STEPS:
            if await self._act(match):
                idle = 0
            elif match in self.players and await self.records.status(match) != "running":
                break
            elif await self._rest([player.person for player in self.players.get(match, ())]):
                idle += 1
            if self.chance.random() < LOOKS:
                await self.look(match)
        await self.look(match)
        self.over.add(match)

    async def _act(self, match: int) -> bool:
        return any([await player.act() for player in self.players.get(match, ())])

    async def look(self, match: int) -> None:
        """Search everything that reached the people of a match for secrets."""
        async with self.acting():
            await self._look(match)

    async def _look(self, match: int) -> None:
        if match not in self.players:
            return
        self.verdict.looks += 1
        for name, leak in await self.secrets[match].leaks():
            self.verdict.leaks += 1
            self.verdict.faults.append(f"match {match}: {name} was told {leak!r}")

    # Copies of the database

    def present(self) -> dict[int, list[int]]:
        """Return the existing matches with the number of accepted picks of each of their people."""
        return {match: [len(player.accepted) for player in players] for match, players in self.players.items()}

    async def look_at_all(self) -> None:
        """Look at every match, while nobody acts and nothing runs: the database is about to be replaced."""
        for match in [*self.players]:
            await self._look(match)

    async def go_back(self, kept: dict[int, list[int]]) -> None:
        """Forget everything played since a copy was made, and the matches started since.

        What people were shown meanwhile is no secret from them any more: their old panels still show it.
        """
        await self.records.reopen()
        self.said.go_back()
        for match, players in [*self.players.items()]:
            if match not in kept:
                del self.players[match]
                continue
            for player, accepted in zip(players, kept[match], strict=True):
                del player.accepted[accepted:]
            people = [player.person for player in players]
            since = [len(person.heard) for person in people]
            known = self.secrets[match].known
            self.secrets[match] = Secrets(self.records, match, people, since, self._heard)
            self.secrets[match].known |= known
        self._again += [match for match in self.over & kept.keys() if await self.records.status(match) == "running"]

    # Time

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """Act in Discord; a person without an answer waits for the clock to move on, like people who cannot act."""
        waiting = 0

        def late() -> None:
            nonlocal waiting
            waiting = 1
            self._wait(1)

        async with self.quiescence.acting():
            timer = asyncio.get_running_loop().call_later(MOMENT, late)
            try:
                yield
            finally:
                timer.cancel()
                self._wait(-waiting)

    def _wait(self, more: int) -> None:
        self._resting += more
        self._stir()

    def _stir(self) -> None:
        self._stirred.set()
        self._stirred = asyncio.Event()

    def beat(self) -> None:
        """Count a click, or a move of the clock."""
        self.beats += 1
        self._stir()

    async def _rest(self, people: list[Person]) -> bool:
        """Wait for news of some people, or else for the clock to move on; return whether the clock moved."""
        if people and await anything_new(people):
            return False
        moved = self._moved
        self._wait(1)
        try:
            await moved.wait()
        finally:
            self._wait(-1)
        return True

    async def _pass_time(self) -> None:
        """Move the clock on if nobody can act, if a person has waited for some clicks, or after many clicks.

        The last case is for a player who keeps changing an answer that takes effect with time.
        """
        last, noted = 0, self.room.now
        while True:
            stirred = self._stirred
            patience = self._busy if self._resting else PATIENCE * self._busy
            if self._resting < max(1, self._busy) and self.beats < last + patience:
                await stirred.wait()
                continue
            while self.fleet.is_hurt:  # its lease lapses when it is started again
                self._stir()
                await self.fleet.pause()
            async with self.quiescence.still():
                await self._landed()
                self.room.advance(STEP)
            if self.room.now > noted + DAY:
                noted = self.room.now
                await self.records.remember(self.players)
            self._moved.set()
            self._moved = asyncio.Event()
            last = self.beats
            self.beat()
            await asyncio.sleep(0)  # the tasks that waited for it run first

    async def _landed(self) -> None:
        """Wait until no request to Discord is in flight: none takes as long as a move of the clock."""
        while self.fleet.is_sending:
            await self.fleet.pause()

    async def _go_wrong(self, apart: int) -> None:
        """Restart dead processes, mend what was broken for long enough, and cause the next failure."""
        due = 0
        while True:
            stirred = self._stirred
            await self.fleet.revive()
            await self.failures.pass_by()
            if self._plan and self.playing() and self.beats >= due:
                due = self.beats + self.chance.randint(1, 2 * apart)
                await self.failures.strike(self._plan.pop())
            else:
                await stirred.wait()

    def playing(self) -> list[TorturePlayer]:
        """Return the players of the matches that are not over."""
        return [player for match, players in self.players.items() if match not in self.over for player in players]

    async def still_running(self) -> list[TorturePlayer]:
        """Return the players of the matches that the database has as running."""
        running = [match for match in [*self.players] if await self.records.status(match) == "running"]
        return [player for match in running for player in self.players[match]]

    # Judging

    async def finish(self) -> Verdict:
        """Mend everything, wait for all posts, and judge the result."""
        await self.failures.mend()
        await self.fleet.revive()
        await self._all_said()
        codes = await self.fleet.stop()
        if not {*codes} <= {*ENDED}:
            self.verdict.left_behind += 1
            self.verdict.faults.append(f"the processes ended with {codes}")
        for match, players in self.players.items():
            accepted = [each for player in players for each in player.accepted]
            posts = await self.records.posts_of(match)
            async with self.records.reading() as connection:
                await judge(connection, self.verdict, match, accepted, posts, self.said)
            await judge_silence(self.records.host(), self.verdict, match, posts, self.said.marks[match])
        async with self.records.reading() as connection:
            killed = self.fleet.kills.total() > 0
            await judge_rest(connection, self.verdict, self.fleet.said, sick=self.failures.sick, killed=killed)
        self.verdict.clicks = self.room.clicks
        self.verdict.kills += self.fleet.kills
        self.verdict.failures += self.failures.struck
        return self.verdict

    async def _all_said(self) -> None:
        """Wait until no post is waiting to be sent, within the time for which posts are retried."""
        people = [person for server in self.servers for person in server.people]
        for _ in range(2000):
            if not await self.records.waiting(self.players):
                return
            await self.fleet.revive()
            if not await anything_new(people):
                self.room.advance(1)
