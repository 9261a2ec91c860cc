"""Playing on from a step of a finished match, as a match of its own.

The position is taken from the old match's log and holds all hidden cards. The new match has its own secret, so its dice
are new from there, and its seal and file bind the position. It is never rated, and its cards cannot be lost.
"""

import json
from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.played import check_cards
from bot.host.fairness import exports
from bot.host.fairness.replays import ExportedPosition, PositionTask
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import LOBBY_LIFE
from bot.host.lobby.creation import ANSWER_SECONDS, Opening, check_opening
from bot.host.lobby.lobby import LAPSE, Lobby, find, look, show
from bot.host.lobby.server_defaults import defaults_of
from bot.host.match.queries import keeps_secret
from bot.storage import destinations, matches, people, timers
from bot.storage.destination import Destination
from bot.storage.matches import SeatRow
from engine.contract import JSON, Message, Seat
from engine.players.characters import newcomer

FORK = "fork"
"""Why such a match is not rated."""


class Fork(Struct, frozen=True):
    """Where to play on, and who does.

    Attributes:
        match: the finished match.
        step: the step there, from 1, as the match page counts.
        place: where the new match is played, at which pace, and whether the person invites somebody; its options are
            the old match's.
        house: the character or level for the seats that nobody else gets.
        seat: the person's seat; None for the one that the person had, or else the first that is not out.
        again: whether everybody who played the old match is invited to their old seat.
    """

    match: int
    step: int
    place: Opening
    house: str
    seat: Seat | None = None
    again: bool = False


async def can_fork(host: Host, match: int) -> bool:
    """Return whether a match is over, and people can play on from its steps."""
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
        if row is None or row.status != "over" or row.loaded is not None:
            return False
        return not await keeps_secret(connection, row.series)


async def position_task(host: Host, match: int, step: int) -> PositionTask:
    """Return what another process needs to find the position at a step of a match. Raises Refused and NoSuchMatch.

    The position of a match whose secret is still in use would reveal hidden cards, so it is refused.
    """
    if (await look(host, match)).match.loaded is not None:
        raise Refused(Message("fork.refused.lesson"))
    data = await exports.export(host, match)
    if data is None:
        raise Refused(Message("fork.refused.not_yet"))
    return PositionTask(json.dumps(data), host.games, step)


async def fork(host: Host, click: Click, wanted: Fork, position: ExportedPosition) -> Lobby | None:
    """Open a table for a match that begins from a position of a finished one, found by `position_task`.

    Returns None for an interaction that has already been taken up. Raises Refused, WrongChannel and NoSuchMatch.
    """
    if position.state is None:
        raise Refused(Message("fork.refused.step", {"match": wanted.match, "count": position.steps}))
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        old = await find(host, tx, wanted.match, lock=False)
        if old.own and old.match.guild != wanted.place.guild:
            raise Refused(Message("fork.refused.sets"))
        place, game = wanted.place.guild, old.match.game
        await check_cards(host, tx, place, game, old.match.sets, [row.deck for row in old.seats])
        invited = _invited(click.user, old.seats, wanted, position)
        await check_opening(tx, click.user, wanted.place, [*invited.values()], host.now())
        await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
        match = await _create(host, tx, click.user, old, wanted, position.state)
        seats = await _seats(tx, click, match, old.seats, wanted, position, invited)
        await matches.add_seats(tx, seats)
        await timers.set_all(tx, match, {LAPSE: host.now() + LOBBY_LIFE})
        if wanted.place.parent is not None:
            await destinations.keep_place(tx, Destination.parent(match), wanted.place.parent)
        lobby = await find(host, tx, match)
        await show(host, tx, lobby, due=host.now() + ANSWER_SECONDS)
        return lobby


def _own_seat(user: int, old: Sequence[SeatRow], wanted: Fork, position: ExportedPosition) -> Seat:
    """Return the person's seat. Raises Refused."""
    had = next((row.seat for row in old if row.user == user), None)
    if wanted.again and had is None:
        raise Refused(Message("lobby.refused.not_seated"))
    first = next((row.seat for row in old if row.seat not in position.out), 0)
    usual = first if had is None or (had in position.out and not wanted.again) else had
    seat = had if wanted.again and had is not None else usual if wanted.seat is None else wanted.seat
    if not 0 <= seat < len(old):
        raise Refused(Message("fork.refused.seat", {"seats": len(old)}))
    if seat in position.out:
        raise Refused(Message("fork.refused.out"))
    return seat


def _invited(user: int, old: Sequence[SeatRow], wanted: Fork, position: ExportedPosition) -> dict[Seat, int]:
    """Return who is invited to which seat. Raises Refused."""
    own, friend = _own_seat(user, old, wanted, position), next(iter(wanted.place.opponents), None)
    if friend == user:
        raise Refused(Message("lobby.refused.self"))
    others = [row for row in old if row.seat != own and row.seat not in position.out]
    if wanted.again:
        return {row.seat: row.user for row in others if row.user}
    return {} if friend is None else {others[0].seat: friend}


async def _create(host: Host, tx: AsyncConnection, opener: int, old: Lobby, wanted: Fork, state: JSON) -> int:
    row, place = old.match, wanted.place
    pace = place.pace or (await defaults_of(host, tx, place.guild, row.game)).pace
    return await matches.create(
        tx,
        {
            "game": row.game,
            "status": "lobby",
            "guild": place.guild,
            "channel": place.channel,
            "opener": opener,
            "pace": pace,
            "options": row.options,
            "sets": row.sets,
            "secret": host.chance.secret(),
            "state": state,
            "state_version": host.games[row.game].state_version,
            "counters": {},
            "clocks": {},
            "opened": host.now(),
            "solo": place.solo,
            "rated": False,
            "unrated": FORK,
            "origin": {"match": row.id, "step": wanted.step},
        },
    )


async def _seats(
    tx: AsyncConnection,
    click: Click,
    match: int,
    old: Sequence[SeatRow],
    wanted: Fork,
    position: ExportedPosition,
    invited: dict[Seat, int],
) -> list[SeatRow]:
    """Return the seats with the old decks, whose names belong to the people who gave them and are left out."""
    own, asking = _own_seat(click.user, old, wanted, position), (await people.user(tx, click.user)).asking
    seats, seated = [], list[str]()
    for former in old:
        row = SeatRow(match, former.seat, deck=None if former.deck is None else {**former.deck, "name": ""})
        if former.seat == own:
            row.user, row.name, row.asking = click.user, click.name, asking
        elif former.seat in invited:
            row.invited = invited[former.seat]
            row.name = former.name if former.user == row.invited else wanted.place.names.get(row.invited)
        else:
            row.house = newcomer(wanted.house, seated, match)
            seated.append(row.house)
        seats.append(row)
    return seats
