"""Tournaments: their rows, who takes part, what is played in it, and what its organiser did."""

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
)

from bot.storage.schema.base import Id, metadata

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", Id, primary_key=True),
    Column("title", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("organiser", BigInteger, nullable=False),
    Column("game", String(32), nullable=False),
    Column("options", JSON, nullable=False),
    Column("sets", JSON, nullable=False),
    Column("format", String(16), nullable=False),
    Column("rounds", Integer, nullable=False, default=0),
    Column("cut", Integer, nullable=False, default=0),
    Column("best_of", Integer, nullable=False, default=1),
    Column("pace", String(16), nullable=False),
    Column("round_length", Double),
    Column("weekly", Boolean, nullable=False, default=False),
    Column("draws", Boolean, nullable=False, default=False),
    Column("least", Integer, nullable=False, default=2),
    Column("most", Integer, nullable=False),
    Column("hidden", Boolean, nullable=False, default=False),
    Column("rated", Boolean, nullable=False, default=True),
    Column("entry", String(16), nullable=False, default="open"),
    Column("role", BigInteger),
    Column("starts", Double),
    Column("check_in", Double),
    Column("round", Integer, nullable=False, default=0),
    Column("tree", Integer),
    Column("deadline", Double),
    Column("begun", Double),
    Column("paused", Double),
    Column("secret", LargeBinary, nullable=False),
    Column("opened", Double, nullable=False),
    Column("ended", Double),
    Index(None, "guild", "status"),
    Index(None, "channel"),
    sqlite_autoincrement=True,
)
"""A tournament. `status` is draft while only its organiser sees it, open while people may enter, running, over or
cancelled. `format` is swiss, robin, single or double; `rounds` is how many a Swiss one has (0: as many as its size
takes), `cut` how many of them go on into a tree of single elimination (0: none). `round_length` is after how many
seconds a round ends (nothing: when all is played), `weekly` whether a round begins a week after the one before,
`draws` whether a game that a deadline ends is drawn instead of ranked. `hidden` is whether decks stay secret to the
end. `entry` is open, role or invitation. `starts` is when it begins by itself, `check_in` how many seconds before that
people have to say that they are there. `round` counts the rounds that were paired, `tree` is the last one before the
tree began that follows a Swiss part; `deadline` and `begun` are the present round's; `paused` is since when it stands
still. `secret` is its dice's: every draw of theirs has a
purpose of its own, so none waits for another."""

entrants: Final = Table(
    "entrants",
    metadata,
    Column("tournament", Id, ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("user", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("seed", Integer),
    Column("cut", Integer),
    Column("deck", JSON),
    Column("checked", Boolean, nullable=False, default=False),
    Column("entered", Double, nullable=False),
    Index(None, "user"),
)
"""Who takes part, by the number that stands for them in all that is played. `status` is invited, in, out (left,
dropped, or did not come) or disqualified; who has left before the start has no row. `name` is as the server showed it,
for pictures. `seed` is their place in the order that was drawn at the start, `cut` their seed in the tree that follows
a Swiss part. `deck` is a copy: what becomes of their own changes nothing. `checked` is whether they have checked in."""

series: Final = Table(
    "series",
    metadata,
    Column("id", Id, primary_key=True),
    Column("tournament", Id, ForeignKey("tournaments.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("node", Integer),
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    Column("why", String(16), nullable=False),
    Column("first_points", Integer, nullable=False, default=0),
    Column("second_points", Integer, nullable=False, default=0),
    Column("state", String(16), nullable=False),
    Column("winner", Integer),
    Column("how", String(16)),
    Column("ended", Double),
    UniqueConstraint("tournament", "round", "first"),
    UniqueConstraint("tournament", "round", "second"),
    sqlite_autoincrement=True,
)
"""What two entrants play in a round: one game or the best of several. `number` is its table in the round, from 1;
`node` is which match of the tree it is; without `second` it is a bye. `why` says why they were paired, with the match
points that both had then. `state` is open, won or drawn; `how` says how it was decided: played, bye, left, missed,
stopped, dice or organiser."""

series_games: Final = Table(
    "series_games",
    metadata,
    Column("series", Id, ForeignKey("series.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match", Id, nullable=False, unique=True),
    Column("winner", Integer),
    Column("how", String(16), nullable=False),
    Column("ended", Double, nullable=False),
)
"""What came of each game of a series; it outlives the match, which a server may delete after some days. Without a
winner it was drawn. `how` is as in the series."""

acts: Final = Table(
    "tournament_acts",
    metadata,
    Column("id", Id, primary_key=True),
    Column("tournament", Id, ForeignKey("tournaments.id"), nullable=False),
    Column("actor", BigInteger),
    Column("kind", String(16), nullable=False),
    Column("content", JSON, nullable=False),
    Column("at", Double, nullable=False),
    Index(None, "tournament"),
    sqlite_autoincrement=True,
)
"""What was done to a tournament and by whom, nobody for what followed by itself; nothing is ever taken out of it.
`content` names entrants by number and never people."""
