"""What an organiser can do while a tournament is running. Every action is recorded, and repeating it has no effect."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel import server_log
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.people.blocks import check_apart
from bot.host.people.server_rules import check_other
from bot.host.tournament import entry, rounds
from bot.host.tournament.results import show_series
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.schedule import show_event
from bot.host.tournament.timers import AGAIN, pair_next
from bot.host.tournament.tournament import Tournament, find, find_as, say, show
from bot.storage import destinations, outbox, people, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.tournaments import OPEN, EntrantRow, SeriesRow
from engine.contract import Message


async def kept_apart(host: Host, found: Tournament) -> list[SeriesRow]:
    """Return the open series between two people one of whom has blocked the other, for the organiser's information."""
    users = {entrant.number: entrant.user for entrant in found.entrants}
    open_now = [each for each in found.series if each.state == "open" and each.second is not None]
    async with host.database.reading() as connection:
        pairs = await people.pairs_apart(connection, set(users.values()))
    return [each for each in open_now if frozenset((users[each.first], users[each.second or 0])) in pairs]


async def change_course(host: Host, click: Click, tournament: int, what: str, *, manages: bool) -> Tournament:
    """Pause ("pause"), resume ("resume"), or end a tournament without a result ("cancel"). Raises Refused."""
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        match what:
            case "pause":
                await rounds.pause(host, tx, found, click.user)
            case "resume":
                await rounds.resume(host, tx, found, click.user)
            case "cancel":
                await rounds.end(host, tx, found, "cancelled", click.user)
                await _log(host, tx, found, "cancelled", who=click.user)
        return await find(host, tx, tournament)


async def move(host: Host, click: Click, tournament: int, channel: int, *, manages: bool) -> Tournament:
    """Move a tournament to another channel; games that have begun stay where they are. Raises Refused."""
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        row = found.row
        if row.channel != channel:
            row.channel = channel
            await tournaments.change(tx, row)
            await outbox.drop_tournament_surface(tx, row.id, "tournament")
            await destinations.keep_place(tx, Destination.tournament(row.id), channel)
            await tournaments.note(tx, row.id, click.user, "move", {"channel": channel}, host.now())
            await show(host, tx, row)
            await show_event(host, tx, row)
        return found


async def correct(
    host: Host, click: Click, tournament: int, series: int, winner: Player | None, *, manages: bool
) -> Tournament:
    """Set the result of a series; `winner` is None if it was drawn. Raises Refused.

    Correcting an earlier round changes the standings but no existing pairing, so in a tree a result cannot be changed
    once its winner has been paired.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        row = await _series(tx, found, series)
        if winner not in (row.first, row.second, None) or row.second is None:
            raise Refused(Message("tournament.refused.result"))
        if row.node is not None and winner is None:
            raise Refused(Message("tournament.refused.knockout"))
        if row.node is not None and row.round < found.row.round and found.row.status == "running":
            raise Refused(Message("tournament.refused.went_on"))
        if row.state != "open" and row.winner == winner:
            return found
        was_open = row.state == "open"
        content = {"series": series, "before": None if was_open else row.winner, "after": winner}
        row.state, row.winner, row.how = "drawn" if winner is None else "won", winner, "organiser"
        row.ended = host.now()
        await tournaments.change_series(tx, row)
        await show_series(tx, row)
        await tournaments.note(tx, tournament, click.user, "correct", content, host.now())
        await _note_correction(host, tx, found, row, click.user)
        if was_open:
            await timers.put_apart(tx, AGAIN, series, host.now())
            await pair_next(tx, found.row, host.now())
        await say(host, tx, found.row, "corrected", series=series, earlier=row.round < found.row.round)
        await show(host, tx, found.row)
        return await find(host, tx, tournament)


async def _note_correction(host: Host, tx: AsyncConnection, found: Tournament, series: SeriesRow, who: int) -> None:
    """Add the corrected result of a series between two players to the server's log."""
    players = {"first": series.first, "second": series.second, "winner": series.winner}
    named = {name: found.entrant(player).user for name, player in players.items() if player is not None}
    what = "drawn" if series.winner is None else "corrected"
    await _log(host, tx, found, what, who=who, **named)


