"""Lessons through Discord: one in direct messages, and one in a server, each on the learner's panel alone.

The same goes through a process and a socket in `tests/e2e/test_short_walks.py`.
"""

from pathlib import Path

from bot.ui.messages.custom_ids import CustomId, parse
from cardsdb.lesson_files import Lesson, shipped_lessons
from engine.scenarios.file_format import Picked, Wrong
from sandbox.client import Person
from sandbox.seen import Message
from tests.e2e.players import both_doors, find, found
from tests.e2e.test_solo import Onlookers
from tests.interactions.room import Room
from tests.support.discord import Stage

FIRST = next(iter(shipped_lessons()))
LESSON = str(CustomId("lesson", argument=FIRST))


async def begun(ada: Person, place: int | None = None) -> Message:
    """Have Ada start the first lesson from the list, and return her panel."""
    listed = await ada.finished(await ada.slash("learn", place))
    return await ada.finished(await ada.click(listed, LESSON))


async def taught(ada: Person, panel: Message) -> Message:
    """Give every wrong answer and then the right one, question after question, and return the last panel."""
    lesson: Lesson = shipped_lessons()[FIRST]
    for step in lesson.script.step:
        if step.say is None or step.pick is None:
            continue
        assert step.say in plain(panel)
        for wrong in step.wrong:
            panel = await pressed(ada, panel, wrong)
            assert wrong.say in plain(panel)
        panel = await pressed(ada, panel, step.pick)
        assert step.then is None or step.then in plain(panel)
    assert lesson.header.end in plain(panel)
    return panel


async def pressed(ada: Person, panel: Message, answer: Picked | Wrong) -> Message:
    (choice,) = answer.choose
    named = choice if isinstance(choice, str) else choice["card"]
    button = next(
        each.custom_id
        for each in panel.buttons
        if each.custom_id and (named in each.label or parse(each.custom_id).argument == named)
    )
    outcome = await ada.click(panel, button)
    if outcome.kind == "deferred":  # a busy machine announces its answer first
        return await ada.wait_for(lambda each: each.id == panel.id and each.text != panel.text)
    return await ada.finished(outcome)


def plain(panel: Message) -> str:
    """The text of a panel without what marks it up."""
    return panel.text.replace("*", "").replace("\\", "")


async def test_a_lesson_in_direct_messages_is_all_on_the_panel(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=4)
    ada = await room.client.person("Ada")
    over = await taught(ada, await begun(ada, await ada.open_dm()))
    match = parse(found(over, "help")).number
    row = await room.row(match)
    assert (row.status, row.solo, row.guild, row.unrated) == ("over", True, None, "lesson")
    assert await room.posts(match) == []
    real = await ada.finished(await ada.click(over, found(over, "playreal")))
    await ada.wait_for(lambda each: each.id == real.id and find(each, "more") is not None)
    assert (await room.row(2)).pace == "none"
    puzzle = await ada.finished(await ada.click(over, found(over, "puzzlegame")))
    begun_one = await room.row(parse(found(puzzle, "help")).number)
    assert begun_one.puzzle is not None
    assert (begun_one.game, begun_one.puzzle["day"]) == (row.game, None)


@both_doors
async def test_a_lesson_in_a_server_opens_no_thread_and_leaves_no_line(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=5)
    ada = await room.client.person("Ada")
    onlookers = await Onlookers.of(room)
    panel = await begun(ada)
    assert panel.ephemeral
    over = await taught(ada, panel)
    await room.quiet(ada)
    assert await room.thread_or_none(1) is None
    assert onlookers.noticed() == []
    assert find(over, "verify") is None
    told = await ada.finished(await ada.slash("match export", options={"match": 1}))
    assert "lesson" in told.text
    again = await ada.finished(await ada.click(over, found(over, "learn")))
    assert again.ephemeral
    assert LESSON in [each.custom_id for each in again.buttons]
    assert again.text.count("✅") == 1
