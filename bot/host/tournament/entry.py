"""What people do in a tournament: enter, check in, choose a deck, leave."""

from collections.abc import Container

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import DeckChoice, chosen, fitting, ready_decks, usual
from bot.host.kernel.click import NAME_LENGTH, Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.people.server_rules import check_people
from bot.host.tournament.timers import FORFEIT
from bot.host.tournament.tournament import Tournament, check_status, find, look, show
from bot.storage import people, timers, tournaments
from bot.storage.tournaments import EntrantRow
from engine.contract import Message


class OwnEntry(Struct, frozen=True):
    """A person's part in a tournament, with the ready and the built decks from which they can choose."""

    tournament: Tournament
    entrant: EntrantRow | None
    ready: tuple[DeckChoice, ...]
    built: tuple[str, ...]

    @property
    def choosing(self) -> bool:
        """Whether a deck can be chosen now."""
        return self.entrant is not None and self.tournament.row.status == "open" and bool(self.ready)


async def own(host: Host, tournament: int, user: int) -> OwnEntry:
    """Return a person's part in a tournament. Raises Refused."""
    found = await look(host, tournament)
    row = found.row
    if not host.games[row.game].spec.decks:
        return OwnEntry(found, found.entrant_of(user), (), ())
    async with host.database.reading() as connection:
        ready = await ready_decks(host, connection, row.game, row.sets, row.options)
    return OwnEntry(found, found.entrant_of(user), ready, tuple(await fitting(host, row, user)))


async def join(host: Host, click: Click, tournament: int, name: str, roles: Container[int]) -> Tournament:
    """Enter a tournament, or re-enter a running Swiss one; `roles` are the person's roles in the server.

    Nothing changes for a person who has already entered. Raises Refused.
    """
    async with click.transaction(host) as tx:
        found = await find(host, tx, tournament)
        entrant = found.entrant_of(click.user)
        if entrant is not None and entrant.status == "in":
            return found
        _check_entry(found, entrant, roles)
        await check_people(tx, found.row.guild, click.user)
        await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
        if entrant is None:
            number = 1 + max((each.number for each in found.entrants), default=-1)
            entrant = EntrantRow(tournament, number, click.user, name[:NAME_LENGTH], "in", entered=host.now())
            await tournaments.enter(tx, entrant)
        entrant.name, entrant.absent = name[:NAME_LENGTH], False
        await take_in(host, tx, found, entrant)
        return await find(host, tx, tournament)


async def take_in(host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow) -> None:
    """Admit an entrant whose row exists, with a default deck if needed; a late entrant becomes the last seed."""
    row = found.row
    if entrant.deck is None and host.games[row.game].spec.decks:
        ready = await ready_decks(host, tx, row.game, row.sets, row.options)
        entrant.deck = await usual(host, tx, row, ready, found.members)
        if entrant.deck is None:
            raise Refused(Message("tournament.refused.no_deck"))
    entrant.status, entrant.checked = "in", row.status == "open" and _checks_in(found, host.now())
    if row.status == "running" and entrant.seed is None:
        entrant.seed = 1 + max((each.seed for each in found.entrants if each.seed is not None), default=-1)
        await tournaments.note(tx, row.id, entrant.user, "late", {"entrant": entrant.number}, host.now())
    await tournaments.change_entrant(tx, entrant)
    await show(host, tx, row)


def _checks_in(found: Tournament, now: float) -> bool:
    """Whether check-in is open now."""
    row = found.row
    return row.check_in is not None and row.starts is not None and now >= row.starts - row.check_in


