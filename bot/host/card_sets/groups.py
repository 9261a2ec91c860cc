"""The groups of card sets for new tables: those that come with Tableside, and a server's own alongside them."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import card_sets, people
from cardsdb.sets import StoredSet

LONGEST_TITLE: Final = 100
"""The maximum length of a group's title: the most that an option of a command takes."""

UNRATED: Final = "own"
"""Why a match with a server's own cards is not rated."""


class SetGroup(Struct, frozen=True):
    """Card sets that are used together at a table.

    Attributes:
        title: the group's name for people; empty if all sets form one group.
        sets: the hashes of the versions.
        own: the titles of the sets in it that are the server's own.
    """

    title: str
    sets: tuple[str, ...]
    own: tuple[str, ...] = ()


async def set_groups(host: Host, connection: AsyncConnection, game: str, guild: int | None) -> tuple[SetGroup, ...]:
    """Return the groups of card sets for a server's new tables of a game, the default first.

    Sets that the server does not play are left out. If each seat brings a deck, all sets form one group. If the table
    has a common deck, each set is a group of its own, and the sets that add to those that come with Tableside form one
    more group with each of these. Direct messages belong to no server, so they have only the sets that come with
    Tableside.
    """
    own = [] if guild is None else await card_sets.enabled(connection, guild, game)
    shipped = await played_shipped(host, connection, game, guild)
    sets = await host.sets(connection, game, [row.hash for row in own])
    added = [row for row, each in zip(own, sets, strict=True) if each.joins()]
    alone = [row for row in own if row not in added]
    if not (shipped or alone):
        shipped = host.shipped[game]
    if host.games[game].spec.decks or not host.shipped[game]:
        hashes = (*(version.hash for version in shipped), *(row.hash for row in own))
        return (SetGroup("", hashes, tuple(row.title for row in own)),)
    titles, hashes = tuple(row.title for row in added), tuple(row.hash for row in added)
    return (
        *(SetGroup(version.title, (version.hash,)) for version in shipped),
        *(SetGroup(_joined(version.title, *titles), (version.hash, *hashes), titles) for version in shipped if added),
        *(SetGroup(row.title, (row.hash,), (row.title,)) for row in alone),
    )


def _joined(*titles: str) -> str:
    """Return the title of sets that are played together, which is also the value of an option in Discord."""
    joined = " + ".join(titles)
    return joined if len(joined) <= LONGEST_TITLE else f"{joined[: LONGEST_TITLE - 1]}…"


async def played_shipped(
    host: Host, connection: AsyncConnection, game: str, guild: int | None
) -> tuple[StoredSet, ...]:
    """Return those of the sets that come with a game that a server plays; outside servers, all of them."""
    closed = (await people.guild(connection, guild)).closed.get(game, ())
    return tuple(version for version in host.shipped[game] if version.key not in closed)


async def own_titles(host: Host, connection: AsyncConnection, game: str, hashes: Sequence[str]) -> tuple[str, ...]:
    """Return the titles of those of the given sets that do not come with Tableside."""
    shipped = {version.key for version in host.shipped[game]}
    return tuple(each.title for each in await host.sets(connection, game, hashes) if each.key not in shipped)
