"""Candidate lines: what a seat may play now, up to the first final pick."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, NoDice

Pick: TypeAlias = tuple[str, tuple[Key, ...]]
"""A decision's id and the keys that answer it."""

Line: TypeAlias = tuple[Pick, ...]
"""Picks in order, up to the first final one."""

SAMPLES: Final = 5
"""The number of random answers drawn to find one without a warning."""

SPARE: Final = 1.5
"""The number of lines drawn for each one wanted, because some turn out alike."""


def own_decision(game: AnyGame, state: Any, seat: Seat) -> Decision | None:
    """Return the first decision open to a seat, or None."""
    return next((asked for asked in game.decisions(state) if asked.seat == seat), None)


def random_keys(asked: Decision, purpose: str, dice: Dice) -> tuple[Key, ...]:
    """Return a random legal answer; every possible number of options is equally likely."""
    count = asked.least + dice.roll(purpose, asked.most - asked.least + 1) - 1
    if count == 1:
        return (dice.choose(purpose, asked.moves).key,)
    return tuple(option.key for option in dice.shuffle(purpose, asked.moves)[:count])


def is_warned(asked: Decision, keys: Sequence[Key]) -> bool:
    """Whether an answer includes an option with a warning."""
    return any(option.warning is not None for option in asked.options if option.key in keys)


def some_lines(game: AnyGame, guess: Any, seat: Seat, most: int, dice: Dice) -> list[Line]:
    """Return different random lines, at least one and at most `most`, avoiding lines with warnings.

    Every first option is used once before any is used twice, so no move is left out by chance.
    """
    found: dict[Line, bool] = {}
    beginnings = _beginnings(own_decision(game, guess, seat), dice)
    for _ in range(int(most * SPARE)):
        line, warned = begun(game, guess, seat, next(beginnings, None), dice)
        found[line] = warned
        if len(found) == most:
            break
    return [line for line, warned in found.items() if not warned] or list(found)


def every_line(game: AnyGame, guess: Any, seat: Seat, most: int) -> tuple[dict[Line, Any], int]:
    """Return all lines without a warning, each with the state before its last pick, and how many answers were tried.

    There are no lines if the answers on the way to them are more than `most`.
    """
    found, steps = dict[Line, Any](), 0
    waiting = [(guess, Line())]
    while waiting:
        state, picks = waiting.pop()
        asked = own_decision(game, state, seat)
        if asked is None:
            found[picks] = state
            continue
        for keys in all_answers(asked):
            steps += 1
            if steps > most:
                return {}, steps
            if is_warned(asked, keys):
                continue
            line = (*picks, (asked.id, keys))
            if asked.commits(keys):
                found[line] = state
                continue
            after = game.copy(state)
            game.apply(after, asked.id, keys, NoDice())
            waiting.append((after, line))
    return found, steps


def all_answers(asked: Decision) -> Iterator[tuple[Key, ...]]:
    """Yield all answers to a question, each set of options once."""
    for count in range(asked.least, asked.most + 1):
        for options in combinations(asked.moves, count):
            yield tuple(option.key for option in options)


def _beginnings(asked: Decision | None, dice: Dice) -> Iterator[tuple[Key, ...]]:
    """Yield the options one by one in a random order, if a single option answers the question."""
    if asked is not None and asked.least <= 1 <= asked.most:
        yield from [(option.key,) for option in dice.shuffle(f"house.{letter(asked.seat)}", asked.moves)]


def begun(game: AnyGame, guess: Any, seat: Seat, beginning: tuple[Key, ...] | None, dice: Dice) -> tuple[Line, bool]:
    """Return a random line that begins with the given answer, if any, and whether it carries a warning."""
    first = [] if beginning is None else [beginning]
    return drawn(game, guess, seat, lambda _, asked: first.pop() if first else unwarned(asked, dice), NoDice())


def drawn(
    game: AnyGame, guess: Any, seat: Seat, choose: Callable[[Any, Decision], tuple[Key, ...]], dice: Dice
) -> tuple[Line, bool]:
    """Return a line whose answers are chosen one by one, and whether any of them carries a warning.

    `choose` receives the state and the question. `dice` are passed on with answers that are not final.
    """
    state, picks, warned = game.copy(guess), list[Pick](), False
    while (asked := own_decision(game, state, seat)) is not None:
        keys = choose(state, asked)
        picks.append((asked.id, keys))
        warned = warned or is_warned(asked, keys)
        if asked.commits(keys):
            break
        game.apply(state, asked.id, keys, dice)
    return tuple(picks), warned


def unwarned(asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return a random answer, without a warning if possible."""
    purpose = f"house.{letter(asked.seat)}"
    keys = random_keys(asked, purpose, dice)
    for _ in range(SAMPLES):
        if not is_warned(asked, keys):
            break
        keys = random_keys(asked, purpose, dice)
    return keys


def forced(asked: Decision | None) -> Sequence[Pick]:
    """Return a question's only possible answer, or nothing if there is a choice."""
    if asked is not None and len(asked.moves) == asked.least == 1:
        return [(asked.id, (asked.moves[0].key,))]
    return []


def liking(game: AnyGame, guess: Any, seat: Seat, line: Line, tastes: Mapping[str, float]) -> float:
    """Return what a player with some tastes likes about a line: the sum of what its answers' kinds are worth to it."""
    state, total = game.copy(guess), 0.0
    for decision, keys in line:
        asked = own_decision(game, state, seat)
        if asked is None or asked.id != decision:
            break
        total += sum([tastes.get(game.kind(state, option), 0.0) for option in asked.options if option.key in keys])
        if asked.commits(keys):
            break
        game.apply(state, decision, keys, NoDice())
    return total
