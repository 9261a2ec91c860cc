"""A table before it starts: loading it, storing it and showing it."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import own_titles
from bot.host.collections.stakes import StakesState, stakes_state
from bot.host.decks.choices import DeckChoice, chosen, ready_decks
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import EndedMatch, Host, TimerHandler
from bot.host.kernel.paces import LOBBY_LIFE
from bot.host.kernel.timers import of_match
from bot.host.match.players import Player, players_of
from bot.host.match.unit_of_work import NoSuchMatch, hands_by_dm
from bot.storage import destinations, matches, outbox, panels, people, timers
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.timers import TimerKey
from engine.contract import Message
from engine.dice import seal

OPEN_MATCHES = 20
"""The maximum number of lobbies and running matches in which a person can have a seat."""

LAPSE: Final = TimerKey("lobby")
"""The timer that closes a table that was never started."""


class Lobby(Struct, frozen=True):
    """A table that has not started, or the row of one that has, as its `status` says.

    `seal` is the published seal of its secret, and `own` holds the titles of the sets in use that are the server's
    own. `keeps` is the state of the offer to play for keeps, None if nobody has made one.
    """

    match: MatchRow
    seats: tuple[SeatRow, ...]
    decks: tuple[DeckChoice, ...]
    seal: str
    own: tuple[str, ...] = ()
    keeps: StakesState | None = None

    @property
    def open(self) -> bool:
        """Whether the table can still be changed: it has not started, and is waiting only for its people."""
        return self.match.status == "lobby" and self.match.starting is None

    @property
    def players(self) -> tuple[Player, ...]:
        """The players in its seats, in order."""
        return players_of(self.seats)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.taken for seat in self.seats)


async def look(host: Host, match: int, *, within: AsyncConnection | None = None) -> Lobby:
    """Return a table's lobby. Raises NoSuchMatch."""
    async with host.database.reading(within) as connection:
        return await find(host, connection, match, lock=False)


async def find(host: Host, connection: AsyncConnection, match: int, *, lock: bool = True) -> Lobby:
    """Return a table's lobby, locked for changes unless `lock` is False. Raises NoSuchMatch."""
    row = await matches.get(connection, match, lock=lock)
    if row is None or row.game not in host.games:
        raise NoSuchMatch(match)
    seats = await matches.seats_of(connection, match)
    decks = await ready_decks(host, connection, row.game, row.sets, row.options)
    own = await own_titles(host, connection, row.game, row.sets)
    keeps = await stakes_state(connection, row, seats)
    return Lobby(row, tuple(seats), decks, seal(row.secret, str(row.id)), own, keeps)


async def find_open(host: Host, tx: AsyncConnection, match: int) -> Lobby:
    """Return a table that has not started, locked for changes. Raises NoSuchMatch and Refused."""
    lobby = await find(host, tx, match)
    if not lobby.open:
        began = lobby.match.started or lobby.match.status == "lobby"
        raise Refused(Message("lobby.refused.started" if began else "lobby.refused.closed"))
    return lobby


async def find_seated(host: Host, tx: AsyncConnection, match: int, user: int) -> tuple[Lobby, SeatRow]:
    """Return a table that has not started and a person's seat there. Raises NoSuchMatch and Refused."""
    lobby = await find_open(host, tx, match)
    seat = seat_of(lobby, user)
    if seat is None:
        raise Refused(Message("lobby.refused.not_seated"))
    return lobby, seat


def seat_of(lobby: Lobby, user: int) -> SeatRow | None:
    """Return a person's seat, or None."""
    return next((row for row in lobby.seats if row.user == user), None)


async def check_matches(tx: AsyncConnection, user: int) -> None:
    """Raise Refused if a person already has a seat in the maximum number of matches."""
    if await matches.open_of(tx, user) >= OPEN_MATCHES:
        raise Refused(Message("lobby.refused.matches", {"most": OPEN_MATCHES}))


