"""Whole matches in every kind of place in which people talk, and a tournament in a thread.

One game in each place; with `--every`, as `make soak` does it, every game in each.
"""

from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from bot.host.match.places import FIRST_LOOK
from bot.storage import matches, tournaments
from bot.storage import people as stored
from bot.storage.database import Database
from bot.storage.outbox import PostRow
from engine.registry import GAMES
from sandbox.client import Person
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from sandbox.world import ThreadLimits
from tests.e2e.players import Player, Room, anything_new, begin, confirmed, found, ids_of, play_out
from tests.e2e.tournament_panels import opened, set_up, typed
from tests.support.discord import Stage

WORLD: Final = WorldDescription(
    people=("Ada", "Ben", "Cleo", "Dan"),
    guilds=(
        GuildDescription(
            "Inn",
            (
                ChannelDescription("lobby"),
                ChannelDescription("news", kind="announcement"),
                ChannelDescription("table-talk", kind="voice"),
                ChannelDescription("on-air", kind="stage"),
                ChannelDescription("boards", kind="forum"),
                ChannelDescription("gallery", kind="media"),
            ),
        ),
    ),
)


async def room_of(stage: Stage, folder: Path, seed: int = 3, *, pictures: bool = False) -> tuple[Room, Person, Person]:
    room = await Room.prepared(stage, folder, seed, world=WORLD, pictures=pictures)
    await room.start()
    return room, await room.client.person("Ada"), await room.client.person("Ben")


async def begun(room: Room, ada: Person, ben: Person, place: int, game: str) -> list[Player]:
    """Let Ada ask for a match in a place and begin it with Ben."""
    table = await ada.finished(await ada.slash("play", place, game=game, opponent=ben, pace="daily"))
    assert table.channel_id == place
    invited = await ben.wait_for(lambda each: each.id == table.id, place)
    await ben.click(invited, found(invited, "join"))
    await ada.until(lambda: any(each.action == "start" for each in ids_of(ada.now(table))), "Start")
    match = await begin(ada, table)
    return [Player(room, person, match) for person in (ada, ben)]


async def all_was_said(room: Room, players: list[Player]) -> int:
    """Wait until everything is said and nothing of it was given up, and return where."""
    await room.calm(players)
    assert (await room.row(players[0].match)).status == "over"
    assert {post.status for post in await said(room, players)} == {"sent"}
    return await room.thread(players[0].match)


async def said(room: Room, players: list[Player]) -> list[PostRow]:
    """What was to be said in a match."""
    return await room.posts(players[0].match)


async def in_a_thread(room: Room, ada: Person) -> int:
    return await ada.start_thread("aside", "lobby")


async def in_a_post(room: Room, ada: Person) -> int:
    return (await ada.start_post("A table for two", "Who plays?", "boards")).channel_id


async def in_a_media_post(room: Room, ada: Person) -> int:
    return (await ada.start_post("A table for two", "Who plays?", "gallery")).channel_id


async def in_voice_chat(room: Room, ada: Person) -> int:
    return ada.channel_id("table-talk")


async def in_stage_chat(room: Room, ada: Person) -> int:
    return ada.channel_id("on-air")


async def without_room(room: Room, ada: Person) -> int:
    """In a server that has no room for another active thread."""
    room.sandbox.parts.world.backend.thread_limits = ThreadLimits(active=0)
    return ada.channel_id("lobby")


Place = Callable[[Room, Person], Awaitable[int]]


PLAYED: Final[dict[Place, str]] = {
    in_a_thread: "varia",
    in_a_post: "artbot",
    in_voice_chat: "warmage",
    without_room: "artbot",
    in_stage_chat: "artbot",
    in_a_media_post: "artbot",
}
"""What is played in each place, if not every game is."""


