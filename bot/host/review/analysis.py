"""Analysis of a match in the worker pool: the match is replayed from its log, and searched.

A player's line is judged only by what that player could know when it was played.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any, Final

from msgspec import Struct

from bot.host.match.drafts import Made, made_of
from bot.host.match.log import Log
from bot.host.match.replay import Replay, ReplayStep, first_of_draft, first_replayable, replayed
from engine.contract import AnyGame, Fact, Forecast, Key, Seat, View, Viewer
from engine.dice import Dice, FairDice
from engine.draws import Draw
from engine.players.analysis import Weighing, compared, judged, weighed
from engine.players.gains import Gain
from engine.players.lines import Line

TRIES: Final = 6000
"""How many continuations of a match are played at most to judge its lines, of which each gets the same share. So what
is found depends neither on who asks nor, within `SECONDS`, on the machine."""

SECONDS: Final = 12.0
"""The maximum time for the search, in seconds, after the replay. It hardly ever comes to that."""

REMARKS: Final = 3
"""The maximum number of remarks shown: as many as fit on a phone."""


class Throws(Struct):
    """Some dice: their number, the total that they showed, and the total to be expected on average."""

    dice: int = 0
    shown: int = 0
    expected: float = 0.0

    def add(self, sides: int, shown: int) -> None:
        """Add a die."""
        self.dice += 1
        self.shown += shown
        self.expected += (sides + 1) / 2


class Plan(Struct, frozen=True):
    """A line as its player saw it.

    Attributes:
        made: its picks.
        view: the match with all of it but its final pick.
        forecast: what then happens if nobody does anything more.
    """

    made: tuple[Made, ...]
    view: View
    forecast: tuple[Forecast, ...]


class Remark(Struct, frozen=True):
    """A line that cost something, as the search sees it.

    Attributes:
        seat: the player's seat.
        step: the step that stood before it, from 1, as the match page counts.
        view: the match before it, as its player saw it.
        played: the line played.
        better: the line that the search prefers.
        gain: what the better line brings beyond the played one.
    """

    seat: Seat
    step: int
    view: View
    played: Plan
    better: Plan
    gain: Gain


class Review(Struct, frozen=True):
    """The search's judgement of a person's play in a match.

    Attributes:
        remarks: the largest losses, in descending order.
        judged: how many lines were analysed.
        lines: how many lines there were in which the person had a choice.
    """

    remarks: tuple[Remark, ...]
    judged: int
    lines: int


class MatchReview(Struct, frozen=True):
    """The search's judgement of everybody's play in a match.

    Attributes:
        remarks: the largest losses, in descending order.
        judged: how many lines were analysed.
        lines: how many lines there were in which somebody had a choice.
        throws: each seat's dice.
    """

    remarks: tuple[Remark, ...]
    judged: int
    lines: int
    throws: tuple[Throws, ...]


class _Moment(Struct):
    """A line as it was played.

    Attributes:
        seat: its player's seat.
        number: its first entry.
        step: how many steps came before it.
        state: the match before it.
        picks: the line.
        choice: whether there was anything to choose.
        whole: whether its last pick was final; a line that a deadline cut off is not judged.
    """

    seat: Seat
    number: int
    step: int
    state: Any
    picks: list[tuple[str, tuple[Key, ...]]]
    choice: bool
    own: Throws
    whole: bool = False

    @property
    def line(self) -> Line:
        """The picks as a line."""
        return tuple(self.picks)


def look_back(task: tuple[Log, Seat], clock: Callable[[], float] = time.monotonic) -> Review:
    """Replay a match and judge a seat's lines, as `look_over` does. `clock` returns the time in seconds."""
    log, seat = task
    lines = [_judgeable(_moments(log, each)) for each in range(len(log.seatings))]
    remarks, looked = _judged(log, lines[seat], _share(lines), clock() + SECONDS, clock)
    return Review(remarks, looked, len(lines[seat]))


