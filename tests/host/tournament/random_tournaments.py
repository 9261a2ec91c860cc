"""Random tournaments whose results are set and not played, with everything that people and organisers do in between.

    python -m tests.host.tournament.random_tournaments --tournaments 1000
    python -m tests.host.tournament.random_tournaments --tournaments 100 --database postgres

After each step nobody stands twice and nobody is lost; at the end, all outputs name the same places. An organiser can
always go on: every tournament comes to its end.
"""

import argparse
import asyncio
import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, suppress
from io import StringIO
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.tournament import acts, entry, management, pairing
from bot.host.tournament.meetings import meetings_of
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import Tournament, look
from bot.host.workers import timekeeper
from bot.storage import outbox
from bot.storage.tournaments import LIVE, SeriesRow
from bot.ui.texts.words import Words
from bot.ui.tournaments import announcement, exports, texts
from bot.ui.tournaments.bracket import pages, tree_of
from bot.ui.tournaments.pictures.bracket import bracket_model
from bot.ui.tournaments.pictures.knockout import knockout_model, knockout_pages
from bot.ui.tournaments.pictures.podium import podium_picture
from bot.ui.tournaments.pictures.standings import standings_model, standings_pages
from bot.ui.tournaments.story import Told, over_post
from bot.ui.tournaments.tournament_view import view_of
from engine.registry import GAMES
from tests.host.players import click
from tests.host.tournament.organisers import ORGANISER, begun, check
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import postgres, postgres_server, sqlite

WORDS: Final = Words("en")

Place = tuple[int | None, int]
"""A place, None for the disqualified, and the person who has it; somebody who left and replaced another has two."""

MEDALS: Final = {"1st": 1, "2nd": 2, "3rd": 3}

LEAST, MOST = 2, 40
"""How many people are in a tournament."""

USUAL, LARGE = 12, 20
"""The usual limit of how many people are in one; one in `LARGE` has no other than `MOST`."""

STEPS: Final = 400
"""How many steps a tournament may take: more than twice as many as the longest takes."""

DRAWN: Final = 10
"""One in so many tournaments has its scenes compared too."""

PROCESSES: Final = 2
"""How many processes share the tournaments."""

FORMATS: Final[tuple[Mapping[str, str], ...]] = (
    {"format": "swiss"},
    {"format": "swiss", "cut": "2"},
    {"format": "swiss", "cut": "4"},
    {"format": "robin"},
    {"format": "single"},
    {"format": "double"},
)


def named_places(found: Tournament, *, drawn: bool = True) -> dict[str, list[Place]]:
    """The places that each output of a tournament that is over names, as far as it names them.

    The scenes of pictures, which take the longest to compute, are left out unless `drawn` is set.
    """
    event, places, tree = view_of(found), course.places(found.course), tree_of(found)
    users = {each.number: each.user for each in found.entrants}
    names = {name: each.user for each in found.entrants for name in (each.name, f"{each.name} ({each.number + 1})")}
    table, knockout = course.table(found.course), course.knockout_table(found.course)
    on = course.advancing(found.course)
    podium = texts.podium(event, places, WORDS)
    lines = re.findall(r"(1st|2nd|3rd): <@(\d+)>", podium)
    picture = podium_picture(event, places, WORDS).description.splitlines()[1:]
    report = exports.report(event, places, table, meetings_of(found), tree)
    rows = csv.DictReader(StringIO(exports.standings_csv(report).decode("utf-8-sig")))
    data = json.loads(exports.as_json(report))
    outputs: dict[str, list[Place]] = {
        "post": [(MEDALS[place], int(user)) for place, user in lines],
        "podium": [(int(place), names[name]) for place, name in (line.split(". ", 1) for line in picture)],
        "JSON": [(place, users[player]) for place, player in zip(data["places"], data["ranking"], strict=True)],
        "CSV": [(int(row["place"]) if row["place"] else None, names[row["name"]]) for row in rows],
    }
    if event.champion is not None:
        outputs["view"] = [(1, users[event.champion])]
    if not drawn:
        return outputs
    if found.row.format in ("single", "double"):
        told = texts.knockout(event, knockout, WORDS)
        scenes = [knockout_model(event, knockout, page, WORDS) for page in range(knockout_pages(knockout))]
        shown = [(line.place, line.name) for scene in scenes for line in scene.lines]
        heads = [scene.head.champion for scene in scenes]
    else:
        told = texts.standings(event, table, WORDS, on)
        pictures = [standings_model(event, table, page, WORDS, on) for page in range(standings_pages(table))]
        shown = [(line.place, line.name) for scene in pictures for line in scene.lines]
        heads = [scene.head.champion for scene in pictures]
        outputs["JSON standings"] = [(row["place"], users[row["player"]]) for row in data["standings"]]
    listed = re.findall(r"^\*\*(?:(\d+)\.|–)\*\* <@(\d+)>", "\n".join(told), re.MULTILINE)
    outputs["standings in words"] = [(int(place) if place else None, int(user)) for place, user in listed]
    outputs["standings"] = [(None if place == "–" else int(place), names[name]) for place, name in shown]
    if tree is not None:
        heads += [bracket_model(event, tree, page, WORDS).head.champion for page in range(len(pages(tree)))]
        situation = "\n".join(texts.situation(event, tree, WORDS))
        outputs["bracket in words"] = [(1, int(user)) for user in re.findall(r"🏆 <@(\d+)>", situation)]
    assert all(heads) == (event.champion is not None), "a banner has a champion if the tournament has one"
    outputs["banner"] = [(1, names[head.removeprefix("Champion: ")]) for head in heads if head]
    return outputs


