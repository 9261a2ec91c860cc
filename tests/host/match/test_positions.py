"""Kept positions: used only while the database says that they are the newest."""

from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.positions import Positions
from bot.host.match import panel_actions
from bot.host.match.foresight import forecasts_of
from bot.host.match.panel_actions import Panel
from bot.host.match.position import Position
from bot.storage import matches
from bot.storage.database import Database
from bot.storage.matches import DraftRow
from cardsdb.sets import shipped_sets
from engine.contract import Decision
from engine.registry import GAMES
from tests.host.crash_points import Crash, crashing
from tests.host.players import ADA, BEN, answer, click, probe_of, started
from tests.probe import PROBE
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import opened

PEOPLE = (ADA, BEN)


def beside(database: Database, clock: ManualClock) -> Host:
    """Another process on a database, which has read nothing yet."""
    return Host(database, {**GAMES, "probe": PROBE}, clock, SeededChance(8), HOOKS)


@pytest.fixture
async def other(host: Host, clock: ManualClock) -> AsyncIterator[Host]:
    async with opened(host.database.url.render_as_string(hide_password=False)) as database:
        yield beside(database, clock)


async def seen(host: Host, match: int) -> list[object]:
    """What both people see of a match, apart from the process's own card definitions."""
    panels = [await panel_actions.show(host, match, user) for user in PEOPLE]
    return [(panel.view, panel.asked, panel.since, panel.draft.revision, panel.match.revision) for panel in panels]


async def turn(host: Host, match: int) -> tuple[int, Panel, Decision]:
    """The first person with a question, with the panel and the question."""
    for user in PEOPLE:
        panel = await panel_actions.show(host, match, user)
        if panel.asked is not None:
            return user, panel, panel.asked
    raise LookupError(match)


async def test_two_processes_with_kept_positions_see_each_others_changes(
    host: Host, other: Host, clock: ManualClock
) -> None:
    """They act in turn, and each has kept what it saw before the other acted; a third has kept nothing."""
    match = await probe_of(host)
    hosts = (host, other)
    for number in range(8):
        acting = hosts[number % 2]
        user, _, asked = await turn(acting, match)
        await answer(acting, match, user, *[option.key for option in asked.options][: asked.least or 1])
        assert await seen(host, match) == await seen(other, match) == await seen(beside(host.database, clock), match)
        assert [len(each.positions) for each in hosts] == [1, 1]


async def test_a_kept_position_spares_reading_the_state_and_no_click_changes_it(host: Host) -> None:
    match = await started(host)
    user, panel, asked = await turn(host, match)
    kept = host.positions.get(match)
    assert kept is not None
    async with host.database.reading() as connection:
        for known, there in ((kept[0], False), (kept[0] + 1, True), (None, True)):
            row = await matches.get(connection, match, known=known)
            assert row is not None
            assert (row.revision, row.state is not None) == (kept[0], there)
    before = host.games["varia"].dump(kept[1].state)
    for _ in range(3):
        panel = await answer(host, match, user, asked.options[0].key)
        assert panel.asked is not None
        asked = panel.asked
    assert host.games["varia"].dump(kept[1].state) == before


async def test_what_is_rolled_back_is_not_kept(host: Host, clock: ManualClock) -> None:
    """A click that fails at any statement leaves the kept position as it was."""
    match = await probe_of(host)
    before, kept = await seen(host, match), host.positions.get(match)
    user, panel, asked = await turn(host, match)
    keys = [option.key for option in asked.options if option.final][:1]
    for statement in range(2, 60, 7):
        with suppress(Crash), crashing(host.database, statement):
            revision = panel.draft.revision
            if await panel_actions.pick(host, click(user), match, asked.id, revision, keys) is not None:
                break
        assert host.positions.get(match) == kept
        assert await seen(host, match) == before
    assert statement > 10, "some statements failed"
    assert await seen(host, match) == await seen(beside(host.database, clock), match) != before


def test_as_many_positions_are_kept_as_there_is_room_for() -> None:
    positions = Positions(2)
    for match in (1, 2):
        positions.keep(match, 1, f"first of {match}")
    positions.keep(2, 3, "newer")
    positions.keep(2, 2, "older")
    assert positions.get(1) == (1, "first of 1")
    positions.keep(3, 1, "first of 3")
    assert (len(positions), positions.get(1), positions.get(2)) == (2, (1, "first of 1"), None)
    assert positions.get(3) == (1, "first of 3")


def test_what_a_panel_shows_is_the_match_in_which_its_question_is_asked() -> None:
    """A queue moves up after the movement step, which nobody has to click through."""
    varia = GAMES["varia"]
    cards: Any = varia.cards(shipped_sets(varia))
    seats = {"A": {"queue": ["Quick Jab", "Kite Guard"], "hand": ["Late Parry"]}, "B": {"deck": ["Late Parry"]}}
    state = varia.position({"step": "movement", "active": "A", "seats": seats}, cards)
    position, row = Position(state), DraftRow(1, 0)
    question = position.draft(varia, row).question
    assert question is not None
    assert question.about["moment"] == 3
    view: Any = position.view(varia, row)
    planned = [cards.name(card.card) for action in view.seats["A"].plan if action for card in action.cards]
    assert (planned, view.seats["A"].queue) == (["Quick Jab", "Kite Guard"], ())
    forecasts = forecasts_of(varia, position.foresight(varia, row).state, 0)
    assert [line.message.args["moment"] for line in forecasts.forecast if "moment" in line.message.args]