USUAL: Final = {
    "test_a_match_in_an_announcement_channel_has_a_thread_there": "zarcana",
    "test_a_match_goes_on_when_its_thread_is_locked_and_returns_when_it_is_unlocked": "artbot",
}
"""The same for the tests that have a place of their own."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    every = metafunc.config.getoption("--every")
    if "place" in metafunc.fixturenames:
        pairs = product(GAMES, PLAYED) if every else ((game, place) for place, game in PLAYED.items())
        metafunc.parametrize(("game", "place"), list(pairs))
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", list(GAMES) if every else [USUAL[metafunc.function.__name__]])


@pytest.mark.timeout(1200)  # a whole match takes a busy machine longer than the usual limit
async def test_a_match_is_played_where_it_was_asked_for(stage: Stage, tmp_path: Path, game: str, place: Place) -> None:
    pictures = game == "warmage"  # whose matches are drawn nowhere else; this one is short
    room, ada, ben = await room_of(stage, tmp_path, 1 if pictures else 3, pictures=pictures)
    here = await place(room, ada)
    players = await begun(room, ada, ben, here, game)
    await play_out(room, players)
    assert await all_was_said(room, players) == here


@pytest.mark.timeout(1200)
async def test_a_match_in_an_announcement_channel_has_a_thread_there(stage: Stage, tmp_path: Path, game: str) -> None:
    room, ada, ben = await room_of(stage, tmp_path)
    here = ada.channel_id("news")
    players = await begun(room, ada, ben, here, game)
    await play_out(room, players)
    there = await all_was_said(room, players)
    thread = next(each for each in ada.threads if int(each["id"]) == there)
    assert (thread["type"], thread["parent_id"]) == (10, str(here))


@pytest.mark.timeout(1200)
async def test_a_match_goes_on_when_its_thread_is_locked_and_returns_when_it_is_unlocked(
    stage: Stage, tmp_path: Path, game: str
) -> None:
    room, ada, ben = await room_of(stage, tmp_path)
    players = await begun(room, ada, ben, ada.channel_id("lobby"), game)
    await room.calm(players)
    thread = await room.thread(players[0].match)
    await room.client.set_thread(thread, locked=True)
    before = len(await said(room, players))
    while len(await said(room, players)) < before + 2:
        await step(room, players)
    await room.calm(players)
    assert {post.status for post in await said(room, players)} == {"sent"}
    assert await room.thread(players[0].match) != thread
    await room.client.set_thread(thread, locked=False)
    for _ in range(2):  # a look that came before the thread was unlocked doubles the time to the next one
        room.advance(FIRST_LOOK)
        await room.calm(players)
    assert await room.thread(players[0].match) == thread
    await play_out(room, players)
    assert await all_was_said(room, players) == thread


async def step(room: Room, players: list[Player]) -> None:
    """Let everybody click once; where nobody can, the clock moves on."""
    if not any([await player.act() for player in players]):
        await room.calm(players)
        room.advance(60.0)


@pytest.mark.timeout(600)
async def test_four_people_play_a_tournament_in_a_thread(stage: Stage, tmp_path: Path) -> None:
    room, ada, _ = await room_of(stage, tmp_path)
    here = await ada.start_thread("cup", "lobby")
    people = [await room.client.person(name) for name in WORLD.people]
    await have_hands_sent(room, people)
    panel = await set_up(room, "Cup", ("format", "single"), ("preset", "duel"), place=here)
    announcement = await opened(ada, await typed(ada, panel, "round_cap", "3"), "Cup")
    assert announcement.channel_id == here
    for person in people:
        seen = await person.wait_for(lambda each: each.id == announcement.id, here)
        joined = await person.click(person.now(seen), found(person.now(seen), "tjoin"))
        assert joined.kind in ("update", "deferred"), joined.reason
    manage = await ada.finished(await ada.slash("tournament manage", here))
    await confirmed(ada, manage, "tstart")
    at_tables: dict[int, list[Player]] = {}
    while not await is_over(room):
        for match in games_of(ada) - at_tables.keys():
            async with room.reading() as connection:
                seated = await matches.people_at(connection, match)
            at_tables[match] = [Player(room, person, match) for person in people if person.id in seated]
        players = [player for table in at_tables.values() for player in table]
        acted = any([await player.act() for player in players])
        if not acted and not await anything_new(people) and await room.all_done():
            room.advance(60.0)
    await room.calm([player for table in at_tables.values() for player in table])
    assert len(at_tables) == 3  # two semifinals and the final
    for match in at_tables:
        assert await room.thread(match) == here
        assert {post.status for post in await room.posts(match)} == {"sent"}


async def is_over(room: Room) -> bool:
    """Whether the only tournament is over."""
    async with room.reading() as connection:
        row = await tournaments.get(connection, 1)
    return row is not None and row.status == "over"


def games_of(person: Person) -> set[int]:
    """The matches whose cards somebody has seen."""
    cards = (each for each in person.seen() if "your match is ready" in each.text)
    return {each.number for card in cards for each in ids_of(card) if each.action == "hand"}


async def have_hands_sent(room: Room, people: list[Person]) -> None:
    """Let people want their hands by direct message, and no pictures."""
    database = Database(room.url)
    async with database.transaction() as tx:
        for person in people:
            await stored.change_user(tx, person.id, hand="dm", pictures=False)
    await database.close()
