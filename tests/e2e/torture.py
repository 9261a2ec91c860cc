"""Matches of all games under everything that goes wrong, in any mix: `make torture`, or a short form in the tests.

    python -m tests.e2e.torture --matches 2000 --kills 200 --processes 3 --database postgres --seed 7

Each round is a room of its own with some matches in it; what was found so far is printed after each, so a run that is
stopped has said what it did. A round is repeated by its own seed (`--rounds 1 --seed N`), as far as the timing of
processes lets it.
"""

import argparse
import asyncio
import secrets
import sys
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tests.e2e.crew import Crew
from tests.e2e.misfortunes import ANYWHERE, ON_SQLITE
from tests.e2e.survival import Survival
from tests.e2e.verdict import Verdict
from tests.support.databases import postgres_server
from tests.support.discord import Stage, open_stage

GAMES: Final = (("probe", 2), ("probe", 3), ("probe", 4), ("artbot", 2), ("varia", 2), ("warmage", 2), ("zarcana", 2))
WEIGHTS: Final = (30, 30, 30, 4, 2, 2, 2)
"""How many seats, and how often: the probe asks a host all that a game can ask, in the fewest clicks."""

A_ROUND: Final = 10
AT_ONCE: Final = 5
"""How many matches a round has, and how many of them are played at once."""


def planned(chance: Random, misfortunes: int, kills: int, *, sqlite: bool) -> list[str]:
    """Draw what goes wrong in a round, in which order."""
    kinds = [kind for kind in (*ANYWHERE, *(ON_SQLITE if sqlite else ())) if not kind.startswith("kill")]
    points = [kind for kind in ANYWHERE if kind.startswith("kill")]
    plan = [chance.choice(kinds) for _ in range(misfortunes)] + [chance.choice(points) for _ in range(kills)]
    chance.shuffle(plan)
    return plan


async def tortured(
    stage: Stage,
    folder: Path,
    seed: int,
    games: list[tuple[str, int]],
    plan: list[str],
    *,
    processes: int = 1,
    server: str | None = None,
    at_once: int = AT_ONCE,
) -> Verdict:
    """Play matches in a room while a plan's misfortunes strike, and judge what became of them."""
    crew = await Crew.opened(stage, folder, seed, processes, server)
    survival = Survival(crew, seed)
    await survival.play(games, plan, at_once)
    return await survival.finish()


async def main(arguments: argparse.Namespace) -> int:
    """Torture round after round until there were so many matches and kills, and say what was found."""
    found = Verdict()
    print(f"seed {arguments.seed}, {arguments.database}, processes: {arguments.processes}", flush=True)  # noqa: T201
    with ExitStack() as held:
        server = held.enter_context(postgres_server()) if arguments.database == "postgres" else None
        number = 0
        while found.matches.total() < arguments.matches or found.kills.total() < arguments.kills:
            seed = arguments.seed + number
            number += 1
            chance = Random(f"round {seed}")
            games = chance.choices(GAMES, WEIGHTS, k=A_ROUND)
            per_round = -(-arguments.kills * A_ROUND // max(1, arguments.matches))
            plan = planned(chance, 3 * A_ROUND, max(1, per_round), sqlite=server is None)
            with TemporaryDirectory() as folder:
                async with open_stage() as stage:
                    here = await tortured(
                        stage, Path(folder), seed, games, plan, processes=arguments.processes, server=server
                    )
            found.add(here)
            print(f"--- after round {number} (seed {seed})", *found.lines(), sep="\n", flush=True)  # noqa: T201
            if number == arguments.rounds:
                break
    return 1 if found.faults else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Torture the bot.")
    parser.add_argument("--matches", type=int, default=48)
    parser.add_argument("--kills", type=int, default=24)
    parser.add_argument("--rounds", type=int, default=0, help="stop after so many rounds, however few matches that is")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    sys.exit(asyncio.run(main(parser.parse_args())))