async def store_seat(host: Host, tx: AsyncConnection, lobby: Lobby, seat: SeatRow) -> Lobby:
    """Store a seat of a lobby, and update the lobby's surfaces.

    A table that looks for somebody stops at its time, but once it is full it waits to be started like any other.
    """
    await matches.change_seat(tx, seat)
    if lobby.match.sought is not None:
        lapses = host.now() + LOBBY_LIFE if lobby.full else lobby.match.sought
        await timers.set_all(tx, lobby.match.id, {LAPSE: lapses})
    if seat.user is not None:
        await people.change_user(tx, seat.user, acted=host.now())
        if await hands_by_dm(tx, lobby.match, [await people.user(tx, seat.user)]):
            await outbox.mark(tx, lobby.match.id, "hand", seat.seat, Destination.dm(seat.user))
    else:
        await panels.drop_of(tx, lobby.match.id, seat.seat)
    await show(host, tx, lobby)
    return lobby


async def close_found(host: Host, tx: AsyncConnection, lobby: Lobby, why: Message) -> Lobby:
    """Close a table that has been loaded and is open."""
    row = lobby.match
    row.status, row.ended, row.closing = "closed", host.now(), msgspec.to_builtins(why)
    await matches.change(tx, row, {"status": row.status, "ended": row.ended, "closing": row.closing})
    await timers.set_all(tx, lobby.match.id, {})
    for seat in lobby.seats:
        await panels.mark(tx, row.id, seat.seat)
    await show(host, tx, lobby)
    return lobby


async def close(host: Host, tx: AsyncConnection, match: int, why: Message) -> None:
    """Close a lobby, unless it has been closed or started in the meantime."""
    lobby = await find(host, tx, match)
    if lobby.match.status == "lobby":
        await close_found(host, tx, lobby, why)
        for on_unstarted in host.hooks.on_unstarted:
            await on_unstarted(host, tx, lobby.match)


async def _lapse(host: Host, tx: AsyncConnection, match: int, subject: str) -> None:
    """Close a lobby that was never started, or that nobody has joined in the time for which it looked for somebody."""
    lobby = await find(host, tx, match)
    if lobby.match.paused is not None:
        return
    alone = lobby.match.sought is not None and not lobby.full
    await close(host, tx, match, Message("lobby.closed.nobody" if alone else "lobby.closed.lapsed"))


async def on_end(host: Host, tx: AsyncConnection, table: EndedMatch) -> bool:
    """Make a table's message, if it has one, the result of the match that has ended."""
    surface = None if table.row.series is not None else await outbox.surface(tx, table.row.id, "lobby", None)
    if surface is not None and surface.message is not None:
        await outbox.mark_surface(tx, surface.id)
    return False


async def show(host: Host, tx: AsyncConnection, lobby: Lobby, due: float = 0.0) -> None:
    """Update a table's surfaces, at `due` or later. A game in a series is updated where it was posted."""
    match = lobby.match.id
    if lobby.match.solo:
        return  # the answers to the player's clicks show the table
    if lobby.match.series is not None:
        await outbox.mark_again(tx, match)
        host.wake()
        return
    # The answer to a click may have changed the message in the meantime, and another click back again.
    await outbox.mark(tx, match, "lobby", None, Destination.lobby(match), touched=True, due=due)
    await destinations.keep_place(tx, Destination.lobby(match), lobby.match.channel)
    host.wake()


async def named_deck(host: Host, tx: AsyncConnection, lobby: Lobby, user: int, name: str) -> dict[str, Any]:
    """Return the named deck for the seat, the person's own or a ready one. Raises Refused and IllegalDeck."""
    deck = await chosen(host, tx, lobby.match, lobby.decks, user, name)
    if deck is None:
        raise Refused(Message("lobby.refused.deck"))
    return deck


TIMERS: Final[Mapping[str, TimerHandler]] = {LAPSE.kind: of_match(_lapse)}
"""The handlers by kind of timer."""
