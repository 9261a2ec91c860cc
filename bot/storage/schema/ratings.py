"""How well people play: what is believed of them now, and the rated matches from which that follows."""

from typing import Final

from sqlalchemy import BigInteger, Column, Double, Index, Integer, String, Table

from bot.storage.schema.base import Id, metadata

ratings: Final = Table(
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Index(None, "user"),
)
"""What a person's rating in a game is now: its mean, how unsure it is (a standard deviation), and after how many rated
matches. The row is also what two matches of one person that end at once wait for."""

results: Final = Table(
    "results",
    metadata,
    Column("match", Id, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("guild", BigInteger),
    Column("place", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("deck", String(128)),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("gained", Double, nullable=False),
    Column("nth", Integer, nullable=False),
    Column("ended", Double, nullable=False),
    Index(None, "user", "game"),
    Index(None, "guild", "game"),
)
"""What a rated match came to for a person: the place (1 for the best, the same for all of one rank; `last` is the
lowest of the match), the deck, the rating after it, how much its mean has `gained`, and that it was the person's
`nth` rated match of the game (matches may end in the same instant, and ids say only which opened first). It outlives
the match, which a server may delete after some days."""
