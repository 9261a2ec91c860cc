"""Forgetting somebody: the copies go to nobody, and the ledger loses the name."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections import trades
from bot.host.kernel.host import Host
from bot.storage import boosters, copies
from bot.storage import trades as trade_rows
from cardsdb.ledger import Entry


async def forget(host: Host, tx: AsyncConnection, user: int) -> None:
    """Forget somebody's collection, in the transaction that forgets the person.

    Open trades end, and every copy goes to nobody by an entry; then the name is taken out of the ledger, in which the
    rest stays as it was. What is at stake in a match that others still play stays there until its end.
    """
    await trades.cancel_all(host, tx, user)
    owned = await copies.of(tx, user, lock=True)
    await copies.move(tx, [Entry(copy.id, user, None, "forgotten") for copy in owned], host.now())
    await copies.forget(tx, user)
    await boosters.forget(tx, user)
    await trade_rows.forget(tx, user)
