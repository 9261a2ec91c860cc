"""Booster packs: one a day for each active player, sealed before it is opened."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections.collection import collecting, pack_barrier, shipped
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.kernel.text_checks import check_word
from bot.storage import boosters, copies, set_versions
from bot.storage.boosters import PackRow
from cardsdb.boosters import OpenedPack, dice_of, draw, export, seal
from cardsdb.ledger import RIPENS_AFTER, Copy
from engine.contract import Cards, Message
from engine.contract.collecting import Collected, Collecting


class TodaysPack(Struct, frozen=True):
    """A player's pack of the day.

    Attributes:
        collecting: how the game's cards are collected, including the places in a pack.
        pool: the cards' definitions, for their names.
        album: the kind of each card.
        barrier: why the player gets no pack; `row` is None then.
        row: the pack; `cards` and `opened` are set once it is open.
        seal: the seal of its secret, shown before it is opened.
        tomorrow: when the next day begins.
    """

    game: str
    collecting: Collecting
    pool: Cards
    album: Mapping[str, Collected]
    barrier: Message | None
    row: PackRow | None
    seal: str | None
    tomorrow: float


async def look(host: Host, user: int, game: str) -> TodaysPack:
    """Return a player's pack of the day, which is sealed when they first look at it. Raises Refused."""
    collecting(host, game)
    async with host.database.transaction() as tx:
        return await _todays(host, tx, user, game)


async def open_pack(host: Host, click: Click, game: str, word: str) -> TodaysPack:
    """Open the pack of the day with a lucky word, which may be empty.

    Its copies become transferable once their owner has finished three more matches. Raises Refused.
    """
    check_word(word)
    now, how = host.now(), collecting(host, game)
    async with click.transaction(host) as tx:
        found = await _todays(host, tx, click.user, game)
        row = found.row
        if row is None or row.opened is not None:
            return found
        cards = await host.cards(tx, game, tuple(row.sets))
        drawn = draw(how, how.album(cards), dice_of(row.id, game, row.sets, word, row.secret))
        finished, _ = await copies.finished(tx, click.user)
        fresh = [Copy(0, game, card, click.user, ripens=finished + RIPENS_AFTER) for card in drawn]
        await copies.create(tx, fresh, "pack", now)
        await boosters.opened(tx, row.id, word, drawn, now)
        return await _todays(host, tx, click.user, game)


async def opened(host: Host, user: int, number: int) -> TodaysPack:
    """Return one of a player's opened packs, whatever day it is by now. Raises Refused."""
    async with host.database.reading() as connection:
        row = await boosters.get(connection, number)
        if row is None or row.user != user or row.cards is None:
            raise Refused(Message("pack.refused.not_yours"))
        return _shown(host, row.game, row.day, await host.cards(connection, row.game, tuple(row.sets)), row)


async def _todays(host: Host, tx: AsyncConnection, user: int, game: str) -> TodaysPack:
    day = int(host.now() // DAY)
    row = await boosters.of_day(tx, user, game, day, lock=True)
    barrier = None if row is not None and row.opened is not None else await pack_barrier(host, tx, user)
    if barrier is not None:
        row = None
    elif row is None:
        await boosters.seal(tx, user, game, day, host.chance.secret(), shipped(host, game))
        row = await boosters.of_day(tx, user, game, day, lock=True)
    pool = await host.cards(tx, game, shipped(host, game) if row is None else tuple(row.sets))
    return _shown(host, game, day, pool, row, barrier)


def _shown(
    host: Host, game: str, day: int, pool: Cards, row: PackRow | None, barrier: Message | None = None
) -> TodaysPack:
    how = collecting(host, game)
    return TodaysPack(
        game=game,
        collecting=how,
        pool=pool,
        album=how.album(pool),
        barrier=barrier,
        row=row,
        seal=None if row is None else seal(row.id, row.secret),
        tomorrow=(day + 1) * DAY,
    )


async def exported(host: Host, user: int, number: int) -> dict[str, Any]:
    """Return one of a player's opened packs as a file that can be verified. Raises Refused."""
    async with host.database.reading() as connection:
        row = await boosters.get(connection, number)
        if row is None or row.user != user or row.cards is None:
            raise Refused(Message("pack.refused.not_yours"))
        contents = await set_versions.contents(connection, row.sets)
    return export(OpenedPack(row.id, row.game, tuple(contents), row.word or "", row.secret), row.cards)
