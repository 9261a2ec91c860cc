"""Collectors for tests: copies given to them, tables at which they play for keeps, and invariants."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.kernel.host import Host
from bot.host.lobby import Opening, stakes
from bot.storage import copies, matches
from bot.storage.schema import copies as copy_table
from bot.storage.schema import matches as match_table
from bot.storage.schema import movements, reservations, seats, trades
from cardsdb import ledger
from cardsdb.ledger import Copy
from tests.host.players import CHANNEL, begin, click

GAME: Final = "artbot"
GUILD: Final = 800
FIVE: Final = {"PHY1": 2, "PSY1": 2, "HEA1": 1}
"""A legal deck for a quick duel."""

TEN: Final = {"PHY3": 2, "PSY3": 2, "SPI3": 2, "HEA1": 1, "STE1": 2, "GLI1": 1}
"""A legal deck for a short battle, with thieves and a Glitch in it."""


async def give(host: Host, user: int, cards: Mapping[str, int]) -> list[Copy]:
    """Give a person transferable copies, as if from packs opened long ago."""
    fresh = [Copy(0, GAME, card, user) for card, count in cards.items() for _ in range(count)]
    async with host.database.transaction() as tx:
        return await copies.create(tx, fresh, "pack", host.now())


async def has(host: Host, user: int) -> Counter[str]:
    """Return the cards that a person owns."""
    async with host.database.reading() as connection:
        return Counter(copy.card for copy in await copies.of(connection, user))


async def table_for(
    host: Host, users: Sequence[int], cards: Mapping[str, int] = FIVE, *, guild: int | None = GUILD, **options: Any
) -> int:
    """Seat people at a table, each with a deck of these cards: a duel of five cards, or a battle of ten."""
    duel = sum(cards.values()) < sum(TEN.values())
    wanted = host.games[GAME].spec.options(
        **{"mode": "toe-to-toe" if duel else "battle", "deck_size": sum(cards.values()), **options}
    )
    table = await lobby.open_table(
        host, click(users[0]), Opening(GAME, "live", guild, CHANNEL, wanted, seats=len(users))
    )
    assert table is not None
    match = table.match.id
    for user in users[1:]:
        await lobby.join(host, click(user), match)
    async with host.database.transaction() as tx:
        for seat in await matches.seats_of(tx, match):
            seat.deck = {"name": "Own", "cards": dict(cards)}
            await matches.change_seat(tx, seat)
    return match


async def agreed(host: Host, match: int, users: Sequence[int]) -> None:
    """Offer to play for keeps, and have everyone agree."""
    await stakes.offer(host, click(users[0]), match)
    for user in users:
        shown = await stakes.look(host, match, user)
        await stakes.agree_to_stakes(host, click(user), match, shown.digest)


async def for_keeps(host: Host, users: Sequence[int], cards: Mapping[str, int] = FIVE, **options: Any) -> int:
    """Start a match for keeps."""
    match = await table_for(host, users, cards, **options)
    await agreed(host, match, users)
    await begin(host, click(users[0]), match)
    return match


async def rows_of(host: Host) -> list[list[tuple[Any, ...]]]:
    """Return all stored rows of collections, for comparison."""
    async with host.database.reading() as connection:
        return [
            [tuple(row) for row in await connection.execute(select(table).order_by(*table.primary_key.columns))]
            for table in (copy_table, movements, reservations, trades)
        ]


async def check(host: Host, made: int) -> None:
    """Check the invariants: `made` copies exist, each has one owner, and the ledger agrees."""
    async with host.database.reading() as connection:
        entries = await copies.entries(connection)
        owners = {row.id: row.owner for row in await connection.execute(select(copy_table.c.id, copy_table.c.owner))}
        assert len(owners) == made
        assert ledger.owners(entries) == owners
        await _check_uses(connection)
        bound = {
            row.id for row in await connection.execute(select(copy_table.c.id).where(copy_table.c.bound.is_(True)))
        }
        assert {entry.reason for entry in entries if entry.copy in bound} <= {"starter", "forgotten"}


async def _check_uses(connection: AsyncConnection) -> None:
    """Check that each copy in use belongs to an open trade or running match of its owner, and is free for it."""
    rows = await connection.execute(
        select(copy_table, reservations.c.match, reservations.c.seat, reservations.c.trade).join(
            reservations, reservations.c.copy == copy_table.c.id
        )
    )
    for row in rows:
        assert not row.bound
        if row.trade is not None:
            query = select(trades).where(trades.c.id == row.trade)
            trade = (await connection.execute(query)).one()
            assert trade.status == "open"
            assert row.owner in (trade.opener, trade.partner)
        else:
            where = (seats.c.match == row.match, seats.c.seat == row.seat)
            user = await connection.scalar(select(seats.c.user).where(*where))
            status = await connection.scalar(select(match_table.c.status).where(match_table.c.id == row.match))
            assert status == "running"
            assert row.owner in (user, None)
