"""Texts about cards, which are made once for each language, however often a card is shown."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

KEPT: Final = 4096
"""How many results of a function are kept; when there are more, all are made anew."""

P = ParamSpec("P")
T = TypeVar("T")


def once_a_card(make: Callable[P, T]) -> Callable[P, T]:
    """Keep what a function returns about a card, for each language.

    The function's last positional argument is the words, of which it may use only the language and the cards: nothing
    about the reader or the players. Nobody may change what it returns.
    """
    kept: dict[tuple[object, ...], tuple[T, object]] = {}

    @wraps(make)
    def text(*args: P.args, **options: P.kwargs) -> T:
        words: Any
        *things, words = args
        of = (*things, words.cards, words.catalogue)
        key = (type(words), *options.values(), *map(_name, of))
        found = kept.get(key)
        if found is None:
            if len(kept) >= KEPT:
                kept.clear()
            found = kept[key] = (make(*args, **options), of)  # as long as they are here, nothing else has their ids
        return found[0]

    return text


def _name(thing: Any) -> object:
    return thing if isinstance(thing, str) else id(thing)
