"""A tournament evening with many players: Swiss rounds and a knockout of the best, during which the bot is killed three
times.

Two people do not show up, two leave, one of whom the organiser lets back in, and the organiser corrects a result. At
the end the standings are recomputed from the results of the matches. Run by hand with `make evening`, with 32 players
who come by HTTP; a short form is in the tests.
"""

import asyncio
import re
from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import VIRTUAL
from bot.host.tournament.tournament import Tournament, look
from bot.storage.schema import matches, seats, series_games
from engine.registry import GAMES
from sandbox.client import Person, Refused
from sandbox.description import DEFAULT_WORLD
from sandbox.seen import Message
from tests.e2e.players import Player, Room, confirmed, found, ids_of, news, offered
from tests.e2e.tournament_panels import chosen, opened, page_of_option, set_up
from tests.probe import PROBE
from tests.support.chance import SeededChance
from tests.support.discord import Stage, open_stage
from tests.support.people import named

QUIET: Final = 2.0
"""The seconds without news after which everyone is assumed to be waiting."""

AT_ONCE: Final = 180.0
"""The seconds by which the clock moves if only absent players are awaited: longer than a turn of the pace."""


PATIENCE: Final = 120.0
"""The seconds in which the bot must deliver a message, behind all the other messages of such an evening."""


class Contestant(Player):
    """A player at one of many tables, who finds each match by its own buttons."""

    came = False
    """Whether they have shown up."""

    async def look(self) -> Message | None:
        """Press My hand to show up, and if it is this person's turn, unless an open panel has a question to answer."""
        if self._panel is not None and offered(self.person.now(self._panel)):
            return self.person.now(self._panel)
        status = self.status()
        if status is None or (self.came and f"<@{self.person.id}>" not in status.text):
            return None
        panel, self.came = await self._press_hand(status), True
        return panel

    def status(self) -> Message | None:
        """Return the message that says whose turn it is, or None if the person has not seen it yet."""
        mine = [each for each in self.person.seen() if self._says_how_it_stands(each)]
        return mine[-1] if mine else None

    def _says_how_it_stands(self, message: Message) -> bool:
        return any((each.action, each.subject) == ("hand", self.match) for each in ids_of(message))


class Evening:
    """The room, its tournament, and its people by id."""

    def __init__(self, room: Room, people: dict[int, Person]) -> None:
        self.room = room
        self.people = people
        self.contestants: dict[tuple[int, int], Contestant] = {}
        self.kills = 0

    async def state(self) -> Tournament:
        """Read the tournament's state from the database while the bot runs."""
        async with self.room.opened_database() as database:
            return await look(Host(database, {**GAMES, "probe": PROBE}, SystemClock(), SeededChance(1), HOOKS), 1)

    async def tables(self) -> dict[int, list[int]]:
        """Return the running matches with the people seated at them."""
        running: dict[int, list[int]] = defaultdict(list)
        query = select(matches.c.id, seats.c.user).join(seats, seats.c.match == matches.c.id)
        async with self.room.reading() as connection:
            for row in await connection.execute(query.where(matches.c.status == "running")):
                running[row.id].append(row.user)
        return running

    async def die_at(self, point: str, nth: int) -> None:
        """Start the bot so that it dies on reaching a kill point for the nth time."""
        await self.room.bot.stop()
        self.room.kill_at = (point, nth)
        await self.room.start()

    async def revive(self) -> None:
        if self.room.bot.is_dead:
            self.kills += 1
            self.room.kill_at = None
            await self.room.start()

    async def play(self, until: int, missing: set[int]) -> None:
        """Play for everyone present until round `until` is paired or the tournament is over."""
        async with self.room.opened_database():
            await self._play(until, missing)

    async def _play(self, until: int, missing: set[int]) -> None:
        while True:
            await self.revive()
            stands = await self.state()
            if stands.row.status != "running" or stands.row.round >= until:
                return
            there = [
                self.contestant(match, user)
                for match, users in (await self.tables()).items()
                for user in users
                if user not in missing
            ]
            acted = [await self._act(each) for each in there]
            if not any(acted) and there and not await news(list[Player](there), QUIET):
                self.room.advance(AT_ONCE)

    async def _act(self, contestant: Contestant) -> bool:
        if self.room.bot.is_dead:
            return False
        try:
            return await contestant.act()
        except (Refused, AssertionError):
            if not self.room.bot.is_dead:
                raise
            return False  # the bot died during the click

    def contestant(self, match: int, user: int) -> Contestant:
        key = (match, user)
        if key not in self.contestants:
            self.contestants[key] = Contestant(self.room, self.people[user], match, dms=False)
        return self.contestants[key]


