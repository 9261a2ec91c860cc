"""Whatever request fails, in whatever way and phase: a match goes on where people see it, or they are told."""

from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.delivery import Delivery
from bot.host.sender import Result, Sent
from bot.outcomes import Request
from bot.storage.outbox import PostRow
from sandbox.faults import Fault
from tests.e2e.cells import CELLS, FAULTS, OCCASIONS, ROUTES, Cell, Phase, Trial, drawn, run
from tests.e2e.post_office import post_office
from tests.support.discord import Stage

DRAWN = 150
SHARES = 6
UNHEARD_OF = 59_999


def test_every_kind_of_request_is_in_the_matrix() -> None:
    assert set(OCCASIONS) == set(ROUTES) == set(Request) - {Request.MODIFY_THREAD}
    assert len(CELLS) == len(FAULTS) * sum(map(len, OCCASIONS.values()))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("share", range(SHARES))
async def test_nobody_is_left_in_silence(share: int, figures: list[str]) -> None:
    verdict = await run(drawn(DRAWN)[share::SHARES])
    figures.append(str(verdict))
    assert (verdict.silent, verdict.idle, verdict.struck) == ([], [], DRAWN // SHARES)


class Mute(Delivery):
    """A courier who drops what is said of ends."""

    async def post(self, row: PostRow) -> Result:
        return Sent() if row.kind == "end" else await super().post(row)


async def test_silence_is_noticed(stage: Stage, tmp_path: Path) -> None:
    async with post_office(stage, tmp_path) as office:
        office.kind = Mute
        verdict = await Trial(office, Cell(Request.SEND, "503", Phase.MATCH)).run()
    assert len(verdict.silent) == 2


async def test_a_code_that_nobody_has_heard_of_is_logged_and_counted(stage: Stage, tmp_path: Path) -> None:
    async with post_office(stage, tmp_path) as office:
        office.sandbox.parts.faults.plan(Fault("POST", "/channels/*/messages", status=400, code=UNHEARD_OF))
        with capture_logs() as logs:
            await office.begun(office.ada.here)
    told = [(each["log_level"], each["code"]) for each in logs if each["event"] == "unknown refusal"]
    assert told == [("error", UNHEARD_OF)]
    assert f'request="{Request.SEND.value}"}} 1.0' in office.host.metrics.text().decode()
