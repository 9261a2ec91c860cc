"""The proof of a puzzle: every line of the turn is played on the same deals with the same dice."""

import hashlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, Final

import msgspec
from msgspec import Struct

from engine.contract import AnyGame, Decision, Event, Forecast, Key, Message, Seat, find_open
from engine.contract.puzzles import PuzzleQuestion
from engine.dice import Dice, NoDice
from engine.players.lines import Line, all_answers, own_decision, unwarned
from engine.players.rollout_dice import ImaginedDice
from engine.puzzles.file_format import Answer, Margin, pick_text

ANSWERS: Final = 1500
"""The number of answers on the way to all lines up to which a position can be a puzzle."""

LINES: Final = 400
"""The number of plans up to which a position can be a puzzle; some come to the same effect."""

EFFECTS: Final = 250
"""The number of lines with different effects up to which a position can be a puzzle."""

LEAST: Final = 4
"""The smallest number of lines with different effects."""

SIEVES: Final = (2, 5, 16, 100)
"""The numbers of deals after which a position is dropped that cannot become a puzzle any more."""

DEALS: Final = 400
"""The number of deals of a proof."""

RIGHT: Final = 0.5
"""The largest share of the lines that may be right."""

SHARE: Final = 0.9
"""The share of deals in which the right answer has to lead each other one."""

Z: Final = NormalDist().inv_cdf(0.995)
"""The half-width of a 99 % interval, in standard deviations."""

PATIENCE: Final = 200
"""The number of answers after a line up to which it is followed to the horizon."""

SAME: Final = 2
"""The number of deals in which two lines have to do the same right away to count as one."""

DIGITS: Final = 8
"""The number of hexadecimal digits in the digest of an effect."""


class TooLong(Exception):
    """Raised when a line is not at the horizon after `PATIENCE` answers."""


class Task(Struct, frozen=True):
    """A question to a seat in a state, and the seed of the deals and dice with which lines are tried."""

    game: AnyGame
    state: Any
    seat: Seat
    question: PuzzleQuestion
    seed: int


class Row(Struct, frozen=True):
    """Lines that do the same in each deal: the first of them, the digests of their effects, and the value by deal."""

    line: Line
    effects: tuple[str, ...]
    values: tuple[float, ...]

    @property
    def value(self) -> float:
        """The average value."""
        return fmean(self.values)


class Trials:
    """The lines of a task, played on more and more deals.

    Attributes:
        lines: one line for each effect, by the effect's digest.
    """

    def __init__(self, task: Task, lines: dict[str, Line]) -> None:
        self.lines = lines
        self._task = task
        self._values: dict[str, list[float]] = {effect: [] for effect in lines}
        self._played = 0

    def play(self, deals: int) -> list[Row]:
        """Play all lines on all deals with numbers below `deals`, and return the rows, best first. Raises TooLong.

        Lines that never win are wrong in the same way, but each has its own row: else a win could have no other rows.
        """
        for number in range(self._played, deals):
            dealt = deal(self._task, number)
            for effect, line in self.lines.items():
                self._values[effect].append(played(self._task, dealt, number, line))
        self._played = max(self._played, deals)
        found: dict[tuple[tuple[float, ...], str], list[str]] = {}
        for effect, values in self._values.items():
            lost = self._task.question.counts is None and not any(values)
            found.setdefault((tuple(values), effect if lost else ""), []).append(effect)
        rows = [Row(self.lines[effects[0]], tuple(sorted(effects)), values) for (values, _), effects in found.items()]
        return sorted(rows, key=lambda row: row.value, reverse=True)


def deal(task: Task, number: int) -> Any:
    """Return the deal with a number: what the seat does not know is dealt anew."""
    return task.game.determinize(task.state, task.seat, ImaginedDice(task.seed, 2 * number))


def played(task: Task, dealt: Any, number: int, line: Line) -> float:
    """Return what a line is worth in a deal. The dice depend on the deal's number alone. Raises TooLong."""
    game, dice = task.game, ImaginedDice(task.seed, 2 * number + 1)
    state = game.copy(dealt)
    for decision, keys in line:
        game.apply(state, decision, keys, dice)
    to_horizon(task, state, dice)
    return worth(task, state)


def worth(task: Task, state: Any) -> float:
    """Return what a line is worth that has led to a state at the horizon."""
    game = task.game
    if task.question.counts is not None:
        return task.question.counts(game.points(task.state), game.points(state), task.seat)
    outcome = game.outcome(state)
    return float(outcome is not None and outcome.ranking[0] == (task.seat,))


