"""Crowns: which characters each person has beaten."""

from typing import Final

from msgspec import Struct

from bot.storage.schema.base import Number, Snowflake, Text16, Text32, table


class CrownRow(Struct, frozen=True):
    """A character that a person has beaten, and where for the first time: in which game and match.

    It outlives the match, which a server may delete after some days.
    """

    user: Snowflake
    character: Text16
    game: Text32
    match: Number
    at: float


crowns: Final = table("crowns", CrownRow, key=("user", "character"))
