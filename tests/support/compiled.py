"""A copy of the source whose engine mypyc compiles, so that nothing in the checkout changes."""

import os
import shutil
import sys
from pathlib import Path
from subprocess import run
from typing import Final

ROOT: Final = Path(__file__).parents[2]

PARTS: Final = (
    *("engine", "cardsdb", "bot", "cogs", "sandbox", "tests", "benchmarks"),
    *("pyproject.toml", "mypy.ini", "README.md", "LICENSE"),
)
"""What the copy holds."""


def pure_copy(target: Path) -> None:
    """Copy the source to a directory, without anything compiled."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(ROOT / part, target / part)


def compile_engine(tree: Path, *, optimised: bool = True) -> None:
    """Compile the engine of a copy in place; without optimisation, this takes a third of the time."""
    if not optimised:
        project = tree / "pyproject.toml"
        project.write_text(project.read_text("utf-8").replace('opt_level = "2"', 'opt_level = "0"'), "utf-8")
    ran(tree, "-m", "hatchling", "build", "--target", "wheel", "--hooks-only")


def ran(tree: Path, *arguments: str) -> str:
    """Run Python in a copy, and return what it prints. Raises RuntimeError with the output if it fails."""
    made = run(  # noqa: S603 - ours
        [sys.executable, *arguments],
        cwd=tree,
        env={
            "PATH": os.environ["PATH"],
            "HATCH_BUILD_HOOKS_ENABLE": "true",
            "CFLAGS": "-g0",  # what a debugger needs would take half of the compiler's time
            "HOME": str(tree),
            "PYTHONPATH": str(tree),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        raise RuntimeError(made.stdout[-3000:] + made.stderr[-3000:])
    return made.stdout