def to_horizon(task: Task, state: Any, dice: Dice) -> list[Event]:
    """Play on to the question's horizon, or to the end of the match, and return what happened. Raises TooLong."""
    game, turn, events = task.game, task.state.turn, list[Event]()
    for _ in range(PATIENCE):
        asked = next(iter(game.decisions(state)), None)
        if asked is None or _beyond(task, asked, state.turn != turn):
            return events
        if task.question.others == "default" or asked.seat == task.seat:
            keys = game.default(state, asked.id, dice)
        else:
            keys = unwarned(asked, dice)
        events += game.apply(state, asked.id, keys, dice)
    raise TooLong


def _beyond(task: Task, asked: Decision, another: bool) -> bool:  # noqa: FBT001 - whether the turn is another one
    if task.question.horizon == "turn":
        return another
    return another and asked.seat == task.seat and asked.tempo == "turn"


def effect(task: Task, line: Line) -> str:
    """Return a digest of what a line does, up to its last pick: the same for all ways to do the same.

    The order in which options are picked together makes no difference unless the question says so.
    """
    whole = hashlib.sha256()
    for number in range(SAME):
        state, dice = deal(task, number), ImaginedDice(task.seed, 2 * number + 1)
        for decision, keys in line:
            asked = find_open(task.game.decisions(state), decision)
            offered = [option.key for option in asked.options]
            task.game.apply(state, decision, keys if asked.ordered else sorted(keys, key=offered.index), dice)
        whole.update(_content(task.game, state))
    return whole.hexdigest()[:DIGITS]


def _content(game: AnyGame, state: Any) -> bytes:
    """Return a state as bytes, without how many questions led to it."""
    data = game.dump(state)
    players = [{name: value for name, value in each.items() if name != "answered"} for each in data["players"]]
    return msgspec.json.encode({**data, "players": players})


def effects(task: Task) -> dict[str, Line]:
    """Return a line for each effect that the seat's turn can have; none if they are too many."""
    lines = every_line(task.game, deal(task, 0), task.seat)
    found: dict[str, Line] = {}
    for line in lines:
        found.setdefault(effect(task, line), line)
    return found if len(found) <= EFFECTS else {}


def every_line(game: AnyGame, guess: Any, seat: Seat) -> list[Line]:
    """Return a seat's lines up to their first final pick, one for each plan; none if they are too many.

    Lines with warnings are legal too, so they are among them. A plan that can be reached in several ways is followed
    once.
    """
    waiting, known, found, steps = deque([(guess, Line())]), set[bytes](), list[Line](), 0
    while waiting:
        state, picks = waiting.popleft()
        asked = own_decision(game, state, seat)
        if asked is None:
            found.append(picks)
            continue
        for keys in _answers(asked):
            steps += 1
            if steps > ANSWERS or len(found) > LINES:
                return []
            line = (*picks, (asked.id, keys))
            if asked.commits(keys):
                found.append(line)
                continue
            after = game.copy(state)
            game.apply(after, asked.id, keys, NoDice())
            content = _content(game, after)
            if content not in known:
                known.add(content)
                waiting.append((after, line))
    return found


def _answers(asked: Decision) -> Iterator[tuple[Key, ...]]:
    """Yield all answers to a question: also every order, if it matters."""
    for keys in all_answers(asked):
        yield from permutations(keys) if asked.ordered else (keys,)


class Proof(Struct, frozen=True):
    """The rows of a task, best first, and how far the first one leads."""

    rows: tuple[Row, ...]
    margin: Margin


def margin(rows: Sequence[Row]) -> Margin:
    """Return how far the first of at least two rows leads each other one, from paired differences."""
    leads = [[best - other for best, other in zip(rows[0].values, row.values, strict=True)] for row in rows[1:]]
    return Margin(
        rows[0].value - rows[1].value,
        min(fmean(each) - Z * stdev(each) / sqrt(len(each)) for each in leads),
        min(sum(lead > 0 for lead in each) / len(each) for each in leads),
    )


def holds(question: PuzzleQuestion, proof: Proof) -> bool:
    """Whether a proof shows that its first row alone is right."""
    led, value = proof.margin, proof.rows[0].value
    if value < (1 if question.counts is None else question.least if question.brings else -inf):
        return False
    return len(proof.rows) >= question.rows and led.mean >= question.least and led.low > 0 and led.share >= SHARE


def _hopeless(question: PuzzleQuestion, rows: Sequence[Row]) -> bool:
    """Whether few deals already show that the first row leads too little or too seldom."""
    value = rows[0].value
    if len(rows) < question.rows or len(rows[0].effects) > RIGHT * sum(len(row.effects) for row in rows):
        return True
    if value < (1 if question.counts is None else question.least / 2 if question.brings else -inf):
        return True
    led = margin(rows)
    spread = Z * sqrt(SHARE * (1 - SHARE) / len(rows[0].values))
    return led.share < SHARE - spread or led.mean < question.least / 2


