"""Matches: the row, its seats, its log and the events that followed, drafts, and the card sets it is pinned to."""

from typing import Annotated, Any, Final

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from bot.storage.schema.base import (
    Counted,
    MatchNumber,
    Number,
    Snowflake,
    Text16,
    Text32,
    Text64,
    match_id,
    metadata,
    table,
)
from engine.contract import JSON

card_sets: Final = Table(
    "card_sets",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    Column("title", String(128), nullable=False),
    Column("content", Text, nullable=False),
)
"""Card sets by content: never changed in place."""


class MatchRow(Struct):
    """A match from its lobby on.

    `status` is lobby, running, over (has an outcome) or closed (has none). `entries` and `events` count its log and
    what happened in it, `posted` how many of its events are in posts; `counters` are its dice's; `clocks` is what
    its clocks have to remember; `closing` is the message that says why it was closed; `revision` serialises our own
    writes. `takeover` is the level of the house player that plays on for who leaves, where the table agreed on
    that; `vote` is the vote that is open on taking back a move; `branch` counts how often that was done, and tells
    the dice apart; `rated` is whether the table wants the match to count for the ratings, `unrated` why it does
    not; `series` is the series of a tournament that it is a game of. `dice_key` is there once a lucky word was
    deleted from the table string, from which the key would follow otherwise; `starting` is since when a lobby is
    ready to begin and waits for the post of its seal, and nothing about it can be changed any more; `solo` is
    whether one person plays it against the house, in answers to the person's own clicks alone: it has no clock and
    no posts.
    """

    id: Number
    game: Text32
    status: Text16
    guild: Snowflake | None
    channel: Snowflake
    opener: Snowflake
    pace: Text16
    options: JSON
    sets: list[str]
    secret: bytes
    table_string: str | None
    state: JSON | None
    state_version: int | None
    counters: dict[str, int]
    clocks: JSON
    entries: Counted
    events: Counted
    posted: Counted
    outcome: JSON | None
    closing: JSON | None
    revision: Counted
    opened: float
    started: float | None
    ended: float | None
    rematch_of: Number | None
    takeover: Text16 | None = None
    vote: JSON | None = None
    branch: int = 0
    rated: bool = True
    unrated: Text16 | None = None
    series: Number | None = None
    dice_key: bytes | None = None
    starting: float | None = None
    solo: Annotated[bool, {"server_default": "0"}] = False


matches: Final = table("matches", MatchRow, Index(None, "status"), Index(None, "series"))


class SeatRow(Struct):
    """Who sits where: a person or a house player, or nobody yet; `invited` is whom an open seat is kept for.

    `bank` is the seat's reserve of time, `missed` how many of its turns running were played by the clock,
    `extended` whether it has asked for more time, `waits` whether its answers are held until the deadline, `ahead`
    the topic on which it passes ahead, `agreed` whether its person agrees to the table as it stands, `asking` which
    questions of windows it is asked, `called` how long the log was when it last called for a vote.
    """

    match: MatchNumber
    seat: int
    user: Snowflake | None = None
    house: Text16 | None = None
    invited: Snowflake | None = None
    deck: JSON | None = None
    word: Text64 | None = None
    left: bool = False
    bank: float = 0.0
    missed: int = 0
    extended: bool = False
    waits: bool = False
    ahead: Text64 | None = None
    agreed: bool = True
    asking: Text16 = "always"
    called: int | None = None

    @property
    def taken(self) -> bool:
        """Whether somebody sits there."""
        return self.user is not None or self.house is not None

    @property
    def present(self) -> bool:
        """Whether a person sits there who has not left."""
        return self.user is not None and not self.left


seats: Final = table("seats", SeatRow, Index(None, "user"), key=("match", "seat"))


class SealRow(Struct, frozen=True):
    """A match's seal that Discord has taken: the text as it was posted, and the first message that carries it."""

    match: Number
    seal: Annotated[str, String(43)]
    channel: Snowflake
    message: Snowflake
    at: float


seals: Final = table("seals", SealRow, key=("match",))


watchers: Final = Table(
    "watchers",
    metadata,
    match_id(primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
"""Who watches a match."""


class EntryRow(Struct):
    """The log that replays a match: picks, defaults and leaves, by seat; entry 0 is the beginning."""

    match: MatchNumber
    number: int
    kind: Text16
    seat: int
    decision: Text16 | None
    answer: list[str] | None
    draws: list[Any]
    at: float


entries: Final = table("entries", EntryRow, key=("match", "number"))


class EventRow(Struct):
    """What happened, in the form its audience is told and in the form everybody else is."""

    match: MatchNumber
    number: int
    entry: int
    fact: JSON
    audience: list[int] | None
    others: JSON | None
    once: bool


events: Final = table("events", EventRow, key=("match", "number"))


class DraftRow(Struct):
    """A seat's draft.

    What a seat has picked and not committed: whole picks, the keys chosen so far of a question that takes several,
    a final answer that is held until its time comes, and how often it has changed.
    """

    match: MatchNumber
    seat: int
    picks: list[tuple[str, list[str]]] = []
    chosen: list[str] = []
    held: tuple[str, list[str]] | None = None
    revision: int = 0


drafts: Final = table("drafts", DraftRow, key=("match", "seat"))