def look_over(log: Log, seconds: float = SECONDS, clock: Callable[[], float] = time.monotonic) -> MatchReview:
    """Replay a match and judge everybody's lines for some seconds; without any, only the dice are counted."""
    moments = [_moments(log, seat) for seat in range(len(log.seatings))]
    lines = [_judgeable(own) for own in moments]
    chosen = sorted((each for own in lines for each in own), key=lambda each: each.number)
    remarks, looked = _judged(log, chosen, _share(lines), clock() + seconds, clock) if seconds else ((), 0)
    return MatchReview(remarks, looked, len(chosen), tuple(_sum([each.own for each in own]) for own in moments))


def _judgeable(moments: Sequence[_Moment]) -> list[_Moment]:
    """Return the lines in which the player had a choice."""
    return [each for each in moments if each.choice and each.whole]


def _share(lines: Sequence[Sequence[_Moment]]) -> int:
    """Return how many continuations each line of a match gets."""
    return TRIES // max(1, sum(len(own) for own in lines))


def _judged(
    log: Log, moments: Sequence[_Moment], share: int, end: float, clock: Callable[[], float]
) -> tuple[tuple[Remark, ...], int]:
    """Return the largest losses, and how many lines were judged before the `end` of the time."""
    remarks, looked = list[Remark](), 0
    for each in moments:
        if clock() > end:
            break
        remarks += _remark(log, each, _until(end, clock, share))
        looked += 1
    largest = sorted(remarks, key=lambda each: each.gain.worth, reverse=True)[:REMARKS]
    return tuple(largest), looked


def _until(end: float, clock: Callable[[], float], tries: int = TRIES) -> Callable[[], bool]:
    """Return a function that is true after some calls, one before each continuation, or once the time has ended."""
    calls = count()
    return lambda: next(calls) >= tries or clock() > end


def _sum(throws: Sequence[Throws]) -> Throws:
    return Throws(
        sum(each.dice for each in throws), sum(each.shown for each in throws), sum(each.expected for each in throws)
    )


def _moments(log: Log, seat: Seat) -> list[_Moment]:
    """Return a seat's lines from entries that have not been taken back, up to where a house player took over."""
    kept = {step.number for step in replayed(log.match(), log.entries).path}
    first = first_replayable(log.entries)
    replay, found, steps = Replay(log.match(), first), list[_Moment](), 0
    for number, entry in enumerate(log.entries):
        if entry.kind == "house" and entry.seat == seat:
            break
        own = entry.kind == "pick" and entry.seat == seat and number in kept
        if own and _ended(found, number):
            before = log.game.copy(replay.state)
            found.append(_Moment(seat, number, steps, before, [], choice=False, own=Throws()))
        replay.dice.record.clear()
        replay.enter(entry)
        steps += number >= first and not replay.drafting
        if own:
            _note_pick(found[-1], replay.path[-1])
        if found and number in kept:
            _note_throws(log.game, found[-1], seat, replay.dice.record)
    return found


def _ended(found: Sequence[_Moment], number: int) -> bool:
    """Whether a seat's pick with this number begins a new line: the last one is whole, or something came in between."""
    return not found or found[-1].whole or number != found[-1].number + len(found[-1].picks)


def _note_pick(moment: _Moment, step: ReplayStep) -> None:
    asked, keys = step.asked, tuple(step.keys)
    if asked is not None:
        moment.picks.append((asked.id, keys))
        moment.choice = moment.choice or len(asked.options) > asked.least
        moment.whole = asked.commits(keys)


def _note_throws(game: AnyGame, moment: _Moment, seat: Seat, draws: Sequence[Draw]) -> None:
    for draw in draws:
        if game.thrown(draw) == seat:
            moment.own.add(draw.size, draw.result[0] + 1)


def _remark(log: Log, moment: _Moment, enough: Callable[[], bool]) -> Iterator[Remark]:
    """Yield a remark on a line if it cost wins or points, so that the remark can say how many."""
    seat, dice = moment.seat, FairDice.seeded(log.seed, moment.number)
    judgement = judged(log.game, moment.state, seat, moment.line, dice, enough)
    if judgement.gain is not None and judgement.gain.matters(seat):
        yield Remark(
            seat,
            moment.step,
            log.game.view(moment.state, seat),
            plan_of(log.game, moment.state, seat, moment.line),
            plan_of(log.game, moment.state, seat, judgement.best),
            judgement.gain,
        )


