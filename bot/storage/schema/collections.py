"""Collections: copies and the ledger of their movements, packs, trades, and matches for keeps.

A collection belongs to a person, independent of servers. Records of a match here outlive the match's own row, so the
ledger refers to matches by number only.
"""

from typing import Annotated, Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from bot.storage.schema.base import (
    Counted,
    Id,
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

collectors: Final = Table(
    "collectors",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("finished", Integer, nullable=False, default=0),
    Column("last", Double, nullable=False),
)
"""How many matches each player has finished, and when the last one ended: counted here because matches may be
deleted."""

starters: Final = Table(
    "starters",
    metadata,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(32), primary_key=True),
    Column("deck", String(128), nullable=False),
    Column("at", Double, nullable=False),
)
"""The starter deck with which a player began a game's collection: one per game."""


class PackRow(Struct):
    """A booster pack, from the moment its seal is shown: one per person, game and UTC day (counted from 1970).

    `word` and `cards` are set once it has been opened; `user` is None if the person's data has been deleted.
    """

    id: Number
    user: Snowflake | None
    game: Text32
    day: int
    secret: bytes
    sets: list[str]
    word: Text64 | None
    cards: list[str] | None
    opened: float | None


packs: Final = table("packs", PackRow, UniqueConstraint("user", "game", "day"))


copies: Final = Table(
    "copies",
    metadata,
    Column("id", Id, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("card", String(128), nullable=False),
    Column("owner", BigInteger),
    Column("bound", Boolean, nullable=False, default=False),
    Column("ripens", Integer, nullable=False, default=0),
    Column("held", Double, nullable=False, default=0.0),
    Index(None, "owner", "game"),
    sqlite_autoincrement=True,
)
"""Every copy that has ever come out of a pack or a starter deck, with its one owner; see `cardsdb.ledger.Copy`."""

movements: Final = Table(
    "movements",
    metadata,
    Column("id", Id, primary_key=True),
    Column("copy", Id, ForeignKey("copies.id"), nullable=False),
    Column("giver", BigInteger),
    Column("taker", BigInteger),
    Column("reason", String(16), nullable=False),
    Column("match", Id),
    Column("trade", Id),
    Column("at", Double, nullable=False),
    Index(None, "copy"),
    Index(None, "giver"),
    Index(None, "taker"),
    Index(None, "match"),
    sqlite_autoincrement=True,
)
"""The ledger: every movement of every copy, in order. Entries are never removed, and never changed except to erase the
id of a person whose data is deleted."""


class TradeRow(Struct):
    """A trade between two people.

    `status` is open, settled, cancelled or lapsed; `revision` counts the changes to the offers, and each side's
    agreement names the revision that it covers.
    """

    id: Number
    opener: Snowflake | None
    partner: Snowflake | None
    status: Text16
    revision: Counted
    opener_agreed: int | None
    partner_agreed: int | None
    opened: float
    ended: float | None

    @property
    def sides(self) -> tuple[int | None, int | None]:
        """The two traders, the opener first."""
        return (self.opener, self.partner)

    def agreed(self, side: int) -> bool:
        """Whether a side (0 is the opener's) has agreed to the current offers."""
        return (self.opener_agreed, self.partner_agreed)[side] == self.revision


trades: Final = table("trades", TradeRow, Index(None, "opener", "status"), Index(None, "partner", "status"))


class CopyUse(Struct, frozen=True):
    """The use of a copy: staked for a seat in a match, or offered in a trade.

    The key allows one use of a copy at a time.
    """

    copy: Annotated[Number, "copies.id"]
    match: MatchNumber | None = None
    seat: int | None = None
    trade: Annotated[Number, "trades.id"] | None = None


reservations: Final = table(
    "reservations",
    CopyUse,
    CheckConstraint("(match IS NULL) <> (trade IS NULL)", "one_use"),
    Index(None, "match"),
    Index(None, "trade"),
    key=("copy",),
)


class KeepsRow(Struct):
    """A table at which playing for keeps has been offered.

    `status` is offered, staked while the match runs, settled, friendly if it ended without anybody losing anything,
    or reversed; `until` is the deadline for reversing it.
    """

    match: MatchNumber
    status: Text16
    until: float | None


keeps: Final = table("keeps", KeepsRow, key=("match",))


agreements: Final = Table(
    "agreements",
    metadata,
    match_id(primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("terms", String(64), nullable=False),
)
"""Agreements to play for keeps, by seat, with a hash of the terms that the player was shown."""