def disagreeing(outputs: Mapping[str, Sequence[Place]], found: Tournament) -> list[str]:
    """The outputs that name another place for somebody than the tournament's, or put somebody in twice."""
    known = Counter((each.place, found.entrant(each.player).user) for each in course.places(found.course))
    wrong = []
    for output, named in outputs.items():
        often = Counter(set(named) if output == "banner" else named)
        if not often <= known:
            wrong.append(output)
    return wrong


class RandomTournament:
    """A tournament that is run at random, by its organiser and its people.

    Attributes:
        mends: whether people come back, and the organiser changes what was done before.
        done: how often each act was accepted.
    """

    def __init__(self, host: Host, number: int, chance: Random, *, mends: bool = True) -> None:
        self.host = host
        self.number = number
        self.chance = chance
        self.mends = mends
        self.done: Counter[str] = Counter()
        self.known: set[int] = set()
        self._strangers = iter(range(1000, 2000))

    async def run(self) -> Tournament:
        """Run the tournament to its end, with corrections after it; return it as it is when they are over."""
        for _ in range(STEPS):
            found = await self._look()
            if found.row.status != "running":
                break
            if self.mends:
                await self._between(found)
            for series in (await self._look()).now_played:
                if series.state == "open" and series.second is not None:
                    await self._decide(series)
            await pair(self.host)
        else:
            raise AssertionError(f"tournament {self.number} does not come to its end")
        for _ in range(self.chance.randint(0, 4) if self.mends else 0):
            await self._after()
        found = await self._look()
        if found.row.closes is not None:
            await management.close(self.host, click(ORGANISER), self.number, manages=True)
        return await self._told()

    async def _told(self) -> Tournament:
        """Return the tournament once all its posts have been rendered."""
        found = await look(self.host, self.number)
        async with self.host.database.reading() as connection:
            posts = await outbox.posts_about(connection, self.number)
        for post in posts:
            if post.kind == "over":
                places = {each.player: each.place for each in course.places(found.course) if each.place is not None}
                assert any(over_post(found, view_of(found), Told(places, [], []), WORDS).texts)
            else:
                assert announcement.tournament_post(found, post.kind, post.content, WORDS).content, post.kind
        return found

    async def _look(self) -> Tournament:
        """Return the tournament, with what has to hold at any moment checked."""
        found = await look(self.host, self.number)
        await check(self.host, self.number)
        live = Counter(each.user for each in found.entrants if each.status in LIVE)
        assert set(live.values()) <= {1}, f"tournament {self.number}: somebody is in twice"
        numbers = {each.number for each in found.entrants if each.seed is not None}
        assert self.known <= numbers, f"tournament {self.number}: somebody is lost"
        self.known = numbers
        placed = [each.player for each in course.places(found.course)]
        assert sorted(placed) == sorted(numbers), f"tournament {self.number}: not everybody has a place"
        return found

    async def _try(self, name: str, act: Coroutine[Any, Any, Any]) -> None:
        """Do something that may be refused."""
        with suppress(Refused):
            await act
            self.done[name] += 1

    async def _decide(self, series: SeriesRow) -> None:
        """Decide an open series: by a result that is set or, less often, because somebody goes."""
        host, number, draw = self.host, self.number, self.chance.random()
        player = self.chance.choice((series.first, series.second))
        assert player is not None
        if draw < 0.06:
            await self._try("disqualify", management.disqualify(host, click(ORGANISER), number, player, manages=True))
        elif draw < 0.12:
            await self._try("drop", management.drop(host, click(ORGANISER), number, player, manages=True))
        elif draw < 0.18:
            user = (await look(host, number)).entrant(player).user
            await self._try("leave", entry.leave(host, click(user), number))
        else:
            winner = None if series.node is None and draw > 0.95 else player
            await self._try(
                "correct", management.correct(host, click(ORGANISER), number, series.id, winner, manages=True)
            )

    async def _between(self, found: Tournament) -> None:
        """Do what happens between two matches: people come back or late, and the organiser mends what was wrong."""
        host, number, chance = self.host, self.number, self.chance
        if chance.random() < 0.2:
            await self._try("pair again", management.pair_again(host, click(ORGANISER), number, manages=True))
            await pair(host)
        for entrant in found.entrants:
            if entrant.status != "in" and chance.random() < 0.3:
                back = management.let_back_in(host, click(ORGANISER), number, entrant.number, manages=True)
                await self._try("let in", back)
        if chance.random() < 0.2:
            await self._replace(found)
        if chance.random() < 0.2:
            user = next(self._strangers)
            await self._try("late", entry.join(host, click(user), number, f"Player {user}", ()))
        await self._correct(found)
        await self._undo()
        await pair(host)

    async def _after(self) -> None:
        """Do what an organiser may do while the results are provisional."""
        found = await self._look()
        await self._correct(found, always=True)
        if self.chance.random() < 0.3:
            player = self.chance.choice(course.places(found.course)).player
            await self._try(
                "disqualify", management.disqualify(self.host, click(ORGANISER), self.number, player, manages=True)
            )
        await self._undo()

    async def _correct(self, found: Tournament, *, always: bool = False) -> None:
        """Correct a result that was wrong."""
        decided = [each for each in found.series if each.state != "open" and each.second is not None]
        if decided and (always or self.chance.random() < 0.3):
            series = self.chance.choice(decided)
            winner = self.chance.choice((series.first, series.second))
            await self._try(
                "correct",
                management.correct(self.host, click(ORGANISER), self.number, series.id, winner, manages=True),
            )

    async def _undo(self) -> None:
        """Undo the latest act."""
        last = acts.latest(await acts.of(self.host, self.number))
        if last is not None and self.chance.random() < 0.25:
            await self._try(
                f"undo {last.kind}", management.undo(self.host, click(ORGANISER), self.number, last.id, manages=True)
            )

    async def _replace(self, found: Tournament) -> None:
        """Replace somebody with a stranger or with somebody who has left."""
        entrant = self.chance.choice(found.entrants)
        others = [each.user for each in found.entrants if each.status == "out"]
        user = self.chance.choice([next(self._strangers), *others])
        name = f"Player {user}"
        await self._try(
            "replace",
            management.replace(self.host, click(ORGANISER), self.number, entrant.number, user, name, manages=True),
        )


