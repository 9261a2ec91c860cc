"""What an organiser can do while a tournament is running. Every action is recorded, and repeating it has no effect."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel import server_log
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import HOUR
from bot.host.people.blocks import check_apart
from bot.host.people.server_rules import check_other
from bot.host.tournament import acts, editing, entry, rounds
from bot.host.tournament.corrections import finish, goes_on, restore, series_of, take_back_ratings, take_back_round
from bot.host.tournament.results import show_series
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.schedule import show_event
from bot.host.tournament.timers import AGAIN, count, pair_next
from bot.host.tournament.tournament import Tournament, check_status, find, find_as, say, show
from bot.storage import destinations, outbox, people, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.privacy import GONE
from bot.storage.schema.tournaments import ActRow
from bot.storage.tournaments import LIVE, OPEN, EntrantRow, SeriesRow
from engine.contract import Message


async def kept_apart(host: Host, found: Tournament) -> list[SeriesRow]:
    """Return the open series between two people one of whom has blocked the other, for the organiser's information."""
    users = {entrant.number: entrant.user for entrant in found.entrants}
    open_now = [each for each in found.series if each.state == "open" and each.second is not None]
    async with host.database.reading() as connection:
        pairs = await people.pairs_apart(connection, set(users.values()))
    return [each for each in open_now if frozenset((users[each.first], users[each.second or 0])) in pairs]


async def change_course(host: Host, click: Click, tournament: int, what: str, *, manages: bool) -> Tournament:
    """Pause ("pause"), resume ("resume"), or end a tournament without a result ("cancel").

    Raises Refused, and Unsure for the end.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        match what:
            case "pause":
                await rounds.pause(host, tx, found, click.user)
            case "resume":
                await rounds.resume(host, tx, found, click.user)
            case "cancel":
                played = sum(each.second is not None and each.state != "open" for each in found.series)
                entrants = len(found.members)
                click.confirm(
                    Message("ask.tcourse", {"title": found.row.title, "entrants": entrants, "played": played})
                )
                await rounds.end(host, tx, found, "cancelled", click.user)
                await _log(host, tx, found, "cancelled", who=click.user)
        return await find(host, tx, tournament)


async def move(host: Host, click: Click, tournament: int, channel: int, *, manages: bool) -> Tournament:
    """Move a tournament to another channel; games that have begun stay where they are. Raises Refused."""
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        if found.row.channel != channel:
            before = found.row.channel
            await relocate(host, tx, found, channel)
            await _note(host, tx, found, click.user, "move", before=before, after=channel)
        return found


async def relocate(host: Host, tx: AsyncConnection, found: Tournament, channel: int) -> None:
    """Move a locked tournament to another channel."""
    row = found.row
    row.channel = channel
    await tournaments.change(tx, row)
    await outbox.drop_tournament_surface(tx, row.id, "tournament")
    await destinations.keep_place(tx, Destination.tournament(row.id), channel)
    await show(host, tx, row)
    await show_event(host, tx, row)


# Results


async def correct(
    host: Host, click: Click, tournament: int, series: int, winner: Player | None, *, manages: bool
) -> Tournament:
    """Set the result of a series; `winner` is None if it was drawn. It counts for no rating.

    Correcting an earlier round changes the standings but no existing pairing, so in a tree a result cannot be changed
    once its winner has been paired. While the results of a tournament that is over are provisional, a correction renews
    its places and opens no game. Raises Refused and Unsure.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages, provisional=True)
        row = series_of(found, series)
        if winner not in (row.first, row.second, None) or row.second is None:
            raise Refused(Message("tournament.refused.result"))
        if row.node is not None and winner is None:
            raise Refused(Message("tournament.refused.knockout"))
        if goes_on(found, row):
            raise Refused(Message("tournament.refused.went_on"))
        was_open, state = row.state == "open", "drawn" if winner is None else "won"
        if (row.state, row.winner) == (state, winner):
            return found
        click.confirm(_setting_costs(found, row, winner))
        before = {"state": row.state, "winner": row.winner, "how": row.how}
        withdrawn = [] if was_open else await take_back_ratings(host, tx, found, row)
        row.state, row.winner, row.how = state, winner, "organiser"
        row.ended = host.now()
        await tournaments.change_series(tx, row)
        await show_series(tx, row)
        what = {"series": series, "before": before, "after": winner, "withdrawn": withdrawn}
        await _note(host, tx, found, click.user, "correct", **what)
        await _note_correction(host, tx, found, row, click.user)
        if was_open:
            await timers.put_apart(tx, AGAIN, series, host.now())
            await pair_next(tx, found.row, host.now())
        earlier = row.round < found.row.round
        await say(host, tx, found.row, "corrected", series=series, earlier=earlier, before=before)
        await _show_places(host, tx, found)
        return await find(host, tx, tournament)


