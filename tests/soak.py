"""What takes too long for every run: `make soak`, or some parts of it, each with its time.

    python -m tests.soak                    # all parts, one after the other
    python -m tests.soak torture laws       # some
    python -m tests.soak --list             # what there is

A part is some commands. It fails if one of them does, or if all of them together take longer than a part may. Its row
in docs/lab/soak.md says at which commit it ran last, when, how it ended, and what it printed last.
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import IO, Final

LIMIT: Final = 40 * 60.0
"""How many seconds a part may take, on two cores."""

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "lab" / "soak.md"
"""The page with a row for each part."""

FIGURES: Final = 200
"""How many characters of what a part printed last the page has."""

PYTHON: Final = (sys.executable, "-m")
TESTS: Final = (*PYTHON, "pytest", "--numprocesses", "logical", "--dist", "worksteal", "--timeout", str(round(LIMIT)))


@dataclass(frozen=True)
class Part:
    """What a part is about, and its commands in order."""

    about: str
    commands: tuple[tuple[str, ...], ...]


TORTURE: Final = (*PYTHON, "tests.e2e.torture")
POSTGRES: Final = ("--database", "postgres", "--processes", "2")
TOURNAMENTS: Final = (*PYTHON, "tests.host.tournament.random_tournaments")
SERVER: Final = ("--database", "postgres", "--seed", "2")
YEAR: Final = (*PYTHON, "tests.host.recurring.year")
FORGING: Final = (*PYTHON, "tests.e2e.forging", "--minutes", "17")
SOLVED: Final = (*PYTHON, "tests.engine.solved_turns")
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
    "tournaments": Part(
        "random tournaments with everything that their people and organisers do, on both databases",
        (
            (*TOURNAMENTS, "--tournaments", "1000"),
            (*TOURNAMENTS, "--tournaments", "100", "--database", "postgres"),
        ),
    ),
    "year": Part(
        "a year of evenings that recur, with all that happens to them, on both databases, and once with a season",
        (
            (*YEAR, "--weeks", "52"),
            (*YEAR, "--weeks", "52", "--database", "postgres", "--seed", "2"),
            (*PYTHON, "tests.host.seasons.year", "--weeks", "52", "--seed", "3"),
        ),
    ),
    "evening": Part("a tournament of 32 players", ((*PYTHON, "tests.e2e.tournament_evening"),)),
    "doors": Part(
        "all end-to-end tests by Discord's HTTP door", ((*TESTS, "tests/e2e", "tests/interactions", "--door", "http"),)
    ),
    "busy": Part(
        "20 matches beside eight busy processes: every end has its trophy, every turn its picture",
        ((*PYTHON, "tests.e2e.busy_pictures", "--matches", "20", "--busy", "8"),),
    ),
    "forging": Part(
        "clicks, commands and modals that no client would send, on both databases",
        (FORGING, (*FORGING, "--database", "postgres")),
    ),
    "fuzz": Part("hostile set files, guided by coverage", (("make", "fuzz", "FUZZ=-max_total_time=1200"),)),
    "reasons": Part(
        "reasons for a judgement, compared with new rollouts",
        ((*PYTHON, "tests.engine.reasons", "--positions", "200"),),
    ),
    "solved": Part(
        "turns in which some lines are surely best, and how often the strongest house player finds one",
        (
            (*SOLVED, "--game", "zarcana", "--game", "warmage", "--positions", "100"),
            (*SOLVED, "--game", "varia", "--game", "artbot", "--positions", "25"),
        ),
    ),
    "panels": Part("whole matches of every game, played from panels alone", ((*PYTHON, "tests.e2e.panel_matches"),)),
    "forecasts": Part(
        "200 forecasts of each game, compared with what happens",
        ((*PYTHON, "tests.engine.forecasts", "--positions", "200", "--rolls", "10000"),),
    ),
    "passes": Part(
        "10,000 windows in which everybody passes: nobody can tell who could have done something else",
        ((*PYTHON, "tests.host.match.pass_windows", "--windows", "10000"),),
    ),
    "pages": Part(
        "match pages in a browser, compared with the views at every step",
        ((*PYTHON, "tests.ui.replay_pages", "--matches", "30"),),
    ),
    "forks": Part(
        "playing on from 200 steps of 40 matches",
        ((*TESTS, "tests/host/lobby/test_forks.py", "--every", "-k", "goes_on_from_exactly"),),
    ),
    "crowns": Part(
        "500 matches of all kinds: crowns and daily sums are what their logs tell",
        ((*TESTS, "tests/host/house/test_crowns.py", "tests/host/operations/test_numbers.py", "--every"),),
    ),
    "puzzles": Part(
        "the answers of all puzzles, on ten times as many other deals",
        ((*PYTHON, "bot.cli", "puzzle", "check", "--deals", "4000", "--seed", "1", "--jobs", "2"),),
    ),
    "quarter": Part(
        "ninety days of puzzles for sixty people in four servers, with deaths of the bot as it posts",
        ((*PYTHON, "tests.host.puzzles.quarter"), (*PYTHON, "tests.host.puzzles.quarter", *SERVER)),
    ),
    "laws": Part("laws and conservation with five times the examples", ((*TESTS, *LAWS),)),
}


def run(part: Part, limit: float = LIMIT) -> tuple[bool, list[str]]:
    """Run a part's commands; return whether all succeeded in time, and what each printed last."""
    end, figures = time.monotonic() + limit, list[str]()
    for command in part.commands:
        well, last = _run(command, end - time.monotonic())
        figures.append(last)
        if not well:
            return False, figures
    return True, figures


