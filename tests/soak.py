"""What takes too long for every run: `make soak`, or some parts of it, each with its time.

    python -m tests.soak                    # all parts, one after the other
    python -m tests.soak torture laws       # some
    python -m tests.soak --list             # what there is

A part is some commands. It fails if one of them does, or if all of them together take longer than a part may.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

LIMIT: Final = 40 * 60.0
"""How many seconds a part may take, on two cores."""

PYTHON: Final = (sys.executable, "-m")
TESTS: Final = (*PYTHON, "pytest", "--numprocesses", "logical", "--dist", "worksteal", "--timeout", str(round(LIMIT)))


@dataclass(frozen=True)
class Part:
    """What a part is about, and its commands in order."""

    about: str
    commands: tuple[tuple[str, ...], ...]


TORTURE: Final = (*PYTHON, "tests.e2e.torture")
POSTGRES: Final = ("--database", "postgres", "--processes", "2")
FORGING: Final = (*PYTHON, "tests.e2e.forging", "--minutes", "17")
LAWS: Final = ("tests/engine", "tests/host/collections/test_conservation.py", "--hypothesis-profile", "long")

PARTS: Final[dict[str, Part]] = {
    "torture": Part(
        "matches under everything that goes wrong, on both databases",
        (
            (*TORTURE, "--matches", "150", "--kills", "20", "--round", "150"),
            (*TORTURE, "--matches", "300", "--kills", "40", "--round", "150", *POSTGRES),
        ),
    ),
    "places": Part(
        "every request fails in every way, and nobody is left in silence", ((*PYTHON, "tests.e2e.place_matrix"),)
    ),
    "venues": Part(
        "a whole match of every game in every kind of place",
        ((*TESTS, "tests/e2e/test_every_place.py", "--every"),),
    ),
    "evening": Part("a tournament of 32 players", ((*PYTHON, "tests.e2e.tournament_evening"),)),
    "doors": Part("all end-to-end tests by Discord's HTTP door", ((*TESTS, "tests/e2e", "--door", "http"),)),
    "forging": Part(
        "clicks, commands and modals that no client would send, on both databases",
        (FORGING, (*FORGING, "--database", "postgres")),
    ),
    "fuzz": Part("hostile set files, guided by coverage", (("make", "fuzz", "FUZZ=-max_total_time=1200"),)),
    "reasons": Part(
        "reasons for a judgement, compared with new rollouts",
        ((*PYTHON, "tests.engine.reasons", "--positions", "200"),),
    ),
    "panels": Part("whole matches of every game, played from panels alone", ((*PYTHON, "tests.e2e.panel_matches"),)),
    "forecasts": Part(
        "200 forecasts of each game, compared with what happens",
        ((*PYTHON, "tests.engine.forecasts", "--positions", "200", "--rolls", "10000"),),
    ),
    "pages": Part(
        "match pages in a browser, compared with the views at every step",
        ((*PYTHON, "tests.ui.replay_pages", "--matches", "30"),),
    ),
    "forks": Part(
        "playing on from 200 steps of 40 matches",
        ((*TESTS, "tests/host/lobby/test_forks.py", "--every", "-k", "goes_on_from_exactly"),),
    ),
    "laws": Part("laws and conservation with five times the examples", ((*TESTS, *LAWS),)),
}


def run(part: Part, limit: float = LIMIT) -> bool:
    """Run a part's commands, and return whether all of them succeeded in time."""
    end = time.monotonic() + limit
    return all(_succeeds(command, end - time.monotonic()) for command in part.commands)


def _succeeds(command: Sequence[str], seconds: float) -> bool:
    """Run a command, and end it with all that it started if it is not done in time."""
    print("$", *command, flush=True)
    process = subprocess.Popen(command, start_new_session=True)  # noqa: S603 - the commands are written above
    try:
        return process.wait(max(0.0, seconds)) == 0
    except subprocess.TimeoutExpired:
        print("this takes too long", flush=True)
        return False
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def soak(names: Sequence[str], parts: Mapping[str, Part] = PARTS, limit: float = LIMIT) -> bool:
    """Run some parts, print how long each took, and return whether all were well."""
    told = []
    for name in names:
        print(f"=== {name}: {parts[name].about}", flush=True)
        began = time.monotonic()
        well = run(parts[name], limit)
        told.append(
            (well, f"{name}: {'well' if well else 'FAILED'} after {(time.monotonic() - began) / 60:.1f} minutes")
        )
        print(f"=== {told[-1][1]}", flush=True)
    print(*(line for _, line in told), sep="\n", flush=True)
    return all(well for well, _ in told)


def main(arguments: Sequence[str]) -> int:
    """Run what the command line asks for, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="What takes too long for every run.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"some of {', '.join(PARTS)}; all without one")
    parser.add_argument("--list", action="store_true", help="print what there is")
    wanted = parser.parse_args(arguments)
    unknown = [name for name in wanted.parts if name not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]}")
    if wanted.list:
        print(*(f"{name}: {part.about}" for name, part in PARTS.items()), sep="\n")
        return 0
    return 0 if soak(wanted.parts or list(PARTS)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
