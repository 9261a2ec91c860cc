"""Latency of a person's click while house players in 200 other matches all want to move.

Everything goes through the sandbox, with the bot in its own process. House players are idle while their pause lasts;
when it ends, all of them keep moving until their opponents have to answer, which nobody does. The clicks stop when the
moves do, at the latest. Idle and moving phases alternate several times, because a machine's speed varies. The
sandbox's rate limits are off: the bot posts the house players' moves as fast as it can.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.host_speed import bare_bot, fill, plan_and_undo, say, undisturbed
from benchmarks.load import processor_time
from bot.host import lobby
from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.lobby import Opening
from bot.host.match.timers import HOUSE
from bot.storage import destinations, schema, timers
from bot.storage.database import Database
from bot.storage.destination import Destination
from bot.storage.migrate import migrate
from bot.storage.schema import entries, seats, surfaces
from bot.storage.timers import TimerRow
from engine.registry import GAMES
from sandbox.client import Person
from sandbox.description import WorldDescription
from tests.e2e.players import SETTINGS, Player, Room
from tests.host.players import click, click_randomly, table_of
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.discord import Stage, open_stage

MATCHES: Final = 200
GAME, DECK, LEVEL = "varia", "Cinder Vanguard", "normal"
ROUNDS, WARM_UP, AT_A_TIME = 3, 20, 10
CLICKS, UNHURRIED = 400, 20
"""The number of clicks per round without a pause, and with one, each beside idle and beside moving house players."""

PAUSE: Final = 0.25
"""The pause before an unhurried click, in seconds: house players move in between."""

ALLOWED: Final = 1.5
"""The maximum ratio of the 99th percentiles beside moving and beside idle house players, without a pause."""

GUESTS: Final = tuple(f"Guest{number}" for number in range(1, MATCHES))
"""The players in the copies of a match against a house player, one in each."""

T = TypeVar("T")


async def _read(room: Room, query: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    database = Database(room.url)
    async with database.reading() as connection:
        found = await query(connection)
    await database.close()
    return found


async def _waiting(connection: AsyncConnection) -> int:
    """Return the number of matches in which a house player wants to move."""
    wanted = schema.timers
    moves = select(func.count(wanted.c.match.distinct())).where(wanted.c.kind == HOUSE)
    return int(await connection.scalar(moves) or 0)


async def _picks(connection: AsyncConnection) -> int:
    """Return the number of picks that house players have made."""
    of_house = (seats.c.match == entries.c.match) & (seats.c.seat == entries.c.seat) & seats.c.house.is_not(None)
    query = select(func.count()).select_from(entries.join(seats, of_house)).where(entries.c.kind == "pick")
    return int(await connection.scalar(query) or 0)


async def _prepare(room: Room) -> Player:
    """Create a match between two people, and all the others; return the player whose turn it is in the first.

    This takes no clicks and runs before the bot starts: on a busy machine, a slow lobby may miss clicks.
    """
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    database = Database(room.url)
    await migrate(database)
    host = Host(database, GAMES, ManualClock(room.now), SeededChance(room.seed), HOOKS)
    await host.store_sets()
    match = await _start(host, ada, ben)
    crowd = await _against_house(host, ada)
    await database.close()  # nothing else may have the file open meanwhile; later code reconnects
    await fill(room.url, crowd, MATCHES)
    async with database.transaction() as tx:
        for each in (match, crowd):
            await destinations.keep_place(tx, Destination.thread(each), ada.here)
        for copy, name in enumerate(GUESTS, crowd + 1):
            await _seat(tx, copy, room.sandbox.parts.world.people[name], ada.here)
    mover = (ada, ben)[(await table_of(host, match)).open()[0].seat]
    await database.close()
    return Player(room, mover, match)


async def _start(host: Host, person: Person, opponent: Person | None = None) -> int:
    """Start a match against another person, or a house player."""
    options = host.games[GAME].spec.options()
    guild = int(person.places["guilds"][0]["id"])
    wanted = Opening(
        GAME,
        "daily",
        guild,
        person.here,
        options,
        opponents=() if opponent is None else (opponent.id,),
        house=LEVEL if opponent is None else None,
        deck=DECK,
    )
    table = await lobby.open_table(host, click(person.id), wanted)
    if table is None:
        raise RuntimeError("the table was opened before")
    if opponent is not None:
        await lobby.join(host, click(opponent.id), table.match.id)
    await lobby.start(host, click(person.id), table.match.id)
    return table.match.id


async def _against_house(host: Host, person: Person) -> int:
    """Start a match in which it is a house player's turn, and remains so because the clock stands still."""
    match, chance = await _start(host, person), Random(MATCHES)
    while all(timer.kind != HOUSE for timer in await _timers(host, match)):
        await click_randomly(host, match, person.id, chance)
    return match


