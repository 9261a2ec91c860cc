"""Matches that are played while their bot dies and everything else goes wrong, too.

`tests/e2e/misfortunes.py` is what goes wrong, `tests/e2e/verdict.py` what must be true afterwards, and
`tests/e2e/torture.py` how much of it there is.
"""

import asyncio
from collections import Counter
from random import Random

from sqlalchemy import select

from bot.storage.database import Database
from bot.storage.schema import matches
from bot.ui.custom_ids import parse
from sandbox.client import Refused
from sandbox.person import Person
from sandbox.seen import Message, NotSeen, Outcome
from tests.e2e.crew import Crew
from tests.e2e.knowledge import Secrets
from tests.e2e.misfortunes import Misfortunes
from tests.e2e.table import GREEN, STEP, Player, find, news, offered
from tests.e2e.verdict import Said, Verdict, judge, judge_rest

NAMES = ("Ada", "Ben", "Cleo", "Dan")
LOOKS = 0.02
"""How likely each round is one after which all that has reached people is searched for secrets."""

STRIKES = 0.3
"""How likely each round is one in which something goes wrong, while anything is left that shall."""

SHORTEST = ("probe", 2)
IDLE_ROUNDS = 400
"""After how many rounds without a click, between which the clock moves on, a match counts as one that cannot finish."""


class Survivor(Player):
    """A player who notes every final answer that was shown as accepted, and bears with whatever happens."""

    def __init__(self, crew: Crew, person: Person, match: int, seed: int) -> None:
        super().__init__(crew.room, person, match)
        self.chance = Random(f"{seed} {match} {person.name}")
        self.accepted: list[tuple[int, str, str]] = []

    async def act(self) -> bool:
        """Click something, from direct messages or, where those show nothing, from My hand now and then."""
        panel = self.panel()
        if panel is None or not offered(panel):
            panel = await self._hand()
        offers = offered(panel) if panel is not None else []
        if panel is None or not offers:
            return False
        custom_id, value, _ = self.chance.choice(offers)
        final = {button.custom_id for button in panel.buttons if button.style == GREEN}
        self.room.clicks += 1
        outcome = await self._press(panel, custom_id, value)
        shown = outcome.message if outcome is not None and outcome.kind == "update" else None
        wanted = parse(custom_id)
        if shown is None:
            return True
        self._panel = shown
        if wanted.action == "pick" and custom_id in final and "⚠️" not in shown.text:
            self.accepted.append((self.person.id, wanted.decision, wanted.argument))
        return True

    async def _press(self, panel: Message, custom_id: str, value: str | None) -> Outcome | None:
        """Press something, and return what came of it; None where it was gone meanwhile."""
        try:
            if value is None:
                return await self.person.click(panel, custom_id)
            return await self.person.select(panel, custom_id, [value])
        except Refused:
            return None

    async def _hand(self) -> Message | None:
        """The panel that My hand shows: the one that is there already, or now and then a fresh one."""
        if self._panel is not None and self._panel.ephemeral:
            there = next((each for each in self.person.seen() if each.id == self._panel.id), None)
            if there is not None and offered(there):
                return there
        if self.chance.random() > 0.1:
            return None
        for message in reversed(self.person.seen()):
            custom_id = find(message, "hand")
            if custom_id is not None and parse(custom_id).match == self.match:
                outcome = await self._press(message, custom_id, None)
                self._panel = outcome.message if outcome is not None else None
                return self._panel
        return None


