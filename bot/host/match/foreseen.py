"""Questions that will follow for certain if the open one is passed: their seats can pass at the same time.

So two passes of one round run side by side, although the rules ask one player after the other.
"""

from collections.abc import Sequence
from typing import Any

from engine.contract import AnyGame, Decision, Key
from engine.dice import ChanceInDraft, NoDice


def foreseen(game: AnyGame, state: Any) -> Decision | None:
    """Return the question to another seat that follows if the only open question is passed, if it can be passed too."""
    asked = _only(game, state)
    if asked is None:
        return None
    after = game.copy(state)
    try:
        game.apply(after, asked.id, passing(asked), NoDice())
    except ChanceInDraft:
        return None
    soon = _only(game, after)
    return soon if soon is not None and soon.seat != asked.seat else None


def passing(asked: Decision) -> list[Key]:
    """Return the keys that pass a question, as the bot does it."""
    return [option.key for option in asked.options if option.passes][: max(1, asked.least)]


def passes(asked: Decision, keys: Sequence[Key]) -> bool:
    """Whether an answer passes."""
    return all(option.passes for option in asked.options if option.key in keys)


def _only(game: AnyGame, state: Any) -> Decision | None:
    """Return the only open question, if it is a response that can be passed; a window already asks side by side."""
    open_now = game.decisions(state)
    asked = open_now[0] if len(open_now) == 1 else None
    fits = asked is not None and asked.tempo == "response" and asked.window is None and bool(passing(asked))
    return asked if fits else None
