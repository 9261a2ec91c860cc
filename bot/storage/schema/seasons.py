"""Seasons: their rows, the evenings that count in them with everybody's place, and what was reached for ever."""

from typing import Final

from msgspec import Struct
from sqlalchemy import Index, UniqueConstraint

from bot.storage.schema.base import Number, Snowflake, Text16, Text64, Text512, table


class SeasonRow(Struct, kw_only=True):
    """A season: tournaments that add up to one table.

    Attributes:
        channel: where its latest evening is or, before the first, where it was made; its readers may see the season.
        recurrence: what recurs, so that its evenings join by themselves; None if its tournaments are chosen.
        status: planned until its first evening begins, running, or over.
        weeks: for how many weeks evenings count.
        best: how many evenings of each player count, the best ones; 0 means all of them.
        points: the points of the first place, the second and so on; all further places get the last number.
        final: how many players may play the final evening, the best ones; 0 means that there is none.
        role: the role that its champion gets.
        role_chooser: the person who chose it, whose right to give it is looked at again then.
        begun: when its first evening began.
        ends: the time from which evenings no longer count.
        ended_by: the person who ended it early; None if it ended by itself.
        ended_why: why, in that person's words; None if they did not say.
    """

    id: Number = 0
    guild: Snowflake
    channel: Snowflake
    organiser: Snowflake
    recurrence: Number | None = None
    title: Text64
    status: Text16 = "planned"
    weeks: int = 8
    best: int = 0
    points: list[int]
    final: int = 0
    role: Snowflake | None = None
    role_chooser: Snowflake | None = None
    opened: float
    begun: float | None = None
    ends: float | None = None
    ended: float | None = None
    ended_by: Snowflake | None = None
    ended_why: Text512 | None = None


seasons: Final = table("seasons", SeasonRow, Index(None, "guild", "status"), Index(None, "recurrence"))


class EveningRow(Struct):
    """A tournament that counts in a season; the row outlives the tournament, which a server may delete.

    `at` is when it begins or began. `state` is open, running, provisional or final. `is_last` is whether it is the
    season's final evening, which gives no points and decides the first places.
    """

    tournament: Number
    season: Number
    at: float
    state: Text16 = "open"
    is_last: bool = False


season_evenings: Final = table("season_evenings", EveningRow, Index(None, "season"), key=("tournament",))


class PlaceRow(Struct):
    """The place of a player in an evening of a season; `name` is theirs as the server displayed it that evening."""

    tournament: Number
    user: Snowflake
    name: Text64
    place: int


season_places: Final = table("season_places", PlaceRow, Index(None, "user"), key=("tournament", "user"))


class HonourRow(Struct, kw_only=True):
    """What a player has reached, kept for ever.

    Attributes:
        channel: where it was reached; everybody who may read that channel may see it there.
        kind: evening for a tournament of a season or of what recurs, or season.
        subject: the tournament's or the season's number.
        title: the tournament's or the season's title.
        place: 1 for the winner; a season also honours its second and third.
        at: when it ended.
    """

    id: Number = 0
    guild: Snowflake
    channel: Snowflake
    user: Snowflake
    name: Text64
    kind: Text16
    subject: Number
    title: Text64
    place: int
    at: float


honours: Final = table(
    "honours", HonourRow, Index(None, "user"), Index(None, "guild"), UniqueConstraint("kind", "subject", "user")
)
