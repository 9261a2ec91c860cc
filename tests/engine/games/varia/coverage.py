"""The coverage table of mechanics, cards and scenarios, from the cards' data and the scenarios' events.

A scenario shows a mechanic if a card with it takes part and the mechanic's event occurs.

python -m tests.engine.games.varia.coverage      prints it
"""

import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from cardsdb.scenarios import scenario_cards, scenario_files
from cardsdb.sets import shipped_sets
from engine.contract import Event, Fact, Key
from engine.dice import Dice
from engine.games.varia.cards import VariaSet
from engine.games.varia.mechanics import MECHANICS, mechanics
from engine.games.varia.rules import Varia
from engine.games.varia.state import VariaState
from engine.registry import GAMES
from engine.scenarios.file_format import read_scenario
from engine.scenarios.names import card_refs
from engine.scenarios.runner import run
from engine.text import slug
from tests.engine.games.varia.words import words_set

FOLDER = Path(__file__).parents[3] / "scenarios" / "varia"


class Covered(Struct):
    """One mechanic's row: the cards that use it, the classes among them, and the scenarios that show it.

    The cards are the shipped ones and those of `words.toml`, for words that no shipped card has.
    """

    cards: list[str]
    classes: list[str]
    scenarios: list[str]


@cache
def coverage() -> dict[str, Covered]:
    """Return every mechanic's row."""
    game: Any = GAMES["varia"]
    sets = [each for each in (*shipped_sets(game), words_set()) if isinstance(each, VariaSet)]
    pool = game.cards(sets)
    rows = {mechanic.name: Covered([], [], []) for mechanic in MECHANICS}
    for each in sets:
        for card in each.cards:
            for name in mechanics(card, pool):
                (rows[name].classes if each.decks else rows[name].cards).append(card.name)
    listening = Listening()
    for file in scenario_files([FOLDER]):
        for name in shown(file, listening):
            rows[name].scenarios.append(file.stem)
    return rows


class Listening(Varia):
    """The game, recording all its events."""

    def __init__(self) -> None:
        self.told: list[Fact] = []

    def apply(self, state: VariaState, decision: str, keys: Sequence[Key], dice: Dice) -> tuple[Event, ...]:
        events = super().apply(state, decision, keys, dice)
        self.told += [event.fact for event in events]
        return events


def shown(file: Path, game: Listening) -> set[str]:
    """Return the mechanics that a scenario shows."""
    text = file.read_text("utf-8")
    game.told.clear()
    scenario = read_scenario(text, str(file))
    pool: Any = scenario_cards(scenario, game, text, str(file))
    run(scenario, game, pool)
    tags = {type(fact).__struct_config__.tag for fact in game.told}
    ids = {ref.card for ref in card_refs(game.told)} | set(named(scenario.position))
    used = {name for card in ids if card in pool.by_id for name in mechanics(pool.by_id[card], pool)}
    return {each.name for each in MECHANICS if each.name in used and (not each.told or tags & set(each.told))}


def named(value: Any) -> Iterator[str]:
    """Yield every word of a position, in the form of a card's id."""
    if isinstance(value, str):
        yield slug(value.partition("#")[0])
    elif isinstance(value, dict):
        for key, each in value.items():
            yield slug(key)
            yield from named(each)
    elif isinstance(value, list):
        for each in value:
            yield from named(each)


def table() -> str:
    """Return the table as Markdown."""
    rows = [f"| {name} | {', '.join(row.classes)} | {', '.join(row.scenarios)} |" for name, row in coverage().items()]
    return "\n".join(["| Mechanic | Cards of the classes | Scenarios |", "|---|---|---|", *rows])


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
