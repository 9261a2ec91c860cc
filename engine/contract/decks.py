"""Deck rules common to all games: formats, their use as a table option, and the cards to choose from."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Struct
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, WrapSerializer

from engine.text import inert


class DeckFormat(BaseModel, frozen=True, extra="forbid"):
    """The rules for a legal deck. Each game derives its own with its own limits, and servers may define more.

    Attributes:
        name: the name that people see.
    """

    name: Annotated[str, Field(min_length=1, max_length=32), AfterValidator(inert)]

    def __str__(self) -> str:
        """Return the format's name."""
        return self.name


def by_name(formats: Sequence[DeckFormat]) -> tuple[BeforeValidator, WrapSerializer]:
    """Return annotations that make a table option accept these formats by name alone; others are written in full.

    The field's annotation lists the formats themselves before these two, for code that needs the choices. The options
    of a match therefore hold everything its decks were checked against, even if a server's own formats change later.
    """
    named = {each.name: each for each in formats}

    def read(value: Any) -> Any:
        return named.get(value, value) if isinstance(value, str) else value

    def write(value: Any, plain: Any) -> Any:
        return value.name if value in formats else plain(value)

    return BeforeValidator(read), WrapSerializer(write)


class DeckCard(Struct, frozen=True):
    """A card that a deck may hold: its definition's id, and the catalogue id of its group."""

    card: str
    group: str
