"""Tables before they start: opening one, taking a seat, choosing a deck, starting."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.context import Host
from bot.host.decks import DeckChoice, chosen, ready_decks, usual
from bot.host.desk import NoSuchMatch, lay, mark_hand, store, thread_of
from bot.host.fairness import table_string
from bot.host.paces import LOBBY_LIFE, PACES
from bot.host.play import Click
from bot.storage import inbox, matches, outbox, people, timers
from bot.storage.matches import MatchRow, SeatRow
from engine.contract import Message
from engine.dice import commitment

DEFAULT_PACE = "live"
"""The pace where neither the opener nor the server says which."""

OPEN_MATCHES = 20
"""In how many lobbies and running matches somebody may have a seat."""

OPEN_TABLES = 5
"""How many tables that have not started somebody may have open."""

WORD_LENGTH = 32
"""The longest lucky word."""

ANSWER_SECONDS = 4.0
"""How long the outbox leaves a new lobby to the answer of the command that opened it, which posts it at once."""


class Refused(Exception):
    """Something cannot be done; `reason` says why, for the person who wanted it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id, reason.args)
        self.reason = reason


class WrongChannel(Exception):
    """Tables may not be opened in this channel, but in some others."""

    def __init__(self, channels: Sequence[int]) -> None:
        super().__init__(*channels)
        self.channels = tuple(channels)


class Lobby(Struct, frozen=True):
    """A table that has not started, or the row of one that has: `status` tells."""

    match: MatchRow
    seats: tuple[SeatRow, ...]
    decks: tuple[DeckChoice, ...]
    commitment: str

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.taken for seat in self.seats)


class Opening(Struct, frozen=True):
    """What somebody wants to play, and with whom: a person, house players, or whoever joins.

    Without a number of seats the table has as few as the game allows.
    """

    game: str
    pace: str
    guild: int | None
    channel: int
    options: BaseModel
    opponent: int | None = None
    house: str | None = None
    seats: int | None = None
    deck: str | None = None


async def open_table(host: Host, click: Click, wanted: Opening) -> Lobby | None:
    """Open a table with its opener seated. Raises Refused, WrongChannel and IllegalDeck.

    Returns None for an interaction that was taken up already.
    """
    game = host.games[wanted.game]
    if wanted.pace not in PACES:
        raise Refused(Message("lobby.refused.pace"))
    if wanted.opponent == click.user:
        raise Refused(Message("lobby.refused.self"))
    async with host.database.transaction() as tx:
        if not await inbox.take_up(tx, click.interaction, click.user, None, host.now()):
            return None
        await _check_opening(tx, click.user, wanted)
        match = await _create(host, tx, click.user, wanted)
        own = SeatRow(match, 0, user=click.user)
        invited = None if wanted.opponent is None else 1
        others = [
            SeatRow(match, seat, invited=wanted.opponent)
            if seat == invited
            else SeatRow(match, seat, house=wanted.house)
            for seat in range(1, wanted.seats or game.spec.least)
        ]
        await _choose_decks(host, tx, match, [own, *others], wanted.deck)
        await matches.add_seats(tx, [own, *others])
        await timers.set_all(tx, match, {("lobby", -1, ""): host.now() + LOBBY_LIFE})
        lobby = await _lobby(host, tx, match)
        await _show(host, tx, lobby, due=host.now() + ANSWER_SECONDS)
        return lobby


async def _choose_decks(
    host: Host, tx: AsyncConnection, match: int, seats: Sequence[SeatRow], named: str | None
) -> None:
    """Give each taken seat of a new table a deck: its opener the one that was named. Raises Refused and IllegalDeck."""
    lobby = await _lobby(host, tx, match)
    for seat in seats:
        if seat.user is not None and named is not None:
            seat.deck = await _chosen(host, tx, lobby, seat.user, named)
        elif seat.taken:
            seat.deck = await usual(host, tx, lobby.match, lobby.decks, seats)


async def _check_opening(tx: AsyncConnection, user: int, wanted: Opening) -> None:
    """Raise Refused or WrongChannel where somebody may not open this table."""
    guild = await people.guild(tx, wanted.guild)
    if guild.channels and wanted.channel not in guild.channels:
        raise WrongChannel(guild.channels)
    await _check_matches(tx, user)
    if await matches.opened_by(tx, user) >= OPEN_TABLES:
        raise Refused(Message("lobby.refused.tables", {"most": OPEN_TABLES}))
    if wanted.opponent is not None and await people.apart(tx, user, [wanted.opponent]):
        raise Refused(Message("lobby.refused.apart"))


async def _check_matches(tx: AsyncConnection, user: int) -> None:
    """Raise Refused where somebody plays as many matches as one may."""
    if await matches.open_of(tx, user) >= OPEN_MATCHES:
        raise Refused(Message("lobby.refused.matches", {"most": OPEN_MATCHES}))


