"""A copy of the source whose engine mypyc compiles, so that nothing in the checkout changes."""

import hashlib
import os
import shutil
import sys
from importlib.metadata import distributions
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parents[2]

PARTS: Final = (
    *("engine", "cardsdb", "bot", "cogs", "sandbox", "tests", "benchmarks"),
    *("pyproject.toml", "mypy.ini", "README.md", "LICENSE"),
)
"""What the copy holds."""

KEPT: Final = ROOT / "var" / "compiled"
"""Where what was last compiled without optimisation is kept, in a folder named by what it was compiled from."""


def pure_copy(target: Path) -> None:
    """Copy the source to a directory, without anything compiled."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, target / part, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(ROOT / part, target / part)


def compile_engine(tree: Path) -> None:
    """Compile the engine of a copy in place."""
    ran(tree, "-m", "hatchling", "build", "--target", "wheel", "--hooks-only")


def compile_quickly(tree: Path) -> None:
    """Compile the engine of a copy in place, without optimisation, which takes a third of the time.

    If the same source was compiled before, by the same programs, the result is copied from `KEPT`.
    """
    project = tree / "pyproject.toml"
    project.write_text(project.read_text("utf-8").replace('opt_level = "2"', 'opt_level = "0"'), "utf-8")
    kept = KEPT / _origin(tree)
    if not kept.is_dir():
        compile_engine(tree)
        _keep(tree, kept)
    shutil.copytree(kept, tree, dirs_exist_ok=True)


def _origin(tree: Path) -> str:
    """Return a digest of everything that decides what the compiler makes: the source, Python, packages and compiler."""
    digest = hashlib.sha256()
    for file in sorted([*tree.glob("engine/**/*.py"), tree / "pyproject.toml", tree / "mypy.ini"]):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(tree)} {len(content)}\n".encode() + content)
    packages = sorted(f"{each.name} {each.version}" for each in distributions())
    compiler = run(["cc", "--version"], capture_output=True, text=True, check=True).stdout  # noqa: S607 - as setuptools
    digest.update("\n".join([sys.version, *packages, compiler]).encode())
    return digest.hexdigest()


def _keep(tree: Path, kept: Path) -> None:
    """Keep what was compiled in a copy, and nothing that was compiled from anything else."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=KEPT) as folder:
        for file in tree.rglob("*.so"):
            target = Path(folder, "new", file.relative_to(tree))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
        for former in KEPT.iterdir():
            if former != Path(folder):
                shutil.rmtree(former)
        Path(folder, "new").rename(kept)


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
