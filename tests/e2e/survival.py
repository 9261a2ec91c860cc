"""Many matches, and a bot that is killed again and again: what must be true of them at the end.

Run by hand with `make soak`; a short form is in the tests.
"""

import asyncio
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bot.host import fairness
from bot.storage import matches, outbox, sets
from bot.storage.database import Database
from bot.ui.custom_ids import parse
from engine.registry import GAMES
from sandbox.client import Refused
from tests.e2e.kill_points import POINTS
from tests.e2e.table import GREEN, STEP, Player, Room, found, news, offered
from tests.probe import PROBE
from tests.support.discord import Stage, open_stage

NONCE_WINDOW = 300.0
NAMES = ("Ada", "Ben", "Cleo", "Dan")
MARK = re.compile(r"#(\d+)\.(\d+)$")


class Survivor(Player):
    """A player who notes every final answer that was shown as accepted, and bears with a bot that dies."""

    accepted: list[tuple[str, str]]

    def __init__(self, room: Room, person: object, match: int, seed: int) -> None:
        super().__init__(room, person, match)  # type: ignore[arg-type]
        self.chance = Random(f"{seed} {match} {self.person.name}")
        self.accepted = []

    async def act(self) -> bool:
        """Click something; where the bot died under the finger, look again."""
        panel = self.panel()
        offers = offered(panel) if panel is not None else []
        if panel is None or not offers:
            return False
        custom_id, value, _ = self.chance.choice(offers)
        final = {button.custom_id for button in panel.buttons if button.style == GREEN}
        self.room.clicks += 1
        try:
            if value is None:
                outcome = await self.person.click(panel, custom_id)
            else:
                outcome = await self.person.select(panel, custom_id, [value])
        except Refused:
            return True
        wanted = parse(custom_id)
        shown = outcome.message if outcome.kind == "update" and wanted.action == "pick" else None
        if shown is not None and custom_id in final and "⚠️" not in shown.text:
            self.accepted.append((wanted.decision, wanted.argument))
        return True


