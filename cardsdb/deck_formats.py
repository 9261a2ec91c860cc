"""Deck formats as text that the people who run a server read and write, for every game with decks.

The text is TOML, one setting per line; a setting that is left out has its default, or no limit:

    name = "Two of a Kind"
    copies = 2
    level = 8
"""

import json
import tomllib
from typing import Any, Final

from pydantic import ValidationError

from cardsdb.deck_codes import DeckRefused
from engine.contract import AnyGame, Message
from engine.contract.decks import DeckFormat

LONGEST: Final = 4000
"""The maximum length of the text, in characters: as many as a modal accepts."""

_KNOWN: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "int_type": "number",
    "int_parsing": "number",
    "int_from_float": "number",
    "bool_type": "switch",
    "bool_parsing": "switch",
    "greater_than_equal": "least",
    "less_than_equal": "most",
    "string_too_long": "long",
    "string_too_short": "missing",
    "value_error": "name",
}
"""The ends of the message ids for errors, by pydantic's names for them."""


def format_text(shown: DeckFormat) -> str:
    """Return a format as an editable text: all its settings, without those that set no limit."""
    figures = {name: value for name, value in shown.model_dump(mode="json").items() if value not in (None, [])}
    return "\n".join(f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in figures.items())


def read_format(game: AnyGame, text: str) -> DeckFormat:
    """Return the format that a text defines.

    Raises DeckRefused with every reason at once, and no other error, whatever the text is. The names of the formats
    that come with the game are reserved.
    """
    if len(text) > LONGEST:
        raise DeckRefused([Message("deck.refused.long", {"most": LONGEST})])
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DeckRefused([Message("format.refused.text")]) from error
    try:
        read = type(game.spec.formats[0]).model_validate(data)
    except ValidationError as error:
        raise DeckRefused([_reason(fault) for fault in error.errors()[:20]]) from error
    if read.name.casefold() in {each.name.casefold() for each in game.spec.formats}:
        raise DeckRefused([Message("format.refused.taken", {"name": read.name})])
    return read


def _reason(fault: Any) -> Message:
    field = ".".join(str(part) for part in fault["loc"])[:60]
    limits = {name: value for name, value in fault.get("ctx", {}).items() if isinstance(value, int)}
    return Message(f"format.refused.{_KNOWN.get(fault['type'], 'value')}", {"field": field, **limits})
