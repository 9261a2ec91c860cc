"""Loading a table and storing its changes: match, log, events, timers, posts and surfaces, all or nothing."""

from collections.abc import Iterable

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import NotFound
from bot.host.kernel.host import Host
from bot.host.kernel.paces import GRACE, LATELY
from bot.host.kernel.pass_delays import NO_DELAY
from bot.host.match import quiet_turns
from bot.host.match.explanations import explain
from bot.host.match.players import players_of
from bot.host.match.position import Position
from bot.host.match.table import Table
from bot.host.match.timers import VOTE, timers_of
from bot.host.puzzles.attempts import Attempt
from bot.storage import matches, outbox, panels, people, timers, tournaments
from bot.storage import seats as sitting
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.outbox import MatchPost
from bot.storage.people import UserRow
from bot.storage.timers import TimerKey
from cardsdb.lesson_files import coach_of
from engine.contract import Decision, Message, Seat


class NoSuchMatch(NotFound):
    """There is no match with this number, or its state does not allow this."""

    reason = Message("panel.no_match")


async def load(host: Host, connection: AsyncConnection, match: int, *, lock: bool = False) -> Table:
    """Return a started match. If `lock` is set, it can be changed and, if running, is upgraded to the current rules.

    Raises NoSuchMatch for a match that does not exist or has never begun.
    """
    kept = host.positions.get(match)
    row = await matches.get(connection, match, lock=lock, known=None if kept is None else kept[0])
    if row is None or row.started is None or row.game not in host.games:
        raise NoSuchMatch(match)
    table = await lay(host, connection, row, kept[1] if kept is not None and kept[0] == row.revision else None)
    _keep_position(host, table)
    if lock and row.status == "running" and row.state_version != table.game.state_version:
        await _upgrade(host, connection, table)
    return table


async def say(tx: AsyncConnection, row: MatchRow, kind: MatchPost, content: dict[str, object], now: float) -> None:
    """Queue a post for everyone at a match; a solo match has none, because nobody else sees it."""
    if not row.solo:
        await outbox.add_post(tx, row.id, kind, Destination.thread(row.id), content, now)


