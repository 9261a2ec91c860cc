"""Tournaments: their rows, entrants, series and games, and the record of their organisers' actions."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index, UniqueConstraint, text

from bot.storage.schema.base import (
    Counted,
    Number,
    SeriesNumber,
    Snowflake,
    Text16,
    Text32,
    Text64,
    TournamentNumber,
    table,
)
from engine.contract import JSON


class RecurrenceRow(Struct, kw_only=True):
    """A tournament that is held again and again, by the server's clocks.

    Its settings and its organiser are in a tournament of its own with the status template, which is never held.

    Attributes:
        status: on; waiting until somebody who may hold tournaments carries it on; or over.
        rhythm: how often it is held: "w2" is every two weeks, "m2" the second such weekday of a month, "m5" the last.
        day: the day of the next evening to announce, as its proleptic Gregorian ordinal.
        minute: when evenings begin, in minutes after midnight.
        ahead: how many days before its beginning an evening is announced.
    """

    id: Number = 0
    guild: Snowflake
    status: Text16 = "on"
    rhythm: Text16
    day: int
    minute: int
    ahead: int


recurrences: Final = table("recurrences", RecurrenceRow, Index("ix_recurrences_guild_status", "guild", "status"))


class TournamentRow(Struct, kw_only=True):
    """A tournament.

    Attributes:
        status: draft while only its organiser sees it, open while people may enter, running, over or cancelled; a
            template holds the settings of a recurrence's coming evenings.
        format: swiss, robin, single or double.
        rounds: the number of Swiss rounds; 0 means as many as its size needs.
        cut: the number of players who advance into a single-elimination tree; 0 means that there is none.
        round_length: the length of a round in seconds; None means until everything is played.
        weekly: whether each round begins a week after the previous one.
        absent_after: how many seconds after a live game's call a player who has pressed nothing loses it.
        draws: whether a game that a deadline ends is drawn instead of ranked.
        hidden: whether decks stay secret to the end.
        entry: open, role or invitation.
        starts: when it begins automatically.
        check_in: how many seconds before that the check-in opens.
        round: the number of rounds paired.
        tree: the last round before the tree that follows a Swiss part.
        deadline: the deadline of the current round.
        begun: when the current round began.
        paused: when it was paused.
        about: what its organiser says about it in the announcement.
        provisional: for how many seconds after the end results can still be corrected; 0 means not at all.
        closes: when the results become final; None unless the tournament is over and they are provisional.
        recurrence: the recurrence whose evening or template it is. It is no foreign key, because SQLite would have to
            make the table anew.
        champion_role: the role that the winner has until the next one wins.
        role_chooser: the person who chose it, whose right to give it is looked at again each time.
        ping_role: the role that is mentioned when people can enter, and again when it is about to start.
        pings: how often that has been done.
        secret: the secret of its dice; every draw has a purpose of its own, so no draw waits for another.
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
    absent_after: float = 300.0
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
    about: str = ""
    provisional: float = 86400.0
    closes: float | None = None
    recurrence: Number | None = None
    champion_role: Snowflake | None = None
    role_chooser: Snowflake | None = None
    ping_role: Snowflake | None = None
    pings: Counted = 0

    @property
    def settled(self) -> bool:
        """Whether nothing can be played or corrected any more."""
        return self.status == "cancelled" or (self.status == "over" and self.closes is None)


tournaments: Final = table(
    "tournaments", TournamentRow, Index(None, "guild", "status"), Index(None, "channel"), Index(None, "recurrence")
)


class RoleHolderRow(Struct):
    """A person to whom the bot has given a role of champions, which it takes back when somebody else wins."""

    guild: Snowflake
    role: Snowflake
    user: Snowflake


role_holders: Final = table("role_holders", RoleHolderRow, Index(None, "user"), key=("guild", "role", "user"))


class EntrantRow(Struct):
    """An entrant, with the number that stands for them in everything that is played.

    `status` is invited, in, out (left, dropped, or absent) or disqualified; a person who left before the start has no
    row. `name` is their name as the server displayed it, for pictures. `seed` is their place in the order drawn at the
    start, `cut` their seed in the tree that follows a Swiss part. `deck` is a copy, unaffected by changes to their own
    deck. `checked` is whether they have checked in. `absent` is whether they did not show up for their last match and
    have not been seen since.

    A person is at most one live entrant (invited or in), which the index `ix_entrants_live` enforces. They have more
    rows if they left and then replaced somebody.
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
    absent: bool = False


LIVE: Final = ("in", "invited")
"""The statuses of entrants who take part or may still begin to."""

_IS_LIVE: Final = text("status IN ('in', 'invited') AND \"user\" <> 0")

entrants: Final = table(
    "entrants",
    EntrantRow,
    Index(None, "user"),
    Index("ix_entrants_live", "tournament", "user", unique=True, sqlite_where=_IS_LIVE, postgresql_where=_IS_LIVE),
    key=("tournament", "number"),
)


class SeriesRow(Struct, kw_only=True):
    """A series that two entrants play in a round: one game or the best of several.

    `number` is its table in the round, from 1; `node` is its match in the tree; without `second`, it is a bye. `why` is
    the reason for the pairing, stored with the match points that both had then. `state` is open, won, drawn, lost if
    nobody was there, or void if the pairing was taken back, which also takes the series out of its round. `how` is how
    it was decided: played, bye, left, absent, missed, stopped, dice or organiser.
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
    """The result of a game in a series; it outlives the match, which a server may delete after some days.

    A game without a winner was drawn. `how` has the same values as in a series.
    """

    series: SeriesNumber
    number: int
    match: Number
    winner: int | None
    how: Text16
    ended: float


series_games: Final = table("series_games", GameRow, UniqueConstraint("match"), key=("series", "number"))


class ActRow(Struct):
    """A recorded action in a tournament.

    The action and its actor, who is None for automatic actions; entries are never removed. `content` refers to
    entrants by number and never to people. It gets a "reason" if the organiser states one, and the time when the action
    was "undone".
    """

    id: Number
    tournament: TournamentNumber
    actor: Snowflake | None
    kind: Text16
    content: JSON
    at: float


acts: Final = table("tournament_acts", ActRow, Index(None, "tournament"))
