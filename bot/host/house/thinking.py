"""The processes in which house players think, so that no click waits for them.

A process receives a guess at the state and never the state itself, so nothing that is hidden from a house player's seat
ever reaches it. It answers within a time limit with the best move that it has found so far.
"""

import asyncio
import os
from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from msgspec import Struct

from bot.host.kernel.clock import SystemClock
from bot.host.kernel.process_cards import cards_of
from bot.process_pool import ProcessPool
from engine.contract import JSON, AnyGame, Seat
from engine.dice import FairDice
from engine.players.levels import HOUSE_PLAYERS
from engine.players.lines import Pick

SECONDS: Final = 8.0
"""The time limit for a house player's answer, in seconds from the question; shorter than any clock that can run."""

LEAST: Final = 1.0
"""The minimum thinking time in seconds, even if a move has waited long for a process: no move is left to chance."""

STUCK: Final = SECONDS + 25.0
"""After how many seconds a process that should have answered is ended: before the move is taken up again."""

MEMORY: Final = 100 << 20
"""How many bytes a process may take for its thoughts."""

_STEADY: Final = SystemClock().steady


class Thought(Struct, frozen=True):
    """A house player's task.

    Attributes:
        game: the rules; games hold no state of their own.
        hashes: the card sets that the match is pinned to.
        contents: the contents of these sets.
        guess: a determinization for the seat, as dumped by the game.
        seat: the seat that moves.
        house: the character that plays, or only its level.
        seed: the seed for the player's own randomness.
        end: when its time is up, by the steady clock, which is the same in all processes on a machine.
    """

    game: AnyGame
    hashes: tuple[str, ...]
    contents: tuple[str, ...]
    guess: JSON
    seat: Seat
    house: str
    seed: bytes
    end: float


def think(thought: Thought, steady: Callable[[], float] = _STEADY) -> list[Pick]:
    """Return a house player's line: the best one that it has found when its time is up.

    `steady` returns the time in seconds. The time before the thinking begins, such as the wait for a process, counts.
    """
    end = max(thought.end, steady() + LEAST)
    cards = cards_of(thought.game, thought.hashes, thought.contents)
    guess = thought.game.load(thought.guess, thought.game.state_version, cards)
    own = FairDice(thought.seed)
    return HOUSE_PLAYERS[thought.house].line(thought.game, guess, thought.seat, own, lambda: steady() > end)


T = TypeVar("T")
R = TypeVar("R")


class Thinkers(Protocol):
    """An executor of house players' thoughts."""

    places: int
    """How many thoughts can run at once."""

    async def run(self, work: Callable[[T], R], task: T) -> R:
        """Return the result of a module-level function for a task; both must be fit to be sent to another process."""
        ...

    def close(self) -> None:
        """Stop the executor."""
        ...


class InProcess:
    """Thinks in a thread of this process: for tests, and for machines without room for another process."""

    places = 1

    async def run(self, work: Callable[[T], R], task: T) -> R:
        """Return the result of a function for a task."""
        return await asyncio.to_thread(work, task)

    def close(self) -> None:
        """Do nothing: the thread ends with its thought."""


class Processes:
    """Thinks in separate processes, which start with the first thought.

    They leave one of the machine's cores, if it has several, to the process that answers clicks.

    Attributes:
        pool: the processes.
    """

    def __init__(self, most: int, cores: int | None = os.cpu_count()) -> None:
        self.places = max(1, min(most, (cores or 1) - 1))
        self.pool = ProcessPool("house", MEMORY, STUCK, self.places)

    async def run(self, work: Callable[[T], R], task: T) -> R:
        """Return the result of a function for a task. Raises WorkLost if the process dies twice or is stuck."""
        return await self.pool.run(work, task)

    def close(self) -> None:
        """End the processes at once; what they thought is discarded."""
        self.pool.close()
