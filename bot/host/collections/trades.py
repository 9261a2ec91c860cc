"""Trades: two people change their offers until both agree to the same terms, and then the cards change hands at once.

Offered copies are reserved. Every change makes a new revision, and each agreement names the revision that it is for.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections.collection import shipped
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import ASKING_PAUSE, DAY
from bot.host.kernel.timers import apart
from bot.host.people.blocks import check_apart, check_pause
from bot.storage import copies, timers, trades
from bot.storage.copies import CopyUse
from bot.storage.timers import TimerKind
from bot.storage.trades import TradeRow
from cardsdb.ledger import Copy, LedgerEntry
from engine.contract import Cards, Message

LIFE: Final = DAY
"""Seconds after which an unsettled trade lapses."""

LAPSE: Final = TimerKind("trade", int)
"""The timer that makes a trade lapse, by the trade's number."""

OPEN_TRADES: Final = 5
"""How many of the trades that a player has started may be open at once."""

MOST_OFFERED: Final = 10
"""How many copies a side can offer."""

MARK: Final = 6
"""The length of a card's mark in a draft's code: a custom id holds the marks of as many copies as a side can offer."""

Kind: TypeAlias = tuple[str, str]
"""A game's key and a card's id."""

NO_CARDS: Final[Mapping[Kind, int]] = MappingProxyType({})
"""An offer of no cards."""


class Trade(Struct, frozen=True):
    """A trade as both sides see it: `offers` holds the opener's copies and the partner's; `pools` defines the cards."""

    row: TradeRow
    offers: tuple[tuple[Copy, ...], tuple[Copy, ...]]
    pools: Mapping[str, Cards]

    def side_of(self, user: int) -> int | None:
        """Return the side that a person is on, or None."""
        return self.row.sides.index(user) if user in self.row.sides else None


class TradeDraft(Struct, frozen=True):
    """A trade before it is posted, as its opener sees it. Nothing of it is stored, and no copy is reserved.

    Attributes:
        could: how many copies of each card the opener could give.
        gives: how many of these the opener gives.
        owned: how many copies of each card the opener has, including those that cannot be given.
        pools: the cards' definitions, for their names.
    """

    partner: int
    could: Mapping[Kind, int]
    gives: Mapping[Kind, int]
    owned: Mapping[Kind, int]
    pools: Mapping[str, Cards]

    @property
    def code(self) -> str:
        """What the opener gives, as short as a custom id needs it; `coded` reads it."""
        return "".join(_mark(kind) * count for kind, count in self.gives.items())


async def look(host: Host, trade: int) -> Trade:
    """Return a trade. Raises Refused if it does not exist."""
    async with host.database.reading() as connection:
        row = await trades.get(connection, trade)
        if row is None:
            raise Refused(Message("trade.refused.gone"))
        return await _trade(host, connection, row)


async def draft(host: Host, user: int, partner: int, wanted: Mapping[Kind, int] = NO_CARDS) -> TradeDraft:
    """Return a trade as it would be opened, with the cards that its opener wants to give. Raises Refused."""
    async with host.database.reading() as connection:
        await _check_opening(connection, user, partner, host.now())
        owned = _counted(await copies.of(connection, user))
        could = _counted(await _free(host, connection, user))
        games = {game for game, _ in could}
        pools = {game: await host.cards(connection, game, shipped(host, game)) for game in games}
    _check_count(wanted)
    if any(count > could.get(kind, 0) for kind, count in wanted.items()):
        raise Refused(Message("trade.refused.in_use"))
    return TradeDraft(partner, could, wanted, owned, pools)


async def coded(host: Host, user: int, partner: int, code: str) -> Mapping[Kind, int]:
    """Return the cards in the code of a person's draft.

    Raises Refused if the trade can no longer be opened, or one of the cards can no longer be given.
    """
    async with host.database.reading() as connection:
        await _check_opening(connection, user, partner, host.now())
        could = await _free(host, connection, user)
    marks = {_mark((copy.game, copy.card)): copy for copy in could}
    try:
        return _counted(marks[code[start : start + MARK]] for start in range(0, len(code), MARK))
    except KeyError as unknown:
        raise Refused(Message("trade.refused.in_use")) from unknown


