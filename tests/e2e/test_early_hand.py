"""My hand, pressed before the match begins: the answer becomes the hand by itself."""

from pathlib import Path

from sandbox.client import Person
from sandbox.faults import Fault
from sandbox.seen import Message
from tests.e2e.players import Room, both_doors, find, found
from tests.e2e.test_next_place import begun
from tests.support.discord import Stage

pytestmark = both_doors

BUSY = 1000
"""How often Discord refuses a message: longer than the test waits."""


async def again(room: Room, person: Person) -> Message:
    """Have a person press Rematch on the last post of the first match, and return the answer."""
    over = next(each for each in reversed(person.seen()) if find(each, "rematch") is not None)
    return await person.finished(await person.click(over, found(over, "rematch")))


async def grown(person: Person, answer: Message) -> Message:
    """Wait until an answer has become a panel."""
    return await person.wait_for(lambda each: each.id == answer.id and find(each, "help") is not None)


async def test_the_answer_becomes_the_hand_once_the_match_begins(stage: Stage, tmp_path: Path) -> None:
    room, players = await begun(stage, tmp_path)
    await room.prefer(hand="button")
    ada, ben = [player.person for player in players]
    leaving = await ben.finished(await ben.slash("match leave", options={"match": 1}))
    await ben.finished(await ben.click(leaving, found(leaving, "leave")))
    await room.calm(players)
    room.sandbox.parts.faults.plan(Fault("POST", f"/channels/{ada.here}/messages", times=BUSY, status=503))
    first = await again(room, ada)
    assert first.ephemeral
    early = await again(room, ben)
    assert early.ephemeral
    assert "opens here by itself" in early.text
    asked = await ada.finished(await ada.slash("hand", options={"match": 2}))
    assert "opens here by itself" in asked.text
    cleo = await room.client.person("Cleo")
    assert "not playing" in (await cleo.finished(await cleo.slash("hand", options={"match": 2}))).text
    assert (await room.row(2)).started is None
    room.sandbox.parts.faults.clear()
    room.advance(60)
    for person, answer in ((ben, early), (ada, asked)):
        assert "Your runes" in (await grown(person, answer)).text
