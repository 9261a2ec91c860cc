"""Tables before they start: opening one, taking a seat, choosing a deck, starting."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.context import Host
from bot.host.decks import DeckChoice, ready_decks
from bot.host.desk import NoSuchMatch, lay, mark_hand, store
from bot.host.fairness import table_string
from bot.host.paces import LOBBY_LIFE, PACES
from bot.host.play import Click
from bot.storage import matches, outbox, people, timers
from bot.storage.matches import MatchRow, SeatRow
from engine.contract import Message
from engine.dice import commitment

WORD_LENGTH = 32
"""The longest lucky word."""

ANSWER_SECONDS = 4.0
"""How long the outbox leaves a new lobby to the answer of the command that opened it, which posts it at once."""


class Refused(Exception):
    """Something cannot be done; `reason` says why, for the person who wanted it."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.id, reason.args)
        self.reason = reason


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
    """What somebody wants to play, and with whom: a person, a house player, or whoever joins."""

    game: str
    pace: str
    guild: int | None
    channel: int
    options: BaseModel
    opponent: int | None = None
    house: str | None = None
    deck: str | None = None


async def open_table(host: Host, click: Click, wanted: Opening) -> Lobby | None:
    """Open a table with its opener seated. Raises Refused.

    Returns None for an interaction that was taken up already.
    """
    game = host.games[wanted.game]
    if wanted.pace not in PACES:
        raise Refused(Message("lobby.refused.pace"))
    if wanted.opponent == click.user:
        raise Refused(Message("lobby.refused.self"))
    async with host.database.transaction() as tx:
        if not await people.take_up(tx, click.interaction, host.now()):
            return None
        match = await _create(host, tx, click.user, wanted)
        decks = await ready_decks(host, tx, wanted.game, host.current_sets[wanted.game])
        own = SeatRow(match, 0, user=click.user, deck=_wanted_deck(decks, wanted.deck, []))
        others = [
            SeatRow(match, seat, house=wanted.house, invited=wanted.opponent if seat == 1 else None)
            for seat in range(1, game.spec.least)
        ]
        for seat in others:
            seat.deck = _wanted_deck(decks, None, [own]) if seat.taken else None
        await matches.add_seats(tx, [own, *others])
        await timers.set_all(tx, match, {("lobby", -1, ""): host.now() + LOBBY_LIFE})
        lobby = await _lobby(host, tx, match)
        await _show(host, tx, lobby, due=host.now() + ANSWER_SECONDS)
        return lobby


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
            "secret": host.secret(),
            "counters": {},
            "stopped": {},
            "opened": host.now(),
            "rematch_of": rematch_of,
        },
    )


async def shown(host: Host, match: int, channel: int, message: int) -> None:
    """Note that a lobby was posted as the answer to the command that opened it."""
    async with host.database.transaction() as tx:
        surface = await outbox.surface(tx, match, "lobby", -1)
        if surface is not None and surface.message is None:
            await outbox.surface_shown(tx, surface, channel, message, host.now())
    host.outbox_due.set()


async def look(host: Host, match: int) -> Lobby:
    """Return a table's lobby. Raises NoSuchMatch."""
    async with host.database.reading() as connection:
        return await _lobby(host, connection, match, lock=False)


async def join(host: Host, click: Click, match: int) -> Lobby:
    """Take a free seat. Raises Refused and NoSuchMatch."""
    async with host.database.transaction() as tx:
        await people.take_up(tx, click.interaction, host.now())
        lobby = await _open_lobby(host, tx, match)
        if _own_seat(lobby, click.user) is not None:
            return lobby
        seat = next((row for row in lobby.seats if not row.taken and row.invited in (None, click.user)), None)
        if seat is None:
            raise Refused(Message("lobby.refused.kept" if not lobby.full else "lobby.refused.full"))
        seat.user = click.user
        seat.deck = _wanted_deck(lobby.decks, None, lobby.seats)
        return await _changed(host, tx, lobby, seat)


