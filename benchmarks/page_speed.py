"""Latency of a click while many readers ask for match pages at once.

One person plans and undoes in a match. In turn, nobody reads, or a process of readers asks for the pages of finished
matches at a steady rate, each reader from an address of their own and without having the page. The first readers of
each page find it unmade.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count, cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Final

import aiohttp
import msgspec

from benchmarks.host_speed import Room, plan_and_undo, undisturbed
from bot.host.fairness import page_links, replays
from bot.host.fairness.export_files import decoded
from bot.host.features import HOOKS
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.host.kernel.randomness import SystemChance
from bot.storage import matches
from bot.storage.database import Database
from bot.storage.matches import EntryRow, EventRow, SeatRow
from bot.storage.schema.base import loaded_seat
from bot.web.limits import FORWARDED
from cardsdb.sets import shipped_sets, stored
from engine.registry import GAMES
from tests.support.discord import Stage, open_stage
from tests.support.finished import finished

RATE: Final = 50
"""Readers per second."""

PAGES: Final = 3
"""The number of finished matches of each game."""

RUNS, TURNS, CLICKS, WARM_UP = 3, 10, 20, 20

PAUSE: Final = 0.05
"""How many seconds the person waits before each click."""

SPARE: Final = 1_000
"""Where the numbers of finished matches begin, far from those that the bot gives."""


async def stored_match(host: Host, game: str, number: int) -> int:
    """Play a match, and store it as a finished one of the bot's."""
    data = decoded(finished(game, number, policy="random"))
    opened = replays.opened(data, GAMES)
    log = [
        EntryRow(data["match"], at, kind, loaded_seat(seat), decision, answer, draws, 0.0)
        for at, (kind, seat, decision, answer, draws) in enumerate(data["log"])
    ]
    told, state = list[EventRow](), None
    for step in opened.steps():
        state = opened.match.game.dump(step.state)
        for event in step.events:
            audience = None if event.audience is None else list(event.audience)
            others = None if event.others is None else msgspec.to_builtins(event.others, str_keys=True)
            fact = msgspec.to_builtins(event.fact, str_keys=True)
            told.append(EventRow(data["match"], len(told) + 1, step.number, fact, audience, others, event.once))
    row: dict[str, Any] = {
        "id": data["match"],
        "game": game,
        "status": "over",
        "guild": None,
        "channel": 1,
        "opener": 1,
        "pace": "none",
        "options": data["options"],
        "sets": [stored(each).hash for each in shipped_sets(GAMES[game])],
        "secret": bytes.fromhex(data["secret"]),
        "table_string": data["table"],
        "state": state,
        "state_version": data["rules"],
        "counters": {},
        "clocks": {},
        "entries": len(log),
        "events": len(told),
        "outcome": data["outcome"],
        "opened": 0.0,
        "started": 0.0,
        "ended": time.time(),
        "rated": data["rated"],
    }
    seats = [
        SeatRow(data["match"], seat, seat + 1, deck=each["deck"], word=each["word"])
        for seat, each in enumerate(data["seats"])
    ]
    async with host.database.transaction() as tx:
        await matches.create(tx, row)
        await matches.add_seats(tx, seats)
        await matches.append(tx, log, told)
    return int(data["match"])


async def addresses(room: Room) -> list[str]:
    """Store finished matches of every game while the bot is stopped, and return the addresses of their pages."""
    database = Database(room.url)
    host = Host(database, GAMES, SystemClock(), SystemChance(), HOOKS)
    numbers = count(SPARE)
    try:
        await host.store_sets()
        made = [await stored_match(host, game, next(numbers)) for game in sorted(GAMES) for _ in range(PAGES)]
        keys = [await page_links.make(host, 1, match, private=False) for match in made]
    finally:
        await database.close()
        host.worker_pool.close()
    return [page_links.address(room.environment["TABLESIDE_PUBLIC_URL"], key) for key in keys]


