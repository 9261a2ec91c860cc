"""Loading a table, and storing what became of it: match, log, events, timers, posts and surfaces, all or nothing."""

from collections.abc import Iterable

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections import stakes
from bot.host.kernel.errors import NotFound
from bot.host.kernel.host import Host
from bot.host.kernel.paces import GRACE, LATELY
from bot.host.match.table import Table
from bot.host.match.timers import VOTE, timers_of
from bot.host.ratings.rating import rate
from bot.host.tournament.results import report
from bot.storage import matches, outbox, people, timers
from bot.storage import seats as sitting
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.people import UserRow
from engine.contract import Decision, Message, Seat


class NoSuchMatch(NotFound):
    """There is no match of this number, or it is not in a state in which this can be done."""

    reason = Message("panel.no_match")


async def load(host: Host, connection: AsyncConnection, match: int, *, lock: bool = False) -> Table:
    """Return a started match; with `lock` for changing it, and a running one is upgraded to the present rules.

    Raises NoSuchMatch for a match that does not exist or never began.
    """
    row = await matches.get(connection, match, lock=lock)
    if row is None or row.state is None or row.game not in host.games:
        raise NoSuchMatch(match)
    table = await lay(host, connection, row)
    if lock and row.status == "running" and row.state_version != table.game.state_version:
        await _upgrade(host, connection, table)
    return table


async def say(tx: AsyncConnection, row: MatchRow, kind: str, content: dict[str, object], now: float) -> None:
    """Queue up what everybody at a match is told; of a solo match the panel of its person tells."""
    if not row.solo:
        await outbox.add_post(tx, row.id, kind, thread_of(row.id), content, now)


