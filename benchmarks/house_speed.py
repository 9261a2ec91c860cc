"""How fast a person's click is answered while house players in 200 other matches all want to move.

All through the sandbox, with the bot in a process of its own. House players stand still while their pause has no end,
and when it is over all of them move and move on, as long as their people need not answer, which nobody does; the clicks
end at the latest with the moves. They stand still and move in turn, several times, because a machine is not equally
fast all the time. The sandbox's request limits are off: what house players do is said as fast as the bot can.
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
"""So many clicks are made in each round, without a pause and then with one, beside house players that stand still and
beside those that move."""

PAUSE: Final = 0.25
"""How many seconds there are before an unhurried click: house players move in between."""

ALLOWED: Final = 1.5
"""By how many times the 99th percentile may be longer while they move and somebody clicks without a pause."""

GUESTS: Final = tuple(f"Guest{number}" for number in range(1, MATCHES))
"""Who sits in the copies of a match against a house player, one in each."""

T = TypeVar("T")


async def _read(room: Room, query: Callable[[AsyncConnection], Awaitable[T]]) -> T:
    database = Database(room.url)
    async with database.reading() as connection:
        found = await query(connection)
    await database.close()
    return found


async def _waiting(connection: AsyncConnection) -> int:
    """Return in how many matches a house player wants to move."""
    wanted = schema.timers
    moves = select(func.count(wanted.c.match.distinct())).where(wanted.c.kind == HOUSE)
    return int(await connection.scalar(moves) or 0)


async def _picks(connection: AsyncConnection) -> int:
    """Return how many picks house players have made."""
    of_house = (seats.c.match == entries.c.match) & (seats.c.seat == entries.c.seat) & seats.c.house.is_not(None)
    query = select(func.count()).select_from(entries.join(seats, of_house)).where(entries.c.kind == "pick")
    return int(await connection.scalar(query) or 0)


async def _prepare(room: Room) -> Player:
    """Let there be a match of two people, and all the others; return whose turn it is in the first.

    Nobody clicks for that, and the bot is not there yet: on a busy machine a lobby that is slow to answer is clicked on
    in vain.
    """
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    database = Database(room.url)
    await migrate(database)
    host = Host(database, GAMES, ManualClock(room.now), SeededChance(room.seed), HOOKS)
    await host.store_sets()
    match = await _start(host, ada, ben)
    crowd = await _against_house(host, ada)
    await database.close()  # nobody else may be at the file meanwhile; what follows connects anew
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
        opponent=None if opponent is None else opponent.id,
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
    """Start a match in which it is a house player's turn; the clock stands still, so that it stays so."""
    match, chance = await _start(host, person), Random(MATCHES)
    while all(timer.kind != HOUSE for timer in await _timers(host, match)):
        await click_randomly(host, match, person.id, chance)
    return match


async def _timers(host: Host, match: int) -> list[TimerRow]:
    async with host.database.reading() as connection:
        return await timers.of_match(connection, match)


async def _seat(tx: AsyncConnection, match: int, user: int, channel: int) -> None:
    """Let a person of the sandbox sit in a copied match, which is played in a channel."""
    await tx.execute(update(seats).where(seats.c.match == match, seats.c.user.is_not(None)).values(user=user))
    hand = (surfaces.c.match == match) & (surfaces.c.kind == "hand")
    await tx.execute(update(surfaces).where(hand).values(destination=str(Destination.dm(user))))
    await destinations.keep_place(tx, Destination.thread(match), channel)


class Work:
    """What house players and the bot have done since this was made."""

    def __init__(self, bot: int, picks: int) -> None:
        self._bot = bot
        self._picks = picks
        self._begun = time.perf_counter()
        self._used = self._processor()

    def _processor(self) -> tuple[float, float]:
        """Return how many seconds of a core the bot has used, and its children, which think and draw."""
        tasks = Path(f"/proc/{self._bot}/task").glob("*/children")
        children = [int(pid) for each in tasks for pid in each.read_text("utf-8").split()]
        return processor_time(self._bot), sum(processor_time(pid) for pid in children)

    def told(self, picks: int) -> str:
        """Return how many picks house players have made, and what part of a core was used."""
        seconds = time.perf_counter() - self._begun
        bot, beside = (now - then for now, then in zip(self._processor(), self._used, strict=True))
        return (
            f"{picks - self._picks} picks by house players in {seconds:.0f} s, "
            f"{beside / seconds:.0%} of a core for the processes that think and draw, {bot / seconds:.0%} for the bot"
        )


async def _pause(room: Room, seconds: float) -> None:
    """Let the pause of all house players that want to move end so many seconds from now."""
    database, wanted = Database(room.url), schema.timers
    async with database.transaction() as tx:
        await tx.execute(update(wanted).where(wanted.c.kind == HOUSE).values(due=room.now + seconds))
    await database.close()


async def _wake(room: Room, mover: Player) -> None:
    """Let house players begin to move: their processes start with the first thought."""
    before = await _read(room, _picks)
    await _pause(room, 0.0)
    while await _read(room, _picks) == before and await _read(room, _waiting) > 0:
        await plan_and_undo(mover, WARM_UP)


async def _still(room: Room, mover: Player, clicks: int, pause: float) -> list[float]:
    """Let house players stand still while somebody clicks; return how long clicks took."""
    await _pause(room, DAY)
    await plan_and_undo(mover, WARM_UP, PAUSE)  # those who think already make their move
    return await plan_and_undo(mover, clicks, pause)


async def _beside(room: Room, mover: Player, clicks: int, pause: float) -> list[float]:
    """Let house players move while somebody clicks, for as long as there are moves; return how long clicks took."""
    await _wake(room, mover)
    work, taken = Work(room.bot.pid, await _read(room, _picks)), list[float]()
    while len(taken) < clicks and await _read(room, _waiting) > 0:
        taken += await plan_and_undo(mover, AT_A_TIME, pause)
    left = await _read(room, _waiting)
    print(f"house: {work.told(await _read(room, _picks))}; in {left} matches the next is still to come", flush=True)
    return taken


async def _compare(room: Room, mover: Player, clicks: int, pause: float) -> None:
    """Print how long clicks take with such a pause before each, beside house players that stand still or move."""
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
    room = await Room.prepared(stage, folder, settings=replace(SETTINGS, limits="off"), world=world)
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
    """Print how long clicks take beside 200 house players that stand still, and beside 200 that move."""
    with undisturbed():
        asyncio.run(_run())


if __name__ == "__main__":
    house_speed()
