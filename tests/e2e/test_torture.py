"""The short form of `make torture`: everything that goes wrong, once, on either database."""

from pathlib import Path
from random import Random

import pytest

from tests.e2e.failures import ANYWHERE, ON_POSTGRES, ON_SQLITE
from tests.e2e.kill_points import POINTS
from tests.e2e.torture import tortured
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("its connections are among what goes wrong")

MATCHES = [("probe", 2), ("probe", 3), ("probe", 2), ("probe", 2), ("probe", 3), ("probe", 2)]
AT_ONCE = 3


@pytest.mark.timeout(600)  # a busy machine takes longer than the usual limit
@pytest.mark.parametrize(("database", "processes", "seed"), [("sqlite", 1, 1), ("postgres", 2, 2)])
async def test_nothing_is_lost_whatever_goes_wrong(
    database: str, processes: int, seed: int, stage: Stage, tmp_path: Path, server: str, figures: list[str]
) -> None:
    plan = [*ANYWHERE, *(ON_SQLITE if database == "sqlite" else ON_POSTGRES)]
    Random(seed).shuffle(plan)
    # The last to strike end what is played there. A server waits only for the first removal in a week.
    places = {"channel deleted": 0, "kicked for good": 1, "kicked and back": 3}
    plan.sort(key=lambda kind: places.get(kind, 2))
    address = server if database == "postgres" else None
    verdict = await tortured(stage, tmp_path, seed, MATCHES, plan, AT_ONCE, size=processes, server=address)
    figures += [f"torture on {database}, seed {seed}", *(f"  {line}" for line in verdict.lines())]
    assert verdict.faults == []
    assert verdict.failures.keys() == set(plan)
    # Which of the named points a short match comes to hangs on what else goes wrong.
    assert database != "sqlite" or verdict.kills.keys() & {*POINTS}


@pytest.mark.parametrize("fault", ["says nothing", "shows no board"])
async def test_a_bot_that_leaves_a_match_silent_is_caught(stage: Stage, tmp_path: Path, fault: str) -> None:
    verdict = await tortured(stage, tmp_path, 1, [("probe", 2)], [], 1, TEST_FAULT=fault)
    assert verdict.silent > 0
    assert verdict.faults
