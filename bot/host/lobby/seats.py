"""What people can do at a table before it starts: take a seat, choose a deck, type a word, leave, watch."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import usual
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DEFAULT_PACE, NO_CLOCK
from bot.host.kernel.text_checks import check_word
from bot.host.lobby.lobby import (
    Lobby,
    check_matches,
    close_found,
    find_open,
    find_seated,
    named_deck,
    seat_of,
    store_seat,
)
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.people.blocks import check_apart
from bot.host.people.server_rules import check_people
from bot.storage import matches, outbox, people, timers
from bot.storage.destination import Destination
from bot.storage.matches import SeatRow
from bot.storage.timers import TimerKey
from engine.contract import Message


async def join(host: Host, click: Click, match: int) -> Lobby:
    """Take a free seat. Raises Refused and NoSuchMatch."""
    async with click.transaction(host, match) as tx:
        return await join_within(host, tx, click, await find_open(host, tx, match))


async def join_within(host: Host, tx: AsyncConnection, click: Click, lobby: Lobby) -> Lobby:
    """Take a free seat at a table that has been loaded and is open. Raises Refused."""
    if seat_of(lobby, click.user) is not None:
        return lobby
    open_seats = [row for row in lobby.seats if row.free or row.kept_for == click.user]
    seat = min(open_seats, key=lambda row: row.free, default=None)  # the person's own one first
    if seat is None:
        raise Refused(Message("lobby.refused.kept" if not lobby.full else "lobby.refused.full"))
    await check_people(tx, lobby.match.guild, click.user)
    await check_apart(tx, click.user, [row.user for row in lobby.seats], "lobby.refused.apart")
    await check_matches(tx, click.user)
    await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
    seat.user, seat.name, seat.asking = click.user, click.name, (await people.user(tx, click.user)).asking
    seat.manages = click.manages_threads_of(lobby.match.guild, before=False)
    seat.invited, seat.agreed = click.user if seat.invited == click.user else None, True
    if lobby.match.pace == NO_CLOCK.key:
        await matches.change(tx, lobby.match, {"pace": DEFAULT_PACE})
        lobby.match.pace = DEFAULT_PACE
    if lobby.match.origin is None:
        seat.deck = await usual(host, tx, lobby.match, lobby.decks, lobby.seats)
    if lobby.match.sought is not None and lobby.full:
        place = Destination.lobby(lobby.match.id)
        await outbox.add_post(tx, lobby.match.id, "found", place, {"seat": seat.seat}, host.now())
    return await store_seat(host, tx, lobby, seat)


async def give_up(host: Host, click: Click, match: int) -> Lobby:
    """Leave a lobby or decline a challenge.

    The table closes if the opener leaves, or if the only challenge is declined. If others have been asked as well, or
    have come, a declined seat is free for anybody. Raises Refused.
    """
    async with click.transaction(host, match) as tx:
        lobby = await find_open(host, tx, match)
        kept = next((row for row in lobby.seats if row.kept_for == click.user), None)
        seat = seat_of(lobby, click.user)
        if seat is None:
            if kept is None:
                raise Refused(Message("lobby.refused.not_seated"))
            return await _decline(host, tx, lobby, kept)
        if click.user == lobby.match.opener:
            return await close_found(host, tx, lobby, Message("lobby.closed.withdrawn"))
        return await _free(host, tx, lobby, seat)


async def _decline(host: Host, tx: AsyncConnection, lobby: Lobby, seat: SeatRow) -> Lobby:
    """Free a seat that was kept for a person; close a table to which nobody else has come or been asked."""
    row = lobby.match
    people = {each.kept_for or each.user for each in lobby.seats if each is not seat}
    if people <= {None, row.opener} or row.rematch_of is not None or row.origin is not None:
        return await close_found(host, tx, lobby, Message("lobby.closed.declined"))
    seat.agreed, seat.name = False, None
    return await store_seat(host, tx, lobby, seat)


async def vacate(host: Host, tx: AsyncConnection, match: int, user: int) -> None:
    """Free a person's seat at a table that has not started."""
    lobby, seat = await find_seated(host, tx, match, user)
    await _free(host, tx, lobby, seat)


async def _free(host: Host, tx: AsyncConnection, lobby: Lobby, seat: SeatRow) -> Lobby:
    """Free a seat; its deck goes too, except where the position already holds the cards."""
    seat.user, seat.name, seat.word, seat.agreed, seat.manages = None, None, None, True, False
    if lobby.match.origin is None:
        seat.deck = None
    return await store_seat(host, tx, lobby, seat)


async def withdraw(host: Host, click: Click, match: int) -> Lobby:
    """Close a table that the person opened. Raises Refused."""
    async with click.transaction(host, match) as tx:
        lobby = await find_open(host, tx, match)
        if click.user != lobby.match.opener:
            raise Refused(Message("lobby.refused.not_opener"))
        return await close_found(host, tx, lobby, Message("lobby.closed.withdrawn"))


async def watch(host: Host, click: Click, match: int) -> None:
    """Watch a match, which adds its thread to the person's list of threads. Raises NoSuchMatch and Refused."""
    async with click.transaction(host, match) as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None:
            raise NoSuchMatch(match)
        if row.status not in ("lobby", "running"):
            raise Refused(Message("panel.over"))
        if row.guild is None:
            raise Refused(Message("error.server_only"))
        if await matches.watch(tx, match, click.user) and row.status == "running":
            await timers.put(tx, match, TimerKey("watch", None, str(click.user)), host.now())
    host.jobs_due.set()


async def choose_deck(host: Host, click: Click, match: int, deck: str) -> Lobby:
    """Choose a deck by its name, one of the person's own or a ready one. Raises Refused and IllegalDeck."""
    async with click.transaction(host, match) as tx:
        lobby, seat = await find_seated(host, tx, match, click.user)
        if lobby.match.origin is not None:
            raise Refused(Message("fork.refused.setup"))
        seat.deck = await named_deck(host, tx, lobby, click.user, deck)
        return await store_seat(host, tx, lobby, seat)


async def say_word(host: Host, click: Click, match: int, word: str) -> Lobby:
    """Set the person's lucky word, which contributes to the dice. Raises Refused."""
    async with click.transaction(host, match) as tx:
        lobby, seat = await find_seated(host, tx, match, click.user)
        check_word(word)
        seat.word = word
        return await store_seat(host, tx, lobby, seat)
