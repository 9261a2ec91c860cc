"""`python -m release`, which `make release` runs. It stops before anything is published."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bot import __version__
from release import bill, changelog, packages
from release.changelog import NotReady

ROOT: Final = Path(__file__).resolve().parents[1]
DIST: Final = ROOT / "dist"

DIGEST: Final = re.compile(r"[\w./:-]+@sha256:[0-9a-f]{64}")
"""The name of a container image that always means the same image."""


def main() -> None:
    """Check and build a release into `dist`, and say what a person does next."""
    try:
        notes = _check_first(os.environ.get("BASE", ""))
        for target in ("check", "test"):
            _run("make", target)
        made = _build()
        (DIST / f"tableside-{__version__}.md").write_text(notes, "utf-8")
        (DIST / f"tableside-{__version__}.cdx.json").write_text(bill.bill(__version__, bill.components(ROOT)), "utf-8")
        sums = "".join(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in made)
        (DIST / "SHA256SUMS").write_text(sums, "utf-8")
    except NotReady as error:
        sys.exit(f"not ready for release: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"not ready for release: {' '.join(map(str, error.cmd))} failed")
    for file in sorted(DIST.iterdir()):
        print(file.relative_to(ROOT))
    print("nothing is published yet: docs/developers/releasing.md says what you do next")


def _check_first(base: str) -> str:
    """Check what takes no time, and return the notes of the release. Raises NotReady."""
    if DIGEST.fullmatch(base) is None:
        raise NotReady(
            "name the container's base by its digest: make release BASE=python:3.13-slim@sha256:...; "
            "docker buildx imagetools inspect python:3.13-slim prints it"
        )
    notes = changelog.notes((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    if _run("git", "status", "--porcelain"):
        raise NotReady("commit or remove what is changed: git status names it")
    if _run("git", "tag", "--list", f"v{__version__}"):
        raise NotReady(f"{__version__} is released already: there is a tag v{__version__}")
    if refused := bill.forbidden():
        raise NotReady(f"licences that do not let a package be shipped, or are not clear: {refused}")
    return notes


def _build() -> list[Path]:
    """Build the packages into an empty folder, and look through the wheels. Raises NotReady."""
    shutil.rmtree(DIST, ignore_errors=True)
    pure = packages.build(ROOT, DIST, "wheel")
    packages.check_contents(pure)
    compiled = packages.portable(packages.build(ROOT, DIST, "wheel", compiled=True))
    packages.check_contents(compiled)
    return [pure, compiled, packages.build(ROOT, DIST, "sdist")]


def _run(*command: str) -> str:
    """Run a command in the checkout; return what it prints if it is git's. Raises CalledProcessError."""
    told = subprocess.PIPE if command[0] == "git" else None
    return subprocess.run(command, cwd=ROOT, check=True, stdout=told, text=True).stdout or ""  # noqa: S603 - ours


if __name__ == "__main__":
    main()
