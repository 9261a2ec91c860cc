"""A game's table options as its model declares them: their names and possible values."""

from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin

from msgspec import Struct
from pydantic import BaseModel, ValidationError

from bot.host.kernel.errors import Refused
from engine.contract import JSON, AnyGame, Message
from engine.contract.decks import DeckFormat

Value: TypeAlias = bool | int | str | JSON
"""A value as a match stores it; for a server's own deck format, this is all its parameters."""

LISTED: Final = 25
"""Up to this many values, as many as a select menu holds, are offered as a list; beyond that a number is typed in."""


class Field(Struct, frozen=True):
    """One table option.

    Attributes:
        name: the model's name for the option.
        usual: its default value.
        values: its possible values, if there is a list of them.
        least: the smallest number it can be, if it is a number.
        most: the largest.
    """

    name: str
    usual: Value
    values: tuple[Value, ...] = ()
    least: int = 0
    most: int = 0


@lru_cache
def fields(options: type[BaseModel]) -> tuple[Field, ...]:
    """Return a model's options, in its order. Raises TypeError for an option of an unsupported type."""
    return tuple(_field(name, field) for name, field in options.model_fields.items())


def _field(name: str, field: Any) -> Field:
    if field.annotation is bool:
        return Field(name, field.default, (True, False))
    if get_origin(field.annotation) is Literal:
        return Field(name, field.default, get_args(field.annotation))
    if isinstance(field.default, DeckFormat):
        return Field(name, field.default.name, tuple(each.name for each in _formats(field)))
    if field.annotation is not int:
        raise TypeError(f"{name} is neither yes or no, nor a choice of words, nor a deck format, nor a number")
    limits = {key: getattr(limit, key) for limit in field.metadata for key in ("ge", "le") if hasattr(limit, key)}
    least, most = limits["ge"], limits["le"]
    values = tuple(range(least, most + 1)) if most - least < LISTED else ()
    return Field(name, field.default, values, least, most)


def _formats(field: Any) -> tuple[DeckFormat, ...]:
    """Return the formats that a field accepts by name; a server's own formats are not among them."""
    formats: tuple[DeckFormat, ...] = next(each for each in field.metadata if isinstance(each, tuple))
    return formats


def changed(game: AnyGame, options: JSON) -> dict[str, Value]:
    """Return the options that differ from their defaults."""
    return {each.name: options[each.name] for each in fields(game.spec.options) if options[each.name] != each.usual}


def with_value(game: AnyGame, options: JSON, name: str, text: str) -> BaseModel:
    """Return a table's options with one of them set to the value that a string names. Raises Refused."""
    field = next((each for each in fields(game.spec.options) if each.name == name), None)
    if field is None:
        raise Refused(Message("table.refused.option"))
    value: Any = next((each for each in field.values if str(each) == text), text.strip())
    try:
        return game.spec.options.model_validate({**options, name: value})
    except ValidationError as error:
        if field.most:
            raise Refused(Message("table.refused.number", {"least": field.least, "most": field.most})) from error
        raise Refused(Message("table.refused.option")) from error
