"""Lines to choose among: what a seat may play now, up to the first final pick."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, NoDice
from engine.players.players import Pick, is_warned, own_decision, random_keys

Line: TypeAlias = tuple[Pick, ...]
"""Picks in order, up to the first that is final."""

SAMPLES: Final = 5
"""How many random answers are drawn to find one that nobody would be warned of."""

SPARE: Final = 1.5
"""How many lines are drawn for each that is wanted, as some turn out alike."""


def some_lines(game: AnyGame, guess: Any, seat: Seat, most: int, dice: Dice) -> list[Line]:
    """Return different random lines, at least one and at most `most`, without those that bring about what nobody wants.

    Every way to begin has its turn before one has it twice: a move that is one of many is not left out by chance.
    """
    found: dict[Line, bool] = {}
    beginnings = _beginnings(own_decision(game, guess, seat), dice)
    for _ in range(int(most * SPARE)):
        line, warned = _line(game, guess, seat, next(beginnings, None), dice)
        found[line] = warned
        if len(found) == most:
            break
    return [line for line, warned in found.items() if not warned] or list(found)


def _beginnings(asked: Decision | None, dice: Dice) -> Iterator[tuple[Key, ...]]:
    """Return every single option in a random order, where one answers the question."""
    if asked is not None and asked.least <= 1 <= asked.most:
        yield from [(option.key,) for option in dice.shuffle(f"house.{letter(asked.seat)}", asked.options)]


def _line(game: AnyGame, guess: Any, seat: Seat, beginning: tuple[Key, ...] | None, dice: Dice) -> tuple[Line, bool]:
    state, none = game.copy(guess), NoDice()
    picks: list[Pick] = []
    warned = False
    while (asked := own_decision(game, state, seat)) is not None:
        keys = beginning if beginning is not None and not picks else unwarned(asked, dice)
        picks.append((asked.id, keys))
        warned = warned or is_warned(asked, keys)
        if asked.commits(keys):
            break
        game.apply(state, asked.id, keys, none)
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