async def _timers(host: Host, match: int) -> list[TimerRow]:
    async with host.database.reading() as connection:
        return await timers.of_match(connection, match)


async def _seat(tx: AsyncConnection, match: int, user: int, channel: int) -> None:
    """Seat a person from the sandbox in a copied match, which is played in a channel."""
    await tx.execute(update(seats).where(seats.c.match == match, seats.c.user.is_not(None)).values(user=user))
    hand = (surfaces.c.match == match) & (surfaces.c.kind == "hand")
    await tx.execute(update(surfaces).where(hand).values(destination=str(Destination.dm(user))))
    await destinations.keep_place(tx, Destination.thread(match), channel)


class Work:
    """The work of house players and the bot since this object was created."""

    def __init__(self, bot: int, picks: int) -> None:
        self._bot = bot
        self._picks = picks
        self._begun = time.perf_counter()
        self._used = self._processor()

    def _processor(self) -> tuple[float, float]:
        """Return the processor seconds of the bot, and of its child processes, which think and draw."""
        tasks = Path(f"/proc/{self._bot}/task").glob("*/children")
        children = [int(pid) for each in tasks for pid in each.read_text("utf-8").split()]
        return processor_time(self._bot), sum(processor_time(pid) for pid in children)

    def told(self, picks: int) -> str:
        """Return the number of picks by house players and the share of a core that was used, as text."""
        seconds = time.perf_counter() - self._begun
        bot, beside = (now - then for now, then in zip(self._processor(), self._used, strict=True))
        return (
            f"{picks - self._picks} picks by house players in {seconds:.0f} s, "
            f"{beside / seconds:.0%} of a core for the processes that think and draw, {bot / seconds:.0%} for the bot"
        )


async def _pause(room: Room, seconds: float) -> None:
    """Set the pause of all house players that want to move to end in `seconds` seconds."""
    database, wanted = Database(room.url), schema.timers
    async with database.transaction() as tx:
        await tx.execute(update(wanted).where(wanted.c.kind == HOUSE).values(due=room.now + seconds))
    await database.close()


async def _wake(room: Room, mover: Player) -> None:
    """Wait until house players begin to move: their processes start with the first search."""
    before = await _read(room, _picks)
    await _pause(room, 0.0)
    while await _read(room, _picks) == before and await _read(room, _waiting) > 0:
        await plan_and_undo(mover, WARM_UP)


async def _still(room: Room, mover: Player, clicks: int, pause: float) -> list[float]:
    """Click while house players are idle; return the latencies."""
    await _pause(room, DAY)
    await plan_and_undo(mover, WARM_UP, PAUSE)  # house players that are already thinking still move
    return await plan_and_undo(mover, clicks, pause)


async def _beside(room: Room, mover: Player, clicks: int, pause: float) -> list[float]:
    """Click while house players move, for as long as there are moves; return the latencies."""
    await _wake(room, mover)
    work, taken = Work(room.bot.pid, await _read(room, _picks)), list[float]()
    while len(taken) < clicks and await _read(room, _waiting) > 0:
        taken += await plan_and_undo(mover, AT_A_TIME, pause)
    left = await _read(room, _waiting)
    print(f"house: {work.told(await _read(room, _picks))}; in {left} matches the next is still to come", flush=True)
    return taken


async def _compare(room: Room, mover: Player, clicks: int, pause: float) -> None:
    """Print click latencies, with a pause before each, beside idle and beside moving house players."""
    still, beside = list[float](), list[float]()
    for _ in range(ROUNDS):
        still += await _still(room, mover, clicks, pause)
        beside += await _beside(room, mover, clicks, pause)
    how = f"{pause} s before each click" if pause else "no pause between clicks"
    usual = say(f"{MATCHES} matches against house players that stand still, {how}, {len(still)} clicks", still)
    ratio = say(f"the same while house players of level {LEVEL} move, {len(beside)} clicks", beside) / usual
    print(f"house: 99th percentile {ratio:.2f} times; {ALLOWED} is allowed without a pause", flush=True)


async def _measure(stage: Stage, folder: Path) -> None:
    await bare_bot(stage)
    world = WorldDescription(people=("Ada", "Ben", *GUESTS))
    room = await Room.prepared(stage, folder, settings=replace(SETTINGS, limits="off"), world=world, pictures=True)
    mover = await _prepare(room)
    await _pause(room, DAY)
    await room.start()
    await room.calm([mover])
    await _compare(room, mover, CLICKS, 0.0)
    await _compare(room, mover, UNHURRIED, PAUSE)
    await room.bot.stop()


async def _run() -> None:
    async with open_stage() as stage:
        with TemporaryDirectory() as folder:
            await _measure(stage, Path(folder))


def house_speed() -> None:
    """Print click latencies beside 200 idle and beside 200 moving house players."""
    with undisturbed():
        asyncio.run(_run())


if __name__ == "__main__":
    house_speed()