def _setting_costs(found: Tournament, series: SeriesRow, winner: Player | None) -> Message:
    """Return the question before a result is set: the match that stops, or the result that no longer counts."""
    first, second = (found.entrant(number).name for number in (series.first, series.second or 0))
    won, lost = found.games_won(series)
    names: dict[str, Any] = {"first": first, "second": second, "round": series.round, "won": won, "lost": lost}
    if winner is not None:
        names["winner"] = found.entrant(winner).name
    question = "ask.tresult" if winner is not None else "ask.tresult.drawn"
    return Message(f"{question}.open" if series.state == "open" else question, names)


async def _show_places(host: Host, tx: AsyncConnection, found: Tournament) -> None:
    """Show how the tournament stands after a change; the end of one that is over is announced anew."""
    if found.row.status == "over":
        await count(tx, found.row.id, host.now())
        await say(host, tx, found.row, "over", corrected=True)
    await show(host, tx, found.row)


async def play_again(host: Host, click: Click, tournament: int, series: int, *, manages: bool) -> Tournament:
    """Close a series' running game, for instance one that nobody can play, and start it again.

    Raises Refused and Unsure.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        row = series_of(found, series)
        if row.state != "open" or row.second is None:
            raise Refused(Message("tournament.refused.decided"))
        first, second = (found.entrant(number).name for number in (row.first, row.second))
        played = len(found.games.get(series, ()))
        click.confirm(Message("ask.tagain", {"first": first, "second": second, "round": row.round, "played": played}))
        await _note(host, tx, found, click.user, "again", series=series)
        await timers.put_apart(tx, AGAIN, series, host.now())
        host.wake()
        return found


async def pair_again(host: Host, click: Click, tournament: int, *, manages: bool) -> Tournament:
    """Pair the current round anew, which nobody has begun, with the results as they are now.

    Raises Refused and Unsure.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        matches = sum(each.second is not None for each in found.now_played)
        click.confirm(Message("ask.tpairagain", {"round": found.row.round, "matches": matches}))
        number = found.row.round
        await take_back_round(host, tx, found)
        await _note(host, tx, found, click.user, "pair_again", round=number)
        await say(host, tx, found.row, "pair_again", round=number)
        await show(host, tx, found.row)
        return await find(host, tx, tournament)


async def close(host: Host, click: Click, tournament: int, *, manages: bool) -> Tournament:
    """Make the provisional results of a tournament final now. Raises Refused and Unsure."""
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages, provisional=True)
        if found.row.closes is None:
            raise Refused(Message("tournament.refused.running"))
        hours = max(1, round((found.row.closes - host.now()) / HOUR))
        click.confirm(Message("ask.tclose", {"title": found.row.title, "count": hours}))
        await _note(host, tx, found, click.user, "close")
        await finish(host, tx, found)
        return await find(host, tx, tournament)


async def _note_correction(host: Host, tx: AsyncConnection, found: Tournament, series: SeriesRow, who: int) -> None:
    """Add the corrected result of a series between two players to the server's log."""
    players = {"first": series.first, "second": series.second, "winner": series.winner}
    named = {name: found.entrant(player).user for name, player in players.items() if player is not None}
    what = "drawn" if series.winner is None else "corrected"
    await _log(host, tx, found, what, who=who, **named)


async def _note(host: Host, tx: AsyncConnection, found: Tournament, actor: int, kind: str, **what: Any) -> None:
    """Record an act; `what` says what it changed, and refers to entrants by number."""
    await tournaments.note(tx, found.row.id, actor, kind, what, host.now())


