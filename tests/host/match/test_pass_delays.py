"""The delay of a pass: its answer times, what it reveals, when people are mentioned, and what a panel says."""

from collections.abc import AsyncIterator
from math import exp, log
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.kernel.pass_delays import ANSWER_TIMES, pass_delay, time_at
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.storage.database import Database
from bot.ui.games import RENDERERS
from bot.ui.match.panel_texts import texts
from bot.ui.texts.words import Words
from tests.host.match.pass_windows import FOUND, PLANTS, SPEEDS, Pass, Rounds, Run, area, pass_now, played
from tests.host.players import (
    ADA,
    BEN,
    answer,
    answered_at_random,
    click,
    log_of,
    pass_time,
    posts_of,
    probe_of,
    started,
    table_of,
    until,
)
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

SPREAD = 0.5

FEW = 0.65
"""The most that a classifier may reach by luck over 100 windows; `make soak-passes` plays 10,000."""


@pytest.mark.parametrize("pace", PACES)
def test_answer_times_are_points_of_the_distribution_that_the_page_describes(pace: str) -> None:
    most, points, normal = PACES[pace].passing[1], ANSWER_TIMES[pace], NormalDist()
    inside = normal.cdf(log(4) / SPREAD)
    for number, point in enumerate(points):
        share = inside * (number + 0.5) / len(points)
        assert point == pytest.approx(most / 4 * exp(SPREAD * normal.inv_cdf(share)), abs=0.01)


@pytest.mark.parametrize("pace", PACES)
def test_the_bot_passes_within_the_range(pace: str) -> None:
    least, most = PACES[pace].passing
    delays = [pass_delay(b"secret", f"A{number}", PACES[pace]) for number in range(1000)]
    assert all(least <= each.held <= each.own <= most == each.latest for each in delays)
    assert len({each.own for each in delays}) == 1000


def test_the_longest_delay_is_always_the_same() -> None:
    delays = {pass_delay(b"secret", f"A{number}", PACES["live"], longest=True) for number in range(100)}
    assert {(each.held, each.own) for each in delays} == {(12.0, 12.0)}


@pytest.mark.parametrize(("slowness", "most"), SPEEDS.items())
def test_over_ten_thousand_windows_the_delays_alone_reveal_nothing(slowness: float, most: float) -> None:
    chance, points, found = Random(1), ANSWER_TIMES["live"][1::2], list[Pass]()
    for window in range(10_000):
        for seat in range(2):
            delay, able = pass_delay(b"secret", f"{window} {seat}", PACES["live"]), chance.random() < 0.5
            answered = max(delay.held, slowness * time_at(points, chance.random()))
            found.append(Pass(answered if able else delay.own, 0, False, 0, able))  # noqa: FBT003 - its fields in order
    assert area(found, 12) <= most


@pytest.mark.parametrize("rounds", [False, True])
async def test_a_classifier_cannot_tell_who_could_have_done_something_else(tmp_path: Path, *, rounds: bool) -> None:
    assert area(await played(tmp_path, Run("live", 100, rounds=rounds)), 12) <= FEW


@pytest.mark.parametrize("plant", PLANTS)
async def test_a_planted_tell_is_found(plant: str, tmp_path: Path) -> None:
    assert area(await played(tmp_path, Run("live", 25, plant=plant)), 12) >= FOUND


async def test_who_has_not_answered_is_mentioned_once_all_delays_are_over(host: Host, clock: ManualClock) -> None:
    match = await probe_of(host, pace="daily")
    await until(host, match, "sealed")
    await answer(host, match, ADA, "none")
    await pass_time(host, clock, 20 * 60 - 1)
    assert await posts_of(host, match, "answer") == []
    await pass_time(host, clock, 2)
    [post] = await posts_of(host, match, "answer")
    assert post.content["seats"] == [1]
    await panel_actions.look(host, match, BEN, click(BEN))
    await pass_time(host, clock, 3600)
    assert len(await posts_of(host, match, "answer")) == 1


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("varia", "You have no Fast card that you can use now. I pass for you within 12 seconds."),
        ("warmage", "You have no card that can answer this. I pass for you within 12 seconds."),
    ],
)
async def test_a_panel_says_that_the_bot_passes_and_asks_nothing(
    host: Host, clock: ManualClock, game: str, said: str
) -> None:
    match, chance = await started(host, game=game), Random(1)
    while not (passed := [each for each in await panels_of(host, match) if each.passed is not None]):
        for user in (ADA, BEN):
            await answered_at_random(host, match, user, chance)
        await pass_time(host, clock, 1)
    [shown] = passed
    told = texts(shown, words_of(shown), RENDERERS[game], None, pictured=True)
    assert (shown.asked, told.question.splitlines()[-1], told.foot) == (None, said, "")
    before = [entry.kind for entry in await log_of(host, match)]
    await pass_time(host, clock, 12)
    assert "pass" in [entry.kind for entry in await log_of(host, match)][len(before) :]


