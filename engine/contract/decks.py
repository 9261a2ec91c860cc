"""What decks may be, as far as all games share it: formats, how a table option takes one, cards to choose from."""

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Struct
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, WrapSerializer

from engine.text import inert


class DeckFormat(BaseModel, frozen=True, extra="forbid"):
    """What a deck may be. Each game derives its own, with its own figures, and every server may have some of its own.

    Attributes:
        name: what people call it.
    """

    name: Annotated[str, Field(min_length=1, max_length=32), AfterValidator(inert)]

    def __str__(self) -> str:
        """Return its name."""
        return self.name


def by_name(formats: Sequence[DeckFormat]) -> tuple[BeforeValidator, WrapSerializer]:
    """Return what lets a table option take these formats by their names alone; any other stands there in full.

    The formats themselves stand in the field's annotation before both, for whoever asks what can be chosen.
    So the options of a match hold all that its decks were checked by, whatever becomes of a server's own formats.
    """
    named = {each.name: each for each in formats}

    def read(value: Any) -> Any:
        return named.get(value, value) if isinstance(value, str) else value

    def write(value: Any, plain: Any) -> Any:
        return value.name if value in formats else plain(value)

    return BeforeValidator(read), WrapSerializer(write)


class DeckCard(Struct, frozen=True):
    """A card that a deck may hold: its definition's id, and the id of the catalogue of the group it stands in."""

    card: str
    group: str
