"""The dice of a match: fair, or loaded at first if it began from a position that says so."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.contract import EVERYTHING, AnyGame, Cards
from engine.dice import Dice, FairDice, LoadedDice, table_key
from engine.scenarios.names import card_refs

if TYPE_CHECKING:
    from bot.storage.matches import MatchRow

Loaded: TypeAlias = dict[str, list[Any]]
"""Loaded results by purpose, as a scenario gives them; a shuffle names cards."""


def dice_of(
    key: bytes,
    counters: Mapping[str, int] | None = None,
    branch: int = 0,
    loaded: Loaded | None = None,
    name: Callable[[Any], str] = str,
) -> Dice:
    """Return a match's dice. What is not loaded, or no longer, is fair; `name` names a card that is shuffled."""
    fair = FairDice(key, counters, branch)
    return fair if loaded is None else LoadedDice(loaded, name, fair, counters)


def card_name(game: AnyGame, cards: Cards, state: Any, item: Any) -> str:
    """Return the name of a card that is shuffled in a match."""
    names = {ref.instance: cards.name(ref.card) for ref in card_refs(game.view(state, EVERYTHING))}
    return names.get(item, str(item))


def key_of(row: "MatchRow") -> bytes:
    """Return the key of a match's dice."""
    return row.dice_key or table_key(row.secret, row.table_string or "")
