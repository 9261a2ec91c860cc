"""The timers that a running match needs, and its stopped clocks, derived from the table alone, without a database."""

from collections.abc import Mapping
from typing import Final, TypeAlias

from bot.host.kernel.paces import GRACE, HOUSE_PAUSE, REMINDED, UNTIMED_LIFE, UNTOLD
from bot.host.kernel.pass_delays import NO_DELAY
from bot.host.kernel.randomness import wait
from bot.host.match.table import Table
from bot.storage.timers import TimerKey
from engine.contract import Decision, Seat, letter

Timers: TypeAlias = dict[TimerKey, float]
"""When timers are due, by key."""

HOUSE: Final = "house"
"""The kind of timer for a house player's move."""

RUNNING: Final = ("deadline", "bank", "reminder", "race", "vote")
"""The kinds that measure people's time."""

VOTE: Final = TimerKey("vote")
"""The timer that closes a vote."""

CALL: Final = "call"
"""The kind of timer for the mention of the players who have not answered a question that can be passed."""

IDLE: Final = TimerKey("idle")
"""The timer that ends a solo match that nobody continues."""

KEPT: Final = 32
"""How many stopped clocks a match remembers: far more than can be waiting for one another."""


def timers_of(table: Table) -> Timers:
    """Return the timers that a running match needs, and record in its clocks what has to be remembered.

    A running clock keeps its deadline. A clock that stops, because another seat has to respond first or its person is
    away or cannot be reached, later continues with the time that was left, but at least the response time. While a
    vote is open, all clocks are stopped; the delays of passes begin again after it.
    """
    standing, wanted = table.timers, Timers()
    if table.vote is not None:
        wanted[VOTE] = standing.get(VOTE, table.now + table.pace.vote)
        table.clocks.restart_passes()
        _stop(table, standing, wanted)
        return wanted
    _note_openings(table)
    for asked in table.open():
        if table.row.untimed:
            pass  # it has no clock
        elif asked.seat in table.away:
            wanted[TimerKey("back", asked.seat)] = table.away[asked.seat]
        elif asked.seat in table.untold:
            key = TimerKey("untold", asked.seat)
            wanted[key] = standing.get(key, table.now + UNTOLD)
        else:
            wanted |= _deadline(table, asked, standing)
        if table.attempt is None:  # a puzzle's position stays as it is
            wanted |= _moves(table, asked, standing)
    _stop(table, standing, wanted)
    if table.row.untimed:
        wanted[IDLE] = table.now + UNTIMED_LIFE
    if table.row.solo:
        wanted |= {
            TimerKey("reminder", asked.seat, asked.clock): table.now + UNTIMED_LIFE * 3 / 4
            for asked in table.open()
            if table.seats[asked.seat].present
        }
    return wanted


def _note_openings(table: Table) -> None:
    """Record who may answer in new windows, and when responses are asked for; forget windows and responses given."""
    clocks, open_now = table.clocks, table.open()
    windows = {asked.window.id for asked in open_now if asked.window is not None}
    for window in windows - clocks.windows.keys():
        clocks.windows[window] = [each.seat for each in open_now if each.window and each.window.id == window]
    clocks.windows = {name: seats for name, seats in clocks.windows.items() if name in windows}
    clocks.races = {name: due for name, due in clocks.races.items() if name in windows}
    responses = [asked.id for asked in open_now if asked.tempo == "response"]
    clocks.asked = {name: clocks.asked.get(name, table.now) for name in responses}
    soon = [] if table.foreseen is None else [table.foreseen.id]
    since = {**dict.fromkeys(soon, table.now), **clocks.foreseen}
    clocks.foreseen = {name: at for name, at in since.items() if name in (*responses, *soon)}


def _deadline(table: Table, asked: Decision, standing: Mapping[TimerKey, float]) -> Timers:
    """Return the deadline of a question, or of the reserve that runs after it, and the reminder before it."""
    pace, seat, clock = table.pace, asked.seat, asked.clock
    running = {key: standing[key] for kind in RUNNING if (key := TimerKey(kind, seat, clock)) in standing}
    if TimerKey("deadline", seat, clock) in running or TimerKey("bank", seat, clock) in running:
        return running
    given = pace.given(asked.tempo)
    left = table.clocks.stopped.pop(_name(seat, clock), None)
    time = given if left is None else max(left, pace.response)
    due = table.now + time
    timers: Timers = {TimerKey("deadline", seat, clock): due + GRACE}
    if given > REMINDED and time > given / 4 and table.seats[seat].present:
        timers[TimerKey("reminder", seat, clock)] = due - given / 4
    return timers


def _moves(table: Table, asked: Decision, standing: Mapping[TimerKey, float]) -> Timers:
    """Return the timers before the deadline that need no click: house players' moves, passes, the end of a race."""
    timers: Timers = {}
    if table.seats[asked.seat].house is not None:
        key = TimerKey(HOUSE, asked.seat, asked.id)
        timers[key] = standing.get(key, table.now + wait(table.row.secret, asked.id, *HOUSE_PAUSE))
    elif _is_passed(table, asked):
        timers[TimerKey("pass", asked.seat, asked.id)] = max(table.now, _pass_due(table, asked))
    timers |= _call(table, asked, standing)
    if asked.window is not None and asked.window.id in table.clocks.races:
        timers[TimerKey("race", subject=asked.window.id)] = table.clocks.races[asked.window.id]
    return timers


def _call(table: Table, asked: Decision, standing: Mapping[TimerKey, float]) -> Timers:
    """Return the timer of the mention: it reveals no pass of the bot, because all of them have been made by then."""
    key, delay = TimerKey(CALL, subject=called_as(asked)), table.pass_delay(asked)
    due = table.clocks.asked.get(asked.id, table.now) + delay.latest
    return {key: due} if delay != NO_DELAY and (key in standing or due > table.now) else {}


def called_as(asked: Decision) -> str:
    """Return the subject of the mention for a question, which is one for a whole window."""
    return asked.id if asked.window is None else asked.window.id


def _is_passed(table: Table, asked: Decision) -> bool:
    """Whether a pass is on its way: nothing else is possible, the seat wants to pass, or its pass is held."""
    return _is_held(table, asked) or not asked.answerable or table.passed_for(asked)


def _is_held(table: Table, asked: Decision) -> bool:
    held = table.drafts[asked.seat].held
    return held is not None and held[0] == asked.id and asked.id in table.clocks.asked


def _pass_due(table: Table, asked: Decision) -> float:
    """Return when a pass takes effect: one that the player has made, or one that the bot makes."""
    delay, held = table.pass_delay(asked), table.held_until(asked)
    return held if _is_held(table, asked) else held + delay.own - delay.held


def _stop(table: Table, standing: Mapping[TimerKey, float], wanted: Timers) -> None:
    """Record the time left on clocks that have stopped, and give an unused reserve back."""
    stopped = table.clocks.stopped
    for key, due in standing.items():
        kind, seat, clock = key
        if key in wanted or seat is None or kind not in ("deadline", "bank"):
            continue
        left = max(0.0, due - table.now - GRACE)
        if kind == "deadline":
            stopped[_name(seat, clock)] = left
        else:
            table.seats[seat].bank, stopped[_name(seat, clock)] = left, 0.0
            table.moved.add(seat)
    while len(stopped) > KEPT:
        stopped.pop(next(iter(stopped)))


def _name(seat: Seat, clock: str) -> str:
    return f"{letter(seat)} {clock}"
