"""A person's right to see the data stored about them, and to have it deleted."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.collections import privacy as forgetting
from bot.host.fairness import verification
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.match.dice import key_of
from bot.host.match.unit_of_work import load_running, store
from bot.host.tournament import entry
from bot.storage import copies, decks, matches, privacy, tournaments
from bot.storage.matches import MatchRow
from engine.contract import Message


async def told(host: Host, user: int) -> dict[str, Any]:
    """Return everything that is stored about a person."""
    async with host.database.reading() as connection:
        return await privacy.told(connection, user)


async def forget_me(host: Host, click: Click) -> None:
    """Delete the data of the person who clicked. Raises Unsure."""
    async with host.database.reading() as connection:
        running = await matches.of_user(connection, click.user, ("running",))
        entered = await tournaments.of_user(connection, click.user)
        built = await decks.of_user(connection, click.user)
        owned = await copies.of(connection, click.user)
    click.confirm(
        Message("ask.forget"),
        Message("ask.forget.leaves", {"matches": len(running), "tournaments": len(entered)}),
        Message("ask.forget.deletes", {"decks": len(built), "cards": len(owned)}),
        Message("ask.forget.stays"),
    )
    await forget(host, click.user)


async def forget(host: Host, user: int) -> None:
    """Delete a person's data everywhere, at once.

    The person leaves running matches, as with the Leave button, and gives up seats at tables that have not started.
    Finished matches stay for the others, with no name at the seat. No other transaction runs in the meantime, so none
    that has already read the person's id can write it afterwards.
    """
    async with host.database.transaction(alone=True) as tx:
        for row in await matches.of_user(tx, user, ("running", "lobby")):
            await (_leave if row.status == "running" else _give_up)(host, tx, row, user)
        await entry.forget(host, tx, user)
        await forgetting.forget(host, tx, user)
        await _unsay(tx, user)
        await privacy.erase(tx, user)
    await host.database.erase_log()
    host.avatars.forget(user)
    host.wake()


async def _unsay(tx: AsyncConnection, user: int) -> None:
    """Remove a person's lucky words from matches, and store the dice keys, which no longer follow without them."""
    for row, seat in await matches.begun_with(tx, user):
        table = verification.without_word(row.table_string or "", seat)
        await matches.change(tx, row, {"table_string": table, "dice_key": key_of(row)})
    await matches.forget_words(tx, user)


async def _leave(host: Host, tx: AsyncConnection, row: MatchRow, user: int) -> None:
    table = await load_running(host, tx, row.id)
    seat = None if table is None else table.seat_of(user)
    if table is not None and seat is not None:
        before = table.open()
        table.leave(seat)
        await store(host, tx, table, before)


async def _give_up(host: Host, tx: AsyncConnection, row: MatchRow, user: int) -> None:
    if row.opener == user:
        await lobby.close(host, tx, row.id, Message("lobby.closed.withdrawn"))
    else:
        await lobby.vacate(host, tx, row.id, user)
