"""What everybody at a table has agreed to before it starts.

Who takes a seat agrees to the table as it stands. What the opener changes afterwards has to be agreed to anew by every
person who sits there; until then the match does not start. Whoever does not like it leaves.
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
    """Return all that who sits at a table has agreed to: whatever of it changes has to be agreed to anew."""
    row = lobby.match
    return (row.pace, row.options, row.takeover, row.rated, len(lobby.seats))


def missing(lobby: Lobby) -> tuple[Seat, ...]:
    """Return the seats whose people have not agreed to the table as it stands."""
    return tuple(row.seat for row in lobby.seats if row.user is not None and not row.agreed)


def check(lobby: Lobby) -> None:
    """Raise Refused where somebody has not agreed yet."""
    if missing(lobby):
        raise Refused(Message("table.refused.agreement"))


async def agree(host: Host, click: Click, match: int) -> Lobby:
    """Agree to the table as it stands. Raises Refused and NoSuchMatch."""
    async with click.transaction(host, match) as tx:
        lobby, seat = await find_seated(host, tx, match, click.user)
        seat.agreed = True
        return await store_seat(host, tx, lobby, seat)


async def ask_anew(host: Host, tx: AsyncConnection, lobby: Lobby, changer: int) -> None:
    """Ask everybody but who changed the table to agree to it anew; who had agreed until now is told so once."""
    told = [row for row in lobby.seats if row.user not in (None, changer) and row.agreed]
    for row in told:
        row.agreed = False
        await matches.change_seat(tx, row)
    if told:
        content = {"seats": [row.seat for row in told]}
        await outbox.add_post(tx, lobby.match.id, "changed", Destination.lobby(lobby.match.id), content, host.now())
