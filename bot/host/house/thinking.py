"""Where house players think: in processes of their own, so that no click waits for them.

A process is handed a guess at the state and never the state: what is hidden from a house player's seat does not reach
it. It answers within a time, with what it has found by then. Looking back at a match is done here too.
"""

import asyncio
import os
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

import structlog
from msgspec import Struct

from bot.host.kernel.clock import SystemClock
from bot.host.kernel.process_cards import cards_of
from bot.processes import ProcessPool
from engine.contract import JSON, AnyGame, Seat
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.lines import Pick

SECONDS: Final = 8.0
"""How long after it was asked a house player answers at the latest: less than any clock that it can run into."""

LEAST: Final = 1.0
"""For how many seconds it may think however long its move has waited for a process: a move is not left to chance."""

_STEADY: Final = SystemClock().steady

log = structlog.get_logger()


class Thought(Struct, frozen=True):
    """What a house player is to think about.

    Attributes:
        game: the rules; games hold no state of their own.
        hashes: the card sets that the match is pinned to.
        contents: what stands in these.
        guess: a determinization for the seat, as the game dumps it.
        seat: whose move it is.
        level: how well it is to be played.
        seed: what the player's own chance follows from.
        end: when its time is up, by the steady clock, which is the same in all processes of a machine.
    """

    game: AnyGame
    hashes: tuple[str, ...]
    contents: tuple[str, ...]
    guess: JSON
    seat: Seat
    level: str
    seed: bytes
    end: float


def think(thought: Thought, steady: Callable[[], float] = _STEADY) -> list[Pick]:
    """Return what a house player plays: the best that it has found when its time is up.

    `steady` tells the seconds. What a process does before it thinks, and what it waited for, counts too.
    """
    end = max(thought.end, steady() + LEAST)
    cards = cards_of(thought.game, thought.hashes, thought.contents)
    guess = thought.game.load(thought.guess, thought.game.state_version, cards)
    own = FairDice(thought.seed)
    return LEVELS[thought.level].line(thought.game, guess, thought.seat, own, lambda: steady() > end)


T = TypeVar("T")
R = TypeVar("R")


class Thinkers(Protocol):
    """Those who think for house players, and about matches for people."""

    places: int
    """How many can think at once."""

    async def run(self, work: Callable[[T], R], task: T) -> R:
        """Return what a function of a module makes of a task; both go from process to process."""
        ...

    def close(self) -> None:
        """Let them stop, which may take as long as a thought."""
        ...


class InProcess:
    """Thinks in a thread of this process: for a machine without room for another one, and for tests."""

    places = 1

    async def run(self, work: Callable[[T], R], task: T) -> R:
        """Return what a function makes of a task."""
        return await asyncio.to_thread(work, task)

    def close(self) -> None:
        """Do nothing: the thread ends with its thought."""


class Processes:
    """Thinks in processes of its own, which start with the first thought. One that dies is replaced.

    They leave one of the machine's cores, if it has several, to whoever answers clicks, and stand back where it wants
    more.
    """

    def __init__(self, most: int, cores: int | None = os.cpu_count()) -> None:
        self.places = max(1, min(most, (cores or 1) - 1))
        self._pool = ProcessPool(self.places)

    async def run(self, work: Callable[[T], R], task: T) -> R:
        """Return what a function makes of a task. Raises BrokenProcessPool where a process died; others are made."""
        return await asyncio.wrap_future(self._pool.begin(work, task))

    def close(self) -> None:
        """Wait until the processes have stopped; they finish their thoughts, which are of no use any more."""
        self._pool.close()
