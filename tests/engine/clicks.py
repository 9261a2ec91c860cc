"""What a click asks of the engine besides its pick, and the work that this takes."""

import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any, Final

from bot.host.match.drafts import reached
from engine.budget import STEPS_A_FORECAST, STEPS_A_ROW
from engine.contract import AnyGame, Seat

A_STEP: Final = 110
"""The lines of Python that a step of a budget comes to, at most."""

MOST_LINES: Final = {
    "question": 60_000,
    "view": 100_000,
    "forecast": A_STEP * STEPS_A_FORECAST,
    "outlooks": A_STEP * STEPS_A_ROW,
}
"""The lines of Python that a look may execute: what its budget of steps comes to, or less."""


def looks(game: AnyGame, state: Any, seat: Seat) -> dict[str, Callable[[], object]]:
    """What a seat's panel is made from, by what it is called."""
    return {
        "question": partial(reached, game, state, seat, []),
        "view": partial(game.view, state, seat),
        "forecast": partial(game.forecast, state, seat),
        "outlooks": lambda: [game.outlooks(state, asked) for asked in game.decisions(state) if asked.seat == seat],
    }


def lines_of(work: Callable[[], object]) -> int:
    """Count the lines of Python that some work executes: the same on every machine, whatever the game counts itself."""
    count = 0

    def trace(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
