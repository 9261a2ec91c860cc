"""The odds of the planned turn, moment by moment, if nobody plans anything more."""

from collections.abc import Sequence
from typing import TypeAlias

from engine.budget import StrictBudget
from engine.contract import Arg, Forecast, Message, Seat, SeatRef, Viewer
from engine.games.varia.pieces import PLANNING, AimPrompt, FusePrompt, PlacePrompt
from engine.games.varia.planned_turn import Moment, PlannedTurn, planned_start
from engine.games.varia.state import VariaState
from engine.games.varia.turn_rows import played_row
from engine.kit.forecasts import signed, whole

Points: TypeAlias = tuple[float, float]
"""A number for each seat."""


def forecast(state: VariaState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
    """Return a line for each moment with an action, after a title, and the sum of several.

    Unknown cards are those of `unknown_cards`. There is no forecast outside planning. Raises Spent.
    """
    if not _foreseen(state):
        return ()
    turn = PlannedTurn(planned_start(state, viewer, budget), viewer, budget)
    turn.play_out()
    return _lines(state, viewer, turn.moments)


def forecast_row(states: Sequence[VariaState], seat: Seat, budget: StrictBudget) -> Sequence[tuple[Forecast, ...]]:
    """Return a seat's forecasts of several states that differ in one choice. Raises Spent."""
    foreseen = [state for state in states if _foreseen(state)]
    moments = iter(played_row(foreseen, seat, budget))
    return [_lines(state, seat, next(moments)) if _foreseen(state) else () for state in states]


def _foreseen(state: VariaState) -> bool:
    """Whether there is a forecast in a state: somebody has planned something, and nothing else is going on."""
    if state.step not in PLANNING or state.agenda or state.outcome is not None:
        return False
    if state.prompt is not None and not isinstance(state.prompt, PlacePrompt | FusePrompt | AimPrompt):
        return False
    return any(player.queue or any(player.plan) for player in state.players)


def _lines(state: VariaState, viewer: Viewer, moments: Sequence[Moment]) -> tuple[Forecast, ...]:
    first, second = state.in_turn_order if viewer not in (0, 1) else (1 - viewer, viewer)
    lines = [_line(each, first, second) for each in moments if each.planned or any(map(whole, each.changes))]
    if not lines:
        return ()
    if state.step in ("movement", "action"):
        title = Message("varia.forecast.unanswered")
    else:
        title = Message("varia.forecast.title")
    if len(lines) > 1:
        lines.append(_sum([each.changes for each in moments], first, second))
    return (Forecast(title), *lines)


def _sum(parts: Sequence[Points], first: Seat, second: Seat) -> Forecast:
    """Return a line about what both players lose or gain in all moments: the sum of the whole numbers shown there."""
    exact, shown = (tuple(sum(number(part[seat]) for part in parts) for seat in (0, 1)) for number in (float, whole))
    return _told("varia.forecast.sum", (exact[0], exact[1]), first, second, {}, (shown[0], shown[1]))


def _told(
    key: str, changes: Points, first: Seat, second: Seat, args: dict[str, Arg], points: Points | None = None
) -> Forecast:
    """Return a line about what both players lose or gain; a player is left out if that rounds to nothing.

    `points` are the figures to show, if not those of the changes.
    """
    points = points or changes
    shown = [seat for seat in (first, second) if whole(points[seat])]
    for name, seat in zip(("", "other_"), shown, strict=False):
        args |= {f"{name}seat": SeatRef(seat), f"{name}change": signed(points[seat])}
    kind = ("little" if any(changes) else "none", "one", "both")[len(shown)]
    return Forecast(Message(f"{key}.{kind}", args), changes={seat: changes[seat] for seat in (0, 1)})


def _line(moment: Moment, first: Seat, second: Seat) -> Forecast:
    """Return the moment's line, with the chance to hit only if both results are possible."""
    args: dict[str, Arg] = {"moment": moment.number}
    if moment.attacker is None:
        return _told("varia.forecast.moment", moment.changes, first, second, args)
    chance = min(1.0, moment.hits / moment.attacked)
    args |= {"attacker": SeatRef(moment.attacker), "percent": round(100 * chance)}
    if chance:
        told = _told("varia.forecast.chance", moment.changes, first, second, args)
    else:
        told = _told("varia.forecast.apart", moment.changes, first, second, args)
    return Forecast(told.message, chance, told.changes)
