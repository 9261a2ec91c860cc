"""Taking a move back by a vote: calling for it, voting, and what the table decides.

While a vote is open the match stands still: nobody can answer anything, and all clocks are stopped.
"""

import asyncio
from collections.abc import Sequence

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.context import Host
from bot.host.desk import keep, load, mark_all, note_act, set_clocks, store, thread_of
from bot.host.lobby import Refused
from bot.host.play import Click, NotAtTable
from bot.host.replay import Entry, Match, Replay, Step, first_of_draft, replayed
from bot.host.table import Table, key_of
from bot.host.vote import Vote
from bot.storage import inbox, matches, outbox
from engine.contract import Decision, Deck, Key, Message, Seat, Seating


async def call(host: Host, click: Click, match: int) -> None:
    """Call for a vote on taking the last move back; where nobody has a vote it is taken back at once.

    Raises Refused, NoSuchMatch and NotAtTable.
    """
    async with host.database.transaction() as tx:
        if not await inbox.take_up(tx, click.interaction, click.user, match, host.now()):
            return
        table, seat = await _seated(host, tx, click, match)
        if not table.game.spec.rewinds:
            raise Refused(Message("vote.refused.game"))
        if table.vote is not None:
            raise Refused(Message("vote.refused.open"))
        replay = await _replayed(tx, table, table.row.entries)
        _check_call(table, seat, replay.path)
        table.vote = Vote(seat, last_move(table, replay.path))
        table.seats[seat].called = table.row.entries
        table.moved.add(seat)
        if table.vote.voters(table.seats):
            await _open(host, tx, table, table.vote)
        else:
            await _conclude(host, tx, table, table.vote)


async def vote(host: Host, click: Click, match: int, *, yes: bool) -> None:
    """Vote, or vote anew while the vote is open. Raises Refused, NoSuchMatch and NotAtTable."""
    async with host.database.transaction() as tx:
        if not await inbox.take_up(tx, click.interaction, click.user, match, host.now()):
            return
        table, seat = await _seated(host, tx, click, match)
        if table.vote is None:
            raise Refused(Message("vote.refused.over"))
        if seat == table.vote.seat:
            raise Refused(Message("vote.refused.own"))
        table.vote.ballots[str(seat)] = yes
        if table.vote.is_over(table.seats):
            await _conclude(host, tx, table, table.vote)
        else:
            await set_clocks(host, tx, table)
            await mark_all(tx, table, click.message)
            await keep(tx, table)
            host.outbox_due.set()


async def close(host: Host, tx: AsyncConnection, table: Table) -> None:
    """The time of a vote is up: it comes to what the votes say that are there."""
    if table.vote is not None:
        await _conclude(host, tx, table, table.vote)


async def _seated(host: Host, tx: AsyncConnection, click: Click, match: int) -> tuple[Table, Seat]:
    table = await load(host, tx, match, lock=True)
    seat = table.seat_of(click.user)
    if seat is None:
        raise NotAtTable(table.row)
    if table.row.status != "running":
        raise Refused(Message("panel.over"))
    await note_act(tx, table, seat, click.locale)
    return table, seat


async def _replayed(tx: AsyncConnection, table: Table, until: int) -> Replay:
    """Play a match again up to an entry, in a thread of its own, because that may take a while."""
    seatings = [Seating(None if row.deck is None else msgspec.convert(row.deck, Deck)) for row in table.seats]
    match = Match(table.game, table.options, seatings, table.cards, key_of(table.row))
    log = [Entry.of(row) for row in (await matches.log_of(tx, table.row.id))[:until]]
    return await asyncio.to_thread(replayed, match, log)


def _check_call(table: Table, seat: Seat, path: Sequence[Step]) -> None:
    """Raise Refused for a seat that has called already since it last had a turn of its own (rules, 3.8)."""
    called = table.seats[seat].called
    turns = [step for step in path if step.entry.seat == seat and step.asked and step.asked.tempo == "turn"]
    if called is not None and all(step.number < called for step in turns):
        raise Refused(Message("vote.refused.again"))


def last_move(table: Table, path: Sequence[Step]) -> int:
    """Return the entry before which play would go on: the first of the newest move that a person made.

    What is still under seal is no move, or calling would tell that it is there; a window that has closed is opened
    anew as a whole, for the same reason. Nothing is taken back beyond somebody's leaving. Raises Refused.
    """
    people_seats = {row.seat for row in table.seats if row.user is not None and not row.left}
    open_windows = {asked.window.id for asked in table.open() if asked.window is not None}
    for place in range(len(path) - 1, 0, -1):
        step = path[place]
        if step.entry.kind in ("leave", "house"):
            break
        if step.asked is None or step.entry.kind != "pick":
            continue
        window = step.asked.window
        if window is None:
            first = first_of_draft(path, place)
            if step.entry.seat in people_seats and table.game.undoable(*_answered(path[first])):
                return path[first].number
        elif window.id not in open_windows:
            together = [each for each in path if each.asked and each.asked.window and each.asked.window.id == window.id]
            answered = table.game.undoable(*_answered(path[first_of_draft(path, place)]))
            if answered and any(each.entry.seat in people_seats for each in together):
                return together[0].number
    raise Refused(Message("vote.refused.nothing"))


def _answered(step: Step) -> tuple[Decision, Sequence[Key]]:
    if step.asked is None:
        raise ValueError(step)
    return step.asked, step.keys


async def _open(host: Host, tx: AsyncConnection, table: Table, vote: Vote) -> None:
    """Let the match stand still, and ask everybody who has a vote."""
    row = table.row
    first = await matches.first_event(tx, row.id, vote.entry)
    content = {"seats": vote.voters(table.seats), "seat": vote.seat, "first": first, "last": row.events}
    await outbox.add_post(tx, row.id, "vote", thread_of(row.id), content, host.now())
    await set_clocks(host, tx, table)
    await mark_all(tx, table, anew=True)
    await keep(tx, table)
    host.wake()


async def _conclude(host: Host, tx: AsyncConnection, table: Table, vote: Vote) -> None:
    """Take the move back, or let play go on with the clocks as they stood."""
    row, before = table.row, table.open()
    passed, table.vote = vote.outcome(table.seats, row.opener), None
    if passed:
        replay = await _replayed(tx, table, vote.entry)
        table.rewind(vote.seat, vote.entry, replay.state, replay.dice.counters)
        await store(host, tx, table, ())
        return
    await outbox.add_post(tx, row.id, "kept", thread_of(row.id), {}, host.now())
    await store(host, tx, table, before)