class Survival:
    """A room in which several matches are played while its bot is killed by a plan."""

    def __init__(self, room: Room, seed: int) -> None:
        self.room = room
        self.chance = Random(seed)
        self.seed = seed
        self.kills: Counter[str] = Counter()
        self.players: dict[int, list[Survivor]] = {}

    async def open(self, game: str, seats: int) -> None:
        """Open and start a match of some people."""
        people = [await self.room.client.person(name) for name in self.chance.sample(NAMES, seats)]
        opened = await people[0].slash("play", game=game, players=seats, pace="daily")
        assert opened.message is not None, opened.reason
        for person in people[1:]:
            await self._press(person, opened.message, "join")
        await self._press(people[0], opened.message, "start")
        match = parse(found(opened.message, "watch")).match
        self.players[match] = [Survivor(self.room, person, match, self.seed) for person in people]

    async def _press(self, person: object, message: object, action: str) -> None:
        """Press a button until that has an answer: the bot may die under it."""
        while True:
            shown = person.now(message)  # type: ignore[attr-defined]
            try:
                outcome = await person.click(shown, found(shown, action))  # type: ignore[attr-defined]
            except (Refused, AssertionError):
                return
            if outcome.kind in ("update", "message"):
                return
            await self.revive()

    async def revive(self) -> None:
        """Start the bot again if it is dead."""
        if self.room.bot.is_dead:
            if self.room.kill_at is not None:
                self.kills[self.room.kill_at[0]] += 1
            self.room.kill_at = None
            await self.room.start()

    async def settle(self) -> None:
        """Wait until everybody who has just sat down has a panel."""
        newest = max(self.players)
        for player in self.players[newest]:
            while player.panel() is None:
                await self.revive()
                await news(list(self.players[newest]))

    async def play(self, plan: list[tuple[str, int]]) -> None:
        """Play all matches to their ends, with a kill for each line of the plan."""
        plan = [*plan]
        plan.reverse()
        while open_now := [match for match in self.players if (await self.room.row(match)).status == "running"]:
            if self.room.bot.is_dead:
                await self._die_and_return(plan)
            players = [player for match in open_now for player in self.players[match]]
            acted = [await player.act() for player in players]
            if plan and plan[-1][0] == "at random" and self.chance.random() < 0.2:
                self.kills["at random"] += 1
                plan.pop()
                await self.room.bot.kill()
            elif not any(acted) and not await news(list(players)):
                self.room.advance(STEP)

    async def _die_and_return(self, plan: list[tuple[str, int]]) -> None:
        """Note the death, and come back at once, or once later than a nonce is remembered."""
        if self.room.kill_at is not None:
            self.kills[self.room.kill_at[0]] += 1
        if self.chance.random() < 0.1:
            self.room.advance(NONCE_WINDOW + 60)
        self.room.kill_at = plan.pop() if plan and plan[-1][0] != "at random" else None
        await self.room.start()

    # What must be true

    async def check(self) -> None:
        """Check each match: the log, what was accepted, and the posts as people see them."""
        await self._all_said()
        database = Database(self.room.url)
        try:
            for match, players in self.players.items():
                await self._check_log(database, match, players)
                await self._check_posts(database, match, players)
        finally:
            await database.close()

    async def _all_said(self) -> None:
        """Wait until nothing waits to be said any more."""
        while "waiting" in {post.status for match in self.players for post in await self.room.posts(match)}:
            await self.revive()
            if not await news([player for players in self.players.values() for player in players]):
                self.room.advance(1)

    async def _check_log(self, database: Database, match: int, players: list[Survivor]) -> None:
        async with database.reading() as connection:
            row = await matches.get(connection, match)
            seats = await matches.seats_of(connection, match)
            log = await matches.log_of(connection, match)
            assert row is not None
            contents = await sets.contents(connection, row.sets)
        assert [entry.number for entry in log] == list(range(len(log)))
        answered = [(entry.seat, entry.decision) for entry in log if entry.decision is not None]
        assert len(set(answered)) == len(answered), "an answer is in the log twice"
        picks = {(entry.seat, entry.decision, key) for entry in log for key in entry.answer or ()}
        by_user = {seat.user: seat.seat for seat in seats}
        for player in players:
            for decision, key in player.accepted:
                assert (by_user[player.person.id], decision, key) in picks, (match, decision, key)
        exported = fairness.export(row, seats, log, contents)
        fairness.verify(exported, {**GAMES, "probe": PROBE})

    async def _check_posts(self, database: Database, match: int, players: list[Survivor]) -> None:
        async with database.reading() as connection:
            posts = await outbox.posts_of(connection, match)
            row = await matches.get(connection, match)
            thread = await outbox.place(connection, f"match {match} thread")
        assert row is not None
        assert [post.status for post in posts] == ["sent"] * len(posts), posts
        told = [(post.content["first"], post.content["last"]) for post in posts if post.kind == "events"]
        assert all(before[1] + 1 == after[0] for before, after in pairwise(told))
        seen = [message for message in players[0].person.seen() if message.channel_id == thread]
        marks = [int(mark[2]) for message in seen if (mark := MARK.search(message.text.strip()))]
        wanted = [post.id for post in posts if post.destination == f"match {match} thread" and post.message]
        assert marks == wanted, "each post is there once, and in order"


def planned(chance: Random, each: int, at_random: int) -> list[tuple[str, int]]:
    """A plan of kills: at each named point some, and some at random times."""
    plan = [(point, chance.randint(1, 12)) for point in POINTS for _ in range(each)]
    plan = [(point, 1 if "thread" in point else nth) for point, nth in plan]
    chance.shuffle(plan)
    return plan + [("at random", 0)] * at_random


async def survive(
    stage: Stage, folder: Path, seed: int, games: list[tuple[str, int]], each: int, rest: int
) -> Survival:
    """Play matches in one room while its bot is killed, and check what must be true of them."""
    room = await Room.opened(stage, folder, seed=seed)
    survival = Survival(room, seed)
    chance = Random(f"plan {seed}")
    plan = planned(chance, each, rest)
    threads = [line for line in plan if "thread" in line[0]]
    plan = [line for line in plan if "thread" not in line[0]]
    for game, seats in games:
        if threads:
            await room.bot.kill()
            room.kill_at = threads.pop()
            await room.start()
        await survival.open(game, seats)
        await survival.settle()
    await room.bot.kill()
    room.kill_at = plan.pop(0) if plan and plan[0][0] != "at random" else None
    await room.start()
    await survival.play(plan)
    await survival.check()
    return survival


async def main(rounds: int, seed: int) -> None:
    """The long form: each round is ten matches and at least twelve kills."""
    kills: Counter[str] = Counter()
    for number in range(rounds):
        chance = Random(f"games {seed} {number}")
        games = [("varia", 2), *(("probe", chance.randint(2, 4)) for _ in range(9))]
        with TemporaryDirectory() as folder:
            async with open_stage() as stage:
                survival = await survive(stage, Path(folder), seed + number, games, 2, 4)
        kills += survival.kills
        print(f"round {number + 1}: {len(games)} matches, kills so far: {dict(kills)}", flush=True)  # noqa: T201


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2])))
