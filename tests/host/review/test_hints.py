"""Hints: what a strong house player would do in a person's place."""

import pytest

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby.lessons import begin_lesson
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.match.panel_actions import NotAtTable
from bot.host.review.hints import hint
from tests.host.players import ADA, BEN, CHANNEL, click, pass_time, started
from tests.support.clocks import ManualClock


async def asked_of_ada(host: Host, clock: ManualClock) -> int:
    """Start a match against a house player, and wait until Ada is asked something."""
    match = await started(host, game="artbot", house="pip")
    while (await panel_actions.show(host, match, ADA)).asked is None:
        await pass_time(host, clock, 5)
    return match


async def test_a_hint_is_one_of_the_options(host: Host, clock: ManualClock) -> None:
    match = await asked_of_ada(host, clock)
    asked = (await panel_actions.show(host, match, ADA)).asked
    assert asked is not None
    found = await hint(host, match, ADA)
    labels = [option.label for option in asked.options]
    assert all(each in labels for each in found.ways)
    assert len({str(each) for each in found.ways}) == len(found.ways) > 1
    assert found.rival is not None
    assert found.rival.played.made != found.rival.other.made


async def test_there_are_no_hints_against_people_in_lessons_or_for_others(host: Host, clock: ManualClock) -> None:
    with pytest.raises(Refused):
        await hint(host, await started(host), ADA)
    lesson = await begin_lesson(host, click(ADA), "artbot-1", Place(None, CHANNEL))
    assert lesson is not None
    with pytest.raises(Refused):
        await hint(host, lesson, ADA)
    with pytest.raises(NotAtTable):
        await hint(host, await started(host, game="artbot", house="pip"), BEN)
