"""A match is told on wherever it can be, whatever became of the messages and threads that it had.

The same goes through a process and a socket in `tests/e2e/test_next_place.py`.
"""

from pathlib import Path

from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.destination import Destination
from tests.e2e.players import STEP, Player, news
from tests.interactions.room import Room
from tests.support.discord import Stage


async def test_a_match_that_lost_its_lobby_and_its_thread_goes_on_in_another_thread(
    stage: Stage, tmp_path: Path
) -> None:
    """Found by torture: no thread was opened any more where there was no lobby to open it under."""
    room = await Room.opened(stage, tmp_path, seed=6)
    people = [await room.client.person(name) for name in ("Ada", "Ben")]
    match = await room.seated("probe", people)
    players = [Player(room, person, match) for person in people]
    await room.calm(players)
    channel, thread = people[0].here, await room.thread(match)
    lobby = next(each for each in people[0].seen() if each.id == thread)  # a thread has the number of its message
    await room.client.permit(channel, "bot", "send_messages", allowed=False)
    await room.client.delete_message(lobby)
    await change_lobby(room, match)
    room.advance(STEP)
    await room.calm(players)
    async with room.reading() as connection:
        given_up = await outbox.surface(connection, match, "lobby", None)
    assert given_up is not None
    assert (given_up.message, given_up.shown) == (None, given_up.wanted)
    await room.client.permit(channel, "bot", "send_messages", allowed=True)
    await room.client.delete_channel(thread)
    while await room.thread_or_none(match) in (None, thread):
        if not any([await player.act() for player in players]) and not await news(players):
            room.advance(STEP)
    await room.calm(players)
    assert all(post.status == "sent" for post in await room.posts(match))


async def change_lobby(room: Room, match: int) -> None:
    """Let the bot want to show a match's lobby anew."""
    database = Database(room.url)
    async with database.transaction() as tx:
        await outbox.mark(tx, match, "lobby", None, Destination.lobby(match), anew=True)
    await database.close()
