"""Follows the steps of the container file in bare Debians, which stand for its base image."""

import json
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.bare.system import System

KINDS: Final = frozenset(
    {"ARG", "FROM", "RUN", "WORKDIR", "COPY", "USER", "ENV", "VOLUME", "HEALTHCHECK", "STOPSIGNAL", "CMD"}
)
"""The kinds of steps that are followed here."""


@dataclass
class Image:
    """An image as far as it is built: its files, and how its program is started and asked for its health."""

    system: System
    folder: str = "/"
    user: str = "root"
    environment: dict[str, str] = field(default_factory=dict)
    volume: str = ""
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)


def steps(file: Path) -> list[tuple[str, str]]:
    """Return the steps of a container file: each its kind and the rest of it. Raises ValueError for an unknown kind."""
    lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    found = [line.partition(" ") for line in "\n".join(lines).replace("\\\n", " ").splitlines()]
    unknown = {kind for kind, _, _ in found} - KINDS
    if unknown:
        raise ValueError(f"steps of an unknown kind: {sorted(unknown)}")
    return [(kind, rest.strip()) for kind, _, rest in found]


def built(file: Path, context: Path, base: System, folder: Path, begins: Callable[[str], None]) -> Image:
    """Return the last image of a container file. Every stage begins as a copy of the base. Raises Failed.

    `begins` is called with the name of each stage; the last one, which has none, is called "last".
    """
    stages: list[tuple[str, Image]] = []
    for kind, rest in steps(file):
        if kind == "FROM":
            name = rest.partition(" AS ")[2] or "last"
            begins(name)
            stages.append((name, Image(base.copied(folder / name))))
        elif kind != "ARG":
            _follow(stages[-1][1], kind, rest, {"": context, **{name: image.system.root for name, image in stages}})
    return stages[-1][1]


def _follow(image: Image, kind: str, rest: str, sources: dict[str, Path]) -> None:
    """Do one step. Files are copied out of one of the sources: the context, which has no name, or an earlier stage."""
    match kind:
        case "RUN":
            image.system.run(["sh", "-c", rest], image.folder, user=image.user, environment=image.environment)
        case "WORKDIR":
            image.folder = rest
            (image.system.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        case "COPY":
            _copy(image, shlex.split(rest), sources)
        case "USER":
            image.user = rest
        case "ENV":
            image.environment |= dict(word.split("=", 1) for word in shlex.split(rest))
        case "VOLUME":
            image.volume = rest
        case "HEALTHCHECK":
            image.health = json.loads(rest.partition("CMD ")[2])
        case "CMD":
            image.command = json.loads(rest)
        case _:
            assert kind == "STOPSIGNAL"  # a container's engine reads it


def _copy(image: Image, words: list[str], sources: dict[str, Path]) -> None:
    source = sources[words.pop(0).removeprefix("--from=") if words[0].startswith("--from=") else ""]
    *names, target = words
    into = image.system.root / image.folder.lstrip("/") / target
    for name in names:
        for found in source.glob(name.lstrip("/")):
            if found.is_dir():
                shutil.copytree(found, into)
            else:
                into.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, into)