async def _read(urls: Sequence[str], pipe: Connection) -> dict[str, Any]:
    """Ask for pages until something comes through the pipe; return how many answers there were of each kind."""
    answers: dict[str, Any] = {"bytes": 0, "seconds": []}

    async def read_one(session: aiohttp.ClientSession, url: str, number: int) -> None:
        begun = time.perf_counter()
        headers = {FORWARDED: f"198.51.{number // 250 % 250}.{number % 250}", "Accept-Encoding": "gzip"}
        async with session.get(url, headers=headers) as answer:
            answers["bytes"] += len(await answer.read())
            answers[str(answer.status)] = answers.get(str(answer.status), 0) + 1
        answers["seconds"].append(time.perf_counter() - begun)

    begun, asked = time.perf_counter(), list[asyncio.Task[None]]()
    async with aiohttp.ClientSession(auto_decompress=False) as session:
        for number, url in enumerate(cycle(urls)):
            if pipe.poll():
                break
            asked.append(asyncio.create_task(read_one(session, url, number)))
            await asyncio.sleep(max(0.0, begun + number / RATE - time.perf_counter()))
        await asyncio.gather(*asked)
    return answers


def read_pages(urls: Sequence[str], pipe: Connection) -> None:
    """Be the readers, in a process of their own, which says that it has begun, and in the end what it was answered."""
    pipe.send(None)
    pipe.send(asyncio.run(_read(urls, pipe)))


@asynccontextmanager
async def readers(urls: Sequence[str], said: list[dict[str, Any]]) -> AsyncIterator[None]:
    """Have readers ask for pages meanwhile, and note what they were answered."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=read_pages, args=(urls, theirs))
    process.start()
    try:
        await asyncio.to_thread(ours.recv)
        yield
        ours.send(None)
        said.append(await asyncio.to_thread(ours.recv))
    finally:
        process.kill()
        process.join()


async def _run(stage: Stage, folder: Path) -> tuple[float, float]:
    """Measure one run; return the ratio of the medians, and the 99th percentile beside readers in milliseconds."""
    room = await Room.prepared(stage, folder)
    room.environment = room.with_pages()
    await room.start()
    players, mover = await room.calmed(await room.open_match())
    await room.bot.stop()
    urls = await addresses(room)
    await room.start()
    await room.calm(players)
    await plan_and_undo(mover, WARM_UP)
    alone, beside, said = list[float](), list[float](), list[dict[str, Any]]()
    for _ in range(TURNS):
        alone += await plan_and_undo(mover, CLICKS, pause=PAUSE)
        async with readers(urls, said):
            beside += await plan_and_undo(mover, CLICKS, pause=PAUSE)
    await room.bot.stop()
    answers = {each: sum(turn.get(each, 0) for turn in said) for each in ("200", "503", "429")}
    waited = [seconds for turn in said for seconds in turn["seconds"]]
    ratio, worst = median(beside) / median(alone), quantiles(beside, n=100)[-1]
    print(
        f"pages: alone median {median(alone):.1f} ms, 99th percentile {quantiles(alone, n=100)[-1]:.1f} ms; "
        f"beside {RATE} readers a second {median(beside):.1f} ms and {worst:.1f} ms; ratio of medians {ratio:.2f}; "
        f"readers: {json.dumps(answers)}, median {median(waited) * 1000:.0f} ms, "
        f"{sum(turn['bytes'] for turn in said) / 1e6:.0f} MB",
        flush=True,
    )
    return ratio, worst


async def _measure() -> None:
    async with open_stage() as stage:
        found = []
        for _ in range(RUNS):
            with TemporaryDirectory() as folder:
                found.append(await _run(stage, Path(folder)))
        ratios, worsts = zip(*found, strict=True)
        print(f"pages: median of {RUNS} runs: ratio {median(ratios):.2f}, 99th percentile {median(worsts):.1f} ms")


def page_speed() -> None:
    """Measure clicks beside readers of match pages, and print the results."""
    with undisturbed():
        asyncio.run(_measure())


if __name__ == "__main__":
    page_speed()
