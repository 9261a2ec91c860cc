"""Tournaments: their rows, who takes part, what is played in it, and what its organiser did."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index, UniqueConstraint

from bot.storage.schema.base import Number, SeriesNumber, Snowflake, Text16, Text32, Text64, TournamentNumber, table
from engine.contract import JSON


class TournamentRow(Struct, kw_only=True):
    """A tournament.

    `status` is draft while only its organiser sees it, open while people may enter, running, over or cancelled.
    `format` is swiss, robin, single or double; `rounds` is how many a Swiss one has (0: as many as its size takes),
    `cut` how many of them go on into a tree of single elimination (0: none). `round_length` is after how many
    seconds a round ends (nothing: when all is played), `weekly` whether a round begins a week after the one before,
    `draws` whether a game that a deadline ends is drawn instead of ranked. `hidden` is whether decks stay secret to
    the end. `entry` is open, role or invitation. `starts` is when it begins by itself, `check_in` how many seconds
    before that people have to say that they are there. `round` counts the rounds that were paired, `tree` is the
    last one before the tree began that follows a Swiss part; `deadline` and `begun` are the present round's;
    `paused` is since when it stands still. `secret` is its dice's: every draw of theirs has a purpose of its own,
    so none waits for another.
    """

    id: Number = 0
    title: Text64
    status: Text16
    guild: Snowflake
    channel: Snowflake
    organiser: Snowflake
    game: Text32
    options: JSON
    sets: list[str]
    format: Text16
    rounds: int = 0
    cut: int = 0
    best_of: int = 1
    pace: Text16
    round_length: float | None = None
    weekly: bool = False
    draws: bool = False
    least: int = 2
    most: int
    hidden: bool = False
    rated: bool = True
    entry: Text16 = "open"
    role: Snowflake | None = None
    starts: float | None = None
    check_in: float | None = None
    round: int = 0
    tree: int | None = None
    deadline: float | None = None
    begun: float | None = None
    paused: float | None = None
    secret: bytes
    opened: float
    ended: float | None = None


tournaments: Final = table("tournaments", TournamentRow, Index(None, "guild", "status"), Index(None, "channel"))


class EntrantRow(Struct):
    """Who takes part, by the number that stands for them in all that is played.

    `status` is invited, in, out (left, dropped, or did not come) or disqualified; who has left before the start has
    no row. `name` is as the server showed it, for pictures. `seed` is their place in the order that was drawn at
    the start, `cut` their seed in the tree that follows a Swiss part. `deck` is a copy: what becomes of their own
    changes nothing. `checked` is whether they have checked in.
    """

    tournament: TournamentNumber
    number: int
    user: Snowflake
    name: Text64
    status: Text16
    seed: int | None = None
    cut: int | None = None
    deck: JSON | None = None
    checked: bool = False
    entered: float = 0.0


entrants: Final = table("entrants", EntrantRow, Index(None, "user"), key=("tournament", "number"))


class SeriesRow(Struct, kw_only=True):
    """What two entrants play in a round: one game or the best of several.

    `number` is its table in the round, from 1; `node` is which match of the tree it is; without `second` it is a
    bye. `why` says why they were paired, with the match points that both had then. `state` is open, won or drawn;
    `how` says how it was decided: played, bye, left, missed, stopped, dice or organiser.
    """

    id: Number = 0
    tournament: TournamentNumber
    round: int
    number: int
    node: int | None = None
    first: int
    second: int | None = None
    why: Text16
    first_points: int = 0
    second_points: int = 0
    state: Text16 = "open"
    winner: int | None = None
    how: Text16 | None = None
    ended: float | None = None


series: Final = table(
    "series",
    SeriesRow,
    UniqueConstraint("tournament", "round", "first"),
    UniqueConstraint("tournament", "round", "second"),
)


class GameRow(Struct):
    """What came of each game of a series; it outlives the match, which a server may delete after some days.

    Without a winner it was drawn. `how` is as in the series.
    """

    series: SeriesNumber
    number: int
    match: Number
    winner: int | None
    how: Text16
    ended: float


series_games: Final = table("series_games", GameRow, UniqueConstraint("match"), key=("series", "number"))


class ActRow(Struct):
    """What was done to a tournament,.

    What was done to a tournament and by whom, nobody for what followed by itself; nothing is ever taken out of it.
    `content` names entrants by number and never people.
    """

    id: Number
    tournament: TournamentNumber
    actor: Snowflake | None
    kind: Text16
    content: JSON
    at: float


acts: Final = table("tournament_acts", ActRow, Index(None, "tournament"))
