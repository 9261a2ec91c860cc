"""Which servers are greeted: each that does not know the bot, once, however often and by whomever it is told of."""

import asyncio

from sqlalchemy import select

from bot.host.kernel.host import Host
from bot.host.operations.greetings import BATCH, Newcomers
from bot.storage import notes, people
from bot.storage.outbox import GREETING
from bot.storage.schema import posts
from bot.storage.servers import GREETED
from tests.host.players import opened
from tests.host.tournament.organisers import GUILD, announced


async def greeted(host: Host) -> list[int]:
    async with host.database.reading() as connection:
        said = await connection.scalars(select(posts.c.content).where(posts.c.kind == GREETING).order_by(posts.c.id))
        return [content["guild"] for content in said]


async def test_a_server_is_greeted_once_whoever_tells_of_it_and_however_often(host: Host) -> None:
    one, other = Newcomers(host), Newcomers(host)
    await asyncio.gather(*(each.arrive(7, 8) for each in (one, other, one)))
    await Newcomers(host).arrive(9, 8, 7)
    assert sorted(await greeted(host)) == [7, 8, 9]


async def test_thousands_of_servers_are_greeted_at_a_start(host: Host) -> None:
    guilds = range(1, 2 * BATCH + 2)
    newcomers = Newcomers(host)
    await asyncio.gather(*(newcomers.arrive(guild) for guild in guilds))
    assert sorted(await greeted(host)) == list(guilds)


async def test_a_server_that_has_used_the_bot_already_is_not_greeted_late(host: Host) -> None:
    """By a match, by a tournament, by a setting, or because an older version has greeted it."""
    await opened(host, guild=50)
    await announced(host)
    async with host.database.transaction() as tx:
        await people.change_guild(tx, 51, pace="slow")
        await notes.keep(tx, f"{GREETED} 52", "yes")
    known = (50, GUILD, 51, 52)
    await Newcomers(host).arrive(*known, 53)
    assert await greeted(host) == [53]
    async with host.database.transaction() as tx:
        await people.change_guild(tx, 53, locale="en-US")
    await Newcomers(host).arrive(*known, 53)
    assert await greeted(host) == [53]