async def pair(host: Host) -> None:
    """Pair the next round if this one is complete, without waiting until its games begin."""
    while any([await timekeeper.work(host), await pairing.work(host)]):
        pass


async def play(
    host: Host,
    settings: Mapping[str, str],
    seed: int,
    people: int | None = None,
    *,
    mends: bool = True,
    done: Counter[str] | None = None,
) -> Tournament:
    """Play a random tournament as `RandomTournament` does; count in `done` what was done in it.

    Without a number of `people`, it is random, and mostly small.
    """
    chance = Random(f"{settings} {seed}")
    people = people or chance.randint(LEAST, USUAL if seed % LARGE else MOST)
    number = await begun(host, people, most="64", **settings)
    random = RandomTournament(host, number, chance, mends=mends)
    found = await random.run()
    if done is not None:
        done.update(random.done)
    return found


def faults(found: Tournament, *, drawn: bool = True) -> list[str]:
    """The outputs of a tournament that is over which contradict its places, or honour somebody disqualified."""
    outputs = named_places(found, drawn=drawn)
    honoured = ["podium"] if any(place is None for place, _ in outputs["podium"]) else []
    return [*disagreeing(outputs, found), *honoured]


async def _run(seeds: Sequence[int], database: str) -> tuple[Counter[str], list[str]]:
    """Run a random tournament for each seed; return how often each act was accepted, and the faults."""
    done, wrong = Counter[str](), list[str]()
    async with AsyncExitStack() as stack:
        if database == "sqlite":
            storage = await stack.enter_async_context(sqlite(Path(stack.enter_context(TemporaryDirectory()))))
        else:
            storage = await stack.enter_async_context(postgres(stack.enter_context(postgres_server())))
        host = Host(storage, GAMES, ManualClock(), SeededChance(seeds[0]), HOOKS)
        await host.store_sets()
        for seed in seeds:
            settings = FORMATS[seed % len(FORMATS)]
            found = await play(host, settings, seed, done=done)
            bad = faults(found, drawn=seed % DRAWN == 0)
            wrong += [f"{dict(settings)}, seed {seed}: {bad}"] if bad else []
        host.worker_pool.close()
    return done, wrong


def _share(task: tuple[Sequence[int], str]) -> tuple[Counter[str], list[str]]:
    return asyncio.run(_run(*task))


def _main(count: int, database: str, seed: int) -> int:
    done, wrong = Counter[str](), list[str]()
    shares = [range(seed + first, seed + count, PROCESSES) for first in range(PROCESSES)]
    with ProcessPoolExecutor(PROCESSES, mp_context=get_context("spawn")) as pool:
        for acts_done, faulty in pool.map(_share, [(share, database) for share in shares]):
            done.update(acts_done)
            wrong += faulty
    for line in wrong:
        _say(line)
    _say(", ".join(f"{name} {times}" for name, times in sorted(done.items())))
    _say(f"{count} random tournaments on {database}, seed {seed}: {len(wrong)} with faults")
    return 1 if wrong else 0


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command's report


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play random tournaments.")
    parser.add_argument("--tournaments", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    options = _parsed()
    sys.exit(_main(options.tournaments, options.database, options.seed))