async def give_up(host: Host, click: Click, match: int) -> Lobby:
    """Leave a lobby, or decline a challenge; one whose opener leaves or that is declined is closed. Raises Refused."""
    async with host.database.transaction() as tx:
        await people.take_up(tx, click.interaction, host.now())
        lobby = await _open_lobby(host, tx, match)
        invited = any(row.invited == click.user and not row.taken for row in lobby.seats)
        seat = _own_seat(lobby, click.user)
        if seat is None and not invited:
            raise Refused(Message("lobby.refused.not_seated"))
        if seat is None or click.user == lobby.match.opener:
            return await _close(host, tx, lobby)
        seat.user, seat.deck, seat.word = None, None, None
        return await _changed(host, tx, lobby, seat)


async def choose_deck(host: Host, click: Click, match: int, deck: str) -> Lobby:
    """Choose one's deck by its name. Raises Refused."""
    async with host.database.transaction() as tx:
        await people.take_up(tx, click.interaction, host.now())
        lobby, seat = await _seated(host, tx, match, click.user)
        seat.deck = _wanted_deck(lobby.decks, deck, lobby.seats)
        return await _changed(host, tx, lobby, seat)


async def say_word(host: Host, click: Click, match: int, word: str) -> Lobby:
    """Type one's lucky word, which has its part in the dice. Raises Refused."""
    async with host.database.transaction() as tx:
        await people.take_up(tx, click.interaction, host.now())
        lobby, seat = await _seated(host, tx, match, click.user)
        if len(word) > WORD_LENGTH:
            raise Refused(Message("lobby.refused.word", {"most": WORD_LENGTH}))
        seat.word = word
        return await _changed(host, tx, lobby, seat)


async def start(host: Host, click: Click, match: int) -> Lobby:
    """Begin the match. Raises Refused and IllegalDeck."""
    async with host.database.transaction() as tx:
        await people.take_up(tx, click.interaction, host.now())
        lobby, _ = await _seated(host, tx, match, click.user)
        return await _start(host, tx, lobby)


async def _start(host: Host, tx: AsyncConnection, lobby: Lobby) -> Lobby:
    if not lobby.full:
        raise Refused(Message("lobby.refused.waiting"))
    row = lobby.match
    row.table_string = table_string(row, lobby.seats)
    row.started = host.now()
    table = await lay(host, tx, row)
    table.begin()
    await store(host, tx, table, ())
    await _show(host, tx, lobby)
    return await _lobby(host, tx, row.id)


async def rematch(host: Host, click: Click, match: int) -> Lobby:
    """Ask for another match with sides swapped, or agree to one that was asked for: then it starts. Raises Refused."""
    async with host.database.transaction() as tx:
        await people.take_up(tx, click.interaction, host.now())
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
    lobby = await _lobby(host, tx, match)
    if lobby.match.status == "lobby":
        await _close(host, tx, lobby)


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


async def _close(host: Host, tx: AsyncConnection, lobby: Lobby) -> Lobby:
    await matches.change(tx, lobby.match, {"status": "closed", "ended": host.now()})
    lobby.match.status = "closed"
    await timers.set_all(tx, lobby.match.id, {})
    await _show(host, tx, lobby)
    return lobby


async def _show(host: Host, tx: AsyncConnection, lobby: Lobby, due: float = 0.0) -> None:
    match = lobby.match.id
    await outbox.mark(tx, match, "lobby", -1, f"match {match} channel", due=due)
    await outbox.keep_place(tx, f"match {match} channel", lobby.match.channel)
    host.wake()


def _wanted_deck(decks: Sequence[DeckChoice], name: str | None, seats: Sequence[SeatRow]) -> dict[str, Any] | None:
    """Return the deck of a name, or where none is named the easiest that nobody has; None where decks are not used.

    Raises Refused for a name that there is not.
    """
    if name is not None:
        chosen = next((choice for choice in decks if choice.ready.name == name), None)
        if chosen is None:
            raise Refused(Message("lobby.refused.deck"))
        return chosen.stored
    taken = [seat.deck["name"] for seat in seats if seat.deck is not None]
    free = [choice for choice in decks if choice.ready.name not in taken] or list(decks)
    return min(free, key=lambda choice: choice.ready.difficulty).stored if free else None