async def _create(host: Host, tx: AsyncConnection, opener: int, wanted: Opening, rematch_of: int | None = None) -> int:
    return await matches.create(
        tx,
        {
            "game": wanted.game,
            "status": "lobby",
            "guild": wanted.guild,
            "channel": wanted.channel,
            "opener": opener,
            "pace": wanted.pace,
            "options": wanted.options.model_dump(mode="json"),
            "sets": list(host.current_sets[wanted.game]),
            "secret": host.chance.secret(),
            "counters": {},
            "clocks": {},
            "opened": host.now(),
            "rematch_of": rematch_of,
        },
    )


async def shown(host: Host, match: int, channel: int, message: int, digest: str) -> None:
    """Note that a lobby was posted, and what it looks like, as the answer to the command that opened it."""
    async with host.database.transaction() as tx:
        surface = await outbox.surface(tx, match, "lobby", -1)
        if surface is not None and surface.message is None:
            await outbox.surface_shown(tx, surface, channel, message, host.now(), digest)
    host.outbox_due.set()


async def look(host: Host, match: int) -> Lobby:
    """Return a table's lobby. Raises NoSuchMatch."""
    async with host.database.reading() as connection:
        return await _lobby(host, connection, match, lock=False)


async def join(host: Host, click: Click, match: int) -> Lobby:
    """Take a free seat. Raises Refused and NoSuchMatch."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby = await _open_lobby(host, tx, match)
        if _own_seat(lobby, click.user) is not None:
            return lobby
        seat = next((row for row in lobby.seats if not row.taken and row.invited in (None, click.user)), None)
        if seat is None:
            raise Refused(Message("lobby.refused.kept" if not lobby.full else "lobby.refused.full"))
        if await people.apart(tx, click.user, [row.user for row in lobby.seats if row.user is not None]):
            raise Refused(Message("lobby.refused.apart"))
        await _check_matches(tx, click.user)
        seat.user = click.user
        seat.deck = await usual(host, tx, lobby.match, lobby.decks, lobby.seats)
        return await _changed(host, tx, lobby, seat)


async def give_up(host: Host, click: Click, match: int) -> Lobby:
    """Leave a lobby, or decline a challenge; one that is declined or whose opener leaves is closed. Raises Refused."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby = await _open_lobby(host, tx, match)
        invited = any(row.invited == click.user and not row.taken for row in lobby.seats)
        seat = _own_seat(lobby, click.user)
        if seat is None and not invited:
            raise Refused(Message("lobby.refused.not_seated"))
        if seat is None:
            return await _close(host, tx, lobby, Message("lobby.closed.declined"))
        if click.user == lobby.match.opener:
            return await _close(host, tx, lobby, Message("lobby.closed.withdrawn"))
        seat.user, seat.deck, seat.word = None, None, None
        return await _changed(host, tx, lobby, seat)


async def withdraw(host: Host, click: Click, match: int) -> Lobby:
    """Close the table that one has opened. Raises Refused."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby = await _open_lobby(host, tx, match)
        if click.user != lobby.match.opener:
            raise Refused(Message("lobby.refused.not_opener"))
        return await _close(host, tx, lobby, Message("lobby.closed.withdrawn"))


async def watch(host: Host, click: Click, match: int) -> None:
    """Watch a match: it is added to one's list of threads. Raises NoSuchMatch and Refused."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        row = await matches.get(tx, match, lock=True)
        if row is None:
            raise NoSuchMatch(match)
        if row.status not in ("lobby", "running"):
            raise Refused(Message("panel.over"))
        if row.guild is None:
            raise Refused(Message("error.server_only"))
        if await matches.watch(tx, match, click.user) and row.status == "running":
            await outbox.add_post(tx, match, "watch", thread_of(row), {"user": click.user}, host.now())
    host.outbox_due.set()


async def choose_deck(host: Host, click: Click, match: int, deck: str) -> Lobby:
    """Choose one's deck by its name, an own or a ready one. Raises Refused and IllegalDeck."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby, seat = await _seated(host, tx, match, click.user)
        seat.deck = await _chosen(host, tx, lobby, click.user, deck)
        return await _changed(host, tx, lobby, seat)


async def _chosen(host: Host, tx: AsyncConnection, lobby: Lobby, user: int, name: str) -> dict[str, Any]:
    deck = await chosen(host, tx, lobby.match, lobby.decks, user, name)
    if deck is None:
        raise Refused(Message("lobby.refused.deck"))
    return deck


async def say_word(host: Host, click: Click, match: int, word: str) -> Lobby:
    """Type one's lucky word, which has its part in the dice. Raises Refused."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby, seat = await _seated(host, tx, match, click.user)
        if len(word) > WORD_LENGTH:
            raise Refused(Message("lobby.refused.word", {"most": WORD_LENGTH}))
        seat.word = word
        return await _changed(host, tx, lobby, seat)


