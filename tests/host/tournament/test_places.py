"""How a tournament ended: everything that names places names the same ones, whatever was played and whoever left."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.tournament.rules.standings import standings
from bot.host.tournament.tournament import look
from engine.registry import GAMES
from tests.host.tournament.organisers import begun, play_round
from tests.host.tournament.random_tournaments import FORMATS, Place, disagreeing, faults, named_places, play
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

SIZES = (2, 5, 9, 20, 40)
"""How many people are in the tournaments of each format; everybody meets everybody only in half as many."""


@pytest.mark.parametrize("settings", FORMATS, ids=lambda settings: "-".join(settings.values()))
async def test_all_outputs_of_random_tournaments_name_the_same_places(
    settings: Mapping[str, str], tmp_path: Path
) -> None:
    done = Counter[str]()
    async with sqlite(tmp_path) as database:
        host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        for people in SIZES:
            number = people // 2 + 1 if settings["format"] == "robin" else people
            found = await play(host, settings, people, number, done=done)
            assert faults(found) == [], f"{number} people"
        host.worker_pool.close()
    assert {"correct", "let in"} <= done.keys()
    assert len(done) > 5, "much has happened beside the results"


async def test_a_second_computation_of_the_champion_is_noticed(tmp_path: Path) -> None:
    """As the standings once did it: whoever won the Swiss rounds is called champion, and the final is forgotten."""
    async with sqlite(tmp_path) as database:
        host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        number = await begun(host, 4, format="swiss", cut="2")
        while (found := await look(host, number)).row.status == "running":
            await play_round(host, number, upset=found.course.cut is not None)
        outputs = named_places(found)
        assert disagreeing(outputs, found) == []
        swiss = [found.entrant(each.player).user for each in standings(found.course.seeds, found.course.played)]
        planted: dict[str, list[Place]] = {
            "banner": [(1, swiss[0])],
            "standings": [(place, each) for place, each in enumerate(swiss, 1)],
        }
        assert disagreeing(outputs | planted, found) == ["standings", "banner"]
        host.worker_pool.close()
