"""The short form of the forging in `make soak`, and that it finds what it is there to find."""

from pathlib import Path

import pytest

from tests.e2e.forging import forged_round
from tests.support.discord import Stage

pytestmark = [
    pytest.mark.gateway("what is forged goes beside the door's signature"),
    pytest.mark.timeout(600),  # a busy machine takes longer than the usual limit
]


@pytest.mark.parametrize(("database", "seed"), [("sqlite", 1), ("postgres", 2)])
async def test_nothing_forged_is_an_incident_or_changes_what_is_somebody_elses(
    database: str, seed: int, stage: Stage, tmp_path: Path, server: str, figures: list[str]
) -> None:
    report = await forged_round(stage, tmp_path, seed, 600, server if database == "postgres" else None)
    figures += [f"forging on {database}, seed {seed}", *(f"  {line}" for line in report.lines())]
    assert report.faults == []
    assert report.acts.keys() == {"clicks", "commands", "modals", "suggestions"}


@pytest.mark.parametrize(
    ("fault", "told"), [("raises", "planted"), ("lets anybody", "a foreigner changed tournaments")]
)
async def test_a_planted_fault_is_found(fault: str, told: str, stage: Stage, tmp_path: Path) -> None:
    report = await forged_round(stage, tmp_path, 3, 600, TEST_FAULT=fault)
    assert any(told in each for each in report.faults)