async def start(host: Host, click: Click, match: int) -> Lobby:
    """Begin the match. Raises Refused and IllegalDeck."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        lobby, _ = await _seated(host, tx, match, click.user)
        await people.change_user(tx, click.user, acted=host.now())
        return await _start(host, tx, lobby)


async def _start(host: Host, tx: AsyncConnection, lobby: Lobby) -> Lobby:
    if not lobby.full:
        raise Refused(Message("lobby.refused.waiting"))
    row = lobby.match
    row.table_string = table_string(row, lobby.seats)
    row.started, row.status = host.now(), "running"
    table = await lay(host, tx, row)
    table.begin()
    await store(host, tx, table, ())
    for user in await matches.watchers_of(tx, row.id):
        await outbox.add_post(tx, row.id, "watch", thread_of(row), {"user": user}, host.now())
    await _show(host, tx, lobby)
    return await _lobby(host, tx, row.id)


async def rematch(host: Host, click: Click, match: int) -> Lobby:
    """Ask for another match with sides swapped, or agree to one that was asked for: then it starts. Raises Refused."""
    async with host.database.transaction() as tx:
        await inbox.take_up(tx, click.interaction, click.user, match, host.now())
        old = await _lobby(host, tx, match)
        if old.match.status != "over":
            raise Refused(Message("lobby.refused.not_over"))
        if all(row.user != click.user for row in old.seats):
            raise Refused(Message("lobby.refused.not_seated"))
        asked = await matches.rematch_of(tx, match)
        lobby = await _lobby(host, tx, asked if asked is not None else await _again(host, tx, click.user, old))
        if lobby.match.status != "lobby":
            raise Refused(Message("lobby.refused.started"))
        seat = next(row for row in lobby.seats if click.user in (row.user, row.invited))
        seat.user = click.user
        lobby = await _changed(host, tx, lobby, seat)
        return await _start(host, tx, lobby) if lobby.full else lobby


async def _again(host: Host, tx: AsyncConnection, opener: int, old: Lobby) -> int:
    """Open a table like a finished one: everybody keeps the deck and the seats are turned round."""
    row = old.match
    options = host.games[row.game].spec.options.model_validate(row.options)
    wanted = Opening(row.game, row.pace, row.guild, row.channel, options)
    match = await _create(host, tx, opener, wanted, rematch_of=row.id)
    turned = [
        SeatRow(match, seat, house=former.house, invited=former.user, deck=former.deck)
        for seat, former in enumerate(reversed(old.seats))
    ]
    await matches.add_seats(tx, turned)
    await timers.set_all(tx, match, {("lobby", -1, ""): host.now() + LOBBY_LIFE})
    return match


async def lapse(host: Host, tx: AsyncConnection, match: int) -> None:
    """Close a lobby that was never started."""
    await close(host, tx, match, Message("lobby.closed.lapsed"))


async def close(host: Host, tx: AsyncConnection, match: int, why: Message) -> None:
    """Close a lobby, unless it was closed or started meanwhile."""
    lobby = await _lobby(host, tx, match)
    if lobby.match.status == "lobby":
        await _close(host, tx, lobby, why)


async def _lobby(host: Host, connection: AsyncConnection, match: int, *, lock: bool = True) -> Lobby:
    row = await matches.get(connection, match, lock=lock)
    if row is None or row.game not in host.games:
        raise NoSuchMatch(match)
    seats = await matches.seats_of(connection, match)
    decks = await ready_decks(host, connection, row.game, row.sets)
    return Lobby(row, tuple(seats), decks, commitment(row.secret, str(row.id)))


async def _open_lobby(host: Host, tx: AsyncConnection, match: int) -> Lobby:
    lobby = await _lobby(host, tx, match)
    if lobby.match.status != "lobby":
        raise Refused(Message("lobby.refused.started" if lobby.match.started else "lobby.refused.closed"))
    return lobby


async def _seated(host: Host, tx: AsyncConnection, match: int, user: int) -> tuple[Lobby, SeatRow]:
    lobby = await _open_lobby(host, tx, match)
    seat = _own_seat(lobby, user)
    if seat is None:
        raise Refused(Message("lobby.refused.not_seated"))
    return lobby, seat


def _own_seat(lobby: Lobby, user: int) -> SeatRow | None:
    return next((row for row in lobby.seats if row.user == user), None)


async def _changed(host: Host, tx: AsyncConnection, lobby: Lobby, seat: SeatRow) -> Lobby:
    """Store a seat of a lobby, and let everybody see it."""
    await matches.change_seat(tx, seat)
    if seat.user is not None:
        await people.change_user(tx, seat.user, acted=host.now())
        await mark_hand(tx, lobby.match, seat)
    await _show(host, tx, lobby)
    return lobby


async def _close(host: Host, tx: AsyncConnection, lobby: Lobby, why: Message) -> Lobby:
    row = lobby.match
    row.status, row.ended, row.closing = "closed", host.now(), msgspec.to_builtins(why)
    await matches.change(tx, row, {"status": row.status, "ended": row.ended, "closing": row.closing})
    await timers.set_all(tx, lobby.match.id, {})
    await _show(host, tx, lobby)
    return lobby


async def _show(host: Host, tx: AsyncConnection, lobby: Lobby, due: float = 0.0) -> None:
    match = lobby.match.id
    await outbox.mark(tx, match, "lobby", -1, f"match {match} channel", due=due)
    await outbox.keep_place(tx, f"match {match} channel", lobby.match.channel)
    host.wake()