def _mark(kind: Kind) -> str:
    return hashlib.sha256("/".join(kind).encode()).hexdigest()[:MARK]


async def _check_opening(connection: AsyncConnection, user: int, partner: int, now: float) -> None:
    """Raise Refused if a person may not open a trade with another one now."""
    if partner == user:
        raise Refused(Message("trade.refused.self"))
    await check_apart(connection, user, [partner], "trade.refused.apart")
    check_pause(await trades.asked_until(connection, user, partner, now - ASKING_PAUSE), now, "trade")
    if await trades.opened_by(connection, user) >= OPEN_TRADES:
        raise Refused(Message("trade.refused.many", {"most": OPEN_TRADES}))


def _check_count(wanted: Mapping[Kind, int]) -> None:
    if sum(wanted.values()) > MOST_OFFERED:
        raise Refused(Message("trade.refused.too_many", {"most": MOST_OFFERED}))


async def open_trade(host: Host, click: Click, partner: int, wanted: Mapping[Kind, int] = NO_CARDS) -> Trade | None:
    """Open a trade with another person, in which the opener offers some cards already.

    Returns None if the interaction has already been taken up. Raises Refused, in which case nothing has changed.
    """
    _check_count(wanted)
    now = host.now()
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        await _check_opening(tx, click.user, partner, now)
        number = await trades.create(tx, click.user, partner, now)
        await timers.put_apart(tx, LAPSE, number, now + LIFE)
        host.wake()
        await _use(tx, number, await _chosen(host, tx, click.user, number, wanted))
        row, _ = await _open(tx, number, click.user)
        return await _trade(host, tx, row)


async def choices(host: Host, trade: int, user: int) -> tuple[Trade, dict[Kind, int], dict[Kind, int]]:
    """Return a trade with the copies that a side could offer and those that it is offering, by card. Raises Refused."""
    async with host.database.reading() as connection:
        row = await trades.get(connection, trade)
        if row is None or row.status != "open" or user not in row.sides:
            raise Refused(_why_not(row, user))
        found = await _trade(host, connection, row)
        could = await _free(host, connection, user, trade)
    return found, _counted(could), _counted(found.offers[row.sides.index(user)])


async def _free(host: Host, connection: AsyncConnection, user: int, trade: int | None = None) -> list[Copy]:
    """Return a person's copies that can be offered in a trade, or in a new one if none is given."""
    finished, _ = await copies.finished(connection, user)
    uses = (await copies.uses(connection, user=user)).values()
    used = {use.copy for use in uses if trade is None or use.trade != trade}
    return [
        copy
        for copy in await copies.of(connection, user)
        if copy.barrier(finished, host.now()) is None and copy.id not in used and copy.game in host.games
    ]


def _counted(some: Iterable[Copy]) -> Counter[Kind]:
    return Counter((copy.game, copy.card) for copy in some)


async def offer(host: Host, click: Click, trade: int, wanted: Mapping[Kind, int]) -> Trade:
    """Change one side's offer, which cancels both agreements. Raises Refused, in which case nothing has changed."""
    _check_count(wanted)
    async with click.transaction(host) as tx:
        row, side = await _open(tx, trade, click.user)
        await check_apart(tx, click.user, [row.sides[1 - side]], "trade.refused.apart")
        chosen = await _chosen(host, tx, click.user, trade, wanted)
        own = {copy.id for copy in (await _trade(host, tx, row)).offers[side]}
        await copies.release_some(tx, own)
        await _use(tx, trade, chosen)
        if {copy.id for copy in chosen} != own:
            row.revision += 1
            await trades.change(tx, trade, revision=row.revision)
        return await _trade(host, tx, row)


async def _use(tx: AsyncConnection, trade: int, chosen: Iterable[Copy]) -> None:
    """Reserve locked copies for a trade. Raises Refused if one of them is in use."""
    if not await copies.reserve(tx, [CopyUse(copy.id, trade=trade) for copy in chosen]):
        raise Refused(Message("trade.refused.in_use"))


