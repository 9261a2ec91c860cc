"""Matches of all games under every kind of failure, in any mix: `make torture`, or a short form in the tests.

    python -m tests.e2e.torture --matches 2000 --kills 200 --processes 2 --database postgres --seed 7

Each round is a separate room with some servers and many matches. The findings so far are printed after each round, so
that an interrupted run has reported its results. A round is repeated by its own seed (`--rounds 1 --seed N`), as far as
the timing of processes allows.
"""

import argparse
import asyncio
import secrets
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.host.kernel.paces import HOUR
from bot.interactions.answers import PATIENCE
from sandbox.description import DEFAULT_WORLD, GuildDescription, WorldDescription
from tests.e2e.failures import ANYWHERE, GRACE, ON_POSTGRES, ON_SQLITE
from tests.e2e.fleet import Fleet
from tests.e2e.torture_checks import Verdict
from tests.e2e.torture_room import TortureRoom
from tests.support.databases import postgres_server
from tests.support.discord import Stage, open_stage
from tests.support.people import named

GAMES: Final = (("probe", 2), ("probe", 3), ("probe", 4), ("artbot", 2), ("varia", 2), ("warmage", 2), ("zarcana", 2))
WEIGHTS: Final = (620, 230, 134, 4, 4, 4, 4)
"""The games with their seats and weights: the probe uses all of a host's features in the fewest clicks."""

TURNS: Final = 1
"""The number of turns in a match of the probe."""

STRIKES: Final = 0.3
"""The number of failures per match, besides the kills."""

BUSY_PEOPLE: Final = tuple(f"{name}{number}" for number in range(8) for name in DEFAULT_WORLD.people)

BUSY: Final = WorldDescription(
    people=BUSY_PEOPLE,
    display_names=named(BUSY_PEOPLE),
    guilds=tuple(
        GuildDescription(f"Inn {number}", channels, tuple(f"{name}{number}" for name in DEFAULT_WORLD.people))
        for number in range(8)
        for channels in [DEFAULT_WORLD.guilds[0].channels]
    ),
)
"""A world with many people, each in one server, so that nobody has to see the actions of all the others."""


def planned(chance: Random, failures: int, kills: int, *, sqlite: bool) -> list[str]:
    """Draw the failures of a round, in order."""
    kinds = [kind for kind in (*ANYWHERE, *(ON_SQLITE if sqlite else ON_POSTGRES)) if not kind.startswith("kill")]
    points = [kind for kind in ANYWHERE if kind.startswith("kill")]
    plan = [chance.choice(kinds) for _ in range(failures)] + [chance.choice(points) for _ in range(kills)]
    chance.shuffle(plan)
    return plan


async def tortured(
    stage: Stage,
    folder: Path,
    seed: int,
    games: list[tuple[str, int]],
    plan: list[str],
    at_once: int,
    **fleet: Any,
) -> Verdict:
    """Play matches in a room during a plan's failures, and judge the result.

    The other arguments are the fleet's: the number of processes, the PostgreSQL server and the world.
    """
    settings: dict[str, Any] = {
        "TEST_TURNS": str(TURNS),
        "TEST_PATIENCE": str(PATIENCE),
        "TABLESIDE_GRACE_HOURS": str(GRACE / HOUR),
    }
    opened = Fleet.opened(stage, folder, seed, **settings, **fleet)
    torture = TortureRoom(await opened, seed)
    await torture.play(games, plan, at_once)
    return await torture.finish()


def say(*lines: str) -> None:
    """Print lines and flush them."""
    print(*lines, sep="\n", flush=True)  # noqa: T201 - a command's report


async def main(arguments: argparse.Namespace) -> int:
    """Run rounds until the requested numbers of matches and kills are reached, and print the findings."""
    found, began = Verdict(), time.monotonic()
    say(f"seed {arguments.seed}, {arguments.database}, processes: {arguments.processes}")
    with ExitStack() as held:
        server = held.enter_context(postgres_server()) if arguments.database == "postgres" else None
        number = 0
        while found.played < arguments.matches or found.kills.total() < arguments.kills:
            seed = arguments.seed + number
            number += 1
            found.add(await played(arguments, seed, server))
            minutes = (time.monotonic() - began) / 60
            say(f"--- after round {number} (seed {seed}), {minutes:.1f} minutes", *found.lines())
            if number == arguments.rounds:
                break
    return 1 if found.faults else 0


async def played(arguments: argparse.Namespace, seed: int, server: str | None) -> Verdict:
    """Play one round."""
    chance = Random(f"round {seed}")
    games = chance.choices(GAMES, WEIGHTS, k=arguments.round)
    games.sort(key=lambda game: game[0] == "probe", reverse=True)  # the last one starts first: the long matches
    kills = max(1, -(-arguments.kills * arguments.round // max(1, arguments.matches)))
    plan = planned(chance, round(STRIKES * arguments.round), kills, sqlite=server is None)
    fleet = {"size": arguments.processes, "server": server, "world": BUSY}
    with TemporaryDirectory() as folder:
        async with open_stage() as stage:
            return await tortured(stage, Path(folder), seed, games, plan, arguments.at_once, **fleet)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Torture the bot.")
    parser.add_argument("--matches", type=int, default=48)
    parser.add_argument("--kills", type=int, default=24)
    parser.add_argument("--round", type=int, default=250, help="how many matches a round has")
    parser.add_argument("--at-once", type=int, default=40, help="how many of them are played at once")
    parser.add_argument("--rounds", type=int, default=0, help="stop after so many rounds, however few matches that is")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    sys.exit(asyncio.run(main(parser.parse_args())))
