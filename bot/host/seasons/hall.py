"""The hall of fame of a server, and the trophies of a person."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.seasons.season import look
from bot.storage import seasons
from bot.storage.schema.seasons import HonourRow


class Feat(Struct, frozen=True):
    """What was reached together: the winners of an evening, or the honoured of a season, best first.

    `points` are those of a season's people.
    """

    kind: str
    title: str
    channel: int
    at: float
    honours: tuple[HonourRow, ...]
    points: Mapping[int, int] = {}


class Wins(Struct, frozen=True):
    """The winners of the evenings of a title with their numbers of wins, most first; `at` is when the latest was."""

    title: str
    at: float
    winners: tuple[tuple[int, int], ...]


class Trophy(Struct, frozen=True):
    """What a person has reached, and how often."""

    kind: str
    title: str
    place: int
    count: int


async def hall_of_fame(host: Host, guild: int) -> list[Feat]:
    """Return what was reached in a server, in all of its channels, the latest first."""
    async with host.database.reading() as connection:
        rows = await seasons.honours_of_guild(connection, guild)
        feats = [list(found) for _, found in groupby(rows, lambda row: (row.kind, row.subject))]
        return [_feat(found, await _points(host, found[0], connection)) for found in feats]


def _feat(rows: Sequence[HonourRow], points: Mapping[int, int]) -> Feat:
    row = rows[0]
    return Feat(row.kind, row.title, row.channel, row.at, tuple(rows), points)


async def _points(host: Host, row: HonourRow, connection: AsyncConnection) -> Mapping[int, int]:
    """Return everybody's points in an honoured season; nothing for an evening."""
    if row.kind != "season":
        return {}
    return {line.user: line.points for line in (await look(host, row.subject, within=connection)).table}


def wins(feats: Collection[Feat]) -> list[Wins]:
    """Return who has won evenings, by their titles; the title that was won last is first."""
    found: dict[str, list[Feat]] = {}
    for feat in sorted((each for each in feats if each.kind == "evening"), key=lambda each: -each.at):
        found.setdefault(feat.title, []).append(feat)
    return [
        Wins(title, won[0].at, tuple(Counter(row.user for feat in won for row in feat.honours).most_common()))
        for title, won in found.items()
    ]


async def trophies(host: Host, user: int, guild: int) -> list[HonourRow]:
    """Return what a person has reached in a server, the latest first."""
    async with host.database.reading() as connection:
        return await seasons.honours_of_user(connection, user, guild)


def counted(rows: Collection[HonourRow]) -> list[Trophy]:
    """Return trophies with their numbers: seasons before evenings, better places first, and the latest first."""
    found: dict[tuple[str, str, int], int] = {}
    for row in rows:
        key = (row.kind, row.title, row.place)
        found[key] = found.get(key, 0) + 1
    return sorted(
        (Trophy(*key, count) for key, count in found.items()), key=lambda each: (each.kind != "season", each.place)
    )
