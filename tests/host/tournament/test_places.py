"""How a tournament ended: everything that names places names the same ones, whatever was played and whoever left."""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.tournament import entry, management, pairing
from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import standings
from bot.host.tournament.tournament import Tournament, look
from bot.host.workers import timekeeper
from bot.ui.tournaments import exports, texts
from bot.ui.tournaments.bracket import pages, tree_of
from bot.ui.tournaments.bracket_picture import bracket_scene
from bot.ui.tournaments.knockout_picture import knockout_pages, knockout_scene
from bot.ui.tournaments.podium_picture import podium_picture
from bot.ui.tournaments.standings_picture import standings_pages, standings_scene
from bot.ui.tournaments.tournament_view import meetings_of, view_of
from bot.ui.words import Words
from engine.registry import GAMES
from tests.host.players import click
from tests.host.tournament.organisers import ORGANISER, begun, play_round
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite

WORDS: Final = Words("en")

Place = tuple[int | None, int]
"""A place, None for the disqualified, and the number of the player who has it."""

MEDALS: Final = {"1st": 1, "2nd": 2, "3rd": 3}

TOURNAMENTS: Final = 30

LEAST, MOST = 2, 24
"""How many people are in a tournament: one in five has the most."""

FORMATS: Final[tuple[Mapping[str, str], ...]] = (
    {"format": "swiss"},
    {"format": "swiss", "cut": "2"},
    {"format": "swiss", "cut": "4"},
    {"format": "robin"},
    {"format": "single"},
    {"format": "double"},
)


def named_places(found: Tournament) -> dict[str, list[Place]]:
    """The places that each output of a tournament that is over names, as far as it names them."""
    event, places, tree = view_of(found), course.places(found.course), tree_of(found)
    numbers = {each.user: each.number for each in found.entrants}
    names = {each.name: each.number for each in found.entrants}
    table, knockout = course.table(found.course), course.knockout_table(found.course)
    on = course.advancing(found.course)
    podium = texts.podium(event, places, WORDS)
    lines = re.findall(r"(1st|2nd|3rd): <@(\d+)>", podium)
    picture = podium_picture(event, places, WORDS).description.splitlines()[1:]
    report = exports.report(event, places, table, meetings_of(found), tree)
    rows = csv.DictReader(StringIO(exports.standings_csv(report).decode("utf-8-sig")))
    data = json.loads(exports.as_json(report))
    outputs: dict[str, list[Place]] = {
        "post": [(MEDALS[place], numbers[int(user)]) for place, user in lines],
        "podium": [(int(place), names[name]) for place, name in (line.split(". ", 1) for line in picture)],
        "JSON": list(zip(data["places"], data["ranking"], strict=True)),
        "CSV": [(int(row["place"]) if row["place"] else None, names[row["name"]]) for row in rows],
    }
    if event.champion is not None:
        outputs["view"] = [(1, event.champion)]
    if found.row.format in ("single", "double"):
        told = texts.knockout(event, knockout, WORDS)
        scenes = [knockout_scene(event, knockout, page, WORDS) for page in range(knockout_pages(knockout))]
        shown = [(line.place, line.name) for scene in scenes for line in scene.lines]
        heads = [scene.head.champion for scene in scenes]
    else:
        told = texts.standings(event, table, WORDS, on)
        pictures = [standings_scene(event, table, page, WORDS, on) for page in range(standings_pages(table))]
        shown = [(line.place, line.name) for scene in pictures for line in scene.lines]
        heads = [scene.head.champion for scene in pictures]
        data_rows = [(row["place"], row["player"]) for row in data["standings"]]
        outputs["JSON standings"] = [(place, player) for place, player in data_rows]
    listed = re.findall(r"^\*\*(?:(\d+)\.|–)\*\* <@(\d+)>", "\n".join(told), re.MULTILINE)
    outputs["standings in words"] = [(int(place) if place else None, numbers[int(user)]) for place, user in listed]
    outputs["standings"] = [(None if place == "–" else int(place), names[name]) for place, name in shown]
    if tree is not None:
        heads += [bracket_scene(event, tree, page, WORDS).head.champion for page in range(len(pages(tree)))]
        situation = "\n".join(texts.situation(event, tree, WORDS))
        outputs["bracket in words"] = [(1, numbers[int(user)]) for user in re.findall(r"🏆 <@(\d+)>", situation)]
    outputs["banner"] = [(1, names[head.removeprefix("Champion: ")]) for head in heads]
    return outputs


def disagreeing(outputs: Mapping[str, Sequence[Place]], found: Tournament) -> list[str]:
    """The outputs that name another place for somebody than the tournament's, or put somebody in twice."""
    known = {each.player: each.place for each in course.places(found.course)}
    wrong = []
    for output, named in outputs.items():
        once = len({player for _, player in named}) == len(named) or output == "banner"
        if not once or any(known[player] != place for place, player in named):
            wrong.append(output)
    return wrong


async def play(host: Host, settings: Mapping[str, str], seed: int) -> Tournament:
    """Play a random tournament to its end by results that its organiser sets, while people leave and are put out."""
    chance = Random(f"{settings} {seed}")
    people = MOST if seed == 0 else chance.randint(LEAST, MOST // 2)
    number = await begun(host, people, most="64", **settings)
    while (found := await look(host, number)).row.status == "running":
        for series in found.now_played:
            if series.state == "open" and series.second is not None:
                winner = chance.choice((series.first, series.second))
                if chance.random() < 0.1:
                    await management.disqualify(
                        host, click(ORGANISER), number, chance.choice((series.first, series.second)), manages=True
                    )
                elif chance.random() < 0.05:
                    await entry.leave(host, click(found.entrant(winner).user), number)
                else:
                    await management.correct(host, click(ORGANISER), number, series.id, winner, manages=True)
        await pair(host)
    return found


async def pair(host: Host) -> None:
    """Pair the next round if this one is complete, without waiting until its games begin."""
    while any([await timekeeper.work(host), await pairing.work(host)]):
        pass


@pytest.mark.parametrize("settings", FORMATS, ids=lambda settings: "-".join(settings.values()))
async def test_all_outputs_of_random_tournaments_name_the_same_places(
    settings: Mapping[str, str], tmp_path: Path
) -> None:
    async with sqlite(tmp_path) as database:
        host = Host(database, GAMES, ManualClock(), SeededChance(7), HOOKS)
        await host.store_sets()
        for seed in range(TOURNAMENTS // len(FORMATS)):
            found = await play(host, settings, seed)
            outputs = named_places(found)
            assert disagreeing(outputs, found) == [], f"seed {seed}: {outputs}"
            barred = {each.number for each in found.entrants if each.status == "disqualified"}
            assert not barred & {player for _, player in outputs["podium"]}, f"seed {seed}"
        host.worker_pool.close()


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
        swiss = [each.player for each in standings(found.course.seeds, found.course.played)]
        planted: dict[str, list[Place]] = {
            "banner": [(1, swiss[0])],
            "standings": [(place, each) for place, each in enumerate(swiss, 1)],
        }
        assert disagreeing(outputs | planted, found) == ["standings", "banner"]
        host.worker_pool.close()
