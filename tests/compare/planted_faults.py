"""Matches recorded with faults planted in what is told and drawn, each compared with the same match as it should be.

    python -m tests.compare.planted_faults

prints the differences of every fault as JSON.
"""

import asyncio
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from importlib import import_module
from typing import Any, Final

from msgspec import json
from msgspec.structs import replace

from bot.host.match import queries
from tests.compare.comparison import Comparison, Difference
from tests.compare.matches import PEOPLE
from tests.compare.recorder import recorded
from tests.compare.scenes import WRITER

GAME, SEED, ANSWERS = "artbot", 6, 2
"""A short match of two people."""

FAR: Final = 200

_TEXT: Final = re.compile(r'(<text x=")([^"]+)("[^>]*>)(' + "|".join(person.name for person in PEOPLE) + r")(</text>)")


@contextmanager
def planted(module: Any, name: str, fault: Callable[[Any], Any]) -> Iterator[None]:
    """Replace a function by a faulty one, made from it, for as long as this is open."""
    sound = getattr(module, name)
    setattr(module, name, fault(sound))
    try:
        yield
    finally:
        setattr(module, name, sound)


def without_last_fact(turn: Any) -> Any:
    """Leave the last fact of every turn out."""

    async def told(*arguments: Any, **named: Any) -> Any:
        found = await turn(*arguments, **named)
        return replace(found, facts=found.facts[:-1])

    return told


def swapped(placed: Any) -> Any:
    """Swap the first two names in every picture."""

    def written(piece: Any) -> str:
        svg: str = placed(piece)
        names = list(dict.fromkeys(found[4] for found in _TEXT.finditer(svg)))[:2]
        other = dict(zip(names, names[::-1], strict=True))
        return _TEXT.sub(lambda found: f"{found[1]}{found[2]}{found[3]}{other.get(found[4], found[4])}{found[5]}", svg)

    return written


def moved(placed: Any) -> Any:
    """Move every name in a picture to the right."""

    def written(piece: Any) -> str:
        svg: str = placed(piece)
        return _TEXT.sub(lambda found: f"{found[1]}{float(found[2]) + FAR}{''.join(found.groups()[2:])}", svg)

    return written


def faults() -> Mapping[str, Any]:
    """Return the faults by name, each to be entered; the first is none."""
    writing = import_module(WRITER)
    return {
        "none": nullcontext(),
        "a fact left out": planted(queries, "turn", without_last_fact),
        "two seats swapped": planted(writing, "placed", swapped),
        "a name moved": planted(writing, "placed", moved),
    }


async def found() -> dict[str, list[Difference]]:
    """Return the differences that each fault makes."""
    sound = await recorded(GAME, range(SEED, SEED + 1), ANSWERS, only_matches=True)
    differences = {}
    for name, fault in faults().items():
        with fault:
            faulty = await recorded(GAME, range(SEED, SEED + 1), ANSWERS, only_matches=True)
        differences[name] = list(Comparison(sound, faulty).differences())
    return differences


if __name__ == "__main__":
    sys.stdout.buffer.write(json.encode(asyncio.run(found())))
