"""Matches played from panels alone: each panel shows what the database says, and is as short as it should be.

    python -m tests.e2e.panel_matches            # plays them, and fails if a limit is passed or the page is stale
    python -m tests.e2e.panel_matches --renew    # renews docs/lab/panels.md

Two people play live matches of each game to their ends, either from the panels behind My hand alone or from their
direct messages alone. After each click, every panel is compared with the database while the clock stands still. In the
middle, the bot is restarted, nobody clicks for a quarter of an hour, and somebody closes a panel.
"""

import argparse
import asyncio
import os
import sys
import time
from collections import Counter
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, Self

from sqlalchemy import func, select

from bot.storage import matches, outbox
from bot.storage.panels import SLEEP
from bot.storage.schema import panel_tokens, timers
from sandbox.errors import NotSeen
from sandbox.seen import Message
from tests.e2e import panel_looks
from tests.e2e.database_reader import Records
from tests.e2e.panel_players import ASLEEP, Clicker, PanelReader, looks
from tests.e2e.panel_table import PAGE, SETTINGS, Figures, Setting, faults, page
from tests.e2e.players import PATIENT, Room, anything_new, ids_of
from tests.e2e.test_match import messages
from tests.support.discord import Stage, open_stage
from tests.support.panel_words import names_of, texts_of, words_of_ours

THINKING: Final = {"live": 9.0, "daily": 10 * 60.0}
"""The seconds on everyone's clock that each click takes, by pace."""

TOKEN_LIFE: Final = 15 * 60.0
"""The seconds for which Discord accepts an interaction's token."""

STEP: Final = 60.0
"""The seconds by which the clock moves when nobody clicks."""

ROUNDING: Final = 0.001
"""The seconds by which the clock moves past the moment at which something is due."""

RESTART, DISMISSAL, SILENCE = 8, 12, 16
"""After how many clicks the bot is restarted, a panel is closed, and nobody clicks for a quarter of an hour."""


