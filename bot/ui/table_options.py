"""Table options in words: what they are called, what they do, what they are set to, and how long a match takes so."""

from bot.host.lobby.table_options import Value
from bot.ui.words import Rendered, Words, inert
from engine.contract import JSON, AnyGame


def option_name(game: AnyGame, name: str, words: Words) -> Rendered:
    """Return what an option is called."""
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
    """Return the id of the text of a word that can be chosen."""
    return f"{game.spec.key}.option.{name}.{value.replace(' ', '_')}"


def option_line(game: AnyGame, name: str, value: Value, words: Words) -> Rendered:
    """Return what an option is set to, in a line."""
    return words("option.line", option=option_name(game, name, words), value=option_value(game, name, value, words))


def length_of(game: AnyGame, options: JSON, seats: int, pace: str, words: Words) -> Rendered:
    """Return how long a match usually is: in turns a player, and in minutes if it is played in one go."""
    length = game.length(game.spec.options.model_validate(options), seats)
    shared, (short, long) = 1 if length.together else seats, length.minutes
    few, many = (max(1, round(turns / shared)) for turns in length.turns)
    if pace == "live":
        return words("lobby.length.live", few=few, many=many, short=short, long=long)
    return words("lobby.length.turns", few=few, many=many)