def _check_entry(found: Tournament, entrant: EntrantRow | None, roles: Container[int]) -> None:
    """Raise Refused if a person may not enter."""
    row = found.row
    check_status(row, ("open", "running"))
    if entrant is not None and entrant.status == "disqualified":
        raise Refused(Message("tournament.refused.disqualified"))
    if row.status == "running" and (row.format != "swiss" or found.course.cut is not None):
        raise Refused(Message("tournament.refused.late"))
    if entrant is None and row.entry == "invitation":
        raise Refused(Message("tournament.refused.invitation"))
    if entrant is None and row.entry == "role" and row.role not in roles:
        raise Refused(Message("tournament.refused.role", {"role": row.role or 0}))
    if len(found.members) >= row.most:
        raise Refused(Message("tournament.refused.full", {"most": row.most}))


async def check_in(host: Host, click: Click, tournament: int) -> Tournament:
    """Check in for a tournament. Raises Refused."""
    async with click.transaction(host) as tx:
        found = await find(host, tx, tournament)
        check_status(found.row, ("open",))
        entrant = _inside(found, click.user)
        if not _checks_in(found, host.now()):
            raise Refused(Message("tournament.refused.check_in"))
        entrant.checked = True
        await tournaments.change_entrant(tx, entrant)
        await show(host, tx, found.row)
        return found


async def choose_deck(host: Host, click: Click, tournament: int, name: str) -> Tournament:
    """Register a copy of a deck by its name, the person's own or a ready one. Raises Refused and IllegalDeck."""
    async with click.transaction(host) as tx:
        found = await find(host, tx, tournament)
        entrant, row = _inside(found, click.user), found.row
        if row.status != "open":
            raise Refused(Message("tournament.refused.locked"))
        ready = await ready_decks(host, tx, row.game, row.sets, row.options)
        entrant.deck = await chosen(host, tx, row, ready, click.user, name)
        if entrant.deck is None:
            raise Refused(Message("lobby.refused.deck"))
        await tournaments.change_entrant(tx, entrant)
        await show(host, tx, row)
        return found


async def leave(host: Host, click: Click, tournament: int) -> Tournament:
    """Leave a tournament. Before the start this undoes the entry; later it forfeits open series. Raises Refused."""
    async with click.transaction(host) as tx:
        found = await find(host, tx, tournament)
        check_status(found.row, ("open", "running"))
        await take_out(host, tx, found, _inside(found, click.user), "leave", click.user)
        return await find(host, tx, tournament)


async def take_out(
    host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow, kind: str, actor: int | None
) -> None:
    """Remove an entrant from a tournament; their open series go to their opponents."""
    row = found.row
    if row.status == "open" and kind != "disqualify":
        await tournaments.withdraw(tx, entrant)
    else:
        entrant.status = "disqualified" if kind == "disqualify" else "out"
        await tournaments.change_entrant(tx, entrant)
        await tournaments.note(tx, row.id, actor, kind, {"entrant": entrant.number}, host.now())
    for series in found.series:
        if series.state == "open" and entrant.number in (series.first, series.second):
            await timers.put_apart(tx, FORFEIT, series.id, host.now())
    await show(host, tx, row)


async def gone(host: Host, series: int, user: int) -> None:
    """Remove a person who has left the server in the middle of a series from the tournament as well."""
    async with host.database.transaction() as tx:
        row = await tournaments.of_series(tx, series)
        if row is not None and row.status == "running":
            found = await find(host, tx, row.id)
            entrant = found.entrant_of(user)
            if entrant is not None and entrant.status == "in":
                await take_out(host, tx, found, entrant, "gone", None)


async def forget(host: Host, tx: AsyncConnection, user: int) -> None:
    """Remove a person whose data is being deleted from unfinished tournaments, and their name from the others."""
    for tournament, number in await tournaments.of_user(tx, user):
        found = await find(host, tx, tournament)
        await take_out(host, tx, found, found.entrant(number), "leave", None)
    await tournaments.forget(tx, user)


def _inside(found: Tournament, user: int) -> EntrantRow:
    """Return the row of a person who is taking part. Raises Refused."""
    entrant = found.entrant_of(user)
    if entrant is None or entrant.status != "in":
        raise Refused(Message("tournament.refused.not_in"))
    return entrant
