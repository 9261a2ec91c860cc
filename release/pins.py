"""The packages that Tableside ships with or asks for, and the files that pin them."""

import re
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SHIPPED: Final = ("tableside[container]",)
"""What the container installs; a wheel asks for no more unless its user wants the sandbox or the charts."""


def pins(file: Path) -> dict[str, str]:
    """Return what a file of pins says about each package: version, markers and hashes."""
    blocks = re.split(r"\n(?=\S)", file.read_text("utf-8").strip())
    return {str(canonicalize_name(re.split(r"[=\[ ]", block)[0])): block.strip() for block in blocks}


def needed(packages: Iterable[str]) -> set[str]:
    """Return the names of some packages, as requirements with extras, and of everything that they need here."""
    left, seen = [Requirement(each) for each in packages], set()
    found: set[str] = set()
    while left:
        wanted = left.pop()
        name, extras = str(canonicalize_name(wanted.name)), sorted(wanted.extras) or [""]
        if (name, *extras) in seen:
            continue
        seen.add((name, *extras))
        found.add(name)
        left += [
            each
            for each in map(Requirement, requires(wanted.name) or ())
            if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras)
        ]
    return found - {"tableside"}
