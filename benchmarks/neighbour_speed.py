"""Latency of a click beside matches with hostile card sets.

Such sets are refused on upload (`cardsdb/trial_matches.py`); here they are put into the database as if one had got
through. One player plans and undoes in a match with shipped cards. Meanwhile others click as fast as they can in
matches with hostile sets, and that player's opponent asks `/help`.
"""

import asyncio
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.host_speed import Room, plan_and_undo, undisturbed
from bot.storage import card_sets, set_versions
from bot.storage.card_sets import GuildSetRow
from bot.storage.database import Database
from bot.ui.messages.custom_ids import parse
from cardsdb.sets import stored
from sandbox.client import Person, Refused
from tests.e2e.players import Player, find, found, news
from tests.engine.hostile_sets import hostile_sets
from tests.support.discord import open_stage

KINDS: Final = (
    "discards that return",
    "ruin and repair",
    "items that change all",
    "stacks that tick",
    "rolls turned against their own player",
    "attacks that may miss, and stacks",
)
"""The kinds of hostile Varia set whose picks or panels spend their budgets, or take the most time."""

WARM_UP, CLICKS = 20, 400
PAUSE: Final = 0.02
"""The seconds between one measured click or command and the next."""

TABLES: Final = 4
"""The number of concurrent matches with a hostile set: players wait for each other and for passes to take effect."""


async def _put_in(room: Room, guild: int, kind: str) -> str:
    """Install a hostile set in a server, and return the name of its first deck."""
    card_set = hostile_sets("varia")[kind]()
    version = stored(card_set)
    row = GuildSetRow(
        id=0,
        guild=guild,
        game="varia",
        key=version.key,
        version=1,
        hash=version.hash,
        uploader=0,
        uploaded=0.0,
        enabled=False,
        title=version.title,
    )
    database = Database(room.url)
    async with database.transaction() as tx:
        await set_versions.keep(tx, version)
        await card_sets.enable(tx, await card_sets.add(tx, row, version.content), enabled=True)
    await database.close()
    return card_set.decks[0].name


async def _table(people: list[Person], deck: str) -> int:
    """Start a match between two people, one of them with a hostile deck, and return its number."""
    opened = await people[0].slash("play", game="varia", pace="live", deck=deck, opponent=people[1])
    table = await people[0].finished(opened)
    await people[1].until(lambda: any(each.id == table.id for each in people[1].seen()), "the table")
    await people[1].click(people[1].now(table), found(people[1].now(table), "join"))
    await people[0].until(lambda: find(people[0].now(table), "start") is not None, "that both are there")
    await people[0].click(people[0].now(table), found(people[0].now(table), "start"))
    return parse(found(table, "watch")).number


async def _storm(room: Room, people: list[Person], match: int) -> None:
    """Click in a match as fast as possible."""
    players = [Player(room, person, match) for person in people]
    for player in players:
        await player.shown()
    while True:
        acted = False
        for player in players:
            with suppress(Refused):  # the panel was redrawn during the click: the person looks again
                acted |= await player.act()
        if not acted:
            await news(players)


async def _helps(person: Person, count: int) -> list[float]:
    """Ask `/help` some times, and return how many milliseconds each answer takes."""
    taken = []
    for _ in range(count):
        await asyncio.sleep(PAUSE)
        begun = time.perf_counter()
        await person.finished(await person.slash("help"))
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


async def _measure(kinds: Sequence[str]) -> None:
    async with open_stage() as stage:
        for kind in kinds:
            with TemporaryDirectory() as folder:
                room = await Room.opened(stage, Path(folder))
                players, mover = await room.calmed(await room.open_match())
                alone = (await plan_and_undo(mover, WARM_UP + CLICKS))[WARM_UP:]
                other = next(player.person for player in players if player is not mover)
                await _helps(other, WARM_UP)
                deck = await _put_in(room, int(mover.person.places["guilds"][0]["id"]), kind)
                others = [await room.client.person(name) for name in ("Cleo", "Dan")]
                matches = [await _table(others, deck) for _ in range(TABLES)]
                storms = [asyncio.create_task(_storm(room, others, each)) for each in matches]
                clicks = room.clicks
                beside, helps = await asyncio.gather(plan_and_undo(mover, CLICKS, PAUSE), _helps(other, CLICKS))
                for storm in storms:
                    if storm.done():
                        storm.result()
                    storm.cancel()
                await asyncio.gather(*storms, return_exceptions=True)
                worst = [quantiles(taken, n=100)[-1] for taken in (alone, beside, helps)]
                print(
                    f'neighbour: beside {room.clicks - clicks} clicks on "{kind}" a click takes'
                    f" {median(beside) / median(alone):.2f} times as long, 99th percentile {worst[1]:.0f} ms"
                    f" (alone {worst[0]:.0f} ms);"
                    f" /help takes {median(helps):.0f} ms, 99th percentile {worst[2]:.0f} ms",
                    flush=True,
                )
                await room.bot.stop()


def neighbour_speed() -> None:
    """Print latencies alone, and beside hostile sets of each kind; name some kinds to measure only these."""
    with undisturbed():
        asyncio.run(_measure(sys.argv[1:] or KINDS))


if __name__ == "__main__":
    neighbour_speed()
