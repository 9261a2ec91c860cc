"""Table options in words: their names, effects and values, and the length of a match that results from them."""

from collections.abc import Sequence
from typing import Final

from discord import SelectOption

from bot.host.lobby.table_options import Field, Value, fields
from bot.ui.words import Rendered, Words, inert, shortened
from engine.contract import JSON, AnyGame
from engine.contract.decks import DeckFormat

HINT: Final = 100
"""The maximum length of a select's option, and of the line under it."""


def option_name(game: AnyGame, name: str, words: Words) -> Rendered:
    """Return the name of an option."""
    return words(f"{game.spec.key}.option.{name}")


def option_value(game: AnyGame, name: str, value: Value, words: Words) -> Rendered:
    """Return a value of an option in words."""
    if isinstance(value, bool):
        return words("option.yes" if value else "option.no")
    if isinstance(value, int):
        return Rendered(value)
    if isinstance(value, dict):
        return inert(value["name"])
    return words(value_id(game, name, value))


def value_id(game: AnyGame, name: str, value: str) -> str:
    """Return the text id of an option value that is a word."""
    return f"{game.spec.key}.option.{name}.{value.replace(' ', '_')}"


def option_line(game: AnyGame, name: str, value: Value, words: Words) -> Rendered:
    """Return an option and its value on one line."""
    return words("option.line", option=option_name(game, name, words), value=option_value(game, name, value, words))


def value_choices(
    game: AnyGame, field: Field, more: Sequence[DeckFormat], now: Value, words: Words
) -> list[SelectOption]:
    """Return the values of an option as choices; `more` are the server's own deck formats."""
    return [
        SelectOption(
            label=shortened(option_value(game, field.name, value, words), HINT),
            value=value["name"] if isinstance(value, dict) else str(value),
            default=value == now,
        )
        for value in (*field.values, *(each.model_dump(mode="json") for each in more))
    ]


def option_choices(game: AnyGame, options: JSON, words: Words) -> list[SelectOption]:
    """Return a game's own options as choices, each with its current value."""
    return [
        SelectOption(
            label=words.plain(f"{game.spec.key}.option.{field.name}"),
            value=field.name,
            description=shortened(option_value(game, field.name, options[field.name], words), HINT),
        )
        for field in fields(game.spec.options)
    ]


def length_of(game: AnyGame, options: JSON, seats: int, pace: str, words: Words) -> Rendered:
    """Return the usual length of a match: in turns per player, and in minutes if it is played in one sitting."""
    length = game.length(game.spec.options.model_validate(options), seats)
    shared, (short, long) = 1 if length.together else seats, length.minutes
    few, many = (max(1, round(turns / shared)) for turns in length.turns)
    if pace == "live":
        return words("lobby.length.live", few=few, many=many, short=short, long=long)
    return words("lobby.length.turns", few=few, many=many)
