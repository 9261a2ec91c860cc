"""Checks that the cards in several sets fit together: names are unique, and everything referred to exists."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from pydantic import BaseModel

from engine.contract import CardFault
from engine.games.varia.cards import AnyCard, KeywordRule, action_of
from engine.games.varia.language.effects import Become, CreateToken, GainStacks, LoseStacks
from engine.games.varia.language.terms import KEYWORDS
from engine.games.varia.language.values import Count
from engine.text import Names, slug

MOST_EFFECTS: Final = 16
"""The maximum number of effects in a card's triggers; no card that comes with the game has more than three."""


def faults(cards: Sequence[AnyCard], keywords: Sequence[KeywordRule], by_id: Mapping[str, AnyCard]) -> list[CardFault]:
    """Return all faults, each with its card and the path of its field."""
    names = {keyword.name for keyword in keywords}
    own, there = Names([*names, *KEYWORDS]), _There(by_id)
    found = [*_twice([(card.name, card.id) for card in cards], "two cards have this name")]
    found += _twice([(keyword.name, keyword.name) for keyword in keywords], "two keywords have this name")
    found += [
        CardFault(keyword.name, "name", "the guide has a keyword of this name")
        for keyword in keywords
        if slug(keyword.name) in KEYWORDS
    ]
    for card in cards:
        found += [*_dangling(card, there), *_too_much(card)]
        found += [
            CardFault(card.name, f"{path}.{number}", f"there is no keyword {name!r}{own.meant(name)}")
            for path, each in _keywords(card)
            for number, name in enumerate(each)
            if name not in KEYWORDS and name not in names
        ]
    for keyword in keywords:
        found += _dangling(keyword, there)
    return found


def _twice(named: Sequence[tuple[str, str]], why: str) -> Iterable[CardFault]:
    counts = Counter(key for _, key in named)
    return [CardFault(name, "name", why) for name, key in named if counts[key] > 1]


def _keywords(card: AnyCard) -> Iterator[tuple[str, tuple[str, ...]]]:
    figures = action_of(card)
    if figures is not None:
        yield ("keywords" if figures is card else "action.keywords"), figures.keywords


def _too_much(card: AnyCard) -> Iterator[CardFault]:
    """Yield a fault for a card with too many effects for anybody to read."""
    count = sum(hasattr(part, "effect") for _, part in parts(card))
    if count > MOST_EFFECTS:
        yield CardFault(card.name, "triggers", f"the card has {count} effects, and {MOST_EFFECTS} is the limit")


class _There:
    """The cards that others may refer to, by kind."""

    def __init__(self, by_id: Mapping[str, AnyCard]) -> None:
        self._by_id = by_id
        kinds = {"stack": ("stack",), "token": ("token",), "action or token": ("action", "token")}
        self._kinds = {
            what: (meant, Names(card.name for card in by_id.values() if card.kind in meant))
            for what, meant in kinds.items()
        }

    def lacks(self, name: str, what: str) -> str:
        """Return what is wrong with referring to a card as one of a kind, or an empty text if nothing is."""
        meant, names = self._kinds[what]
        found = self._by_id.get(slug(name))
        if found is None:
            return f"there is no {what} called {name!r}{names.meant(name)}"
        return "" if found.kind in meant else f"{name!r} is {_one(found.kind)}, not {_one(what)}"


def _one(kind: str) -> str:
    return f"an {kind}" if kind[0] in "ai" else f"a {kind}"


def _dangling(card: AnyCard | KeywordRule, there: _There) -> Iterator[CardFault]:
    """Yield a fault for every part that refers to a stack, a token or an action that none of the sets has."""
    for path, part in parts(card):
        field, why = "", ""
        if isinstance(part, GainStacks | LoseStacks | Count) and part.stack is not None:
            field, why = "stack", there.lacks(part.stack, "stack")
        elif isinstance(part, CreateToken) and part.token != "this":
            field, why = "token", there.lacks(part.token, "token")
        elif isinstance(part, CreateToken) and not isinstance(card, KeywordRule) and action_of(card) is None:
            field, why = "token", "the card has no action to copy: name a token"
        elif isinstance(part, Become) and part.into not in (None, "this", "opposing"):
            field, why = "into", there.lacks(part.into, "action or token")
        if why:
            yield CardFault(card.name, f"{path}.{field}", why)


def parts(value: object, path: str = "") -> Iterator[tuple[str, BaseModel]]:
    """Yield every part of a card, at any depth, with the path of its field."""
    if isinstance(value, BaseModel):
        if path:
            yield path, value
        for name in type(value).model_fields:
            yield from parts(getattr(value, name), f"{path}.{name}" if path else name)
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from parts(each, f"{path}.{number}")
