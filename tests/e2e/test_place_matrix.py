"""Whatever request fails, in whatever way and phase: a match goes on where people see it, or they are told."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.host.workers.delivery_results import Report, Sent
from bot.messenger.delivery import Delivery
from bot.messenger.requests import Request
from bot.storage.outbox import PostRow
from sandbox.faults import Fault
from tests.e2e.place_matrix import ASIDE, CELLS, FAULTS, OCCASIONS, ROUTES, Cell, Phase, Trial, drawn, offers, run
from tests.e2e.post_office import PostOffice, post_office
from tests.support.discord import Stage

DRAWN = 150
SHARES = 6
UNHEARD_OF = 59_999


def test_every_kind_of_request_is_in_the_matrix() -> None:
    assert set(OCCASIONS) == set(ROUTES) == set(Request) - ASIDE
    assert len(CELLS) == len(FAULTS) * sum(map(len, OCCASIONS.values()))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("share", range(SHARES))
async def test_nobody_is_left_in_silence(share: int, figures: list[str]) -> None:
    verdict = await run(drawn(DRAWN)[share::SHARES])
    figures.append(str(verdict))
    assert (verdict.silent, verdict.idle, verdict.struck) == ([], [], DRAWN // SHARES)


class Mute(Delivery):
    """A messenger who drops what is said of ends."""

    async def post(self, row: PostRow) -> Report:
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
    assert incidents(logs) == [("error", UNHEARD_OF)]
    assert counted(office, Request.SEND) == 1


async def test_such_a_code_is_counted_at_the_answer_to_a_click_too(stage: Stage, tmp_path: Path) -> None:
    async with post_office(stage, tmp_path) as office:
        match = await office.lobby(office.ada.here)
        office.sandbox.parts.faults.plan(Fault("POST", "/interactions/*", status=400, code=UNHEARD_OF))
        with capture_logs() as logs:
            await office.click(office.ben, await office.ben.wait_for(lambda each: offers(each, "join", match)), "join")
    assert incidents(logs) == [("error", UNHEARD_OF)]
    assert counted(office, Request.CALLBACK) == 1


def counted(office: PostOffice, request: Request) -> float | None:
    """How often such a code was counted for a kind of request."""
    labels = {"request": request.value.label, "status": "400", "code": str(UNHEARD_OF)}
    return office.host.metrics.registry.get_sample_value("tableside_unknown_refusals_total", labels)


def incidents(logs: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """The refusals in a log that nobody has thought of: the level and the code."""
    return [(each["log_level"], each["code"]) for each in logs if each["event"] == "unknown refusal"]
