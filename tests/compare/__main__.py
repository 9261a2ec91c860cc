"""Compare what this work tree tells with what another one tells: `python -m tests.compare ../tree-before`."""

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import json

from engine.registry import GAMES
from tests.compare import report
from tests.compare.comparison import Comparison, Difference
from tests.compare.recording import Reach, Recording

MATCHES = 40
HERE = Path(__file__).parent
ROOT = HERE.parents[1]

START = """
import sys, types
asked = types.ModuleType("tests.compare")
asked.__path__ = [sys.argv[1]]
sys.modules["tests.compare"] = asked
from tests.compare.recorder import main
main(sys.argv[2:])
"""
"""How a tree is recorded: by this tree's recorder, and with its own code for everything else."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Record both trees at the same time, compare them, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__)
    parser.add_argument("other", type=Path, help="the other work tree, with an environment of its own in .venv-dev")
    parser.add_argument("--matches", type=int, default=MATCHES, help="how many matches of each game")
    parser.add_argument("--seed", type=int, default=0, help="the first match's seed")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--allow-words", action="store_true", help="pass if only words differ")
    wanted = parser.parse_args(arguments)
    other = wanted.other.resolve()
    python = other / ".venv-dev/bin/python"
    if not python.exists():
        parser.error(f"{python} is not there: the other tree needs an environment of its own")
    with TemporaryDirectory() as folder:
        trees = {"before": (other, python), "after": (ROOT, Path(sys.executable))}
        running = {
            name: started(tree, its_python, Path(folder) / name, wanted.games, wanted.matches, wanted.seed)
            for name, (tree, its_python) in trees.items()
        }
        if [process for process in running.values() if process.wait()]:
            print("A tree could not be recorded.")
            return 2
        found: list[Difference] = []
        reaches: list[Reach] = []
        for game in wanted.games:
            before, after = (
                json.decode((Path(folder) / name / f"{game}.json").read_bytes(), type=Recording) for name in trees
            )
            found += Comparison(before, after).differences()
            reaches += [before.reach, after.reach]
            print(
                f"{game}: {len(after.digests)} matches, {len(after.surfaces)} messages, {len(after.layouts)} pictures"
            )
    print("\n".join(report.lines(found, reaches)))
    return 0 if report.passes(found, allow_words=wanted.allow_words) else 1


def started(
    tree: Path, python: Path, folder: Path, games: list[str], matches: int, seed: int
) -> "subprocess.Popen[bytes]":
    """Start to record a tree with its own interpreter."""
    folder.mkdir()
    how = [str(python), "-c", START, str(HERE), str(folder), str(seed), str(matches), *games]
    return subprocess.Popen(how, cwd=tree, env={**os.environ, "PYTHONHASHSEED": "0"})  # noqa: S603 - the trees' own


if __name__ == "__main__":
    sys.exit(main())
