"""People's ratings, and the results of the rated matches that they are computed from."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index

from bot.storage.schema.base import Number, Snowflake, Text32, Text128, table


class RatingRow(Struct):
    """A person's rating in a game.

    The current rating: its mean, its uncertainty (a standard deviation), and the number of rated matches. The row is
    also the lock for two of a person's matches that are ending at once.
    """

    game: Text32
    user: Snowflake
    mu: float
    sigma: float
    matches: int = 0


ratings: Final = table("ratings", RatingRow, Index(None, "user"), key=("game", "user"))


class ResultRow(Struct):
    """The result of a rated match for one person.

    It outlives the match, which a server may delete after some days.

    Attributes:
        place: 1 for the best, and the same for all of one rank.
        last: the lowest place in the match.
        mu: the mean of the rating after the match.
        sigma: the uncertainty of the rating after the match.
        gained: how much the mean has gained.
        nth: how many rated matches in the game the person had then, including this one. Matches may end in the same
            instant, and ids tell only which opened first.
        withdrawn: whether the change of the rating was taken back, because the match no longer counts.
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
    withdrawn: bool = False


results: Final = table(
    "results", ResultRow, Index(None, "user", "game"), Index(None, "guild", "game"), key=("match", "user")
)


class CorrectionRow(Struct):
    """A correction of a person's rating: what they gained by a match is taken back, or given again.

    `gained` is what the mean gains by the correction, and so negative where a gain is taken back.
    """

    id: Number
    match: Number
    user: Snowflake
    game: Text32
    gained: float
    at: float


rating_corrections: Final = table("rating_corrections", CorrectionRow, Index(None, "user"), Index(None, "match"))
