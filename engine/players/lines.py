"""Lines to choose among: what a seat may play now, up to the first final pick."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, NoDice

Pick: TypeAlias = tuple[str, tuple[Key, ...]]
"""A decision's id and the keys that answer it."""

Line: TypeAlias = tuple[Pick, ...]
"""Picks in order, up to the first that is final."""

SAMPLES: Final = 5
"""How many random answers are drawn to find one that nobody would be warned of."""

SPARE: Final = 1.5
"""How many lines are drawn for each that is wanted, as some turn out alike."""


def own_decision(game: AnyGame, state: Any, seat: Seat) -> Decision | None:
    """Return what a seat is asked first, or None."""
    return next((asked for asked in game.decisions(state) if asked.seat == seat), None)


def random_keys(asked: Decision, purpose: str, dice: Dice) -> tuple[Key, ...]:
    """Return a random legal answer, every number of options as likely as the next."""
    count = asked.least + dice.roll(purpose, asked.most - asked.least + 1) - 1
    if count == 1:
        return (dice.choose(purpose, asked.options).key,)
    return tuple(option.key for option in dice.shuffle(purpose, asked.options)[:count])


def is_warned(asked: Decision, keys: Sequence[Key]) -> bool:
    """Whether an answer brings about what nobody can want."""
    return any(option.warning is not None for option in asked.options if option.key in keys)


def some_lines(game: AnyGame, guess: Any, seat: Seat, most: int, dice: Dice) -> list[Line]:
    """Return different random lines, at least one and at most `most`, without those that bring about what nobody wants.

    Every way to begin has its turn before one has it twice: a move that is one of many is not left out by chance.
    """
    found: dict[Line, bool] = {}
    beginnings = _beginnings(own_decision(game, guess, seat), dice)
    for _ in range(int(most * SPARE)):
        line, warned = begun(game, guess, seat, next(beginnings, None), dice)
        found[line] = warned
        if len(found) == most:
            break
    return [line for line, warned in found.items() if not warned] or list(found)


def _beginnings(asked: Decision | None, dice: Dice) -> Iterator[tuple[Key, ...]]:
    """Return every single option in a random order, where one answers the question."""
    if asked is not None and asked.least <= 1 <= asked.most:
        yield from [(option.key,) for option in dice.shuffle(f"house.{letter(asked.seat)}", asked.options)]


def begun(game: AnyGame, guess: Any, seat: Seat, beginning: tuple[Key, ...] | None, dice: Dice) -> tuple[Line, bool]:
    """Return a random line that begins with an answer, if any is given, and whether a person would be warned of it."""
    first = [] if beginning is None else [beginning]
    return drawn(game, guess, seat, lambda _, asked: first.pop() if first else unwarned(asked, dice), NoDice())


def drawn(
    game: AnyGame, guess: Any, seat: Seat, choose: Callable[[Any, Decision], tuple[Key, ...]], dice: Dice
) -> tuple[Line, bool]:
    """Return a line whose answers are chosen one after another, and whether a person would be warned of any of them.

    `choose` is given the state and the question. `dice` are for answers that are not final: no game needs any there.
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
    """Return a random answer, none that a person would be warned of where that can be helped."""
    purpose = f"house.{letter(asked.seat)}"
    keys = random_keys(asked, purpose, dice)
    for _ in range(SAMPLES):
        if not is_warned(asked, keys):
            break
        keys = random_keys(asked, purpose, dice)
    return keys


def forced(asked: Decision | None) -> Sequence[Pick]:
    """Return the only answer that a question has, or nothing where there is a choice."""
    if asked is not None and len(asked.options) == asked.least == 1:
        return [(asked.id, (asked.options[0].key,))]
    return []
