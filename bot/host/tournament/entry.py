"""What people do in a tournament: enter, check in, choose a deck, leave."""

from collections.abc import Container
from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import DeckChoice, chosen, fitting, ready_decks, usual
from bot.host.kernel.click import NAME_LENGTH, Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.people.server_rules import check_people
from bot.host.tournament.corrections import reopen
from bot.host.tournament.rules.course import Course, seats
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.timers import FORFEIT
from bot.host.tournament.tournament import Tournament, check_status, find, look, say, show
from bot.storage import people, timers, tournaments
from bot.storage.privacy import GONE
from bot.storage.tournaments import LIVE, EntrantRow
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
            entrant = EntrantRow(
                tournament, found.next_number, click.user, name[:NAME_LENGTH], "in", entered=host.now()
            )
            await tournaments.enter(tx, entrant)
        entrant.name, entrant.absent = name[:NAME_LENGTH], False
        await take_in(host, tx, found, entrant)
        return await find(host, tx, tournament)


async def take_in(host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow) -> None:
    """Admit an entrant whose row exists, with a default deck if needed; a late entrant becomes the last seed."""
    row = found.row
    await give_deck(host, tx, found, entrant)
    entrant.status, entrant.checked = "in", row.status == "open" and _checks_in(found, host.now())
    if row.status == "running" and entrant.seed is None:
        entrant.seed = 1 + max((each.seed for each in found.entrants if each.seed is not None), default=-1)
        await tournaments.note(tx, row.id, entrant.user, "late", {"entrant": entrant.number}, host.now())
    await tournaments.change_entrant(tx, entrant)
    await show(host, tx, row)


async def give_deck(host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow) -> None:
    """Give an entrant a default deck if they need one. Raises Refused if no ready deck fits the rules."""
    row = found.row
    if entrant.deck is None and host.games[row.game].spec.decks:
        ready = await ready_decks(host, tx, row.game, row.sets, row.options)
        entrant.deck = await usual(host, tx, row, ready, found.members)
        if entrant.deck is None:
            raise Refused(Message("tournament.refused.no_deck"))


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
    """Leave a tournament. Before the start this undoes the entry; later it forfeits open series.

    Raises Refused, and Unsure for a running tournament.
    """
    async with click.transaction(host) as tx:
        found = await find(host, tx, tournament)
        check_status(found.row, ("open", "running"))
        entrant = _inside(found, click.user)
        if found.row.status == "running":
            click.confirm(leaving_costs(found, entrant, "ask.tleave"))
        await take_out(host, tx, found, entrant, "leave")
        await tournaments.note(tx, tournament, click.user, "leave", {"entrant": entrant.number}, host.now())
        return await find(host, tx, tournament)


def leaving_costs(found: Tournament, entrant: EntrantRow, question: str) -> Message:
    """Return the question before an entrant leaves a running tournament; it has a text of its own for an open match."""
    own = [each for each in found.series if each.second is not None and entrant.number in (each.first, each.second)]
    over = [each for each in own if each.state != "open"]
    won = sum(each.winner == entrant.number for each in over)
    drawn = sum(each.state == "drawn" for each in over)
    record = {"won": won, "drawn": drawn, "lost": len(over) - won - drawn}
    question = question if len(over) == len(own) else f"{question}.open"
    return Message(question, {"title": found.row.title, "player": entrant.name, "round": found.row.round, **record})


async def take_out(host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow, kind: str) -> None:
    """Remove an entrant from a tournament; their open series go to their opponents.

    Only a person who leaves before the start loses their row; an organiser can let all others back in.
    """
    row = found.row
    if row.status == "open" and kind == "leave":
        await tournaments.withdraw(tx, entrant)
    else:
        entrant.status = "disqualified" if kind == "disqualify" else "out"
        await tournaments.change_entrant(tx, entrant)
    for series in found.series:
        if series.state == "open" and entrant.number in (series.first, series.second):
            await timers.put_apart(tx, FORFEIT, series.id, host.now())
    if row.status != "open" and kind in TOLD:
        await say(host, tx, row, "out", entrant=entrant.number, how=kind)
    await show(host, tx, row)


TOLD: Final = ("leave", "gone", "drop", "disqualify")
"""The kinds of removals that have a post of their own; who did not show up is named with the result."""


async def let_back_in(host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow) -> None:
    """Admit an entrant again; a series of the current round that they lost by being out is played after all.

    In a tournament that is over, somebody disqualified gets their place back. Raises Refused.
    """
    _check_return(found, entrant)
    if found.row.status == "over":
        entrant.status = "in"
        await tournaments.change_entrant(tx, entrant)
        return
    await take_in(host, tx, found, entrant)
    there = {each.number for each in found.members} | {entrant.number}
    for series in found.now_played:
        players = {series.first, series.second}
        if entrant.number not in players or series.winner == entrant.number or not players <= there:
            continue
        if series.state == "open":
            await timers.drop_apart(tx, FORFEIT, series.id)
        elif series.how in ("left", "absent"):
            await reopen(host, tx, found, series)


def _check_return(found: Tournament, entrant: EntrantRow) -> None:
    """Raise Refused if an entrant cannot be let back in.

    That is so if they play as somebody else by now, if their data was deleted, if no place is left, or if the
    tournament has gone on too far.
    """
    row, live = found.row, found.entrant_of(entrant.user)
    if entrant.user == GONE or (live is not None and live.number != entrant.number and live.status in LIVE):
        raise Refused(Message("tournament.refused.is_in"))
    if row.status == "over" and entrant.status != "disqualified":
        raise Refused(Message("tournament.refused.over"))
    if row.status == "open" and len(found.members) >= row.most:
        raise Refused(Message("tournament.refused.full", {"most": row.most}))
    if row.status == "running":
        late = row.format != "swiss" or found.course.cut is not None
        if entrant.seed is None and late:
            raise Refused(Message("tournament.refused.late"))
        if passed_over(found.course, entrant.number):
            raise Refused(Message("tournament.refused.passed"))


def passed_over(course: Course, player: Player) -> bool:
    """Whether a tree has gone on without a player who was out: somebody took their place in a match that was paired."""
    back = replace(course, out=course.out - {player})
    before, after = seats(course), seats(back)
    return any(before[node] != after[node] for node in course.tree)


async def gone(host: Host, series: int, user: int) -> None:
    """Remove a person who has left the server in the middle of a series from the tournament as well."""
    async with host.database.transaction() as tx:
        row = await tournaments.of_series(tx, series)
        if row is not None and row.status == "running":
            found = await find(host, tx, row.id)
            entrant = found.entrant_of(user)
            if entrant is not None and entrant.status == "in":
                await take_out(host, tx, found, entrant, "gone")
                await tournaments.note(tx, row.id, None, "gone", {"entrant": entrant.number}, host.now())


async def forget(host: Host, tx: AsyncConnection, user: int) -> None:
    """Remove a person whose data is being deleted from unfinished tournaments, and their name from the others."""
    for tournament, number in await tournaments.of_user(tx, user):
        found = await find(host, tx, tournament)
        await take_out(host, tx, found, found.entrant(number), "leave")
        await tournaments.note(tx, tournament, None, "leave", {"entrant": number}, host.now())
    await tournaments.forget(tx, user)


def _inside(found: Tournament, user: int) -> EntrantRow:
    """Return the row of a person who is taking part. Raises Refused."""
    entrant = found.entrant_of(user)
    if entrant is None or entrant.status != "in":
        raise Refused(Message("tournament.refused.not_in"))
    return entrant
