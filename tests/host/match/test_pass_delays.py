"""The delay of a pass: its answer times, what it reveals, when people are mentioned, and what a panel says."""

from math import exp, log
from pathlib import Path
from random import Random
from statistics import NormalDist

import pytest

from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.kernel.pass_delays import ANSWER_TIMES, pass_delay
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.ui.games import RENDERERS
from bot.ui.match.panel_texts import texts
from bot.ui.texts.words import Words
from tests.host.match.pass_windows import FOUND, PLANTS, UNUSUAL, Run, area, played
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
    until,
)
from tests.support.clocks import ManualClock

SPREAD = 0.5


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


async def test_a_classifier_cannot_tell_who_could_have_done_something_else(tmp_path: Path) -> None:
    assert area(await played(tmp_path, Run("live", 100)), 12) <= UNUSUAL


@pytest.mark.parametrize("plant", PLANTS)
async def test_a_planted_tell_is_found(plant: str, tmp_path: Path) -> None:
    assert area(await played(tmp_path, Run("live", 30, plant=plant)), 12) >= FOUND


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
