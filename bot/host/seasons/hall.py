"""The hall of fame of a server, and the trophies of a person."""

from collections.abc import Collection, Sequence
from itertools import groupby

from msgspec import Struct

from bot.host.kernel.host import Host
from bot.storage import seasons
from bot.storage.schema.seasons import HonourRow


class Feat(Struct, frozen=True):
    """What was reached together: the winners of an evening, or the honoured of a season, best first."""

    kind: str
    title: str
    channel: int
    at: float
    honours: tuple[HonourRow, ...]


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
    return [_feat(list(found)) for _, found in groupby(rows, lambda row: (row.kind, row.subject))]


def _feat(rows: Sequence[HonourRow]) -> Feat:
    row = rows[0]
    return Feat(row.kind, row.title, row.channel, row.at, tuple(rows))


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