async def _log(host: Host, tx: AsyncConnection, found: Tournament, what: str, **people: int) -> None:
    """Add a line about a tournament to the server's log."""
    await server_log.note(host, tx, found.row.guild, f"log.tournament.{what}", title=found.row.title, **people)


# Players


async def disqualify(host: Host, click: Click, tournament: int, number: int, *, manages: bool) -> Tournament:
    """Disqualify an entrant, who loses their place and cannot come back by themselves; their results stay.

    Raises Refused and Unsure.
    """
    return await _take_out(host, click, tournament, number, "disqualify", manages=manages)


async def drop(host: Host, click: Click, tournament: int, number: int, *, manages: bool) -> Tournament:
    """Drop an entrant, who may re-enter. Raises Refused, and Unsure for a running tournament."""
    return await _take_out(host, click, tournament, number, "drop", manages=manages)


async def _take_out(host: Host, click: Click, tournament: int, number: int, kind: str, *, manages: bool) -> Tournament:
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages, provisional=kind == "disqualify")
        entrant, before = found.entrant(number), found.entrant(number).status
        gone = ("disqualified",) if kind == "disqualify" else ("out", "disqualified")
        if before in gone:
            return found
        if kind == "disqualify" or found.row.status == "running":
            click.confirm(entry.leaving_costs(found, entrant, "ask.tban" if kind == "disqualify" else "ask.tout"))
        await entry.take_out(host, tx, found, entrant, kind)
        await _note(host, tx, found, click.user, kind, entrant=number, before=before)
        await _log(host, tx, found, kind, who=click.user, person=entrant.user)
        await _show_places(host, tx, found)
        return await find(host, tx, tournament)


async def let_back_in(host: Host, click: Click, tournament: int, number: int, *, manages: bool) -> Tournament:
    """Admit an entrant again who left, was taken out or was disqualified. Raises Refused.

    A match of the current round that they lost by being out is offered again, as a new match with a new secret.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages, provisional=True)
        entrant = found.entrant(number)
        if entrant.status == "in":
            return found
        await entry.let_back_in(host, tx, found, entrant)
        await _note(host, tx, found, click.user, "let_in", entrant=number)
        await _log(host, tx, found, "let_in", who=click.user, person=entrant.user)
        await say(host, tx, found.row, "let_in", entrant=number)
        await _show_places(host, tx, found)
        return await find(host, tx, tournament)


async def invite(host: Host, click: Click, tournament: int, user: int, name: str, *, manages: bool) -> Tournament:
    """Invite a person, who may enter from then on. Raises Refused."""
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages)
        await check_apart(tx, click.user, [user], "tournament.refused.apart")
        await check_other(tx, found.row.guild, user)
        if found.entrant_of(user) is None:
            number = found.next_number
            await tournaments.enter(tx, EntrantRow(tournament, number, user, name, "invited", entered=host.now()))
            await _note(host, tx, found, click.user, "invite", entrant=number)
            await show(host, tx, found.row)
        return await find(host, tx, tournament)


async def replace(
    host: Host, click: Click, tournament: int, number: int, user: int, name: str, *, manages: bool
) -> Tournament:
    """Replace an entrant with another person, who takes over the deck and the results.

    A running game starts again. The replaced person keeps a row of their own, as somebody who is out. Raises Refused,
    and Unsure if there is a running game.
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
        _confirm_new_game(click, found, entrant, name)
        if other is not None and other.status == "invited":
            await tournaments.withdraw(tx, other)
        kept = EntrantRow(tournament, found.next_number, entrant.user, entrant.name, "out", entered=entrant.entered)
        await tournaments.enter(tx, kept)
        await _seat(host, tx, found, entrant, user, name)
        await _note(host, tx, found, click.user, "replace", entrant=number, before=kept.number)
        return await find(host, tx, tournament)


def _confirm_new_game(click: Click, found: Tournament, entrant: EntrantRow, other: str) -> None:
    """Raise Unsure if somebody else takes over a running game, which begins again, and the click is not sure."""
    if any(each.state == "open" and entrant.number in (each.first, each.second) for each in found.series):
        click.confirm(Message("ask.treplace", {"player": entrant.name, "other": other, "round": found.row.round}))


