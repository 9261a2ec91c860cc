"""Daily sums of what is played, by server. They name nobody."""

from typing import Final

from msgspec import Struct

from bot.storage.schema.base import Snowflake, Text16, Text32, table


class SumRow(Struct, frozen=True):
    """How often something happened in a server in the matches that were begun on a day (counted from 1970, in UTC).

    Attributes:
        guild: the server; 0 for all that is played outside servers.
        kind: what was counted.
        way: how people came to the matches.
    """

    guild: Snowflake
    day: int
    kind: Text16
    game: Text32
    way: Text16
    count: int


sums: Final = table("sums", SumRow, key=("guild", "day", "kind", "game", "way"))
