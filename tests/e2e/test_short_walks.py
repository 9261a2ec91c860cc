"""What people do beside a match, once each through the bot's process and a socket.

`tests/interactions` tries the same in all its ways, with the bot in the test's own process.
"""

from pathlib import Path

from bot.ui.messages.custom_ids import CustomId
from cardsdb.lesson_files import shipped_lessons
from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import Room, both_doors, confirmed, find, found
from tests.e2e.tournament_panels import chosen, opened, set_up, turned
from tests.support.discord import Stage

pytestmark = both_doors

WHEN = 1
"""The page of a tournament's panel on which its start is set, counted from 0."""


async def told(person: Person, command: str, **options: object) -> Message:
    """Return the answer to a command."""
    return await person.finished(await person.slash(command, options=options))


async def test_a_lesson_is_begun_and_answered(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada = await room.client.person("Ada")
    listed = await told(ada, "learn")
    lesson = next(iter(shipped_lessons()))
    panel = await ada.finished(await ada.click(listed, str(CustomId("lesson", argument=lesson))))
    assert panel.ephemeral
    row = await room.row(1)
    assert (row.status, row.unrated) == ("running", "lesson")


async def test_a_finished_match_is_looked_back_at_and_played_on(stage: Stage, tmp_path: Path) -> None:
    """The review, the page, the file, a match from its first step, the list of the best and a profile."""
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    match = await room.seated("artbot", [ada, ben])
    leaving = await told(ben, "match leave", match=match)
    await ben.click(leaving, found(leaving, "leave"))
    assert (await room.row(match)).status == "over"
    for command, file in (("export", ".json"), ("replay", ".html")):
        (sent,) = (await told(ada, f"match {command}", match=match)).attachments
        assert sent["filename"].endswith(file)
    assert (await told(ada, "match review", match=match)).ephemeral
    table = await told(ada, "match fork", match=match, step=1)
    assert find(table, "start") is not None
    assert (await told(ada, "leaderboard", game="artbot")).text
    by_menu = await ada.finished(await ada.context_menu("Profile", "Ben"))
    assert by_menu.text == (await ada.finished(await ada.slash("profile", person=ben))).text


async def test_a_tournament_is_an_event_of_the_server_and_is_cancelled(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path)
    ada = await room.client.person("Ada")
    panel = await turned(ada, await set_up(room, "Cup", ("format", "single")), WHEN)
    await opened(ada, await chosen(ada, panel, "starts", "2"), "Cup")
    await room.quiet(ada)
    guild = int(ada.places["guilds"][0]["id"])
    assert [event["name"] for event in room.sandbox.parts.world.scheduled_events(guild)] == ["Cup"]
    await confirmed(ada, await told(ada, "tournament manage"), "tcourse")
    await room.quiet(ada)
    assert room.sandbox.parts.world.scheduled_events(guild) == []
