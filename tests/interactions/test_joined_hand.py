"""What somebody sees of their own seat before a match becomes their hand, and no hand is ever in public."""

from pathlib import Path

import pytest

from sandbox.person import Person
from sandbox.seen import Message
from tests.e2e.players import find, found
from tests.interactions.room import Room
from tests.support.discord import Stage


async def opened(stage: Stage, tmp_path: Path, **front: str) -> tuple[Room, Person, Person]:
    """A room whose people open their hands themselves."""
    room = await Room.prepared(stage, tmp_path, seed=2)
    room.environment = front
    await room.start()
    await room.prefer(hand="button")
    return room, await room.client.person("Ada"), await room.client.person("Ben")


async def joined(person: Person, table: Message) -> Message:
    """Have somebody join, and return what they see of their seat."""
    before = {each.id for each in person.seen()}
    await person.until(lambda: find(person.now(table), "join") is not None, "a free seat")
    await person.click(person.now(table), found(person.now(table), "join"))
    return await person.wait_for(lambda each: each.ephemeral and each.id not in before)


def hands(person: Person) -> list[int]:
    """The messages that show somebody a hand."""
    return [each.id for each in person.seen() if find(each, "help") is not None]


async def starts(room: Room, ada: Person, ben: Person, table: Message) -> None:
    """Have the match start; the table is still the table, and no message that both see is a hand."""
    await ada.until(lambda: find(ada.now(table), "start") is not None, "a full table")
    await ada.click(ada.now(table), found(ada.now(table), "start"))
    await room.quiet(ada)
    assert find(ada.now(table), "hand") is not None
    for person in (ada, ben):
        assert [each.text for each in person.seen() if not each.ephemeral and find(each, "help")] == []


@pytest.mark.parametrize("front", [{}, {"TEST_PATIENCE": "0"}], ids=["in time", "announced"])
async def test_what_follows_join_becomes_the_hand_and_the_table_never_does(
    stage: Stage, tmp_path: Path, front: dict[str, str]
) -> None:
    room, ada, ben = await opened(stage, tmp_path, **front)
    table = await ada.finished(await ada.slash("play", game="varia", pace="daily"))
    seat = await joined(ben, table)
    await starts(room, ada, ben, table)
    assert hands(ben) == [seat.id]
    assert hands(ada) == []


async def test_what_followed_join_is_still_the_hand_after_choosing_a_deck_there(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben = await opened(stage, tmp_path)
    table = await ada.finished(await ada.slash("play", game="varia", pace="daily"))
    seat = await joined(ben, table)
    (deck,) = seat.selects
    await ben.select(seat, deck.custom_id, [deck.options[-1][0]])
    await starts(room, ada, ben, table)
    assert hands(ben) == [seat.id]


async def test_an_accepted_challenge_and_the_openers_own_seat_become_hands(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben = await opened(stage, tmp_path)
    table = await ada.finished(await ada.slash("play", game="varia", pace="daily", opponent=ben))
    own = await ada.finished(await ada.click(table, found(table, "seat")))
    seat = await joined(ben, table)
    await starts(room, ada, ben, table)
    assert (hands(ada), hands(ben)) == ([own.id], [seat.id])


async def test_a_seat_that_was_left_becomes_nobodys_hand(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben = await opened(stage, tmp_path)
    cleo = await room.client.person("Cleo")
    table = await ada.finished(await ada.slash("play", game="varia", pace="daily"))
    await joined(ben, table)
    more = await ben.finished(await ben.click(ben.now(table), found(ben.now(table), "table")))
    await ben.click(more, found(more, "quit"))
    seat = await joined(cleo, table)
    await starts(room, ada, ben, table)
    assert hands(ben) == []
    assert seat.id in hands(cleo)


async def test_a_hand_that_followed_join_says_where_a_newer_one_is(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben = await opened(stage, tmp_path)
    table = await ada.finished(await ada.slash("play", game="varia", pace="daily"))
    seat = await joined(ben, table)
    await starts(room, ada, ben, table)
    newer = await ben.finished(await ben.click(ben.now(table), found(ben.now(table), "hand")))
    await room.quiet(ben)
    assert hands(ben) == [newer.id]
    assert "below" in ben.now(seat).text


async def test_who_joins_a_rematch_has_the_hand_where_their_seat_was(stage: Stage, tmp_path: Path) -> None:
    room, ada, ben = await opened(stage, tmp_path)
    match = await room.seated("varia", [ada, ben])
    leaving = await ben.finished(await ben.slash("match leave", options={"match": match}))
    await ben.finished(await ben.click(leaving, found(leaving, "leave")))
    over = await ada.wait_for(lambda each: find(each, "rematch") is not None)
    asked = await ada.finished(await ada.click(over, found(over, "rematch")))
    table = await ben.wait_for(lambda each: find(each, "join") is not None)
    seat = await joined(ben, table)
    await starts(room, ada, ben, table)
    assert find(ada.now(asked), "help") is not None
    assert find(ben.now(seat), "help") is not None