class Survival:
    """A room in which matches are played while things go wrong by a plan."""

    def __init__(self, crew: Crew, seed: int) -> None:
        self.crew = crew
        self.room = crew.room
        self.seed = seed
        self.chance = Random(seed)
        self.players: dict[int, list[Survivor]] = {}
        self.secrets: dict[int, Secrets] = {}
        self.verdict = Verdict()
        self.said = Said()
        self.room.sandbox.parts.journal.listeners.append(self.said.hear)
        self.misfortunes = Misfortunes(self)
        self.idle: Counter[int] = Counter()
        self.channels = ["lobby", "card-room"]

    async def open(self, game: str, seats: int) -> bool:
        """Open and start a match of some people, and return whether it came about, whatever happens meanwhile."""
        people = [await self.room.client.person(name) for name in self.chance.sample(NAMES, seats)]
        match = await self._opened(game, people)
        if match is None:
            return False
        self.players[match] = [Survivor(self.crew, person, match, self.seed) for person in people]
        self.secrets[match] = Secrets(self.room, match, people)
        self.verdict.matches[game] += 1
        return True

    async def _opened(self, game: str, people: list[Person]) -> int | None:
        """Open a lobby, let people join, and start it; None where no lobby came of it."""
        try:
            where = self.chance.choice(self.channels)
            opened = await people[0].slash("play", where, game=game, players=len(people), pace="daily")
            lobby = await people[0].finished(opened)
        except (Refused, NotSeen):
            return None
        custom_id = find(lobby, "watch")
        if custom_id is None:
            return None
        match = parse(custom_id).match
        for action, person in (*(("join", person) for person in people[1:]), ("start", people[0])):
            if not await self._pressed(person, lobby, action):
                return None
        return match

    async def _pressed(self, person: Person, lobby: Message, action: str) -> bool:
        """Press a button of a lobby until it has had its effect, and return whether it could have."""
        while True:
            try:
                shown = person.now(lobby)
                custom_id = find(shown, action)
                if custom_id is None:
                    return False
                outcome = await person.click(shown, custom_id)
            except (Refused, KeyError):
                return action == "start" and await self._status(parse(find(lobby, "watch") or "").match) == "running"
            if outcome.kind in ("update", "message"):
                return True
            await self.crew.revive()

    async def settle(self) -> None:
        """Wait until everybody who has just sat down has a panel."""
        newest = max(self.players)
        for player in self.players[newest]:
            while player.panel() is None:
                await self.crew.revive()
                await news(list(self.players[newest]))

    # Playing

    async def play(self, games: list[tuple[str, int]], plan: list[str], at_once: int) -> None:
        """Play matches to their ends, so many at a time, while one thing after another of the plan goes wrong.

        There are more of them where anything is left to go wrong when these are over.
        """
        games, plan = [*games], [*plan]
        while True:
            await self.crew.revive()
            running = await self.running()
            more = games or (not running and (plan or self.crew.is_armed))
            if not running and not more:
                return
            if more and len(running) < at_once:
                game = games.pop() if games else SHORTEST
                if await self.open(*game):
                    continue
                games.append(game)  # it is tried again when something has changed
            if plan and self.players and self.chance.random() < STRIKES:
                await self.misfortunes.strike(plan.pop())
            await self.round(running)
            await self.misfortunes.pass_by()
            if self.chance.random() < LOOKS:
                await self.look(running)

    async def rounds(self, number: int) -> None:
        """Let everybody click some times, with nothing going wrong."""
        for _ in range(number):
            await self.round(await self.running())

    async def round(self, running: list[int]) -> None:
        """Let everybody in some matches click once; where nobody can, the clock moves on."""
        acted = await asyncio.gather(*(self._act(match) for match in running))
        for match, any_acted in zip(running, acted, strict=True):
            self.idle[match] = 0 if any_acted else self.idle[match] + 1
        players = [player for match in running for player in self.players[match]]
        if not any(acted) and not (players and await news(list(players))):
            self.room.advance(STEP)

    async def _act(self, match: int) -> bool:
        return any([await player.act() for player in self.players[match]])

    async def running(self) -> list[int]:
        """The matches that run, and may still finish."""
        return [match for match in self.players if self.idle[match] < IDLE_ROUNDS and await self._runs(match)]

    async def _runs(self, match: int) -> bool:
        return await self._status(match) == "running"

    async def _status(self, match: int) -> str | None:
        database = Database(self.room.url)
        try:
            async with database.reading() as connection:
                return await connection.scalar(select(matches.c.status).where(matches.c.id == match))
        finally:
            await database.close()

    async def look(self, running: list[int]) -> None:
        """Search all that has reached people for what they may not know."""
        for match in running:
            self.verdict.looks += 1
            for name, leak in await self.secrets[match].leaks():
                self.verdict.leaks += 1
                self.verdict.faults.append(f"match {match}: {name} was told {leak}")

    # Judging

    async def finish(self) -> Verdict:
        """Mend everything, let all be said, and judge it."""
        await self.misfortunes.mend()
        await self.crew.revive()
        await self._all_said()
        codes = await self.crew.stop()
        if any(codes):
            self.verdict.left_behind += 1
            self.verdict.faults.append(f"the processes ended with {codes}")
        database = Database(self.room.url)
        try:
            for match, players in self.players.items():
                accepted = [each for player in players for each in player.accepted]
                await judge(database, self.verdict, match, accepted, self.said.marks[match])
            await judge_rest(database, self.verdict, self.crew.said, sick=self.misfortunes.sick)
        finally:
            await database.close()
        self.verdict.clicks = self.room.clicks
        self.verdict.kills += self.crew.kills
        self.verdict.misfortunes += self.misfortunes.struck
        return self.verdict

    async def _all_said(self) -> None:
        """Wait until nothing waits to be said any more, for as long as posts are given at all."""
        for _ in range(2000):
            waiting = [
                post for match in self.players for post in await self.room.posts(match) if post.status == "waiting"
            ]
            if not waiting:
                return
            await self.crew.revive()
            if not await news([player for players in self.players.values() for player in players]):
                self.room.advance(1)