def plan_of(game: AnyGame, before: Any, seat: Seat, line: Line) -> Plan:
    """Return a line in the form in which it is displayed, without what only steers."""
    state, made, dice = game.copy(before), list[Made](), FairDice.seeded("told")
    for decision, keys in line:
        asked = next(each for each in game.decisions(state) if each.id == decision)
        if not any(option.steers for option in asked.options if option.key in keys):
            made.append(made_of(asked, keys))
        if not asked.commits(keys):
            game.apply(state, decision, keys, dice)
    return Plan(tuple(made), game.view(state, seat), game.forecast(state, seat))


class Rival(Struct, frozen=True):
    """A whole line, played or advised, the best other one, and what the first brings beyond that."""

    played: Plan
    other: Plan
    gain: Gain


class Insight(Struct, frozen=True):
    """A house player's move: the first and the last entry of its line, and what it weighed; see `Explanation`."""

    seat: Seat
    first: int
    last: int
    weighed: tuple[Weighing, ...] = ()
    rival: Rival | None = None


class Explanation(Struct, frozen=True):
    """A house player's last move, and the alternatives that it weighed.

    Attributes:
        seat: its seat.
        told: the events of the move, as the person who asks saw them.
        weighed: while something is hidden, the ways to begin, best first, as far as that person may know.
        rival: once nothing is hidden, the whole line beside the best other one; None if there was no other.
        over: whether nothing is hidden any more.
    """

    seat: Seat
    told: tuple[Fact, ...]
    weighed: tuple[Weighing, ...]
    rival: Rival | None
    over: bool


def look_into(task: tuple[Log, tuple[Seat, ...], Viewer | None]) -> Insight | None:
    """Find some house players' last move, and weigh it again as a viewer sees it or, for None, as its player does.

    For a viewer, only the ways to begin are compared: a whole line would show cards that the viewer does not know.
    """
    log, houses, viewer = task
    whole = replayed(log.match(), log.entries)
    place = _last_move(log.game, whole, houses)
    if place is None:
        return None
    first, last = whole.path[first_of_draft(whole.path, place)], whole.path[place]
    seat = last.entry.at_seat()
    before = replayed(log.match(), log.entries[: first.number]).state
    dice, enough = FairDice.seeded(log.seed, first.number), _until(time.monotonic() + SECONDS, time.monotonic)
    if viewer is not None:
        found = weighed(log.game, before, viewer, seat, dice, enough)
        return Insight(seat, first.number, last.number, weighed=tuple(found))
    line = whole.path[first_of_draft(whole.path, place) : place + 1]
    rival = _rival(log.game, before, seat, line, dice, enough)
    return Insight(seat, first.number, last.number, rival=rival)


def _rival(
    game: AnyGame, before: Any, seat: Seat, steps: Sequence[ReplayStep], dice: Dice, enough: Callable[[], bool]
) -> Rival | None:
    """Compare the line of some steps with the best other one; return None if there was no other."""
    line = tuple((step.asked.id, tuple(step.keys)) for step in steps if step.asked is not None)
    found = compared(game, before, seat, line, dice, enough)
    if found is None:
        return None
    return Rival(plan_of(game, before, seat, line), plan_of(game, before, seat, found.other), found.gain)


def _last_move(game: AnyGame, replay: Replay, houses: Sequence[Seat]) -> int | None:
    """Return the place of a house player's last pick, except in a window that is still open, which must stay secret."""
    open_windows = {asked.window.id for asked in game.decisions(replay.state) if asked.window is not None}
    from_there = {step.entry.seat: step.number for step in replay.path if step.entry.kind == "house"}
    for place, step in reversed(list(enumerate(replay.path))):
        asked, seat = step.asked, step.entry.seat
        if asked is None or seat not in houses or step.entry.kind != "pick" or len(asked.options) == asked.least:
            continue
        if step.number > from_there.get(seat, -1) and (asked.window is None or asked.window.id not in open_windows):
            return place
    return None
