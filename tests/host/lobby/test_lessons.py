"""Every lesson runs by its own coach: with each wrong answer at each question, and with a restart in the middle."""

from collections.abc import Sequence

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby.lessons import begin_lesson, done, lessons
from bot.host.lobby.position_start import Place
from bot.host.match import panel_actions
from bot.host.match.panel_actions import Panel
from bot.host.operations import privacy
from bot.storage import timers
from bot.storage.privacy import GONE
from cardsdb.lesson_files import Lesson, coach_of, shipped_lessons
from engine.contract import Key
from engine.scenarios.coach import Coach
from engine.scenarios.file_format import Picked, Wrong
from tests.host.players import ADA, BEN, CHANNEL, check_log, click, log_of, pass_time, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock

FIRST = next(iter(shipped_lessons()))
HERE = Place(None, CHANNEL)
A_DAY = 24 * 3600.0


async def begun(host: Host, key: str, place: Place = HERE) -> int:
    match = await begin_lesson(host, click(ADA, name="Ada"), key, place)
    assert match is not None
    return match


def coach_for(lesson: Lesson) -> Coach:
    coach = coach_of(lesson.key, tuple(each.hash for each in lesson.sets))
    assert coach is not None
    return coach


async def answered(host: Host, match: int, panel: Panel, keys: Sequence[Key]) -> Panel:
    assert panel.asked is not None
    shown = await panel_actions.pick(host, click(ADA), match, panel.asked.id, panel.draft.revision, keys)
    assert shown is not None
    return shown


def keys_of(coach: Coach, panel: Panel, pick: Picked | Wrong | None) -> tuple[Key, ...]:
    assert panel.asked is not None
    assert pick is not None
    keys = coach.keys_of(panel.asked, pick)
    assert len(keys) == len(pick.choose)
    return keys


def restarted(host: Host) -> Host:
    """Return a host that remembers nothing, with the same database."""
    return Host(host.database, host.games, host.clock, SeededChance(8), HOOKS)


async def taught(host: Host, lesson: Lesson) -> int:
    """Play a lesson to its end, with a restart in the middle; give every wrong answer before the right one."""
    coach, match = coach_for(lesson), await begun(host, lesson.key)
    again: Host | None = None
    for number, step in enumerate(coach.script):
        if step.say is None:
            continue
        if number >= len(coach.script) // 2 and not again:
            again = host = restarted(host)
        panel = await panel_actions.show(host, match, ADA)
        assert panel.coach is not None
        assert panel.coach.now == step.say, f"pick {number + 1}"
        for each in step.wrong:
            if not each.happens:
                refused = await answered(host, match, panel, keys_of(coach, panel, each))
                assert refused.notice is not None
                assert refused.notice.args == {"why": each.say}
                assert refused.draft == panel.draft
        happening = next((each for each in step.wrong if each.happens), None)
        after = await answered(host, match, panel, keys_of(coach, panel, happening or step.pick))
        assert after.notice is None
        assert after.coach is not None
        assert after.coach.then == (step.then if happening is None else happening.say)
    host.worker_pool.close()
    return match


@pytest.mark.parametrize("key", shipped_lessons())
async def test_a_lesson_is_won_by_its_own_coach(host: Host, key: str) -> None:
    match = await taught(host, shipped_lessons()[key])
    assert await done(host, ADA) == {key}
    table = await table_of(host, match)
    assert table.outcome is not None
    assert table.outcome.ranking[0] == (0,)
    assert table.row.unrated == "lesson"
    assert not table.row.rated
    over = await panel_actions.show(host, match, ADA)
    assert over.coach is not None
    assert over.coach.now == shipped_lessons()[key].header.end
    await check_log(host, match)
    async with host.database.reading() as connection:
        assert [row.kind for row in await timers.of_match(connection, match)] in ([], ["tidy"])


async def test_a_lesson_asks_only_what_it_needs(host: Host) -> None:
    coach, match = coach_for(shipped_lessons()[FIRST]), await begun(host, FIRST)
    panel = await panel_actions.show(host, match, ADA)
    step = coach.asks(0)
    assert step is not None
    assert step.pick is not None
    assert panel.asked is not None
    assert len(panel.asked.options) == 1 + len(step.wrong)
    whole = next(each for each in (await table_of(host, match)).open() if each.seat == 0)
    forged = [option.key for option in whole.options if option not in panel.asked.options]
    for key in forged:
        refused = await answered(host, match, panel, [key])
        assert refused.notice is not None


async def test_no_later_edit_of_a_panel_loses_what_the_coach_said_of_a_wrong_answer(host: Host) -> None:
    coach, match = coach_for(shipped_lessons()[FIRST]), await begun(host, FIRST)
    panel = await panel_actions.show(host, match, ADA)
    step = coach.asks(0)
    assert step is not None
    refused = await answered(host, match, panel, keys_of(coach, panel, step.wrong[0]))
    assert refused.notice is not None
    edited = await panel_actions.show_seat(restarted(host), match, refused.seat)
    assert edited is not None
    assert edited.notice == refused.notice
    assert (await panel_actions.look(host, match, ADA)).notice is None
    await answered(host, match, panel, keys_of(coach, panel, step.wrong[0]))
    await answered(host, match, panel, keys_of(coach, panel, step.pick))
    assert (await panel_actions.show(host, match, ADA)).notice is None


async def test_a_lesson_has_no_clock_and_ends_when_nobody_goes_on(host: Host, clock: ManualClock) -> None:
    match = await begun(host, FIRST)
    await pass_time(host, clock, 29 * A_DAY)
    assert (await table_of(host, match)).row.status == "running"
    await pass_time(host, clock, 2 * A_DAY)
    assert (await table_of(host, match)).row.status == "closed"


async def test_a_lesson_can_be_left_and_its_learner_forgotten(host: Host) -> None:
    match = await begun(host, FIRST)
    await panel_actions.leave(host, click(ADA), match)
    assert await done(host, ADA) == set()
    assert (await table_of(host, match)).row.status in ("over", "closed")
    await privacy.forget(host, ADA)
    assert (await table_of(host, match)).seats[0].user == GONE
    with pytest.raises(panel_actions.NotAtTable):
        await panel_actions.show(host, match, BEN)


async def test_the_log_of_a_lesson_begins_with_its_position(host: Host) -> None:
    match = await begun(host, FIRST)
    first = (await log_of(host, match))[0]
    assert (first.kind, first.seat, first.decision) == ("position", None, None)


async def test_there_is_no_such_lesson(host: Host) -> None:
    with pytest.raises(Refused):
        await begin_lesson(host, click(ADA), "nothing-1", HERE)
    assert [each.key for each in lessons(host, "nothing")] == []