async def panels_of(host: Host, match: int) -> list[Panel]:
    return [await panel_actions.show(host, match, user) for user in (ADA, BEN)]


def words_of(shown: Panel) -> Words:
    return Words("en", shown.seats, shown.cards, shown.seat)


@pytest.fixture
async def rounds(database: Database, clock: ManualClock) -> AsyncIterator[Host]:
    """A host of a game in which one player is asked after the other."""
    host = Host(database, {"probe": Rounds()}, clock, SeededChance(7), HOOKS)
    await host.store_sets()
    yield host
    host.worker_pool.close()


async def round_of(host: Host, clock: ManualClock, able: tuple[bool, bool]) -> int:
    """Begin a match and pass until a round begins in which these players have a choice."""
    match = await probe_of(host)
    while (await abilities(host, match)) != able:
        for shown in await panels_of(host, match):
            if shown.asked is not None:
                await pass_now(host, match, (ADA, BEN)[shown.seat])
        await pass_time(host, clock, 1)
    return match


async def abilities(host: Host, match: int) -> tuple[bool, ...]:
    table = await table_of(host, match)
    soon = table.foreseen
    return () if soon is None else (table.open()[0].answerable, soon.answerable)


async def passed_in(host: Host, clock: ManualClock, match: int, seconds: float) -> list[tuple[str, int | None]]:
    before = len(await log_of(host, match))
    await pass_time(host, clock, seconds)
    return [(entry.kind, entry.seat) for entry in (await log_of(host, match))[before:]]


async def test_two_passes_of_the_bot_run_side_by_side(rounds: Host, clock: ManualClock) -> None:
    match = await round_of(rounds, clock, (False, False))
    assert (await passed_in(rounds, clock, match, 12))[:2] == [("pass", 0), ("pass", 1)]


async def test_a_player_can_pass_before_being_asked(rounds: Host, clock: ManualClock) -> None:
    match = await round_of(rounds, clock, (False, True))
    assert (await pass_now(rounds, match, BEN)).draft.held is not None
    assert (await passed_in(rounds, clock, match, 12))[:2] == [("pass", 0), ("pick", 1)]


async def test_a_pass_in_advance_can_be_taken_back(rounds: Host, clock: ManualClock) -> None:
    match = await round_of(rounds, clock, (False, True))
    passed = await pass_now(rounds, match, BEN)
    await panel_actions.undo(rounds, click(BEN), match, passed.draft.revision)
    assert await passed_in(rounds, clock, match, 12) == [("pass", 0)]
    assert (await panel_actions.show(rounds, match, BEN)).asked is not None


async def test_a_pass_in_advance_lapses_if_the_other_player_acts(rounds: Host, clock: ManualClock) -> None:
    match = await round_of(rounds, clock, (True, True))
    await pass_now(rounds, match, BEN)
    asked = (await panel_actions.show(rounds, match, ADA)).asked
    assert asked is not None
    await answer(rounds, match, ADA, asked.options[0].key)
    shown = await panel_actions.show(rounds, match, BEN)
    assert (shown.asked is not None, shown.draft.held) == (True, None)
    assert await passed_in(rounds, clock, match, 12) == []


async def test_what_follows_a_pass_can_be_passed_in_fast_steps(host: Host, clock: ManualClock) -> None:
    match, chance = await started(host), Random(1)
    while (soon := (await table_of(host, match)).foreseen) is None:
        for user in (ADA, BEN):
            await answered_at_random(host, match, user, chance)
        await pass_time(host, clock, 1)
    assert soon.kind == "fast_reaction"
    shown = (await panels_of(host, match))[soon.seat]
    assert "pass" in texts(shown, words_of(shown), RENDERERS["varia"], None, pictured=True).question
