"""The help on a panel explains the question that is on it."""

from itertools import islice

import pytest

from bot.ui.games import RENDERERS
from bot.ui.games.rules import explanation
from bot.ui.texts.words import Words
from engine.registry import EXAMPLES, GAMES
from tests.engine.random_tables import begun, walk

OFFERED = {**GAMES, **EXAMPLES}

STEPS = 150
"""How many questions of a random match are looked at."""

MOST = 45
"""The maximum number of words in an explanation."""


def kinds(game: str) -> set[str]:
    """The kinds of questions that a game has a text for."""
    begins = f"{game}.ask."
    return {name.removeprefix(begins).split(".")[0] for name in Words(None).catalogue.ids if name.startswith(begins)}


@pytest.mark.parametrize("game", OFFERED)
def test_every_kind_of_question_is_explained_in_a_few_words(game: str) -> None:
    words = Words(None)
    for kind in kinds(game):
        assert f"{game}.help.{kind}" in words.catalogue.ids, kind
        assert len(words(f"{game}.help.{kind}").split()) <= MOST, kind


@pytest.mark.parametrize("game", OFFERED)
def test_the_questions_of_a_match_are_explained(game: str) -> None:
    at, state, dice, chance = begun(OFFERED[game], 0)
    for step in islice(walk(at, state, dice, chance), STEPS):
        assert step.decision.kind in kinds(game)
        assert explanation(RENDERERS[game], step.decision, Words(None)) == Words(None)(
            f"{game}.help.{step.decision.kind}"
        )