def _run(command: Sequence[str], seconds: float) -> tuple[bool, str]:
    """Run a command, and end it with all that it started if it is not done in time.

    Return whether it succeeded, and the last line that it printed.
    """
    print("$", *command, flush=True)
    process = subprocess.Popen(  # noqa: S603 - the commands are written above
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    assert process.stdout is not None
    lines: deque[str] = deque(maxlen=1)
    printing = Thread(target=_print, args=(process.stdout, lines))
    printing.start()
    try:
        well = process.wait(max(0.0, seconds)) == 0
    except subprocess.TimeoutExpired:
        print("this takes too long", flush=True)
        well = False
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        printing.join()
    return well, "".join(lines)


def _print(output: IO[str], lines: deque[str]) -> None:
    """Print what a command prints, and keep its last line."""
    with output:
        for line in output:
            print(line, end="", flush=True)
            if line.strip():
                lines.append(line.strip())


def soak(names: Sequence[str], parts: Mapping[str, Part] = PARTS, limit: float = LIMIT, page: Path = PAGE) -> bool:
    """Run some parts, print how long each took, note them on the page, and return whether all were well."""
    told = []
    for name in names:
        print(f"=== {name}: {parts[name].about}", flush=True)
        began = time.monotonic()
        well, figures = run(parts[name], limit)
        minutes = (time.monotonic() - began) / 60
        told.append((well, f"{name}: {'well' if well else 'FAILED'} after {minutes:.1f} minutes"))
        print(f"=== {told[-1][1]}", flush=True)
        _note(page, [name, _commit(), f"{datetime.now(UTC):%Y-%m-%d}", told[-1][1], "; ".join(figures)])
    print(*(line for _, line in told), sep="\n", flush=True)
    return all(well for well, _ in told)


def _commit() -> str:
    """Return the commit of the checkout, with a plus sign if anything is not committed."""
    command = ("git", "describe", "--always", "--dirty=+", "--exclude", "*")
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - git alone
    return found.stdout.strip() or "unknown"


def _note(page: Path, cells: Sequence[str]) -> None:
    """Write a part's row on the page, in place of its last one."""
    row = " | ".join(cell.replace("|", "/")[:FIGURES] for cell in cells)
    lines = page.read_text("utf-8").splitlines()
    others = [line for line in lines if not line.startswith(f"| {cells[0]} |")]
    page.write_text("\n".join([*others, f"| {row} |", ""]), "utf-8")


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
