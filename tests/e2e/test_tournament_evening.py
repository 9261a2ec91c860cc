"""The short form of `make evening`'s evening: eight players, a knockout of the best two, and three kills."""

from pathlib import Path

import pytest

from tests.e2e.tournament_evening import held, told
from tests.support.discord import Stage


@pytest.mark.timeout(600)
async def test_an_evening_survives_its_bot(stage: Stage, tmp_path: Path, figures: list[str]) -> None:
    figures.append(await told(await held(stage, tmp_path, players=8, cut=2)))
