"""Inviting people to a table, and what holds invitations back."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import ASKING_PAUSE
from bot.host.lobby.agreement import ask_anew, terms
from bot.host.lobby.lobby import Lobby, find, find_open, show
from bot.host.lobby.setup import check_table, set_seats
from bot.host.people.blocks import check_apart, check_pause
from bot.host.people.server_rules import check_people
from bot.storage import matches, outbox
from bot.storage.destination import Destination
from engine.contract import Message


async def invite(
    host: Host, click: Click, match: int, others: Sequence[int], names: Mapping[int, str] = MappingProxyType({})
) -> Lobby:
    """Keep a seat for each of the others at a person's own table, which gets more seats if it needs them.

    Each is notified once. `names` are those that are known, as Discord displays them. Raises Refused and NoSuchMatch,
    in which case nothing has changed.
    """
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx, match):
            return await find(host, tx, match)
        before = await find_open(host, tx, match)
        row, game = before.match, host.games[before.match.game]
        if click.user != row.opener:
            raise Refused(Message("table.refused.not_opener"))
        if row.origin is not None:
            raise Refused(Message("fork.refused.setup"))
        if row.solo:
            raise Refused(Message("lobby.refused.dm"))
        _check_strangers(before, others)
        await check_invitation(tx, row.guild, click.user, others, host.now())
        kept = sum(not seat.free for seat in before.seats)
        check_room(game.spec.most - kept, others)
        await set_seats(tx, before, game, max(len(before.seats), kept + len(others)))
        lobby = await find(host, tx, match)
        check_table(game, lobby)
        asked = [seat for seat in lobby.seats if seat.free][: len(others)]
        for user, seat in zip(others, asked, strict=True):
            seat.invited, seat.name, seat.agreed = user, names.get(user), True
            await matches.change_seat(tx, seat)
        if terms(lobby) != terms(before):
            await ask_anew(host, tx, lobby, click.user)
        content = {"seats": [seat.seat for seat in asked]}
        await outbox.add_post(tx, match, "invited", Destination.lobby(match), content, host.now())
        await show(host, tx, lobby)
        return lobby


def _check_strangers(lobby: Lobby, others: Collection[int]) -> None:
    """Raise Refused if one of the others has a seat at the table, has been asked already, or declined."""
    for person in others:
        if any(person in (seat.user, seat.kept_for) for seat in lobby.seats):
            raise Refused(Message("invite.refused.there", {"person": person}))
        if any(person == seat.invited for seat in lobby.seats if not seat.taken):
            raise Refused(Message("invite.refused.declined", {"person": person}))


def check_room(free: int, others: Collection[int]) -> None:
    """Raise Refused if more people are asked than there are seats for."""
    if len(others) > free:
        raise Refused(Message("invite.refused.room", {"count": free}))


async def check_invitation(
    tx: AsyncConnection, guild: int | None, user: int, others: Sequence[int], now: float
) -> None:
    """Raise Refused if the person may not play in a server, or may not ask one of the others to."""
    await check_people(tx, guild, user, others)
    if others:
        await check_apart(tx, user, others, "invite.refused.apart")
        await check_unasked(tx, user, others, now)


async def check_unasked(tx: AsyncConnection, user: int, others: Sequence[int], now: float) -> None:
    """Raise Refused if the person recently challenged one of these people without success."""
    check_pause(await matches.asked_until(tx, user, others, now - ASKING_PAUSE), now, "lobby")
