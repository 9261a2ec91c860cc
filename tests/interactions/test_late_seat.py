"""A late answer about a person's own seat stays private, also when the match begins."""

from pathlib import Path

from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import find, found
from tests.interactions.room import Room
from tests.support.discord import Stage

AT_ONCE = "0"
"""The `TEST_PATIENCE` of a bot that announces every answer."""


async def full_table(stage: Stage, tmp_path: Path, game: str) -> tuple[Room, Person, Person, Message]:
    """A table of Ada's at which Ben sits."""
    room = await Room.prepared(stage, tmp_path, seed=2)
    room.environment = {"TEST_PATIENCE": AT_ONCE}
    await room.start()
    await room.prefer(hand="button")
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    table = await ada.finished(await ada.slash("play", game=game, pace="daily"))
    await ben.click(table, found(table, "join"))
    await ada.until(lambda: find(ada.now(table), "start") is not None, "a full table")
    return room, ada, ben, table


async def starts(room: Room, ada: Person, table: Message) -> None:
    """Have the match start; afterwards its table is still the table, and shows nobody's hand."""
    await ada.click(ada.now(table), found(ada.now(table), "start"))
    await room.quiet(ada)
    assert find(ada.now(table), "help") is None, "everybody sees a hand"
    assert find(ada.now(table), "hand") is not None


async def test_a_late_answer_about_a_seat_becomes_the_hand_and_never_the_table(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben, table = await full_table(stage, tmp_path, "varia")
    seat = await ben.finished(await ben.click(ben.now(table), found(ben.now(table), "seat")))
    assert seat.ephemeral
    await starts(room, ada, table)
    assert find(ben.now(seat), "help") is not None


async def test_a_late_answer_to_a_lucky_word_becomes_the_hand_and_never_the_table(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben, table = await full_table(stage, tmp_path, "zarcana")
    asked = await ben.click(ben.now(table), found(ben.now(table), "word"))
    await ben.submit_modal(asked, {"word": "luck"})
    seat = await ben.wait_for(lambda each: each.ephemeral and "luck" in each.text)
    await starts(room, ada, table)
    assert find(ben.now(seat), "help") is not None