def proved(
    task: Task, lines: dict[str, Line], fits: Callable[[Line], bool] = lambda _: True, deals: int = DEALS
) -> Proof | None:
    """Return the proof of a puzzle from its effects, or None if the position is none.

    It is none if a forecast already tells the answer, or if the right line does not fit. The share of deals in which it
    leads is so large that another sample agrees.
    """
    if len(lines) < LEAST:
        return None
    trials = Trials(task, lines)
    try:
        for some in SIEVES:
            rows = trials.play(some)
            if _hopeless(task.question, rows) or not fits(rows[0].line):
                return None
            if some == SIEVES[0] and _is_foretold(task, rows[0]):
                return None
        rows = trials.play(deals)
    except TooLong:
        return None
    proof = Proof(tuple(rows), margin(rows)) if len(rows) >= task.question.rows else None
    if proof is None or not holds(task.question, proof):
        return None
    share = proof.margin.share
    return proof if share - Z * sqrt(share * (1 - share) / deals) >= SHARE else None


def _is_foretold(task: Task, right: Row) -> bool:
    """Whether the best forecast leads to a row."""
    told = foretold(task)
    return told is not None and effect(task, told) in right.effects


def foretold(task: Task) -> Line | None:
    """Return the line of somebody who takes the best forecast of each row of options, or None if none tells anything.

    Panels forecast the turn, so there is none for another horizon or for a win.
    """
    game, question, puzzles = task.game, task.question, task.game.puzzles
    if puzzles is None or question.counts is None or question.horizon != "turn":
        return None
    counts, before = question.counts, game.points(task.state)

    def worth(lines: Sequence[Forecast]) -> float:
        changes = puzzles.foreseen(lines, len(before))
        return counts(before, [own + change for own, change in zip(before, changes, strict=True)], task.seat)

    state, line = _first_forecast(task, worth)
    if state is None:
        return None
    for _ in range(PATIENCE):
        asked = own_decision(game, state, task.seat)
        if asked is None:
            break
        rows = game.outlooks(state, asked)
        finals = [option.key for option in asked.moves if option.final]
        best = max(rows, key=lambda key: worth(rows[key]), default=None)
        if len(finals) == 1 and (best is None or worth(rows[best]) <= worth(game.forecast(state, task.seat))):
            best = finals[0]
        if best is None:
            return None
        line = (*line, (asked.id, (best,)))
        if best in finals:
            break
        game.apply(state, asked.id, (best,), NoDice())
    return line


def _first_forecast(task: Task, worth: Callable[[Sequence[Forecast]], float]) -> tuple[Any, Line]:
    """Return the state after the best option of all that are the first with a forecast, and the picks up to it.

    Where no option of a question has a forecast, each is followed to the next question. The state is None if none has.
    """
    game, best, waiting = task.game, (-inf, None, Line()), deque([(deal(task, 0), Line())])
    for _ in range(PATIENCE):
        if not waiting:
            break
        state, picks = waiting.popleft()
        asked = own_decision(game, state, task.seat)
        if asked is None:
            continue
        rows = game.outlooks(state, asked)
        told = any(each.changes for lines in rows.values() for each in lines)
        for key, lines in rows.items():
            if told and worth(lines) <= best[0]:
                continue
            after, line = game.copy(state), (*picks, (asked.id, (key,)))
            game.apply(after, asked.id, (key,), NoDice())
            if told:
                best = worth(lines), after, line
            else:
                waiting.append((after, line))
    return best[1], best[2]


def labels(task: Task, line: Line) -> tuple[tuple[Message, ...], tuple[str, ...]]:
    """Return the labels of the options that a line chooses, without those that only steer, and their kinds."""
    state, said, kinds = deal(task, 0), list[Message](), list[str]()
    for decision, keys in line:
        asked = own_decision(task.game, state, task.seat)
        if asked is None or asked.id != decision:
            raise ValueError(line)
        chosen = [option for option in asked.options if option.key in keys]
        said += [option.label for option in chosen if not option.steers]
        kinds += [task.game.kind(state, option) for option in chosen]
        if not asked.commits(keys):
            task.game.apply(state, decision, keys, NoDice())
    return tuple(said), tuple(kinds)


def answers(task: Task, proof: Proof) -> tuple[Answer, ...]:
    """Return the rows of a proof as a file keeps them."""
    return tuple(
        Answer(
            round(row.value, 4),
            float(min(row.values)),
            float(max(row.values)),
            tuple(map(pick_text, row.line)),
            labels(task, row.line)[0],
            row.effects,
        )
        for row in proof.rows
    )
