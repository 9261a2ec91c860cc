"""Which moment of a plan makes it better than another: the reason that a player can see on the timeline."""

from collections.abc import Iterable, Sequence
from typing import Any

from bot.host.review.analysis import Plan
from engine.contract import Arg, Forecast, Message, Seat, SeatRef, letter
from engine.games.varia.view import ActionView
from engine.kit.forecasts import average, whole
from engine.players.gains import Gain


def reason(better: Plan, other: Plan, gain: Gain, seat: Seat) -> tuple[Seat, Message] | None:
    """Return the moment whose action saves a seat, or costs its opponent, the most health points.

    It counts only if the better plan as a whole changes the same player's points in the same direction, and only with
    an action that the other plan does not have there.
    """
    found = [each for each in _moments(better, other, seat) if _agrees(gain, seat, each[0], each[1])]
    if not found:
        return None
    whose, change, moment, action = max(found, key=lambda each: abs(each[1]))
    key = "varia.gain.saves" if whose == seat else "varia.gain.costs"
    args: dict[str, Arg] = {
        "action": action.cards,
        "moment": moment,
        "seat": SeatRef(whose),
        "amount": average(abs(change)),
    }
    return whose, Message(key, args)


def _agrees(gain: Gain, seat: Seat, whose: Seat, change: float) -> bool:
    """Whether a moment changes a player's points for the better, as the whole plan does."""
    sign = 1 if whose == seat else -1
    return whole(sign * change) > 0 and sign * gain.points.get(whose, 0.0) > 0


def _moments(better: Plan, other: Plan, seat: Seat) -> Iterable[tuple[Seat, float, int, ActionView]]:
    """Yield for each moment with a different action: whose points it changes, by how much, its number, the action."""
    ahead, behind = _changes(better.forecast), _changes(other.forecast)
    there = _actions(other, seat)
    for number, action in enumerate(_actions(better, seat)):
        same = there[number] if number < len(there) else None
        if action is None or (same is not None and same.cards == action.cards):
            continue
        for whose in (0, 1):
            change = ahead.get((number + 1, whose), 0.0) - behind.get((number + 1, whose), 0.0)
            yield whose, change, number + 1, action


def _actions(plan: Plan, seat: Seat) -> Sequence[ActionView | None]:
    view: Any = plan.view
    actions: Sequence[ActionView | None] = view.seats[letter(seat)].plan
    return actions


def _changes(lines: Iterable[Forecast]) -> dict[tuple[int, Seat], float]:
    """Return the average changes of each moment and seat."""
    return {
        (moment, seat): change
        for line in lines
        if isinstance(moment := line.message.args.get("moment"), int)
        for seat, change in line.changes.items()
    }
