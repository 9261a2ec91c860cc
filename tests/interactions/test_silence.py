"""What nobody has to answer comes without a sound; what asks somebody does not.

The same goes through a process and a socket in `tests/e2e/test_match.py`.
"""

from pathlib import Path

from tests.e2e.players import Player, both_doors, play_out
from tests.interactions.room import Room
from tests.support.discord import Stage


@both_doors
async def test_only_what_asks_somebody_makes_a_sound(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.seated("probe", people)
    players = [Player(room, person, match) for person in people]
    await room.calm(players)
    asked = [message for person in people for message in await person.dms() if message.buttons]
    assert asked
    await play_out(room, players)
    thread = await room.thread(match)
    said = [message for message in await people[0].messages(thread) if message.raw["type"] == 0]
    woken = {message.id for person in people for message in await person.messages(thread) if message.pings_me}
    heard = {message.id for message in said if not message.silent}
    assert woken
    assert heard == woken
    assert {message.id for message in said} - heard
