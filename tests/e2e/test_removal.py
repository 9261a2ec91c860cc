"""A bot that is removed from a server, or cannot reach it, hears of it from the gateway and ends nothing there."""

from pathlib import Path

import pytest

from bot.host.kernel.paces import DAY, HOUR
from bot.storage import people
from bot.storage.database import Database
from tests.e2e.players import Player, Room, found
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("only the gateway tells of servers and threads")


async def playing(stage: Stage, folder: Path, *names: str) -> tuple[Room, list[Player], int]:
    """Begin a match of two people, Ada and Ben unless named, and return its server too."""
    room = await Room.opened(stage, folder)
    persons = [await room.client.person(name) for name in names or ("Ada", "Ben")]
    match = await room.seated("probe", persons)
    players = [Player(room, person, match) for person in persons]
    await room.calm(players)
    return room, players, int(persons[0].places["guilds"][0]["id"])


async def comes(room: Room, match: int, paused: str | None) -> None:
    """Wait until a match is paused for a reason, or not paused."""
    while (await room.row(match)).paused != paused:
        pass


async def told(room: Room, players: list[Player]) -> list[str]:
    """Return the kinds of the posts about a match, all of which are sent."""
    await room.calm(players)
    posts = await room.posts(players[0].match)
    assert {post.status for post in posts} == {"sent"}
    return [post.kind for post in posts]


async def test_a_kick_and_a_new_invitation_end_no_match(stage: Stage, tmp_path: Path) -> None:
    room, players, guild = await playing(stage, tmp_path)
    match, thread = players[0].match, await room.thread(players[0].match)
    await room.client.kick_bot(guild)
    await comes(room, match, "removed")
    heard = [len(player.person.seen()) for player in players]
    room.advance(20 * HOUR)
    await room.calm(players)
    assert [len(player.person.seen()) for player in players] == heard, "nobody is written to first"
    await room.client.invite_bot(guild)
    await comes(room, match, None)
    assert (await told(room, players)).count("outage") == 1
    assert await room.thread(match) == thread
    while (await room.row(match)).status == "running":
        if not any([await player.act() for player in players]):
            await room.calm(players)
            room.advance(60.0)
    assert (await room.row(match)).outcome is not None


async def test_whoever_clicks_while_the_bot_is_removed_is_answered(stage: Stage, tmp_path: Path) -> None:
    room, players, guild = await playing(stage, tmp_path)
    panels = {player: await player.shown() for player in players}
    await room.client.kick_bot(guild)
    await comes(room, players[0].match, "removed")
    for player, panel in panels.items():
        outcome = await player.person.click(panel, found(panel, "more"))
        assert outcome.kind in ("message", "update", "deferred"), outcome.reason


async def test_a_kick_while_the_bot_is_down_ends_no_match(stage: Stage, tmp_path: Path) -> None:
    room, players, guild = await playing(stage, tmp_path)
    match = players[0].match
    await room.bot.stop()
    await room.client.kick_bot(guild)
    await room.process()
    await comes(room, match, "removed")
    await room.client.invite_bot(guild)
    await comes(room, match, None)
    assert (await told(room, players)).count("outage") == 1


async def test_a_kick_for_good_ends_no_match_before_the_grace_is_over(stage: Stage, tmp_path: Path) -> None:
    room, players, guild = await playing(stage, tmp_path)
    match = players[0].match
    await room.client.kick_bot(guild)
    await comes(room, match, "removed")
    room.advance(DAY - HOUR)
    await room.calm(players)
    assert (await room.row(match)).status == "running"
    room.advance(2 * HOUR)
    while (await room.row(match)).status == "running":
        pass
    row = await room.row(match)
    assert row.closing is not None
    assert row.closing["id"] == "end.removed"


async def test_an_unavailable_server_costs_nobody_time(stage: Stage, tmp_path: Path) -> None:
    room, players, guild = await playing(stage, tmp_path)
    match = players[0].match
    await room.client.set_available(guild, available=False)
    await comes(room, match, "unavailable")
    room.advance(HOUR)
    await room.client.set_available(guild, available=True)
    await comes(room, match, None)
    assert (await told(room, players)).count("outage") == 1
    await players[0].person.wait_for(lambda each: "60 minutes" in each.text)


async def test_a_locked_thread_is_a_pause_until_it_is_unlocked(stage: Stage, tmp_path: Path) -> None:
    room, players, _ = await playing(stage, tmp_path, "Ben", "Cleo")
    match, thread = players[0].match, await room.thread(players[0].match)
    await room.client.set_thread(thread, locked=True)
    await comes(room, match, "thread")
    await room.client.set_thread(thread, locked=False)
    await comes(room, match, None)
    assert await room.thread(match) == thread
    assert "outage" in await told(room, players)


async def test_a_player_who_owns_the_server_stops_no_clock_with_a_lock(stage: Stage, tmp_path: Path) -> None:
    room, players, _ = await playing(stage, tmp_path)
    match, thread = players[0].match, await room.thread(players[0].match)
    await room.client.set_thread(thread, locked=True)
    while await room.thread_or_none(match) in (None, thread):
        pass
    assert (await room.row(match)).paused is None


async def test_a_deleted_role_that_the_settings_name_is_no_secret_to_the_owner(stage: Stage, tmp_path: Path) -> None:
    room, players, guild = await playing(stage, tmp_path)
    role = int(room.sandbox.parts.world.backend.create_role(guild, "Openers").id)
    database = Database(room.url)
    async with database.transaction() as tx:
        await people.change_guild(tx, guild, openers=role)
    await database.close()
    await room.client.delete_role(guild, role)
    await players[0].person.wait_for(lambda each: "open tables was deleted" in each.text)
