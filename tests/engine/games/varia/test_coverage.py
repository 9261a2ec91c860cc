"""The coverage table: current, and every mechanic on two cards of the classes and in two scenarios."""

import pytest

from engine.games.varia.mechanics import MECHANICS
from tests.engine.games.varia.coverage import TABLE, coverage, table


def test_the_table_in_docs_is_current() -> None:
    assert TABLE.read_text("utf-8") == table(), "run: python -m tests.engine.games.varia.coverage"


@pytest.mark.parametrize("mechanic", [mechanic.name for mechanic in MECHANICS])
def test_every_mechanic_is_on_two_cards_of_the_classes_and_in_two_scenarios(mechanic: str) -> None:
    row = coverage()[mechanic]
    assert len(set(row.classes)) >= 2
    assert len(row.scenarios) >= 2
