"""Decks that people have built, and servers' deck formats."""

from typing import Final

from msgspec import Struct
from sqlalchemy import JSON, BigInteger, Column, String, Table, Text, UniqueConstraint

from bot.storage.schema.base import Counted, Number, Snowflake, Text32, metadata, table


class DeckRow(Struct):
    """A person's deck, the same in every server.

    The table also has a column `folded`: the name in the form used for comparison.

    Attributes:
        format: the name of the format that the deck is built for.
        cards: the number of each card, by its definition's id.
        revision: the number of its changes, so that a click on an outdated panel is detected.
    """

    id: Number
    user: Snowflake
    game: Text32
    name: Text32
    format: Text32
    cards: dict[str, int]
    revision: Counted
    changed: float


own_decks: Final = table(
    "own_decks", DeckRow, Column("folded", Text, nullable=False), UniqueConstraint("user", "folded")
)


own_formats: Final = Table(
    "own_formats",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("folded", Text, primary_key=True),
    Column("figures", JSON, nullable=False),
)
"""A server's own deck formats: all their figures, including the name. A match carries a copy of its format."""
