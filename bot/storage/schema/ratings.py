"""How well people play: what is believed of them now, and the rated matches from which that follows."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index

from bot.storage.schema.base import Number, Snowflake, Text32, Text128, table


class RatingRow(Struct):
    """A person's rating in a game.

    What a person's rating in a game is now: its mean, how unsure it is (a standard deviation), and after how many
    rated matches. The row is also what two matches of one person that end at once wait for.
    """

    game: Text32
    user: Snowflake
    mu: float
    sigma: float
    matches: int = 0


ratings: Final = table("ratings", RatingRow, Index(None, "user"), key=("game", "user"))


class ResultRow(Struct):
    """What a rated match came to for a person.

    The place (1 for the best, the same for all of one rank; `last` is the
    lowest of the match), the deck, the rating after it, how much its mean has `gained`, and that it was the
    person's `nth` rated match of the game (matches may end in the same instant, and ids say only which opened
    first). It outlives the match, which a server may delete after some days.
    """

    match: Number
    user: Snowflake
    game: Text32
    guild: Snowflake | None
    place: int
    last: int
    deck: Text128 | None
    mu: float
    sigma: float
    gained: float
    nth: int
    ended: float


results: Final = table(
    "results", ResultRow, Index(None, "user", "game"), Index(None, "guild", "game"), key=("match", "user")
)
