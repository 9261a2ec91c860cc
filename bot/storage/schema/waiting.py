"""What is to happen: timers, posts and surfaces, and where they go."""

from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Index, Integer, String, Table, UniqueConstraint

from bot.storage.destination import Destination
from bot.storage.schema.base import (
    Counted,
    MatchNumber,
    MatchOrZero,
    Number,
    Snowflake,
    Text16,
    TournamentOrZero,
    metadata,
    only_where,
    table,
)
from engine.contract import Seat

MatchPost: TypeAlias = Literal[
    "events", "turn", "answer", "vote", "house", "kept", "outage", "end", "settled", "reversed", "still", "once",
    "closed", "reminder", "changed", "seal", "unsealed",
]  # fmt: skip
"""What is posted about a match."""

TournamentPost: TypeAlias = Literal[
    "round", "over", "cancelled", "corrected", "checking", "warning", "paused", "resumed", "stranded", "silent"
]
"""What is posted about a tournament."""

JobKind: TypeAlias = Literal["check", "watch", "tidy", "return"]
"""What says nothing: jobs, which older versions kept among the posts; see `bot.storage.timers`."""

PostKind: TypeAlias = MatchPost | TournamentPost | JobKind | Literal["greeting"]
SurfaceKind: TypeAlias = Literal["lobby", "status", "hand", "tournament", "event"]


class TimerKey(NamedTuple):
    """What a timer of a match is about: its kind, the seat if it is one seat's, and the clock, decision or window."""

    kind: str
    seat: Seat | None = None
    subject: str = ""


class TimerRow(Struct):
    """What is to happen at a time, in a match or in none. `leased` is until when somebody is at it."""

    id: Number
    match: MatchNumber | None
    kind: Text16
    seat: Annotated[Seat | None, Integer()]
    subject: Annotated[str, String(80)]
    due: float
    leased: float = 0.0
    attempts: int = 0

    @property
    def key(self) -> TimerKey:
        """What it is about: one match has one timer for it."""
        return TimerKey(self.kind, self.seat, self.subject)

    def at_match(self) -> tuple[int, str]:
        """Return the match and the subject. Raises ValueError for what belongs to no match."""
        if self.match is None:
            raise ValueError(self)
        return self.match, self.subject

    def at_seat(self) -> tuple[int, Seat, str]:
        """Return the match, the seat and the subject. Raises ValueError for what is no single seat's."""
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
    """What is said once, about a match or about a tournament.

    The match is 0 for what is about a tournament, and the other way round; both are for the greeting of a server.
    `content` says what to render, never what was rendered; `status` is waiting, shelved, sent or failed. `tried` is
    when it was first on its way: after some minutes Discord has forgotten its nonce. `stuck` says that it failed so
    often that what comes after it does not wait for it any longer.
    """

    id: Number
    match: MatchOrZero
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
    tournament: TournamentOrZero = 0


posts: Final = table("posts", PostRow, Index(None, "status", "due"))


class SurfaceRow(Struct):
    """What is kept current, of a match or of a tournament, which are as in a post.

    Marks are counted: it is stale while `wanted` is ahead of `shown`, and it has to be a new message, below what was
    said since, while `below` is. `seat` is -1 for what everybody sees; `digest` is of what it shows, so that nothing is
    sent where nothing would change; where a click's answer came after what was sent, it is the number of that click.
    `token` is of the newest interaction that was answered with it, by which it is edited where the bot has no other way
    to it.
    """

    id: Number
    match: MatchOrZero
    kind: Annotated[SurfaceKind, String(16)]
    seat: int
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
    tournament: TournamentOrZero = 0
    token: str | None = None


surfaces: Final = table(
    "surfaces", SurfaceRow, UniqueConstraint("match", "kind", "seat"), UniqueConstraint("tournament", "kind", "seat")
)
Index("ix_surfaces_stale", surfaces.c.due, **only_where(surfaces.c.wanted > surfaces.c.shown))
Index("ix_surfaces_claimed", surfaces.c.claimed, **only_where(surfaces.c.claimed.is_not(None)))

destinations: Final = Table(
    "destinations",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("channel", BigInteger),
    Column("moves", Integer, nullable=False, default=0),
)
"""Where a named destination is, once it has been opened, and how often that was gone and had to be found anew."""
