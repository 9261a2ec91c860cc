"""Matches on a busy machine: every end has its trophy, every turn its strip, and moving pictures arrive.

    python -m tests.e2e.busy_pictures --matches 20 --busy 8

Two people play whole matches of all games, while other processes compute as fast as they can. A picture may come with
its post, or by the one edit after it. At the end it prints how many did.
"""

import argparse
import asyncio
import multiprocessing
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.host.kernel.host import Host
from bot.host.match import queries
from bot.rendering.languages import Languages
from bot.storage import people
from bot.storage.outbox import PostRow
from bot.ui.games import RENDERERS
from bot.ui.games.turns import turn_in_motion, turn_picture
from bot.ui.texts.words import Words
from engine.registry import GAMES
from sandbox.errors import NotSeen
from sandbox.seen import Message
from tests.e2e.database_reader import Records
from tests.e2e.players import Player, Room, play_out
from tests.support.discord import Stage, open_stage

LATE: Final = 150.0
"""The seconds after the end in which the last picture must be there: longer than the bot goes on drawing it."""


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """Let other processes compute all the time."""
    started = [multiprocessing.Process(target=_compute, daemon=True) for _ in range(processes)]
    for process in started:
        process.start()
    try:
        yield
    finally:
        for process in started:
            process.kill()


def _compute() -> None:
    while True:
        sum(range(10**6))


class Verdict:
    """What has been seen: pictures by kind, and posts without theirs."""

    def __init__(self) -> None:
        self.seen = Counter[str]()
        self.lacking: list[str] = []

    def __str__(self) -> str:
        told = ", ".join(f"{kind}: {count}" for kind, count in sorted(self.seen.items()))
        return f"pictures: {told}; without theirs: {len(self.lacking)}"


async def judge(room: Room, records: Records, players: list[Player], game: str, verdict: Verdict) -> None:
    """Look at all posts of a match that is over, as soon as their pictures are there."""
    match, watcher = players[0].match, players[0].person
    await room.quiet(watcher)
    host = records.host()
    words = await Languages(host).public((await queries.table(host, match)).match)
    for post in await room.posts(match):
        if post.kind not in ("events", "end"):
            continue
        wanted = await _wanted(host, post, game, words)
        message = _message(players, post)
        if wanted is None or message is None:
            continue
        try:
            await watcher.until(partial(_has, players, post, moving=wanted == "film"), wanted, LATE)
            verdict.seen[wanted] += 1
        except NotSeen:
            verdict.lacking.append(f"{game}, match {match}, {post.kind} {post.id}: no {wanted}")


async def _wanted(host: Host, post: PostRow, game: str, words: Words) -> str | None:
    """Return what a post's picture is; None if there is nothing to draw."""
    if post.kind == "end":
        return "trophy"
    renderer, said = RENDERERS[game], post.content
    turn = await queries.turn(host, post.match or 0, said["first"], said["last"], renderer.earlier_drawn)
    seen = turn.facts, turn.before
    if turn_in_motion(renderer, *seen, words) is not None:
        return "film"
    return None if turn_picture(renderer, *seen, words) is None else "strip"


def _message(players: list[Player], post: PostRow) -> Message | None:
    return next((each for player in players for each in player.person.seen() if each.id == post.message), None)


def _has(players: list[Player], post: PostRow, *, moving: bool) -> bool:
    shown = _message(players, post)
    files = [] if shown is None else [each["filename"] for each in shown.attachments]
    return any(not moving or name.endswith((".webp", ".gif")) for name in files)


async def watch(stage: Stage, folder: Path, matches: int, seed: int) -> Verdict:
    """Play matches of all games one after another, and look at their pictures."""
    room, verdict = await Room.prepared(stage, folder, seed, pictures=True), Verdict()
    await room.start()
    ada, ben = await room.client.person("Ada"), await room.client.person("Ben")
    database = await stage.enter(room.opened_database())
    async with database.transaction() as tx:
        await people.change_guild(tx, int(ada.places["guilds"][0]["id"]), turns="moving")
    records = Records(room)
    for number in range(matches):
        game = list(GAMES)[number % len(GAMES)]
        match = await room.seated(game, [ada, ben], "live")
        players = [Player(room, person, match) for person in (ada, ben)]
        await play_out(room, players, live=True)
        await judge(room, records, players, game, verdict)
        print(f"{game}, match {match}: {verdict}", flush=True)
    return verdict


async def main() -> int:
    """Watch, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--busy", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"seed {given.seed}")
    with TemporaryDirectory() as folder, busy(given.busy):
        async with open_stage() as stage:
            verdict = await watch(stage, Path(folder), given.matches, given.seed)
    print("\n".join([*verdict.lacking, str(verdict)]))
    return 1 if verdict.lacking or not verdict.seen else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
