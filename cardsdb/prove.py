"""Proves one uploaded set in a process of its own, which may use so much time and memory and no more.

    python -m cardsdb.prove SECONDS BYTES  <  Task as JSON  >  Verdict as JSON

Whoever starts it bounds the time on the wall; a file that needs more than it gets ends this process and nothing else.
"""

import resource
import sys
from contextlib import suppress

import msgspec
from msgspec import Struct

from cardsdb.sets import SetFault, SetRefused, StoredSet, read_upload, restored, shipped_sets, stored
from cardsdb.source import Stage
from engine.registry import GAMES


class Beside(Struct, frozen=True):
    """A set that the server uses already."""

    game: str
    content: str


class Task(Struct, frozen=True):
    """What is to be proved: a file's name and content, and the sets that it has to fit."""

    file: str
    content: bytes
    beside: tuple[Beside, ...] = ()


class Verdict(Struct, frozen=True):
    """What came of it: the set as it is stored, or its faults.

    `more` are the faults beyond those that are told; `stage` is how far the file was read.
    """

    stored: StoredSet | None = None
    faults: tuple[SetFault, ...] = ()
    more: int = 0
    stage: Stage = "decks"


def prove(task: Task) -> Verdict:
    """Return whether a file holds a sound set."""
    beside = [restored(GAMES[each.game], each.content) for each in task.beside]
    try:
        return Verdict(stored(read_upload(GAMES, task.content, task.file, beside)))
    except SetRefused as refused:
        return Verdict(None, refused.faults, refused.more, refused.stage)


def bound(seconds: int, memory: int) -> None:
    """Let the system end this process where it uses more, in seconds of processor time and bytes of address space.

    Not every system bounds memory; the size of a file does there.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    for game in GAMES.values():
        shipped_sets(game)
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    bound(int(sys.argv[1]), int(sys.argv[2]))
    sys.stdout.buffer.write(msgspec.json.encode(prove(task)))