async def held(stage: Stage, folder: Path, players: int, cut: int) -> Evening:
    """Hold an evening and check the result: it ends although the bot dies in the first round, in the second, and when
    the knockout starts."""
    names = ("Ada", *(f"P{number}" for number in range(players)))
    world = replace(DEFAULT_WORLD, people=names, display_names=named(names))
    room = await Room.prepared(stage, folder, seed=5, world=world, pictures=True)
    await room.start()
    people = [await room.client.person(name) for name in names]
    ada, entering = people[0], people[1:]
    evening = Evening(room, {person.id: person for person in people})
    panel = await set_up(room, "Evening", ("cut", str(cut)), game="probe")
    for option, value in (("turn_cap", "1"), ("race", "False")):
        panel = await chosen(ada, await page_of_option(ada, panel, option), f"option {option}", value)
    announcement = await opened(ada, panel, "Evening")
    for person in entering:
        joined = await person.click(person.now(announcement), found(person.now(announcement), "tjoin"))
        assert joined.kind == "update", joined.reason
    await evening.die_at("before commit", 3)
    manage = (await ada.slash("tournament manage")).message
    assert manage is not None
    await confirmed(ada, manage, "tstart")
    missing = {person.id for person in entering[-2:]}
    await evening.play(2, missing)
    gone = {entrant.user for entrant in (await evening.state()).entrants if entrant.status == "out"}
    assert gone <= missing
    for person in entering[2:4]:
        asked = (await person.slash("tournament drop")).message
        assert asked is not None
        await person.click(asked, found(asked, "tleave"))
    await let_back_in(ada, entering[3], await evening.state())
    await evening.die_at("after commit before the answer", players // 2)
    await evening.play(3, missing)
    corrected = await correct(ada, await evening.state())
    await evening.play((await evening.state()).row.rounds + 1, missing)
    await evening.die_at("before commit", 2)
    await evening.play(99, missing)
    await ada.until(lambda: any("Evening** is over" in each.text for each in ada.seen()), "the end", timeout=PATIENCE)
    assert evening.kills == 3
    stands = await evening.state()
    states = {entrant.user: entrant.status for entrant in stands.entrants}
    assert (states[entering[2].id], states[entering[3].id]) == ("out", "in")
    await check(room, stands, corrected, cut)
    standings = await ada.finished(await ada.slash("tournament standings"), timeout=PATIENCE)
    [picture] = standings.attachments
    best = stands.entrant(course.table(stands.course)[0].player).user
    name = next(person.display_name for person in entering if person.id == best)
    leader = next(line for line in str(picture["description"]).split("\n") if line.startswith("1. "))
    assert re.fullmatch(rf"1\. {re.escape(name)}\b.*", leader)
    return evening


async def let_back_in(ada: Person, person: Person, stands: Tournament) -> None:
    """Have the organiser let somebody back in who has left."""
    own = stands.entrant_of(person.id)
    assert own is not None
    panel = (await ada.slash("tournament manage")).message
    assert panel is not None
    chooser = next(each for each in panel.selects if "tplayer" in each.custom_id)
    shown = (await ada.select(panel, chooser.custom_id, [str(own.number)])).message
    assert shown is not None
    await ada.click(shown, found(shown, "tlet"))
    await person.wait_for(
        lambda message: message.text.startswith(f"<@{person.id}>") and "is back in" in message.text, timeout=PATIENCE
    )


async def correct(ada: Person, stands: Tournament) -> int:
    """Have the organiser reverse a result of an earlier round; return the series."""
    series = next(each for each in stands.series if each.round == 2 and each.state == "won" and each.second is not None)
    loser = series.second if series.winner == series.first else series.first
    panel = (await ada.slash("tournament manage")).message
    assert panel is not None
    chooser = next(each for each in panel.selects if str(series.id) in [value for value, _ in each.options])
    shown = (await ada.select(panel, chooser.custom_id, [str(series.id)])).message
    assert shown is not None
    ids = [button.custom_id for button in shown.buttons if button.custom_id]
    asked = (await ada.click(shown, next(each for each in ids if each.endswith(f".{series.id} {loser}")))).message
    assert asked is not None
    await ada.click(asked, found(asked, "tresult"))
    await ada.wait_for(lambda message: "The organiser set the result" in message.text, timeout=PATIENCE)
    return series.id


async def check(room: Room, stands: Tournament, corrected: int, cut: int) -> None:
    """Recompute the points of the Swiss rounds from the seats and outcomes of the matches, and compare."""
    async with room.reading() as connection:
        outcomes = {row.id: row.outcome for row in await connection.execute(select(matches.c.id, matches.c.outcome))}
        who: dict[int, dict[int, int]] = defaultdict(dict)
        for row in await connection.execute(select(seats)):
            who[row.match][row.seat] = row.user
        played = {row.series: row.match for row in await connection.execute(select(series_games))}
    assert stands.row.status == "over"
    points: dict[int, int] = defaultdict(int)
    rests: dict[int, int] = defaultdict(int)
    meetings: dict[int, list[int]] = defaultdict(list)
    for series in stands.series:
        if series.node is not None:
            continue
        first = stands.entrant(series.first).user
        if series.second is None:
            points[first] += 3
            rests[first] += 1
            continue
        second = stands.entrant(series.second).user
        meetings[first].append(second)
        meetings[second].append(first)
        outcome = outcomes[played[series.id]] if series.id in played else None
        best = [who[played[series.id]][seat] for seat in outcome["ranking"][0]] if outcome else []
        if series.id == corrected:
            (best,) = ([user] for user in (first, second) if user not in best)
        elif outcome is None:
            drawn = [first, second] if series.state == "drawn" else []
            best = [stands.entrant(series.winner).user] if series.winner is not None else drawn
        for user in best:
            points[user] += 3 if len(best) == 1 else 1
    for standing in course.table(stands.course):
        user = stands.entrant(standing.player).user
        assert standing.points == points[user]
        met = sum(points[other] for other in meetings[user])
        assert standing.buchholz == met + rests[user] * (points[user] + VIRTUAL)
    assert len([entrant for entrant in stands.entrants if entrant.cut is not None]) == cut
    pairs = [frozenset((each.first, each.second)) for each in stands.series if each.node is None]
    assert len(set(pairs)) == len(pairs), "nobody has met anybody twice in the Swiss rounds"


async def main() -> None:
    """Run the long form: 32 players who come by HTTP, and the best eight in the knockout."""
    with TemporaryDirectory() as folder:
        async with open_stage("http") as stage:
            evening = await held(stage, Path(folder), players=32, cut=8)
            print(await told(evening), flush=True)  # noqa: T201


async def told(evening: Evening) -> str:
    """Return a summary of an evening in one line."""
    stands = await evening.state()
    players, played = len(stands.entrants), len(stands.series)
    return f"{players} players, {played} series, {evening.kills} kills, {evening.room.clicks} clicks: nothing lost"


if __name__ == "__main__":
    asyncio.run(main())
