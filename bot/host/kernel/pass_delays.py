"""How long a pass takes, so that nobody can tell from it whether a seat could have done anything else.

The bot passes for a seat that can do nothing else as a person would who takes an ordinary time to answer, and a pass
that comes quickly is held for a while, whoever makes it. docs/lab/answer-times.md says why this reveals nothing.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from bot.host.kernel.paces import Pace
from bot.host.kernel.randomness import fraction, wait

ANSWER_TIMES: Final = msgspec.json.decode(
    files("bot.host.kernel").joinpath("answer_times.json").read_bytes(), type=dict[str, tuple[float, ...]]
)
"""The seconds from a question that can be passed to a person's answer, by pace: points with equal shares between them.

Delays are drawn from every second point, so that tests can answer by the others.
"""


class PassDelay(Struct, frozen=True):
    """When a pass takes effect, in seconds after its question.

    Attributes:
        held: a person's pass that comes earlier is held until then.
        own: the bot passes then for a seat that can do nothing else, or that wants to pass; not before `held`.
        latest: the longest time that the bot takes.
    """

    held: float
    own: float
    latest: float


NO_DELAY: Final = PassDelay(0.0, 0.0, 0.0)
"""The delay if there is nobody to hide a pass from."""


def pass_delay(secret: bytes, decision: str, pace: Pace, *, longest: bool = False) -> PassDelay:
    """Return the delay of a pass on a decision, derived only from a match's secret and the decision's id.

    If `longest` is set, no pass takes effect before the longest delay of the pace.
    """
    least, most = pace.passing
    held = most if longest else wait(secret, decision, least, most)
    drawn = time_at(ANSWER_TIMES[pace.key][::2], fraction(secret, f"answer {decision}"))
    return PassDelay(held, max(held, min(drawn, most)), most)


def time_at(points: Sequence[float], share: float) -> float:
    """Return the time up to which a share of all answers come, from 0 to 1, between points with equal shares."""
    steps = len(points) - 1
    number = min(int(share * steps), steps - 1)
    earlier, later = points[number], points[number + 1]
    return earlier + (later - earlier) * (share * steps - number)
