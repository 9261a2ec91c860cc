"""Agreeing at a table to play for keeps: the opener makes the offer, every seat has to agree, and any can decline."""

from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections.stakes import hindrance, stakeable, terms
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby.lobby import Lobby, find_seated, show
from bot.storage import stakes
from bot.storage.matches import SeatRow
from cardsdb.ledger import lacking
from engine.contract import Cards, Message

DIGEST: Final = 16
"""The length of the hash that identifies the terms on a button."""


class Terms(Struct, frozen=True):
    """The terms that a person sees before agreeing.

    Attributes:
        own: the person's seat.
        hindrance: why this table cannot play for keeps; None if it can.
        missing: how many copies of each card in the deck the person lacks, counting only copies that can be staked.
        pool: the definitions that name the cards.
        digest: the hash that identifies the terms shown.
    """

    lobby: Lobby
    own: SeatRow
    hindrance: Message | None
    missing: dict[str, int]
    pool: Cards
    digest: str

    @property
    def offered(self) -> bool:
        """Whether playing for keeps has been offered."""
        return self.lobby.keeps is not None

    @property
    def agreed(self) -> bool:
        """Whether the person has agreed to the current terms."""
        return self.lobby.keeps is not None and self.own.seat in self.lobby.keeps.agreed


async def look(host: Host, match: int, user: int) -> Terms:
    """Return what playing for keeps would mean for a person at a table. Raises NoSuchMatch and Refused."""
    async with host.database.transaction() as tx:
        return await _terms(host, tx, match, user)


async def offer(host: Host, click: Click, match: int) -> Terms:
    """Offer to play for keeps, as the table's opener. Raises NoSuchMatch and Refused.

    Making the offer does not count as the opener's own agreement.
    """
    async with host.database.transaction() as tx:
        found = await _changing(host, tx, click, match)
        if click.user != found.lobby.match.opener:
            raise Refused(Message("keeps.refused.not_opener"))
        await stakes.offer(tx, match)
        return await _changed(host, tx, click, found)


async def agree_to_stakes(host: Host, click: Click, match: int, digest: str) -> Terms:
    """Agree to the terms that were shown. Raises NoSuchMatch and Refused."""
    async with host.database.transaction() as tx:
        found = await _changing(host, tx, click, match)
        if not found.offered:
            raise Refused(Message("keeps.refused.off"))
        if found.digest != digest:
            raise Refused(Message("keeps.refused.changed"))
        if found.missing:
            raise Refused(Message("keeps.refused.missing"))
        await stakes.store_agreement(tx, match, found.own.seat, terms(found.lobby.match, found.lobby.seats, found.own))
        return await _changed(host, tx, click, found)


async def decline(host: Host, click: Click, match: int) -> Terms:
    """Withdraw the offer, as anyone seated at the table may. Raises NoSuchMatch and Refused."""
    async with click.transaction(host, match) as tx:
        found = await _terms(host, tx, match, click.user)
        await stakes.withdraw(tx, match)
        return await _changed(host, tx, click, found)


async def _changing(host: Host, tx: AsyncConnection, click: Click, match: int) -> Terms:
    await click.take_up(host, tx, match)
    found = await _terms(host, tx, match, click.user)
    if found.hindrance is not None:
        raise Refused(found.hindrance)
    return found


async def _changed(host: Host, tx: AsyncConnection, click: Click, before: Terms) -> Terms:
    """Update the table's surfaces, and return the new terms."""
    await show(host, tx, before.lobby)
    return await _terms(host, tx, before.lobby.match.id, click.user)


async def _terms(host: Host, tx: AsyncConnection, match: int, user: int) -> Terms:
    lobby, own = await find_seated(host, tx, match, user)
    row = lobby.match
    if host.games[row.game].spec.collecting is None:
        raise Refused(Message("keeps.refused.game"))
    deck: dict[str, int] = {} if own.deck is None else own.deck["cards"]
    free = await stakeable(tx, [user], row.game, host.now())
    return Terms(
        lobby=lobby,
        own=own,
        hindrance=await hindrance(tx, host.games[row.game], row, lobby.seats),
        missing=lacking(deck, free[user]),
        pool=await host.cards(tx, row.game, tuple(row.sets)),
        digest=terms(row, lobby.seats, own)[:DIGEST],
    )
