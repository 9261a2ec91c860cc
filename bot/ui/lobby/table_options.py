"""Texts about table options: their names and values, and how long a match with them usually takes."""

from collections.abc import Sequence
from typing import Final

from discord import SelectOption

from bot.host.lobby.table_options import Field, Value, changed, fields
from bot.ui.texts.words import Rendered, Words, inert, shortened
from engine.contract import JSON, AnyGame
from engine.contract.decks import DeckFormat

HINT: Final = 100
"""The maximum length of the label of a select's option, and of the line below the label."""


def option_name(game: AnyGame, name: str, words: Words) -> Rendered:
    """Return the name of an option."""
    return words(f"{game.spec.key}.option.{name}")


def option_value(game: AnyGame, name: str, value: Value, words: Words) -> Rendered:
    """Return the text for an option's value."""
    if isinstance(value, bool):
        return words("option.yes" if value else "option.no")
    if isinstance(value, int):
        return Rendered(value)
    if isinstance(value, dict):
        return inert(value["name"])
    return words(value_id(game, name, value))


def value_id(game: AnyGame, name: str, value: str) -> str:
    """Return the id of the text for an option's value, if the value is a word."""
    return f"{game.spec.key}.option.{name}.{value.replace(' ', '_')}"


def option_line(game: AnyGame, name: str, value: Value, words: Words) -> Rendered:
    """Return a line with an option's name and value."""
    return words("option.line", option=option_name(game, name, words), value=option_value(game, name, value, words))


def rules_name(game: AnyGame, options: JSON, words: Words) -> Rendered:
    """Return the name of the ready-made rules that have these options or, without a name, how many are not as usual."""
    for preset in game.spec.presets:
        if game.spec.options.model_validate(preset.options).model_dump(mode="json") == options:
            return words(f"{game.spec.key}.preset.{preset.name}")
    count = len(changed(game, options))
    return words("table.rules.changed", count=count) if count else words("table.rules.usual")


def value_choices(
    game: AnyGame, field: Field, more: Sequence[DeckFormat], now: Value, words: Words
) -> list[SelectOption]:
    """Return a choice for each of an option's values; `more` holds the server's own deck formats."""
    return [
        SelectOption(
            label=shortened(option_value(game, field.name, value, words), HINT),
            value=value["name"] if isinstance(value, dict) else str(value),
            default=value == now,
        )
        for value in (*field.values, *(each.model_dump(mode="json") for each in more))
    ]


def option_choices(game: AnyGame, options: JSON, words: Words) -> list[SelectOption]:
    """Return a choice for each of a game's own options, with the option's current value."""
    return [
        SelectOption(
            label=words.plain(f"{game.spec.key}.option.{field.name}"),
            value=field.name,
            description=shortened(option_value(game, field.name, options[field.name], words), HINT),
        )
        for field in fields(game.spec.options)
    ]


def length_of(game: AnyGame, options: JSON, seats: int, pace: str, words: Words) -> Rendered:
    """Return how long a match usually takes: in turns per player and, at a live pace, also in minutes."""
    length = game.length(game.spec.options.model_validate(options), seats)
    shared, (short, long) = 1 if length.together else seats, length.minutes
    few, many = (max(1, round(turns / shared)) for turns in length.turns)
    if pace in ("live", "none"):
        key = "lobby.length.live.about" if short == long else "lobby.length.live"
        return words(key, few=few, many=many, short=short, long=long)
    return words("lobby.length.turns", few=few, many=many)
