"""How fast a person's click is answered while house players in 200 other matches all want to move.

All through the sandbox, with the bot in a process of its own. First the clock stands still, so that nobody moves; then
it goes on, and the same person clicks on until the last house player has moved. The sandbox's request limits are off,
so that what house players do is said as fast as the bot can.
"""

import asyncio
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select

from benchmarks.host_speed import fill, plan_and_undo, say
from bot.host.clocks import HOUSE
from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.schema import timers
from bot.ui.custom_ids import parse
from tests.e2e.table import SETTINGS, Player, Room, find, found, offered
from tests.support.discord import Stage, open_stage

MATCHES = 200
LEVEL = "normal"
SEED = 2
"""Of the dice, which decide whether the house players begin."""

WARM_UP, CLICKS, AT_A_TIME = 20, 200, 20
PAUSE = 10.0
"""For how many seconds the clock is moved on at first: past every pause that a house player makes."""

COPIED = {
    "matches": {"id": "i"},
    "seats": {"match": "i"},
    "timers": {"id": "id + i * 1000", "match": "i"},
    "surfaces": {"id": "id + i * 1000", "match": "i", "shown": "wanted"},
    "entries": {"match": "i"},
    "events": {"match": "i"},
}
"""Which columns of a match's rows are others in the copy of number `i`: the same person sits in all of them."""


async def _start(room: Room, name: str, opponent: str | None = None) -> int:
    """Let somebody start a match, against another person or a house player; an answer may come late."""
    person = await room.client.person(name)
    other = None if opponent is None else await room.client.person(opponent)
    against = {"house": LEVEL} if other is None else {"opponent": other}
    await person.slash("play", pace="daily", deck="Cinder Vanguard", **against)
    first = "start" if other is None else "join"
    lobby = await person.wait_for(lambda each: find(each, first) is not None)
    if other is not None:
        await other.click(lobby, found(lobby, "join"))
        await person.until(lambda: find(person.now(lobby), "start") is not None, "a table that can be started")
    await person.click(person.now(lobby), found(person.now(lobby), "start"))
    match = parse(found(lobby, first)).match
    await person.wait_for(lambda each: find(each, "hand") is not None and parse(found(each, "hand")).match == match)
    return match


async def _open_crowd(room: Room) -> None:
    """Let Cleo sit in all the matches, each against a house player whose turn it is."""
    match = await _start(room, "Cleo")
    await room.calm([Player(room, await room.client.person("Cleo"), match)])
    thread = await room.thread(match)
    await room.bot.stop()
    await fill(room.url, match, MATCHES, COPIED)
    database = Database(room.url)
    async with database.transaction() as tx:
        for copy in range(match + 1, match + MATCHES):
            await outbox.keep_place(tx, f"match {copy} thread", thread)
    await database.close()
    await room.start()


async def _moves_due(room: Room) -> int:
    """Return how many house players want to move."""
    database = Database(room.url)
    async with database.reading() as connection:
        query = select(func.count()).select_from(timers).where(timers.c.kind == HOUSE)
        count = int(await connection.scalar(query) or 0)
    await database.close()
    return count


async def _measure(stage: Stage, folder: Path) -> None:
    room = await Room.prepared(stage, folder, seed=SEED, settings=replace(SETTINGS, limits="off"))
    await room.start()
    match = await _start(room, "Ada", "Ben")
    players = [Player(room, await room.client.person(name), match) for name in ("Ada", "Ben")]
    await room.calm(players)
    panels = [(await player.shown(), player) for player in players]
    mover = next(player for panel, player in panels if offered(panel))
    room.freeze()
    await _open_crowd(room)
    await plan_and_undo(mover, WARM_UP)
    alone = say(f"{MATCHES} matches against house players that stand still", await plan_and_undo(mover, CLICKS))
    due, taken = await _moves_due(room), list[float]()
    if not due:
        raise RuntimeError("no house player wants to move: the dice of this seed let the person begin")
    room.advance(PAUSE)
    while (left := await _moves_due(room)) and len(taken) < CLICKS:
        taken += await plan_and_undo(mover, AT_A_TIME)
    beside = say(f"the same while {LEVEL} house players move in all of them", taken)
    print(f"host: {due - left} of {due} house players moved meanwhile; 99th percentile {beside / alone:.2f} times")
    await room.bot.stop()


async def _run() -> None:
    async with open_stage() as stage:
        with TemporaryDirectory() as folder:
            await _measure(stage, Path(folder))


def house_speed() -> None:
    """Print how long clicks take without house players that move, and beside 200 that do."""
    asyncio.run(_run())


if __name__ == "__main__":
    house_speed()
