"""Pending work: timers, posts and surfaces, and the destinations they go to."""

from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, UniqueConstraint

from bot.storage.destination import Destination
from bot.storage.schema.base import (
    Counted,
    MatchNumber,
    Number,
    SeatOrNone,
    Snowflake,
    Text16,
    TournamentNumber,
    metadata,
    only_where,
    table,
)
from engine.contract import Seat

MatchPost: TypeAlias = Literal[
    "events", "turn", "answer", "vote", "house", "kept", "outage", "end", "settled", "reversed", "still", "once",
    "closed", "reminder", "missing", "departed", "changed", "seal", "unsealed", "sought", "found", "invited",
    "linked", "amended",
]  # fmt: skip
"""The kinds of posts about a match; one is about an earlier post, whose content has changed since it was sent."""

TournamentPost: TypeAlias = Literal[
    "round",
    "over",
    "closed",
    "cancelled",
    "corrected",
    "undone",
    "let_in",
    "out",
    "pair_again",
    "edited",
    "rechoose",
    "call",
    "summons",
    "checking",
    "warning",
    "paused",
    "resumed",
    "stranded",
    "silent",
    "absent",
    "no_show",
    "evening_missed",
    "evening_skipped",
    "carry_on",
    "season",
    "season_final",
    "season_over",
]
"""The kinds of posts about a tournament."""

JobKind: TypeAlias = Literal["check", "watch", "tidy", "return", "lock"]
"""The kinds of jobs, which send nothing. Older versions stored them as posts; now they are timers."""

ServerPost: TypeAlias = Literal["log", "lost", "puzzle"]
"""The kinds of posts about a server: a line of its log, a channel where the bot can no longer post, a day's puzzle."""

PostKind: TypeAlias = MatchPost | TournamentPost | JobKind | ServerPost | Literal["greeting", "gone"]
SurfaceKind: TypeAlias = Literal["lobby", "status", "hand", "panel", "replaced", "tournament", "event"]
"""The kinds of surfaces. A hand is sent by direct message; a panel is the private answer to a person's click, and
replaced once another message is the seat's panel."""


class TimerKey(NamedTuple):
    """The key of a match's timer: its kind, its seat if it concerns one seat, and its clock, decision or window."""

    kind: str
    seat: Seat | None = None
    subject: str = ""


class TimerRow(Struct):
    """A timer, which may belong to a match. `leased` is the time until which a worker has claimed it."""

    id: Number
    match: MatchNumber | None
    kind: Text16
    seat: SeatOrNone
    subject: Annotated[str, String(80)]
    due: float
    leased: float = 0.0
    attempts: int = 0

    @property
    def key(self) -> TimerKey:
        """The timer's key, which is unique within a match."""
        return TimerKey(self.kind, self.seat, self.subject)

    def at_match(self) -> tuple[int, str]:
        """Return the match and the subject. Raises ValueError if the timer belongs to no match."""
        if self.match is None:
            raise ValueError(self)
        return self.match, self.subject

    def at_seat(self) -> tuple[int, Seat, str]:
        """Return the match, the seat and the subject. Raises ValueError if the timer concerns no single seat."""
        match, subject = self.at_match()
        if self.seat is None:
            raise ValueError(self)
        return match, self.seat, subject


timers: Final = table(
    "timers",
    TimerRow,
    UniqueConstraint("match", "kind", "seat", "subject"),
    Index(None, "due"),
    Index("ix_timers_kind_due", "kind", "due"),
)


class PostRow(Struct):
    """A post: a message sent once, about a match or a tournament.

    The match is None if it is about a tournament, and vice versa; both are None if it is about a server.
    `content` is the data to render, never the rendered text; `status` is waiting, shelved, sent or failed. `tried` is
    when it was first sent: after some minutes Discord forgets its nonce. `stuck` is whether it failed so often that
    later posts no longer wait for it.
    """

    id: Number
    match: MatchNumber | None
    kind: Annotated[PostKind, String(16)]
    destination: Annotated[Destination, String(64)]
    content: dict[str, Any]
    status: Text16
    due: float
    attempts: Counted
    tried: float | None
    claimed: float | None
    message: Snowflake | None
    failure: str | None
    stuck: bool = False
    tournament: TournamentNumber | None = None

    @property
    def mark(self) -> str:
        """The mark by which the post can be found again among a channel's messages."""
        about = f"t{self.tournament}" if self.tournament is not None else self.match or "g"
        return f"#{about}.{self.id}"


posts: Final = table("posts", PostRow, Index(None, "status", "due"))


class SurfaceRow(Struct):
    """A surface: a message that is kept up to date, about a match or tournament (given as in a post).

    Marks are counted: it is stale while `wanted` is ahead of `shown`, and needs a new message, below everything posted
    since, while `below` is. `seat` is None for a public surface, and a number of its own for a replaced panel, of which
    a seat can have several. `digest` is that of its content, so that an update that would change nothing is not sent;
    if a click was answered after the last update, it is the number of that click.
    """

    id: Number
    match: MatchNumber | None
    kind: Annotated[SurfaceKind, String(16)]
    seat: SeatOrNone
    destination: Annotated[Destination, String(64)]
    wanted: Counted
    below: Counted
    shown: Counted
    due: Annotated[float, {"default": 0.0}]
    attempts: Counted
    claimed: float | None
    channel: Snowflake | None
    message: Snowflake | None
    sent: float | None
    digest: Annotated[str, String(32)] | None = None
    tournament: TournamentNumber | None = None

    def at_seat(self) -> tuple[int, Seat]:
        """Return the match and the seat. Raises ValueError if the surface is public."""
        seat = self.destination.seat if self.kind == "replaced" else self.seat
        if self.match is None or seat is None:
            raise ValueError(self)
        return self.match, seat


surfaces: Final = table(
    "surfaces", SurfaceRow, UniqueConstraint("match", "kind", "seat"), UniqueConstraint("tournament", "kind", "seat")
)
Index("ix_surfaces_stale", surfaces.c.due, **only_where(surfaces.c.wanted > surfaces.c.shown))
Index("ix_surfaces_claimed", surfaces.c.claimed, **only_where(surfaces.c.claimed.is_not(None)))


class PanelToken(Struct):
    """The token of the latest interaction answered with a panel, which edits it for a quarter of an hour.

    If the panel is a follow-up, `token` names its message too; see `bot.messenger.tokens`.
    `sleep` is when to put the panel to sleep; None once that is under way. The row is deleted with the panel's last
    edit. Backups do not contain these rows.
    """

    surface: Number
    token: str
    sleep: float | None


panel_tokens: Final = table("panel_tokens", PanelToken, key=("surface",))

destinations: Final = Table(
    "destinations",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("channel", BigInteger),
    Column("moves", Integer, nullable=False, default=0),
)
"""The channel of each destination, once opened, and how many times it has been lost and replaced."""
