"""Deleting a player's collection: the copies lose their owner, and the ledger no longer names the player."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections import trades
from bot.host.kernel.host import Host
from bot.storage import boosters, copies
from bot.storage import trades as trade_rows
from cardsdb.ledger import LedgerEntry


async def forget(host: Host, tx: AsyncConnection, user: int) -> None:
    """Delete a player's collection, in the transaction that deletes the player's data.

    Open trades are cancelled, and a ledger entry takes each copy from its owner. The player's name is then removed from
    the ledger, whose entries otherwise stay unchanged. Cards at stake in a match that others are still playing stay at
    stake until the match ends.
    """
    await trades.cancel_all(host, tx, user)
    owned = await copies.of(tx, user, lock=True)
    await copies.move(tx, [LedgerEntry(copy.id, user, None, "forgotten") for copy in owned], host.now())
    await copies.forget(tx, user)
    await boosters.forget(tx, user)
    await trade_rows.forget(tx, user)
