"""Links to the pages of finished matches: making one, what it leads to, and taking it back.

A match has two: players make one whose page names them, and anyone who may read the match one without names.

The address holds a key of 128 random bits. It is stored as it is, because everybody who makes a link gets the same one,
and the match itself is in the same database.
"""

from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.fairness import exports
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match import queries
from bot.host.match.players import Player, players_of
from bot.host.match.unit_of_work import NoSuchMatch
from bot.storage import matches, outbox, page_links, people
from bot.storage.destination import Destination
from bot.storage.page_links import LinkedMatch
from bot.storage.schema.page_links import PageLinkRow
from engine.contract import Fact, Message

KEY: Final = 16
"""The number of random bytes in a key."""


class Linked(Struct, frozen=True):
    """The match that a link leads to.

    Attributes:
        published: whether its secret is no longer in use, so that its page may show everything.
        players: the players whom the page names, without their ids; None if it names nobody.
    """

    row: LinkedMatch
    published: bool
    players: tuple[Player, ...] | None


class PageContent(Struct, frozen=True):
    """Everything that the page of a finished match is made from.

    Attributes:
        file: the exported match. It contains the secret, even if that is still in use.
        facts: what everybody saw happen.
        ended: when it ended.
        guild: the server where it was; None for a match elsewhere, and for one that only its player saw.
        channel: the channel in which it was opened.
    """

    file: dict[str, Any]
    facts: Sequence[Fact]
    ended: float
    guild: int | None
    channel: int


def address(url: str, key: str) -> str:
    """Return the address of the page with a key; `url` is the public address, without a slash at its end."""
    return f"{url}/m/{key}"


async def make(host: Host, user: int, match: int, *, private: bool, named: bool = False) -> str:
    """Make a link to the page of a finished match, unless there is one, and return its key; tell the match's players.

    Only they make one whose page is `named`. `private` is whether the match is in a channel that not everybody in its
    server can see. Raises Refused and NoSuchMatch.
    """
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None:
            raise NoSuchMatch(match)
        if row.status != "over" or row.loaded is not None:
            raise Refused(Message("link.refused.no_page"))
        if private and not (await people.guild(tx, row.guild)).private_links:
            raise Refused(Message("link.refused.private"))
        players = {*await matches.people_at(tx, match)}
        if named and user not in players:
            raise Refused(Message("link.refused.not_player"))
        key = urlsafe_b64encode(host.chance.secret()[:KEY]).rstrip(b"=").decode()
        await page_links.keep(tx, PageLinkRow(match, key, user, private, host.now(), named))
        made = await page_links.of_match(tx, match, named=named)
        if made is None:
            raise NoSuchMatch(match)
        others = players - {user} if made.key == key else set[int]()
        for person in sorted(others):
            await outbox.add_post(tx, match, "linked", Destination.dm(person), {"named": named}, host.now())
    host.outbox_due.set()
    return made.key


async def take_back(host: Host, user: int, match: int, *, moderates: bool, named: bool = False) -> None:
    """Delete the link to a match's page, with names or without; a page that somebody has opened stays open.

    The person who made it, the match's players and anyone who moderates its channel may. Raises Refused.
    """
    async with host.database.transaction() as tx:
        row = await page_links.of_match(tx, match, named=named)
        if row is None:
            raise Refused(Message("link.refused.none"))
        if not moderates and user != row.maker and user not in await matches.people_at(tx, match):
            raise Refused(Message("link.refused.not_yours"))
        await page_links.delete_of(tx, match, named=named)


async def linked(host: Host, key: str) -> Linked | None:
    """Return the match that a key leads to; None if the key is wrong, or if the server no longer allows the link.

    In the time of grace after the bot was removed from the server, links lead nowhere: only players may read.
    """
    async with host.database.reading() as connection:
        row = await page_links.linked(connection, key)
        if row is None or row.removed or row.status != "over" or (row.private and not row.allowed):
            return None
        players = await _named(connection, row.match) if row.named else None
        return Linked(row, published=not await queries.keeps_secret(connection, row.series), players=players)


async def _named(connection: AsyncConnection, match: int) -> tuple[Player, ...]:
    """Return a match's players as a page names them: without their ids."""
    players = players_of(await matches.seats_of(connection, match))
    return tuple(replace(each, user=each.user if each.gone else None) for each in players)


async def content(host: Host, match: int) -> PageContent:
    """Return what the page of a finished match is made from. Raises NoSuchMatch."""
    facts = await queries.record(host, match)
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
        if row is None:
            raise NoSuchMatch(match)
        file = await exports.content(connection, row)
        return PageContent(file, facts, row.ended or row.opened, None if row.solo else row.guild, row.channel)