async def _log(host: Host, tx: AsyncConnection, found: Tournament, what: str, **people: int) -> None:
    """Add a line about a tournament to the server's log."""
    await server_log.note(host, tx, found.row.guild, f"log.tournament.{what}", title=found.row.title, **people)


async def _series(tx: AsyncConnection, found: Tournament, series: int) -> SeriesRow:
    """Lock one of a locked tournament's series. Raises Refused if it has no series with this number."""
    row = await tournaments.get_series(tx, series, lock=True)
    if row is None or row.tournament != found.row.id:
        raise Refused(Message("tournament.refused.series"))
    return row


async def play_again(host: Host, click: Click, tournament: int, series: int, *, manages: bool) -> Tournament:
    """Close a series' running game, for instance one that nobody can play, and start it again.

    Raises Refused.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        row = await _series(tx, found, series)
        if row.state != "open":
            raise Refused(Message("tournament.refused.decided"))
        await tournaments.note(tx, tournament, click.user, "again", {"series": series}, host.now())
        await timers.put_apart(tx, AGAIN, series, host.now())
        host.wake()
        return found


async def disqualify(host: Host, click: Click, tournament: int, number: int, *, manages: bool) -> Tournament:
    """Disqualify an entrant for good; their results stay. Raises Refused."""
    return await _take_out(host, click, tournament, number, "disqualify", manages=manages)


async def drop(host: Host, click: Click, tournament: int, number: int, *, manages: bool) -> Tournament:
    """Drop an entrant, who may re-enter. Raises Refused."""
    return await _take_out(host, click, tournament, number, "drop", manages=manages)


async def _take_out(host: Host, click: Click, tournament: int, number: int, kind: str, *, manages: bool) -> Tournament:
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        entrant = found.entrant(number)
        gone = ("disqualified",) if kind == "disqualify" else ("out", "disqualified")
        if entrant.status not in gone:
            await entry.take_out(host, tx, found, entrant, kind, click.user)
            await _log(host, tx, found, kind, who=click.user, person=entrant.user)
        return await find(host, tx, tournament)


async def invite(host: Host, click: Click, tournament: int, user: int, name: str, *, manages: bool) -> Tournament:
    """Invite a person, who may enter from then on. Raises Refused."""
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        await check_apart(tx, click.user, [user], "tournament.refused.apart")
        await check_other(tx, found.row.guild, user)
        if found.entrant_of(user) is None:
            number = 1 + max((each.number for each in found.entrants), default=-1)
            await tournaments.enter(tx, EntrantRow(tournament, number, user, name, "invited", entered=host.now()))
            await tournaments.note(tx, tournament, click.user, "invite", {"entrant": number}, host.now())
            await show(host, tx, found.row)
        return await find(host, tx, tournament)


async def replace(
    host: Host, click: Click, tournament: int, number: int, user: int, name: str, *, manages: bool
) -> Tournament:
    """Replace an entrant with another person, who takes over the deck and the results.

    A running game starts again. Raises Refused.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        entrant = found.entrant(number)
        if entrant.user == user and entrant.status == "in":
            return found
        await check_apart(tx, click.user, [user], "tournament.refused.apart")
        await check_other(tx, found.row.guild, user)
        other = found.entrant_of(user)
        if other is not None and other.status in ("in", "disqualified") and other.number != number:
            raise Refused(Message("tournament.refused.is_in"))
        entrant.user, entrant.name, entrant.status, entrant.absent = user, name, "in", False
        await tournaments.change_entrant(tx, entrant)
        await tournaments.note(tx, tournament, click.user, "replace", {"entrant": number}, host.now())
        for series in found.series:
            if series.state == "open" and number in (series.first, series.second):
                await timers.put_apart(tx, AGAIN, series.id, host.now())
        await show(host, tx, found.row)
        return await find(host, tx, tournament)


async def _found(host: Host, tx: AsyncConnection, click: Click, tournament: int, *, manages: bool) -> Tournament:
    await click.take_up(host, tx)
    return await find_as(host, tx, tournament, click.user, manages=manages, statuses=OPEN)
