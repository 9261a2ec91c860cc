"""What happened is told once: every kind of fact is told or said to be untold, and a turn's episodes have each fact."""

import ast
import re
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from bot.ui import games
from bot.ui.games import RENDERERS
from bot.ui.games.episodes import Kinds, post, sentences
from engine.contract import Fact
from engine.games.varia import events as varia
from engine.games.zarcana import events as zarcana
from engine.games.zarcana.events import Grew
from engine.kit import facts as kit
from engine.kit.facts import Drew, DrewUnseen, Standing
from engine.registry import GAMES
from tests.ui.test_blows import turns

UNTOLD: Final[dict[str, set[type[Fact]]]] = {
    "varia": {Drew, DrewUnseen, varia.PlanStands, varia.Stayed, varia.TurnEnded},
    "artbot": set(),
    "warmage": {Standing},
    "zarcana": {Standing},
}
"""The kinds of facts that nobody tells: everybody draws in every turn, and boards, curves and dice show the others."""


def kinds_of(game: str) -> set[type[Fact]]:
    """The kinds of facts of a game; those that others are made of are none."""
    rooms = import_module(f"engine.games.{game}.events"), kit
    found = {
        each for room in rooms for each in vars(room).values() if isinstance(each, type) and issubclass(each, Fact)
    }
    return {each for each in found if not any(other is not each and issubclass(other, each) for other in found)}


def untold(game: str, kinds: Kinds) -> set[type[Fact]]:
    return kinds_of(game) - {*kinds} - UNTOLD[game]


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_fact_is_told_or_nobody_has_to_tell_it(game: str) -> None:
    assert untold(game, RENDERERS[game].kinds) == set()
    assert not UNTOLD[game] & RENDERERS[game].kinds.keys()


def test_a_kind_that_is_forgotten_is_noticed() -> None:
    forgotten = {kind: told for kind, told in RENDERERS["zarcana"].kinds.items() if kind is not Grew}
    assert untold("zarcana", forgotten) == {Grew}


@pytest.mark.parametrize("seed", range(3))
def test_a_post_tells_every_change_that_the_map_of_a_turn_shows(seed: int) -> None:
    renderer = RENDERERS["zarcana"]
    for words, facts in turns("zarcana", seed):
        for fact in facts:
            if isinstance(fact, CHANGES):
                told = "\n".join(post(renderer.episodes([fact], words), words))
                assert sentences([fact], renderer.kinds, words) in told


CHANGES: Final = (
    *(zarcana.MinionEntered, zarcana.Grew, zarcana.MinionMoved, zarcana.Shrank),
    *(zarcana.Destroyed, zarcana.Converted, zarcana.Reoriented),
)
"""What the map of a turn marks."""


def shared_texts(sources: Iterable[str]) -> set[str]:
    """The texts about facts that several places of the code say."""
    nodes = (node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    found = Counter(node.value for node in nodes if isinstance(node.value, str) and FACT.fullmatch(node.value))
    return {text for text, count in found.items() if count > 1}


FACT: Final = re.compile(r"[a-z]+\.fact\.[a-z_]+")
"""The id of a text about a fact."""

SHARED: Final = {"varia": {"varia.fact.disrupted", "varia.fact.returned"}}
"""The texts that two places say: what a clash disrupts, and a card that goes back, which others may not see."""


@pytest.mark.parametrize("game", GAMES)
def test_no_text_tells_two_kinds_of_facts(game: str) -> None:
    room = Path(games.__path__[0]) / game
    assert shared_texts(file.read_text("utf-8") for file in room.glob("*.py")) <= SHARED.get(game, set())


def test_a_text_that_tells_two_kinds_of_facts_is_noticed() -> None:
    kinds = '{Drew: FactKind(with_cards("a.fact.drew")), Played: FactKind(by_fields("a.fact.drew"), "aside")}'
    assert shared_texts([kinds]) == {"a.fact.drew"}


@pytest.mark.parametrize("game", ["artbot", "warmage", "zarcana"])
@pytest.mark.parametrize("seed", range(6))
def test_the_episodes_of_a_turn_tell_every_fact_once_and_in_order(game: str, seed: int) -> None:
    for words, facts in turns(game, seed):
        told = [fact for episode in RENDERERS[game].episodes(facts, words) for fact in episode.facts]
        assert told == [fact for fact in facts if type(fact) not in UNTOLD[game]]
