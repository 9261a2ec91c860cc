"""Everyone's agreement to a table's terms before the match starts.

A player who takes a seat agrees to the table as it is. If the opener changes it afterwards, everyone else at the table
has to agree again; until they have, the match does not start. A player who dislikes the change can leave.
"""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby.lobby import Lobby, find_seated, store_seat
from bot.storage import matches, outbox
from bot.storage.destination import Destination
from engine.contract import Message, Seat


def terms(lobby: Lobby) -> tuple[object, ...]:
    """Return a table's terms: if any of them changes, its people have to agree again."""
    row = lobby.match
    return (row.pace, row.options, row.takeover, row.rated, len(lobby.seats))


def missing(lobby: Lobby) -> tuple[Seat, ...]:
    """Return the seats whose people have not agreed to the current terms."""
    return tuple(row.seat for row in lobby.seats if row.user is not None and not row.agreed)


def check(lobby: Lobby) -> None:
    """Raise Refused if anyone has not agreed yet."""
    if missing(lobby):
        raise Refused(Message("table.refused.agreement"))


async def agree(host: Host, click: Click, match: int) -> Lobby:
    """Agree to the table's current terms. Raises Refused and NoSuchMatch."""
    async with click.transaction(host, match) as tx:
        lobby, seat = await find_seated(host, tx, match, click.user)
        seat.agreed = True
        return await store_seat(host, tx, lobby, seat)


async def ask_anew(host: Host, tx: AsyncConnection, lobby: Lobby, changer: int) -> None:
    """Ask everyone except the player who changed the table to agree again; those who had agreed are notified once."""
    told = [row for row in lobby.seats if row.user not in (None, changer) and row.agreed]
    for row in told:
        row.agreed = False
        await matches.change_seat(tx, row)
    if told:
        content = {"seats": [row.seat for row in told]}
        await outbox.add_post(tx, lobby.match.id, "changed", Destination.lobby(lobby.match.id), content, host.now())
