"""Seasons to be shown: with as many people and evenings as wanted, and everybody's random places."""

from random import Random
from typing import Any

from bot.host.seasons.season import Season
from bot.storage.schema.seasons import EveningRow, PlaceRow, SeasonRow
from tests.ui.tournament_examples import NAMES


def called(number: int) -> str:
    """The name of the person with a number; nobody has the same."""
    again, name = divmod(number, len(NAMES))
    return NAMES[name] if not again else f"{NAMES[name][:30]} {again + 1}"


def season_of(people: int, evenings: int, seed: int = 1, *, provisional: bool = False, **settings: Any) -> Season:
    """A season of so many people, of whom two in three come to each evening; in half of them, equals share places."""
    chance = Random(seed)
    row = SeasonRow(
        **{
            "id": 3, "guild": 1, "channel": 2, "organiser": 3, "title": "Autumn season of the Harbour Club",
            "status": "running", "points": [10, 7, 5, 4, 3, 2, 1], "opened": 0.0, "begun": 0.0, "ends": 5e6, **settings,
        }
    )  # fmt: skip
    places: list[PlaceRow] = []
    for evening in range(1, evenings + 1):
        there = sorted(chance.sample(range(people), max(1, people * 2 // 3)), key=lambda _: chance.random())
        step = chance.choice((1, 2))
        places += [
            PlaceRow(evening, 10**18 + number, called(number), 1 + (at if at < step else at // step * step))
            for at, number in enumerate(there)
        ]
    states = ["final"] * (evenings - provisional) + ["provisional"] * provisional
    rows = [EveningRow(at, 3, float(at), state) for at, state in enumerate(states, 1)]
    return Season(row, tuple(rows), tuple(places))
