"""What the post about a round says of everybody is so: whoever is out plays no more, and only finalists win."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.tournament.rules import course
from bot.host.tournament.rules.course import Milestone
from bot.host.tournament.tournament import Tournament
from bot.storage.outbox import PostRow
from bot.storage.rows import every
from bot.storage.schema import posts
from engine.registry import GAMES
from tests.host.tournament.random_tournaments import FORMATS, play
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

SIZES: Final = (3, 6, 11)


async def milestones_of(host: Host, found: Tournament) -> dict[int, Milestone]:
    """The milestones of a tournament's rounds, as their posts have them."""
    where = (posts.c.tournament == found.row.id, posts.c.kind == "round")
    async with host.database.reading() as connection:
        rows = await every(connection, PostRow, select(posts).where(*where))
    there = {row.content["round"]: row.content["milestone"] for row in rows}
    return {at: msgspec.convert(each, Milestone) for at, each in there.items() if each is not None}


def faults(found: Tournament, milestones: Mapping[int, Milestone]) -> list[str]:
    """What the milestones say that the tournament did not bear out."""
    wrong, champion = [], next(each.player for each in course.places(found.course) if each.place == 1)
    for round_, milestone in milestones.items():
        later = [series for series in found.series if series.round >= round_]
        players = {player for series in later for player in (series.first, series.second) if player is not None}
        wrong += [f"{player} is out and plays" for player in players & {*milestone.out}]
        wrong += [f"{player} plays and did not qualify" for player in players - {*milestone.advancing}]
        if champion not in milestone.advancing:
            wrong.append("the champion could not win")
        if milestone.final is not None and any(series.round > round_ + 1 for series in found.series):
            wrong.append("the final was not the last")
    return wrong


@pytest.mark.parametrize("settings", FORMATS, ids=lambda settings: "-".join(settings.values()))
async def test_nobody_who_is_out_plays_again_and_a_finalist_wins(tmp_path: Path, settings: Mapping[str, str]) -> None:
    finals = 0
    async with sqlite(tmp_path) as database:
        host = Host(database, {"artbot": GAMES["artbot"]}, ManualClock(), SeededChance(1), HOOKS)
        await host.store_sets()
        for people in SIZES:
            found = await play(host, settings, people, people, mends=False)
            told = await milestones_of(host, found)
            assert faults(found, told) == []
            finals += sum(each.final is not None for each in told.values())
            for round_, each in told.items():
                if each.out:
                    turned = replace(each, advancing=each.out, out=each.advancing)
                    assert faults(found, {round_: turned})
    assert bool(finals) == (settings["format"] in ("single", "double") or "cut" in settings)


async def test_a_round_robin_and_swiss_rounds_without_a_knockout_have_no_final(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        host = Host(database, {"artbot": GAMES["artbot"]}, ManualClock(), SeededChance(1), HOOKS)
        await host.store_sets()
        for form in ("robin", "swiss"):
            found = await play(host, {"format": form}, 1, 12, mends=False)
            assert await milestones_of(host, found) == {}
            assert found.final is None
