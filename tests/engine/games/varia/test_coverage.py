"""The coverage table: every mechanic on two cards of the classes and in two scenarios."""

import pytest

from engine.games.varia.mechanics import MECHANICS
from tests.engine.games.varia.coverage import coverage, table


def test_the_table_has_a_row_for_each_mechanic() -> None:
    rows = [line.split(" | ") for line in table().splitlines()[2:]]
    assert [(row[0].removeprefix("| "), len(row)) for row in rows] == [(mechanic.name, 3) for mechanic in MECHANICS]


@pytest.mark.parametrize("mechanic", [mechanic.name for mechanic in MECHANICS])
def test_every_mechanic_is_on_two_cards_of_the_classes_and_in_two_scenarios(mechanic: str) -> None:
    row = coverage()[mechanic]
    assert len(set(row.classes)) >= 2
    assert len(row.scenarios) >= 2
