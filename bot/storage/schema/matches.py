"""Matches: their rows, seats, logs and events, drafts, and the card sets they are pinned to."""

from typing import Annotated, Any, Final

from msgspec import Struct
from sqlalchemy import BigInteger, Column, Index, String, Table, Text

from bot.storage.schema.base import (
    Counted,
    MatchNumber,
    Number,
    SeatOrNone,
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
"""Card sets, addressed by content and never changed in place."""


class MatchRow(Struct):
    """A match, from its lobby on.

    Attributes:
        status: lobby, running, over (with an outcome) or closed (without one).
        counters: the counters of its dice.
        clocks: the state of its clocks.
        entries: the number of its log entries.
        events: the number of its events.
        posted: the number of its events that are in posts.
        closing: the message that explains why it was closed.
        revision: serialises our own writes.
        takeover: the level of the house player that replaces a player who leaves, if the table agreed on that.
        vote: the open vote on taking back a move.
        branch: the number of moves taken back, which distinguishes the dice.
        rated: whether the table wants the match to be rated.
        unrated: why the match is not rated.
        series: the tournament series that it belongs to.
        dice_key: set once a lucky word has been deleted from the table string, from which the key would otherwise be
            derived.
        starting: when the lobby became ready and began to wait for its seal to be posted, after which nothing about it
            can be changed.
        solo: whether one person plays it against house players and nobody else sees it: it has a panel, and direct
            messages, but no clock, no posts and no place.
        loaded: the loaded results of its dice, if it began from a position that has any; such a match is no test of
            luck, and is not rated.
        lesson: which lesson it is, and how far that has come.
        puzzle: which puzzle it is, or was begun from, and its result.
        sought: until when its opener looks for somebody to play with; None for a table that was opened otherwise.
        origin: the number of the finished match from whose position it begins, and of the step there; its table holds
            that position as its state.
        paused: why it is paused: the bot was "removed" from its server, that is "unavailable", or its own "thread" is
            locked.
        pause_ends: when the pause ends at the latest. Until the pause is over, the match's timers are due later by the
            time that is left of it.
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
    loaded: JSON | None = None
    lesson: JSON | None = None
    sought: float | None = None
    origin: JSON | None = None
    paused: Text16 | None = None
    pause_ends: float | None = None
    puzzle: JSON | None = None

    @property
    def untimed(self) -> bool:
        """Whether it has no clock."""
        return self.solo or self.pace == "none"


matches: Final = table("matches", MatchRow, Index(None, "status"), Index(None, "series"))


class SeatRow(Struct):
    """A seat: held by a person, a house player or nobody yet.

    Attributes:
        invited: the person who was asked to take the seat; `kept_for` says whether it is still kept for them.
        bank: the seat's time reserve.
        missed: the number of its turns in a row that the clock has played.
        extended: whether it has asked for more time.
        waits: whether its answers are held until the deadline.
        ahead: the topic on which it passes in advance.
        agreed: whether its player agrees to the table as it is; an invited person who declined doesn't.
        asking: which window questions it is asked.
        called: the length of the log when it last called for a vote.
        house: the character that plays, or its level alone if version 0.1.0 seated it. If a person is named as well,
            the character took over from that person.
        name: the person's name as Discord displayed it, for texts that cannot hold a mention; of a seat that is kept
            for a person, theirs. None in seats of 0.1.0 until the person's next click.
        early: whether this is one of the person's first real matches of the game, in which new things are explained.
        manages: whether the person may manage threads in the match's server, as their last click there said.
        abandoned: the number of its turns that ran out of time without a pick of the person's.
        clicks: how often the person clicked in the match, up to their first final answer and with it.
        decided: whether they have given that answer.
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
    name: Text64 | None = None
    early: Annotated[bool, {"server_default": "0"}] = False
    manages: Annotated[bool, {"server_default": "0"}] = False
    abandoned: Annotated[int, {"server_default": "0"}] = 0
    clicks: Annotated[int, {"server_default": "0"}] = 0
    decided: Annotated[bool, {"server_default": "0"}] = False

    @property
    def taken(self) -> bool:
        """Whether the seat is taken."""
        return self.user is not None or self.house is not None

    @property
    def kept_for(self) -> int | None:
        """The person for whom the open seat is kept; None if it is taken, or if anybody may take it."""
        return None if self.taken or not self.agreed else self.invited

    @property
    def free(self) -> bool:
        """Whether anybody may take the seat."""
        return not self.taken and self.kept_for is None

    @property
    def present(self) -> bool:
        """Whether a person who has not left holds the seat."""
        return self.user is not None and not self.left


seats: Final = table("seats", SeatRow, Index(None, "user"), key=("match", "seat"))


class SealRow(Struct, frozen=True):
    """A match's seal, once posted to Discord: its text as posted, and the first message that carries it."""

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
"""The spectators of matches."""


class EntryRow(Struct):
    """An entry in the log that replays a match: a seat's pick, default or leave; entry 0 is the beginning."""

    match: MatchNumber
    number: int
    kind: Text16
    seat: SeatOrNone
    decision: Text16 | None
    answer: list[str] | None
    draws: list[Any]
    at: float


entries: Final = table("entries", EntryRow, key=("match", "number"))


class EventRow(Struct):
    """An event, in the form for its audience and in the form for everybody else."""

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

    The seat's uncommitted picks: complete picks, the keys chosen so far for a question that takes
    several, a final answer held until its time comes, and the number of changes. `notice` is the message about the
    seat's last click, which its panel says until the next one.
    """

    match: MatchNumber
    seat: int
    picks: list[tuple[str, list[str]]] = []
    chosen: list[str] = []
    held: tuple[str, list[str]] | None = None
    revision: int = 0
    notice: JSON | None = None


drafts: Final = table("drafts", DraftRow, key=("match", "seat"))
