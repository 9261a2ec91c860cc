"""Links to the pages of finished matches."""

from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.prepared import Prepared
from bot.storage.schema import graces, guilds, matches, page_links
from bot.storage.schema.page_links import PageLinkRow
from bot.storage.upsert import insert_or_skip

_ONE: Final = Prepared(
    select(page_links).where(page_links.c.match == bindparam("of"), page_links.c.named == bindparam("naming"))
)


class LinkedMatch(Struct, frozen=True):
    """The match that a link leads to, with what decides what its page may show, and whether it has changed.

    Attributes:
        named: whether the page names the players.
        private: whether the match is in a channel that not everybody in its server can see.
        allowed: whether the server allows links to matches in such channels.
        locale: the server's language.
        removed: whether the bot has been removed from the server, and is not back.
    """

    match: int
    named: bool
    private: bool
    game: str
    status: str
    revision: int
    series: int | None
    allowed: bool | None
    locale: str | None
    removed: bool


_LINKED: Final = Prepared(
    select(
        page_links.c.match,
        page_links.c.named,
        page_links.c.private,
        matches.c.game,
        matches.c.status,
        matches.c.revision,
        matches.c.series,
        guilds.c.private_links,
        guilds.c.locale,
        graces.c.guild.is_not(None),
    )
    .join(matches, matches.c.id == page_links.c.match)
    .outerjoin(guilds, guilds.c.id == matches.c.guild)
    .outerjoin(graces, (graces.c.guild == matches.c.guild) & (graces.c.why == "removed"))
    .where(page_links.c.key == bindparam("of"))
)


async def of_match(connection: AsyncConnection, match: int, *, named: bool) -> PageLinkRow | None:
    """Return the link to a match's page that names the players, or that does not; None if there is none."""
    row = await _ONE.first(connection, {"of": match, "naming": named})
    return None if row is None else PageLinkRow(*row)


async def linked(connection: AsyncConnection, key: str) -> LinkedMatch | None:
    """Return the match that the link with a key leads to, or None if there is no such link."""
    row = await _LINKED.first(connection, {"of": key})
    return None if row is None else LinkedMatch(*row)


async def keep(tx: AsyncConnection, row: PageLinkRow) -> None:
    """Store a link, unless its match has one of its kind already."""
    await insert_or_skip(tx, page_links, msgspec.structs.asdict(row))


async def delete_of(tx: AsyncConnection, match: int, *, named: bool) -> None:
    """Delete the link to a match's page that names the players, or that does not."""
    await tx.execute(delete(page_links).where(page_links.c.match == match, page_links.c.named == named))


async def delete_in(tx: AsyncConnection, *, guild: int | None = None, channel: int | None = None) -> None:
    """Delete the links to all matches of a server or of a channel."""
    where = matches.c.guild == guild if channel is None else matches.c.channel == channel
    await tx.execute(delete(page_links).where(page_links.c.match.in_(select(matches.c.id).where(where))))


async def guilds_with_any(connection: AsyncConnection) -> list[int]:
    """Return the servers with links to their matches."""
    query = select(matches.c.guild).join(page_links, page_links.c.match == matches.c.id).distinct()
    return list(await connection.scalars(query.where(matches.c.guild.is_not(None))))
