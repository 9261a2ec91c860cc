"""Whether the cards of some sets fit together: every name is there once, and everything that is named is there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pydantic import BaseModel

from engine.contract import CardFault
from engine.varia.cards import AnyCard, KeywordRule, StackCard, TokenCard, action_of
from engine.varia.language.effects import Become, CreateToken, GainStacks, LoseStacks
from engine.varia.language.terms import KEYWORDS, slug
from engine.varia.language.values import Count

MOST_EFFECTS: Final = 16
"""How many effects a card may have in all its triggers together; the longest that come with the game have three."""


def faults(cards: Sequence[AnyCard], keywords: Sequence[KeywordRule], by_id: Mapping[str, AnyCard]) -> list[CardFault]:
    """Return everything that does not fit together, with the card and the path of its field."""
    names = {keyword.name for keyword in keywords}
    found = [*_twice([(card.name, card.id) for card in cards], "two cards have this name")]
    found += _twice([(keyword.name, keyword.name) for keyword in keywords], "two keywords have this name")
    found += [
        CardFault(keyword.name, "name", "the guide has a keyword of this name")
        for keyword in keywords
        if slug(keyword.name) in KEYWORDS
    ]
    for card in cards:
        found += [*_dangling(card, by_id), *_too_much(card)]
        found += [
            CardFault(card.name, f"{path}.{number}", f"there is no keyword {name!r}")
            for path, each in _keywords(card)
            for number, name in enumerate(each)
            if name not in KEYWORDS and name not in names
        ]
    for keyword in keywords:
        found += _dangling(keyword, by_id)
    return found


def _twice(named: Sequence[tuple[str, str]], why: str) -> Iterable[CardFault]:
    counts = Counter(key for _, key in named)
    return [CardFault(name, "name", why) for name, key in named if counts[key] > 1]


def _keywords(card: AnyCard) -> Iterator[tuple[str, tuple[str, ...]]]:
    figures = action_of(card)
    if figures is not None:
        yield ("keywords" if figures is card else "action.keywords"), figures.keywords


def _too_much(card: AnyCard) -> Iterator[CardFault]:
    """A card that nobody could read."""
    count = sum(hasattr(part, "effect") for _, part in parts(card))
    if count > MOST_EFFECTS:
        yield CardFault(card.name, "triggers", f"the card has {count} effects; {MOST_EFFECTS} are the most")


def _dangling(card: AnyCard | KeywordRule, by_id: Mapping[str, AnyCard]) -> Iterator[CardFault]:
    """Every part that names a stack, a token or an action which is in none of the sets."""
    for path, part in parts(card):
        if isinstance(part, GainStacks | LoseStacks) or (isinstance(part, Count) and part.stack is not None):
            if not isinstance(by_id.get(slug(part.stack or "")), StackCard):
                yield CardFault(card.name, f"{path}.stack", f"there is no stack called {part.stack!r}")
        elif isinstance(part, CreateToken):
            if part.token == "this":
                if not isinstance(card, KeywordRule) and action_of(card) is None:
                    yield CardFault(card.name, f"{path}.token", "the card has no action to copy: name a token")
            elif not isinstance(by_id.get(slug(part.token)), TokenCard):
                yield CardFault(card.name, f"{path}.token", f"there is no token called {part.token!r}")
        elif isinstance(part, Become) and part.into not in (None, "this", "opposing"):
            named = by_id.get(slug(part.into or ""))
            if named is None or named.kind not in ("action", "token"):
                yield CardFault(card.name, f"{path}.into", f"there is no action or token called {part.into!r}")


def parts(value: object, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Every part of a card, however deep, with the path of its field."""
    if isinstance(value, BaseModel):
        if path:
            yield path, value
        for name in type(value).model_fields:
            yield from parts(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from parts(each, f"{path}.{number}")