async def _upgrade(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Upgrade a match to the current rules, and store it; a move that was being voted on is not taken back."""
    if table.vote is not None:
        await say(tx, table.row, "kept", {}, table.now)
    table.upgrade()
    await matches.append(tx, table.log, ())
    table.log.clear()
    await set_clocks(host, tx, table)
    await mark_all(tx, table)
    await keep(host, tx, table)


async def load_running(host: Host, tx: AsyncConnection, match: int) -> Table | None:
    """Return a running match in order to change it; None for any other, and while it is paused or a vote is open."""
    try:
        table = await load(host, tx, match, lock=True)
    except NoSuchMatch:
        return None
    stands_still = table.vote is not None or table.row.paused is not None
    return table if table.row.status == "running" and not stands_still else None


def _keep_position(host: Host, table: Table) -> None:
    """Keep a running match's position once this transaction is committed."""
    row = table.row
    if row.status == "running" and row.state_version == table.game.state_version:
        host.positions.keep(row.id, row.revision, table.share())


async def lay(host: Host, connection: AsyncConnection, row: MatchRow, position: Position | None = None) -> Table:
    """Return the table for a match row that has already been read, at a position if its state is known."""
    cards = await host.cards(connection, row.game, tuple(row.sets))
    now = host.now()
    sitters = await sitting.sitters(connection, row.id, now)
    pause = pause_left(row, now)
    clocks = {timer.key: timer.due - pause for timer in await timers.of_match(connection, row.id)}
    coach = None if row.lesson is None else coach_of(row.lesson["key"], tuple(row.sets))
    table = Table(host.games[row.game], cards, row, sitters, clocks, now, position, coach)
    if row.series is not None:
        within = await tournaments.of_series(connection, row.series)
        table.hides_decks = within is not None and within.hidden
    return table


def pause_left(row: MatchRow, now: float) -> float:
    """Return how much later than on the clocks of its table a match's timers are due: what is left of a pause."""
    return 0.0 if row.paused is None or row.pause_ends is None else row.pause_ends - now


async def note_act(tx: AsyncConnection, table: Table, seat: Seat, click: Click) -> None:
    """Record that a seat's person has acted in the match, their avatar, and their client's locale if it is given.

    Until the person's first final answer, their clicks are counted.

    A seat of 0.1.0 has no name of its person yet, and gets one.
    """
    person, row = table.sitters[seat].person, table.seats[seat]
    person.acted, person.locale, person.avatar = table.now, click.locale or person.locale, click.avatar
    manages = click.manages_threads_of(table.row.guild, before=row.manages)
    if manages != row.manages:
        row.manages = manages
        table.moved.add(seat)
    if row.name is None and click.name is not None:
        row.name = click.name
        table.moved.add(seat)
    if not row.decided:
        row.clicks += 1
        await matches.change_seat(tx, row)
    await people.note_act(tx, person.id, table.now, click.locale, click.avatar)


async def note_presence(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Put off the end of a match without a clock, because somebody at the table has clicked."""
    if table.row.untimed and table.row.status == "running":
        await set_clocks(host, tx, table)


async def store(
    host: Host, tx: AsyncConnection, table: Table, before: Iterable[Decision], answered: int | None = None
) -> None:
    """Store a table in which something has been committed.

    `before` holds the decisions that were open when the table was loaded. `answered` is the message that was clicked
    on, which the answer changes.
    """
    row = table.row
    await matches.append(tx, table.log, table.news)
    if table.attempt is not None and table.attempt.progress.locked:
        await _end_puzzle(tx, table, table.attempt)
    asked_before = {asked.id for asked in before}
    newly = [asked for asked in table.open() if asked.id not in asked_before]
    if row.status != "running":
        pass  # a puzzle has ended
    elif table.outcome is not None:
        row.status, row.outcome, row.ended = "over", msgspec.to_builtins(table.outcome), table.now
        for on_result in host.hooks.on_result:
            await on_result(tx, table, table.outcome)
    elif table.deserted:
        row.status, row.closing, row.ended = "closed", _plain(Message("end.deserted")), table.now
    await set_clocks(host, tx, table)
    await _say(host, tx, table, newly, answered)
    await keep(host, tx, table)
    if row.status != "running":
        await _finish(host, tx, table)
    for seat in table.seats:
        await explain(tx, table, seat.seat)
    host.wake()


async def _end_puzzle(tx: AsyncConnection, table: Table, attempt: Attempt) -> None:
    """Store a puzzle's try, and end its match."""
    row, seat = table.row, table.seats[attempt.progress.seat]
    await attempt.store(tx, seat.user or 0, row, table.now)
    row.status, row.closing, row.ended = "closed", _plain(Message("puzzle.locked")), table.now


async def set_clocks(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Replace the match's timers with the ones it needs."""
    wanted = timers_of(table) if table.row.status == "running" else {}
    pause = pause_left(table.row, table.now)
    due, before = ({key: at + pause for key, at in each.items()} for each in (wanted, table.timers))
    await timers.set_all(tx, table.row.id, due, before)
    table.timers = wanted
    host.timers_due.set()
    host.house_due.set()


async def restart_clocks(host: Host, tx: AsyncConnection, match: int) -> None:
    """Reset a match's clocks, for example because a person has gone away or come back."""
    table = await load_running(host, tx, match)
    if table is not None:
        await set_clocks(host, tx, table)
        await mark_all(tx, table)
        await keep(host, tx, table)
        host.wake()


async def keep_seats(tx: AsyncConnection, table: Table) -> None:
    """Store the seats and drafts that have changed."""
    for seat in sorted(table.moved):
        await matches.change_seat(tx, table.seats[seat])
    for seat in sorted(table.drafted):
        await matches.keep_draft(tx, table.drafts[seat])


async def keep(host: Host, tx: AsyncConnection, table: Table) -> None:
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
        "lesson": row.lesson if table.coaching is None else msgspec.to_builtins(table.coaching.progress),
        "puzzle": row.puzzle if table.attempt is None else msgspec.to_builtins(table.attempt.progress),
        "ended": row.ended,
        "paused": row.paused if row.status == "running" else None,
    }
    await matches.change(tx, row, values)
    row.state_version = table.game.state_version
    _keep_position(host, table)


async def close(host: Host, tx: AsyncConnection, table: Table, why: Message, *, directly: bool = False) -> None:
    """Stop a running match without a result; its people are notified in its thread or, if `directly`, each by DM.

    A pause ends with the match.
    """
    row = table.row
    row.status, row.closing, row.ended, row.paused = "closed", _plain(why), table.now, None
    await set_clocks(host, tx, table)
    if directly:
        for seat in table.seats:
            if seat.user is not None and not seat.left:
                await outbox.add_post(tx, row.id, "end", Destination.dm(seat.user), {}, table.now)
    else:
        await say(tx, row, "end", {}, table.now)
    await mark_all(tx, table)
    await keep(host, tx, table)
    await _finish(host, tx, table)
    host.wake()


async def _finish(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Do everything that the end of a match requires: the features' callbacks, and tidying up its place."""
    await matches.drop_drafts(tx, table.row.id)
    goes_on = [await on_end(host, tx, table) for on_end in host.hooks.on_end]
    if not any(goes_on) and not table.row.solo:
        await timers.put(tx, table.row.id, TimerKey("tidy"), table.now)


def _plain(message: Message) -> dict[str, object]:
    plain: dict[str, object] = msgspec.to_builtins(message)
    return plain


async def _say(host: Host, tx: AsyncConnection, table: Table, newly: list[Decision], answered: int | None) -> None:
    """Queue the output: a post if a turn has ended, mentions, and marks on every changed surface.

    The post of a turn also mentions the people who are asked next, unless the turn joins an earlier post.
    """
    row = table.row
    # Where a pass has a delay, the mention comes after it.
    calls = called(table, [asked for asked in newly if table.pass_delay(asked) == NO_DELAY])
    last = row.events if row.status != "running" else table.closing
    posted = False
    if last is not None and last > row.posted:
        quiet = await quiet_turns.count(tx, table, last)
        posted = quiet is None or not await quiet_turns.join(tx, table, last, quiet)
        if posted:
            turn: dict[str, object] = {"first": row.posted + 1, "last": last, **dict(calls.items())}
            await say(tx, row, "events", turn if quiet is None else {**turn, quiet_turns.QUIET: quiet}, table.now)
        row.posted = last
    await _say_once(tx, table)
    for seat in table.handed_over:
        await say(tx, row, "house", {"seats": [seat]}, table.now)
    if row.status != "running":
        await say(tx, row, "end", {}, table.now)
    if not posted:
        for kind, seats in calls.items():
            await say(tx, row, kind, {"seats": seats}, table.now)
    await mark_all(tx, table, answered, anew=posted and row.status == "running")


async def _say_once(tx: AsyncConnection, table: Table) -> None:
    """Send one-time facts directly to the people concerned; if that is impossible, their next panel shows the facts."""
    for event in table.news:
        if event.once and event.audience is not None:
            for seat in (table.seats[number] for number in event.audience):
                if seat.user is not None and not seat.left:
                    content = {"event": event.number, "seat": seat.seat}
                    shelf = not await comes_by_dm(tx, table, seat.seat)
                    place = Destination.shelf(table.row.id, seat.seat) if shelf else Destination.dm(seat.user)
                    await outbox.add_post(tx, table.row.id, "once", place, content, table.now, shelved=shelf)


def called(table: Table, questions: Iterable[Decision]) -> dict[MatchPost, list[Seat]]:
    """Return the seats whose people are mentioned because of a question: in their own turn, or in another's."""
    asked = [each for each in questions if not table.passed_for(each)]
    calls: dict[MatchPost, list[Seat]] = {}
    for seat in table.seats:
        own = [each for each in asked if each.seat == seat.seat]
        if own and _is_elsewhere(table, seat):
            calls.setdefault("turn" if any(each.tempo == "turn" for each in own) else "answer", []).append(seat.seat)
    return calls


def _is_elsewhere(table: Table, seat: SeatRow) -> bool:
    """Whether a seat's person has not acted lately, and is not away."""
    if seat.user is None or seat.left or seat.seat in table.away:
        return False
    acted = table.sitters[seat.seat].person.acted
    return acted is None or table.now - acted > LATELY


async def mark_all(tx: AsyncConnection, table: Table, answered: int | None = None, *, anew: bool = False) -> None:
    """Mark all of a match's surfaces as stale; if `anew` is set, the status is posted again below newer messages."""
    if not table.row.solo:
        await outbox.mark(tx, table.row.id, "status", None, Destination.thread(table.row.id), anew=anew)
    for sitter in table.sitters:
        if sitter.seat.user is not None:
            await mark_hand(tx, table, sitter.seat.seat, answered)


async def mark_hand(tx: AsyncConnection, table: Table, seat: Seat, answered: int | None = None) -> bool:
    """Mark a seat's open panel as stale, and its hand if it comes by DM, unless the answer to a click on it updates it.

    `answered` is the message that was clicked on. Returns whether there is something to send now.
    """
    row = table.row
    opened = await panels.mark(tx, row.id, seat)
    if answered is not None and await outbox.changed(tx, row.id, "hand", seat, answered):
        return opened
    if not await comes_by_dm(tx, table, seat):
        return opened
    await outbox.mark(tx, row.id, "hand", seat, Destination.dm(table.sitters[seat].person.id))
    return True


async def comes_by_dm(connection: AsyncConnection, table: Table, seat: Seat) -> bool:
    """Return whether a seat's hand is delivered by direct message; this is looked up once for the whole table."""
    if table.by_dm is None:
        users = [each.person for each in table.sitters if each.seat.user is not None]
        table.by_dm = await hands_by_dm(connection, table.row, users)
    return table.sitters[seat].person.id in table.by_dm


async def hands_by_dm(connection: AsyncConnection, row: MatchRow, users: Iterable[UserRow]) -> set[int]:
    """Return the people who get their hands by direct message, by each person's setting or else the server's.

    A solo match outside servers has only its panel: it was asked for in direct messages, or the bot can send none.
    """
    alone = row.solo and row.guild is None
    reachable = [] if alone else [user for user in users if not user.dm_closed]
    by_dm = {user.id for user in reachable if user.hand == "dm"}
    others = {user.id for user in reachable if user.hand is None}
    # A tournament round must not send a wave of direct messages: there, only people who chose this get hands by DM.
    if others and row.series is None and (await people.guild(connection, row.guild)).hand == "dm":
        by_dm |= others
    return by_dm


def deadlines_of(table: Table) -> dict[Seat, float]:
    """Return when each seat with a question runs out of time, including its reserve once that is running.

    While a vote is open, the vote is the question. While the match is paused, nobody runs out of time.
    """
    if table.row.paused is not None:
        return {}
    clocks = {key: due - GRACE for key, due in table.timers.items()}
    if table.vote is not None:
        return dict.fromkeys(table.vote.voters(players_of(table.seats)), clocks.get(VOTE, table.now) + GRACE)
    return {
        asked.seat: clocks[key]
        for asked in table.open()
        for kind in ("deadline", "bank")
        if (key := TimerKey(kind, asked.seat, asked.clock)) in clocks
    }