async def _seat(host: Host, tx: AsyncConnection, found: Tournament, entrant: EntrantRow, user: int, name: str) -> None:
    """Have a person play on as an entrant; a running game starts again."""
    entrant.user, entrant.name, entrant.status, entrant.absent = user, name, "in", False
    await tournaments.change_entrant(tx, entrant)
    for series in found.series:
        if series.state == "open" and entrant.number in (series.first, series.second):
            await timers.put_apart(tx, AGAIN, series.id, host.now())
    await show(host, tx, found.row)


# Undoing


async def undo(host: Host, click: Click, tournament: int, act: int, *, manages: bool) -> Tournament:
    """Undo the organisers' latest act. What was posted stays; a post says what was undone.

    Raises Refused, and Unsure if it ends a game, because somebody who was replaced in it plays on.
    """
    async with host.database.transaction() as tx:
        found = await _found(host, tx, click, tournament, manages=manages, provisional=True)
        last = acts.latest(await acts.of(host, tournament, within=tx))
        if last is None or last.id != act or last.kind not in UNDOING:
            raise Refused(Message("tournament.refused.undo"))
        if last.kind == "replace":
            entrant, kept = (found.entrant(last.content[each]) for each in ("entrant", "before"))
            _confirm_new_game(click, found, entrant, kept.name)
        await UNDOING[last.kind](host, tx, found, last)
        last.content = last.content | {"undone": host.now()}
        await tournaments.change_act(tx, last)
        await _note(host, tx, found, click.user, "undo", act=act, undone=last.kind)
        concerned = () if last.kind == "invite" else ("series", "entrant")  # whoever was invited has no row any more
        told = {name: last.content[name] for name in concerned if name in last.content}
        await say(host, tx, found.row, "undone", act=last.kind, **told)
        await _show_places(host, tx, found)
        return await find(host, tx, tournament)


async def _undo_pause(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    await rounds.resume(host, tx, found, None)


async def _undo_resume(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    await rounds.pause(host, tx, found, None)


async def _undo_move(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    await relocate(host, tx, found, act.content["before"])


async def _undo_correct(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    await restore(host, tx, found, act.content)


async def _undo_taking_out(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    entrant = found.entrant(act.content["entrant"])
    if act.content["before"] == "in":
        await entry.let_back_in(host, tx, found, entrant)
    else:
        entrant.status = act.content["before"]
        await tournaments.change_entrant(tx, entrant)


async def _undo_invite(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    entrant = found.entrant(act.content["entrant"])
    if entrant.status != "invited":
        raise Refused(Message("tournament.refused.undo"))
    await tournaments.withdraw(tx, entrant)


async def _undo_replace(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    kept = found.entrant(act.content["before"])
    live = found.entrant_of(kept.user)
    if kept.status != "out" or kept.user == GONE:
        raise Refused(Message("tournament.refused.undo"))
    if live is not None and live.status in LIVE:
        raise Refused(Message("tournament.refused.is_in"))
    await tournaments.withdraw(tx, kept)
    await _seat(host, tx, found, found.entrant(act.content["entrant"]), kept.user, kept.name)


async def _undo_edit(host: Host, tx: AsyncConnection, found: Tournament, act: ActRow) -> None:
    await editing.take_back(host, tx, found, act.content)


UNDOING: Final[Mapping[str, Callable[[Host, AsyncConnection, Tournament, ActRow], Awaitable[None]]]] = {
    "pause": _undo_pause,
    "resume": _undo_resume,
    "move": _undo_move,
    "edit": _undo_edit,
    "correct": _undo_correct,
    "drop": _undo_taking_out,
    "disqualify": _undo_taking_out,
    "invite": _undo_invite,
    "replace": _undo_replace,
}
"""How each kind of act is undone; what is not here cannot be."""


async def _found(
    host: Host, tx: AsyncConnection, click: Click, tournament: int, *, manages: bool, provisional: bool = False
) -> Tournament:
    """Return a tournament for an act of its organiser; one that is over only if `provisional` and it still is."""
    await click.take_up(host, tx)
    statuses = (*OPEN, "over") if provisional else OPEN
    found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=statuses)
    if found.row.settled:
        check_status(found.row, OPEN)
    return found