async def _chosen(host: Host, tx: AsyncConnection, user: int, trade: int, wanted: Mapping[Kind, int]) -> list[Copy]:
    """Lock the copies that could be offered, and return those that make up the offer, oldest first.

    Raises Refused if too few of them are free.
    """
    finished, _ = await copies.finished(tx, user)
    left = {kind: count for kind, count in wanted.items() if count > 0}
    chosen = []
    for copy in await copies.lock_free(tx, [user], trade=trade):
        kind = (copy.game, copy.card)
        if left.get(kind, 0) and copy.barrier(finished, host.now()) is None:
            left[kind] -= 1
            chosen.append(copy)
    if any(left.values()):
        raise Refused(Message("trade.refused.in_use"))
    return chosen


async def agree(host: Host, click: Click, trade: int, revision: int) -> Trade:
    """Agree to the offers as shown; once both sides have agreed, the cards change hands. Raises Refused."""
    async with click.transaction(host) as tx:
        row, side = await _open(tx, trade, click.user)
        await check_apart(tx, click.user, [row.sides[1 - side]], "trade.refused.apart")
        if row.revision != revision:
            raise Refused(Message("trade.refused.changed"))
        found = await _trade(host, tx, row)
        if not any(found.offers):
            raise Refused(Message("trade.refused.empty"))
        name = ("opener_agreed", "partner_agreed")[side]
        await trades.change(tx, trade, **{name: revision})
        setattr(row, name, revision)
        return await _settle(host, tx, row) if row.agreed(0) and row.agreed(1) else found


async def _settle(host: Host, tx: AsyncConnection, row: TradeRow) -> Trade:
    """Exchange both offers in full, in this transaction."""
    found = await _trade(host, tx, row)
    offered = await copies.read(tx, [copy.id for offer in found.offers for copy in offer], lock=True)
    entries = [
        LedgerEntry(copy.id, copy.owner, row.sides[copy.owner == row.opener], "trade", trade=row.id) for copy in offered
    ]
    await copies.move(tx, entries, host.now())
    await _end(host, tx, row, "settled")
    return Trade(row, found.offers, found.pools)


async def cancel(host: Host, click: Click, trade: int) -> Trade:
    """Cancel a trade; no cards change hands. Raises Refused."""
    async with click.transaction(host) as tx:
        row, _ = await _open(tx, trade, click.user)
        found = await _trade(host, tx, row)
        await _end(host, tx, row, "cancelled")
        return Trade(row, found.offers, found.pools)


async def cancel_all(host: Host, tx: AsyncConnection, user: int) -> None:
    """End all open trades of a person whose data is being deleted."""
    for number in await trades.open_of(tx, user):
        row = await trades.get(tx, number, lock=True)
        if row is not None and row.status == "open":
            await _end(host, tx, row, "cancelled")


async def _end(host: Host, tx: AsyncConnection, row: TradeRow, status: str) -> None:
    row.status, row.ended = status, host.now()
    await copies.release(tx, trade=row.id)
    await trades.change(tx, row.id, status=status, ended=row.ended)
    await timers.drop_apart(tx, LAPSE, row.id)


async def _open(tx: AsyncConnection, trade: int, user: int) -> tuple[TradeRow, int]:
    """Lock an open trade and return it with the side that a person is on. Raises Refused."""
    row = await trades.get(tx, trade, lock=True)
    if row is None or row.status != "open" or user not in row.sides:
        raise Refused(_why_not(row, user))
    return row, row.sides.index(user)


def _why_not(row: TradeRow | None, user: int) -> Message:
    if row is None:
        return Message("trade.refused.gone")
    return Message("trade.refused.not_yours" if user not in row.sides else "trade.refused.over")


async def _trade(host: Host, connection: AsyncConnection, row: TradeRow) -> Trade:
    offered = await copies.read(connection, await copies.uses(connection, trade=row.id))
    games = {copy.game for copy in offered if copy.game in host.games}
    pools = {game: await host.cards(connection, game, shipped(host, game)) for game in games}
    opener, partner = (tuple(copy for copy in offered if copy.owner == side) for side in row.sides)
    return Trade(row, (opener, partner), pools)


async def _lapse(host: Host, tx: AsyncConnection, trade: int) -> None:
    """End a trade that has not been settled in time, if it is still open."""
    row = await trades.get(tx, trade, lock=True)
    if row is not None and row.status == "open":
        await _end(host, tx, row, "lapsed")


TIMERS: Final[Mapping[str, TimerHandler]] = dict([apart(LAPSE, _lapse)])
"""The handlers by kind of timer."""
