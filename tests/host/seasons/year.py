"""A season over the simulated weeks of `tests.host.recurring.year`: it runs itself, and a slow count has its table.

python -m tests.host.seasons.year
python -m tests.host.seasons.year --weeks 4 --seed 7
"""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.seasons import hall
from bot.host.seasons import season as seasons_host
from bot.host.tournament.rules.course import places
from bot.host.tournament.tournament import look
from bot.storage.tournaments import TournamentRow
from engine.registry import GAMES
from tests.host.recurring.year import WEEKS, Year
from tests.host.seasons.evenings import planned
from tests.host.seasons.test_rules import counted
from tests.host.tournament.organisers import GUILD
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

LENGTHS: Final = {4: (3, 2), 52: (39, 26)}
"""For how many weeks the season lasts, and how many evenings of each player count, by the number of simulated weeks."""

POINTS: Final = [10, 7, 5, 4, 3, 2, 1]


class YearWithSeason(Year):
    """Simulated weeks in which the Fridays have a season."""

    season: int = 0

    async def _begin(self) -> None:
        await super()._begin()
        fridays = (await look(self.host, self.templates["fridays"])).row.recurrence
        weeks, best = map(str, LENGTHS[self.weeks])
        points = " ".join(map(str, POINTS))
        self.season = await planned(self.host, recurrence=str(fridays), weeks=weeks, best=best, typed=points)

    async def evening(self, number: int) -> dict[int, int]:
        """Return the places of those who came to an evening: who had a result, or won because nobody else came."""
        found = await look(self.host, number)
        came = {player for pair in self.results.get(number, ()) for player in pair}
        came |= {each.winner for each in found.series if each.second is not None}
        return {
            found.entrant(each.player).user: each.place
            for each in places(found.course)
            if each.player in came and each.place is not None
        }

    async def season_faults(self, points: list[int]) -> list[str]:
        """Return what differs from a slow count with a table of points, and what was not said once."""
        weeks, best = LENGTHS[self.weeks]
        over = {name: [row.id for row in await self._over(name)] for name in self.templates}
        inside = [row.id for row in await self._over("fridays") if row.opened < self.fridays.begins(weeks - 1)]
        season = await seasons_host.look(self.host, self.season)
        wrong = [] if season.row.status == "over" else [f"the season is {season.row.status}"]
        slow = counted(([await self.evening(number) for number in inside], points, best, None))
        if {line.user: (line.place, line.points) for line in season.table} != slow:
            wrong.append("the table is another one")
        wrong += [f"{number} was not told once" for number in inside if self.street.said["over", number] != 1]
        if sum(often for (kind, _), often in self.street.said.items() if kind == "season_over") != 1:
            wrong.append("the end was not told once")
        feats = await hall.hall_of_fame(self.host, GUILD)
        best_of = {each.user: each.place for feat in feats if feat.kind == "season" for each in feat.honours}
        if best_of != {user: place for user, (place, _) in slow.items() if place <= 3}:
            wrong.append(f"the season honours {best_of}")
        honoured = {each.honours[0].subject: {one.user for one in each.honours} for each in feats}
        for number in (each for ids in over.values() for each in ids):
            first = {user for user, place in (await self.evening(number)).items() if place == 1}
            if first and honoured.get(number) != first:
                wrong.append(f"{number} honours {honoured.get(number)}, and not {first}")
        return wrong

    async def _over(self, name: str) -> list[TournamentRow]:
        """Return the evenings of a recurrence whose results are final."""
        return [row for row in await self._evenings(name) if row.status == "over" and row.settled]


async def simulated(host: Host, clock: ManualClock, weeks: int, seed: int) -> tuple[YearWithSeason, list[str]]:
    """Let some weeks pass, and return them with what was wrong."""
    year = YearWithSeason(host, clock, weeks, seed)
    return year, [*await year.run(), *await year.season_faults(POINTS)]


async def _run(weeks: int, seed: int) -> int:
    with TemporaryDirectory() as folder:
        async with sqlite(Path(folder)) as database:
            clock = ManualClock()
            host = Host(database, GAMES, clock, SeededChance(seed), HOOKS)
            await host.store_sets()
            year, wrong = await simulated(host, clock, weeks, seed)
            evenings = len((await seasons_host.look(host, year.season)).played)
            host.worker_pool.close()
    print(*wrong, f"{weeks} weeks, seed {seed}: {evenings} evenings in a season, {len(wrong)} faults", sep="\n")  # noqa: T201 - a command's report
    return 1 if wrong else 0


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Simulate a season.")
    parser.add_argument("--weeks", type=int, choices=sorted(WEEKS), default=52)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    options = _parsed()
    sys.exit(asyncio.run(_run(options.weeks, options.seed)))
