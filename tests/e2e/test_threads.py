"""Threads of matches take up no room for longer than they are of use, and leave some of it to the server's people."""

from pathlib import Path

from sqlalchemy import insert

from bot.messenger.threads import AFTER_END, LIMIT, MANY, SPARE
from bot.storage.database import Database
from bot.storage.schema import matches
from sandbox.faults import Fault
from tests.e2e.players import Room, find, found, play_out
from tests.e2e.post_office import post_office
from tests.e2e.test_next_place import begun, players_of
from tests.support.discord import Stage


def archive_minutes_of(room: Room, thread: int) -> int:
    meta = room.sandbox.parts.world.channel(thread).thread_metadata
    assert meta is not None
    return meta.auto_archive_duration


async def test_a_thread_fits_the_pace_and_leaves_an_hour_after_the_end(stage: Stage, tmp_path: Path) -> None:
    """Discord documentation, "Topics: Threads": a thread's creator may change its archive time."""
    room, players = await begun(stage, tmp_path)
    thread = await room.thread(players[0].match)
    assert archive_minutes_of(room, thread) == 4320
    await play_out(room, players)
    await room.calm(players)
    assert archive_minutes_of(room, thread) == AFTER_END


async def test_a_thread_that_cannot_be_tidied_harms_nothing(stage: Stage, tmp_path: Path) -> None:
    room, players = await begun(stage, tmp_path)
    thread = await room.thread(players[0].match)
    room.sandbox.parts.faults.plan(Fault("PATCH", f"/channels/{thread}", status=403, code=50013))
    await play_out(room, players)
    await room.calm(players)
    assert room.sandbox.parts.faults.planned() == []
    assert await room.thread(players[0].match) == thread
    assert all(post.status == "sent" for post in await room.posts(players[0].match))


async def test_a_thread_is_tidied_as_soon_as_discord_can(stage: Stage, tmp_path: Path) -> None:
    room, players = await begun(stage, tmp_path)
    thread = await room.thread(players[0].match)
    room.sandbox.parts.faults.plan(Fault("PATCH", f"/channels/{thread}", times=6, status=503))
    await play_out(room, players)
    while room.sandbox.parts.faults.planned():
        room.advance(60)
        await room.calm(players)
    room.advance(60)
    await room.calm(players)
    assert archive_minutes_of(room, thread) == AFTER_END


async def test_a_thread_of_somebody_else_is_left_as_it_is(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    ada, ben = [await room.client.person(name) for name in ("Ada", "Ben")]
    world = room.sandbox.parts.world
    thread = world.backend.create_thread(ada.here, "Talk", ada.id).id
    lobby = await ada.finished(await ada.slash("play", thread, game="probe", players=2, pace="daily"))
    joined = await ben.wait_for(lambda each: each.id == lobby.id, thread)
    await ben.click(joined, find(joined, "join") or "")
    await ada.click(ada.now(lobby), found(ada.now(lobby), "start"))
    players = await players_of(room, 1)
    await room.calm(players)
    before = room.sandbox.parts.journal.entries()[-1].number
    await play_out(room, players)
    await room.calm(players)
    edits = [each.headline for each in room.sandbox.parts.journal.entries({"request"}, before)]
    assert await room.thread(1) == thread
    assert f"PATCH /channels/{thread}" not in edits


async def test_a_match_leaves_the_last_threads_of_a_server_to_its_people(stage: Stage, tmp_path: Path) -> None:
    """Discord is asked once many matches run; before, a match does not count what others have open."""
    room = await Room.opened(stage, tmp_path, seed=3)
    ada = await room.client.person("Ada")
    await run_beside(room, MANY - 2)
    talks = fill(room, LIMIT - SPARE)
    few, many = await place_of_another(room), await place_of_another(room)
    for thread in talks[:2]:
        await room.client.set_thread(thread, archived=True)
    again = await place_of_another(room)
    assert ada.here not in (few, again)
    assert many == ada.here


async def place_of_another(room: Room) -> int:
    """Begin another match, and return where it is played."""
    match = await room.seated("probe", [await room.client.person(name) for name in ("Ada", "Ben")])
    await room.calm(await players_of(room, match))
    assert all(post.status == "sent" for post in await room.posts(match))
    return await room.thread(match)


def fill(room: Room, number: int) -> list[int]:
    """Let a server have some active threads of its people's."""
    world = room.sandbox.parts.world
    channel = next(each for each in world.backend.channels.values() if each.guild_id is not None and not each.is_thread)
    owner = world.person("Cleo").id
    threads = [world.backend.create_thread(channel.id, "Talk", owner, broadcast=False) for _ in range(number)]
    return [thread.id for thread in threads]


async def run_beside(room: Room, number: int) -> None:
    """Let some more matches run in the server: as rows only."""
    ada = await room.client.person("Ada")
    guild, channel = int(ada.places["guilds"][0]["id"]), ada.here
    row = {
        "game": "probe",
        "status": "running",
        "guild": guild,
        "channel": channel,
        "opener": 1,
        "pace": "daily",
        "options": {},
        "sets": [],
        "secret": b"",
        "counters": {},
        "clocks": {},
        "opened": room.now,
    }
    database = Database(room.url)
    try:
        async with database.transaction() as tx:
            await tx.execute(insert(matches), [row] * number)
    finally:
        await database.close()


async def test_a_thread_is_named_by_what_is_played(stage: Stage, tmp_path: Path) -> None:
    room, players = await begun(stage, tmp_path)
    names = " and ".join(player.person.display_name for player in players)
    thread = await room.thread(players[0].match)
    assert room.sandbox.parts.world.channel(thread).name == f"Probe · {names}"


async def test_a_thread_of_a_tournament_is_named_by_its_round(stage: Stage, tmp_path: Path) -> None:
    async with post_office(stage, tmp_path) as office:
        game = await office.series("Cup")
        assert game is not None
        await office.settle()
        thread = await office.place(game)
        assert thread is not None
        assert office.sandbox.parts.world.channel(thread).name == "R1 · Ada – Ben"
