"""Options found by the cards and players that they name, whatever their labels say."""

from collections.abc import Iterable

from bot.ui.texts.words import Words
from engine.contract import CardRef, Key, Option, SeatRef


def key_of_named(options: Iterable[Option], name: str, words: Words) -> Key:
    """The key of the first option that names a card or a player."""
    return next(option.key for option in options if name in _names(option, words))


def _names(option: Option, words: Words) -> set[str]:
    values = option.label.args.values()
    cards = {words.card(each.card) for each in values if isinstance(each, CardRef)}
    return cards | {words.name(each.seat) for each in values if isinstance(each, SeatRef)}