class PanelMatch:
    """A live match of two people who play from panels alone."""

    def __init__(self, room: Room, setting: Setting, match: int, players: list[Clicker], reader: PanelReader) -> None:
        self.room = room
        self.setting = setting
        self.match = match
        self.players = players
        self.reader = reader
        self.waits: list[float] = []
        self._heard = [len(player.person.heard) for player in players]
        self._asked: dict[int, set[int]] = {}
        self._words: list[int] = []
        self._counted: dict[int, tuple[object, ...]] = {}

    @classmethod
    async def begun(cls, stage: Stage, folder: Path, setting: Setting) -> Self:
        """Begin a match, and let everybody see their panel."""
        start, dms = time.time(), setting.place == "messages"
        room = await Room.prepared(stage, folder, setting.seed, clock=lambda: start)
        # A picture that comes late would make what a panel shows depend on the machine.
        room.environment = {"TEST_DRAWING": PATIENT}
        await room.start()
        await room.prefer(hand="dm" if dms else "button")
        people = [await room.client.person(name) for name in ("Ada", "Ben")]
        match = await room.seated(setting.game, people, setting.pace)
        reader = PanelReader(room, Records(room))
        players = [Clicker(room, person, match, reader, dms=dms) for person in people]
        begun = cls(room, setting, match, players, reader)
        await begun.settle()
        for player in begun.players:
            await player.look()
        await begun.check()
        return begun

    async def running(self) -> bool:
        """Whether the match is running."""
        return await self.reader.records.status(self.match) == "running"

    async def play(self, clicks: float = inf) -> None:
        """Play to the end of the match or for a number of clicks; after each, the clock moves on."""
        while clicks > 0 and await self.running():
            if await self._act():
                clicks -= 1
                await self.check()
                await self.pass_time(THINKING[self.setting.pace])
            else:
                await self.pass_time(max(0.0, await self._next_due() - self.room.now) + ROUNDING)

    async def _act(self) -> bool:
        """Let the first who has a question to answer click once, and return whether somebody had."""
        for player in self.players:
            if await player.act():
                return True
        return False

    async def pass_time(self, seconds: float) -> None:
        """Move the clock, and let the bot do everything just when it is due; compare the panels each time."""
        end = self.room.now + seconds
        while (due := await self._next_due()) < end:
            self.room.advance(max(0.0, due - self.room.now) + ROUNDING)
            await self.check()
        self.room.advance(max(0.0, end - self.room.now))

    async def settle(self) -> None:
        """Wait until the bot has done and sent everything that is due now."""
        while await self._next_due() <= self.room.now:
            await anything_new(player.person for player in self.players)

    async def check(self) -> None:
        """Compare each panel with the database; the clock stands still, so no panel may be late by a wait of the bot's.

        A panel that sleeps is left out. Notes the seats that are asked now, and the words of each new panel.
        """
        began = time.monotonic()
        await self.settle()
        asked: set[int] = set()
        for player in self.players:
            shown = await self.reader.panel(player)
            expected = self.reader.message(shown)
            if shown.asked is not None:
                asked.add(player.person.id)
            if ASLEEP not in player.open.text:
                await _seen(player, expected)
                if shown.question is not None and self._counted.get(player.person.id) != looks(expected):
                    self._counted[player.person.id] = looks(expected)
                    names = names_of(self.reader.renderers[self.setting.game].definitions(shown.cards).values())
                    self._words.append(words_of_ours(texts_of(expected.components), names))
        self.waits.append(time.monotonic() - began)
        async with self.reader.records.reading() as connection:
            posts = await outbox.posts_of(connection, self.match)
        for post in posts:
            if post.message is not None:
                self._asked.setdefault(post.message, asked)

    async def _next_due(self) -> float:
        async with self.reader.records.reading() as connection:
            due = (await outbox.next_due(connection, inf), await connection.scalar(select(func.min(timers.c.due))))
        return min((moment for moment in due if moment is not None), default=inf)

    # What goes on around a match

    async def restart(self) -> None:
        """Kill the bot and start it again."""
        await self.room.bot.kill()
        await self.room.start()
        await self.check()

    async def dismiss(self) -> None:
        """Let the first player close the panel and press My hand again: the bot then keeps the new panel current."""
        player = self.players[0]
        before = player.open
        player.dismiss()
        await player.look()
        assert player.open.id != before.id
        while await self.tokens() > len(self.players):  # the closed panel is edited once more
            await anything_new(each.person for each in self.players)
        await self.check()

    async def be_silent(self) -> None:
        """Let nobody click for as long as a token lives: panels sleep from minute 14, and those opened wake again."""
        start, woken = self.room.now, [player.woken for player in self.players]
        while (left := start + TOKEN_LIFE - self.room.now) > 0:
            await self.pass_time(min(left, STEP))
            if self.room.now < start + SLEEP:
                continue
            for player in self.players:
                await player.person.until(partial(_sleeps, player), "a panel that sleeps")
        assert await self.running()
        assert await self.tokens() == 0
        for player in self.players:
            await player.look()
        assert self.setting.place == "messages" or [player.woken for player in self.players] == [
            before + 1 for before in woken
        ]
        await self.check()

    async def tokens(self) -> int:
        """The number of stored tokens."""
        async with self.reader.records.reading() as connection:
            return int(await connection.scalar(select(func.count()).select_from(panel_tokens)) or 0)

    async def play_with_everything(self) -> None:
        """Play to the end, with a restart, a closed panel, and a token that runs out."""
        await self.play(RESTART)
        await self.restart()
        if not self.players[0].dms:
            await self.play(DISMISSAL - RESTART)
            await self.dismiss()
        await self.play(SILENCE - DISMISSAL)
        await self.be_silent()
        await self.play()

    # What is counted

    def mentions(self) -> int:
        """Return how often somebody was mentioned in the thread; each of them must have had a question then."""
        count = 0
        for player, heard in zip(self.players, self._heard, strict=True):
            news = [Message(each["message"]) for each in player.person.heard[heard:] if each["type"] == "message"]
            calls = [each for each in news if each.pings_me and each.channel_id != player.person.dm_id]
            assert all(player.person.id in self._asked[each.id] for each in calls), [each.text for each in calls]
            count += len(calls)
        return count

    async def stayed_in_its_place(self) -> None:
        """Fail if anybody got a direct message though they play in the thread, or the thread got a click."""
        thread = await self.room.thread(self.match)
        for player in self.players:
            direct = [each for each in player.person.seen() if each.channel_id == player.person.dm_id]
            clicks = [each["outcome"]["message"] for each in player.person.heard if each["type"] in ("click", "select")]
            assert player.dms or not direct
            assert not (player.dms and any(each and int(each["channel_id"]) == thread for each in clicks))

    async def figures(self) -> Figures:
        """Return what was counted."""
        async with self.reader.records.reading() as connection:
            rows = await matches.events_of(connection, self.match, 1, 10**9)
        began = [row.number for row in rows if row.fact["fact"] == "turn began"]
        sides = Counter({(turn, seat): 0 for turn in range(1, len(began) + 1) for seat in range(len(self.players))})
        for player in self.players:
            for events, seat in player.clicks:
                sides[sum(number <= events for number in began), seat] += 1
        there = await messages(self.room, self.match)
        return Figures.counted(self.setting, len(began), self._words, [*sides.values()], there, self.mentions())


def _sleeps(player: Clicker) -> bool:
    """Whether a player's panel is one line with the button that wakes it; a hand sent by DM never sleeps."""
    return player.dms or [each.action for each in ids_of(player.open)] == ["refresh"]


async def _seen(player: Clicker, expected: Message) -> None:
    """Wait until a player's panel looks as expected or, if its news was late, sleeps."""
    try:
        await player.person.until(lambda: looks(player.open) == looks(expected) or ASLEEP in player.open.text)
    except NotSeen as error:
        raise NotSeen(f"{looks(player.open)} instead of {looks(expected)}") from error


async def played(setting: Setting) -> Figures:
    """Play a whole match with everything that goes on around it, and return what was counted."""
    with TemporaryDirectory() as folder:
        async with open_stage() as stage:
            played = await PanelMatch.begun(stage, Path(folder), setting)
            await played.play_with_everything()
            await played.stayed_in_its_place()
            figures = await played.figures()
            waits = f"{median(played.waits):.2f} s, {max(played.waits):.2f} s at most"
            print(f"{figures} panels current after {waits}", flush=True)
            return figures


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--renew", action="store_true", help="write docs/lab/panels.md instead of comparing with it")
    given = parser.parse_args()
    free = asyncio.Semaphore(os.cpu_count() or 1)

    async def in_turn(setting: Setting) -> Figures:
        async with free:
            return await played(setting)

    figures = await asyncio.gather(*map(in_turn, SETTINGS))
    found = faults(figures)
    looks = panel_looks.rows(PAGE.read_text("utf-8"))
    if given.renew:
        PAGE.write_text(page(figures, looks), "utf-8")
    elif PAGE.read_text("utf-8") != page(figures, looks):
        found.append("docs/lab/panels.md is stale: python -m tests.e2e.panel_matches --renew")
    print(*found, sep="\n", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