async def _upgrade(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Store a match that goes on by the present rules; a move that a vote was open on stays."""
    if table.vote is not None:
        await say(tx, table.row, "kept", {}, table.now)
    table.upgrade()
    await matches.append(tx, table.log, ())
    table.log.clear()
    await set_clocks(host, tx, table)
    await mark_all(tx, table)
    await keep(tx, table)


async def load_running(host: Host, tx: AsyncConnection, match: int) -> Table | None:
    """Return a match that runs, for changing it; None for any other, and for one that stands still for a vote."""
    try:
        table = await load(host, tx, match, lock=True)
    except NoSuchMatch:
        return None
    return table if table.row.status == "running" and table.vote is None else None


async def lay(host: Host, connection: AsyncConnection, row: MatchRow) -> Table:
    """Return the table of a match that was read already."""
    cards = await host.cards(connection, row.game, tuple(row.sets))
    now = host.now()
    sitters = await sitting.sitters(connection, row.id, now)
    clocks = {timer.key: timer.due for timer in await timers.of_match(connection, row.id)}
    return Table(host.games[row.game], cards, row, sitters, clocks, now)


async def note_act(tx: AsyncConnection, table: Table, seat: Seat, locale: str | None) -> None:
    """Note that a seat's person does something in the match, and the language of the own Discord where it is told."""
    person = table.sitters[seat].person
    person.acted, person.locale = table.now, locale or person.locale
    await people.note_act(tx, person.id, table.now, locale)


async def store(
    host: Host, tx: AsyncConnection, table: Table, before: Iterable[Decision], answered: int | None = None
) -> None:
    """Store a table in which something was committed.

    `before` is what was open when it was loaded; `answered` the message that was clicked on, which the answer changes.
    """
    row = table.row
    await matches.append(tx, table.log, table.news)
    asked_before = {asked.id for asked in before}
    newly = [asked for asked in table.open() if asked.id not in asked_before]
    if table.outcome is not None:
        row.status, row.outcome, row.ended = "over", msgspec.to_builtins(table.outcome), table.now
        await rate(tx, table, table.outcome)
    elif table.deserted:
        row.status, row.closing, row.ended = "closed", _plain(Message("end.deserted")), table.now
    await set_clocks(host, tx, table)
    await _say(host, tx, table, newly, answered)
    await keep(tx, table)
    if row.status != "running":
        await _finish(host, tx, table)
    host.wake()


async def set_clocks(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Let a match have just the timers that it needs now."""
    wanted = timers_of(table) if table.row.status == "running" else {}
    await timers.set_all(tx, table.row.id, wanted, table.timers)
    table.timers = wanted
    host.timers_due.set()
    host.house_due.set()


async def keep_seats(tx: AsyncConnection, table: Table) -> None:
    """Store the seats and drafts that have changed."""
    for seat in sorted(table.moved):
        await matches.change_seat(tx, table.seats[seat])
    for seat in sorted(table.drafted):
        await matches.keep_draft(tx, table.drafts[seat])


async def keep(tx: AsyncConnection, table: Table) -> None:
    """Store a match, its seats and drafts."""
    row = table.row
    await keep_seats(tx, table)
    values = {
        "state": table.game.dump(table.state),
        "state_version": table.game.state_version,
        "counters": table.dice.counters,
        "clocks": msgspec.to_builtins(table.clocks),
        "entries": row.entries,
        "events": row.events,
        "posted": row.posted,
        "table_string": row.table_string,
        "started": row.started,
        "status": row.status,
        "outcome": row.outcome,
        "closing": row.closing,
        "vote": None if table.vote is None or row.status != "running" else msgspec.to_builtins(table.vote),
        "branch": row.branch,
        "unrated": row.unrated,
        "ended": row.ended,
    }
    await matches.change(tx, row, values)


async def close(host: Host, tx: AsyncConnection, table: Table, why: Message, *, directly: bool = False) -> None:
    """Stop a running match without a result; its people are told in its thread, or `directly`, each by DM."""
    row = table.row
    row.status, row.closing, row.ended = "closed", _plain(why), table.now
    await set_clocks(host, tx, table)
    if directly:
        for seat in table.seats:
            if seat.user is not None and not seat.left:
                await outbox.add_post(tx, row.id, "end", f"user {seat.user} dm", {}, table.now)
    else:
        await say(tx, row, "end", {}, table.now)
    await mark_all(tx, table)
    await keep(tx, table)
    await _finish(host, tx, table)
    host.wake()


async def _finish(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Do what goes with the end of a match: its series goes on, collections are settled, and it is tidied up."""
    await matches.drop_drafts(tx, table.row.id)
    goes_on = await report(host, tx, table)
    if await stakes.finish(host, tx, table):
        await say(tx, table.row, "settled", {}, table.now)
    if not goes_on and not table.row.solo:
        await outbox.add_post(tx, table.row.id, outbox.TIDY, thread_of(table.row.id), {}, table.now)


def _plain(message: Message) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(message)
    return plain


async def _say(host: Host, tx: AsyncConnection, table: Table, newly: list[Decision], answered: int | None) -> None:
    """Queue up what has to be said: a post where something happened, mentions, and marks on all that has changed."""
    row = table.row
    if table.posted:
        await say(tx, row, "events", {"first": row.posted + 1, "last": row.events}, table.now)
        row.posted = row.events
    await _say_once(tx, table)
    for seat in table.handed_over:
        await say(tx, row, "house", {"seats": [seat]}, table.now)
    if row.status != "running":
        await say(tx, row, "end", {}, table.now)
    await _call(tx, table, newly)
    await mark_all(tx, table, answered, anew=table.posted and row.status == "running")


async def _say_once(tx: AsyncConnection, table: Table) -> None:
    """What is told a single time goes to its people directly; where that cannot be, their next panel tells it.

    The panel of a solo match tells it with all that has happened since the last answer.
    """
    if table.row.solo:
        return
    for event in table.news:
        if event.once and event.audience is not None:
            for seat in (table.seats[number] for number in event.audience):
                if seat.user is not None and not seat.left:
                    content = {"event": event.number, "seat": seat.seat}
                    shelf = not await hand_by_dm(tx, table.row, table.sitters[seat.seat].person)
                    place = f"seat {table.row.id} {seat.seat}" if shelf else f"user {seat.user} dm"
                    await outbox.add_post(tx, table.row.id, "once", place, content, table.now, shelved=shelf)


async def _call(tx: AsyncConnection, table: Table, newly: list[Decision]) -> None:
    """Mention the people who are asked something new: for their own turn, or for an answer in somebody else's."""
    called: dict[str, list[Seat]] = {"turn": [], "answer": []}
    for seat in table.seats:
        new = [asked for asked in newly if asked.seat == seat.seat and not table.passed_for(asked)]
        if new and _is_elsewhere(table, seat):
            called["turn" if any(asked.tempo == "turn" for asked in new) else "answer"].append(seat.seat)
    for kind, seats in called.items():
        if seats:
            await say(tx, table.row, kind, {"seats": seats}, table.now)


def _is_elsewhere(table: Table, seat: SeatRow) -> bool:
    """Whether a seat has a person who has not acted lately, and is not away."""
    if seat.user is None or seat.left or seat.seat in table.away:
        return False
    acted = table.sitters[seat.seat].person.acted
    return acted is None or table.now - acted > LATELY


async def mark_all(tx: AsyncConnection, table: Table, answered: int | None = None, *, anew: bool = False) -> None:
    """Mark all surfaces of a match as stale; `anew` wants how it stands below what was said since."""
    if not table.row.solo:
        await outbox.mark(tx, table.row.id, "status", -1, thread_of(table.row.id), anew=anew)
    for sitter in table.sitters:
        if sitter.seat.user is not None:
            await mark_hand(tx, table.row, sitter.seat.seat, sitter.person, answered)


async def mark_hand(
    tx: AsyncConnection, row: MatchRow, seat: Seat, person: UserRow, answered: int | None = None
) -> bool:
    """Mark a person's hand as stale, where it comes by DM; not where the answer to a click on it brings it up to date.

    `answered` is the message that was clicked on. Returns whether there is something to send now.
    """
    if answered is not None and await outbox.changed(tx, row.id, "hand", seat, answered):
        return False
    if row.solo:
        await outbox.mark(tx, row.id, "hand", seat, panel_of(row.id, seat))
        return True
    if not await hand_by_dm(tx, row, person):
        return False
    await outbox.mark(tx, row.id, "hand", seat, f"user {person.id} dm")
    return True


async def hand_by_dm(connection: AsyncConnection, row: MatchRow, person: UserRow) -> bool:
    """Return whether a person's hand comes by direct message: as the person has it, else as the server has it."""
    if row.solo:
        return False
    if person.dm_closed or person.hand is not None:
        return person.hand == "dm" and not person.dm_closed
    # A round of a tournament is no wave of direct messages: there a hand comes so to who has chosen it.
    return row.series is None and (await people.guild(connection, row.guild)).hand == "dm"


def deadlines_of(table: Table) -> dict[Seat, float]:
    """Return when the time of each seat that is asked something is up, its reserve included once that runs.

    While a vote is open it is the vote that people are asked for.
    """
    clocks = {key: due - GRACE for key, due in table.timers.items()}
    if table.vote is not None:
        return dict.fromkeys(table.vote.voters(table.seats), clocks.get(VOTE, table.now) + GRACE)
    return {
        asked.seat: clocks[key]
        for asked in table.open()
        for kind in ("deadline", "bank")
        if (key := (kind, asked.seat, asked.clock)) in clocks
    }


def panel_of(match: int, seat: Seat) -> str:
    """Return the destination that is the panel with which a seat's newest click was answered."""
    return f"panel {match} {seat}"


def thread_of(match: int) -> str:
    """Return the destination where a match is played."""
    return f"match {match} thread"
