"""Taking a move back by vote: calling the vote, voting, and carrying out the result.

While a vote is open, the match stands still: nobody can answer anything, and all clocks are stopped. The match is
replayed once, in the worker pool, when a player calls the vote; the state before the move is stored with the vote.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.match.log import Log, log_of
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.players import players_of
from bot.host.match.replay import UPGRADE, Diverged, ReplayStep, first_of_draft, replayed
from bot.host.match.table import Table
from bot.host.match.unit_of_work import keep, load, mark_all, note_act, say, set_clocks, store
from bot.host.match.vote import Vote
from bot.storage import matches
from engine.contract import JSON, AnyGame, Decision, Key, Message, Seat


class Before(Struct, frozen=True):
    """A match before the move that is to be taken back.

    Attributes:
        entry: the first entry of the move.
        turns: the numbers of all entries that the caller made in turns of its own.
        state: the state of the match, as dumped by the game.
        counters: the counters of the dice in that state.
    """

    entry: int
    turns: tuple[int, ...]
    state: JSON
    counters: dict[str, int]


async def call(host: Host, click: Click, match: int) -> None:
    """Call a vote on taking the last move back; if nobody else has a vote, the move is taken back at once.

    Raises Refused, NoSuchMatch and NotAtTable.
    """
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        seat = _callable(table, click)
        if table.row.state_version != table.game.state_version:
            raise Refused(Message("vote.refused.rules"))
        log = await log_of(connection, table)
    people = frozenset(row.seat for row in table.seats if row.user is not None and not row.left)
    try:
        found = await host.worker_pool.run(before_last_move, (log, seat, people), click.user)
    except Diverged as fault:
        raise Refused(Message("vote.refused.rules")) from fault
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx, match):
            return
        table = await load(host, tx, match, lock=True)
        _callable(table, click)
        await note_act(tx, table, seat, click)
        if table.row.entries != len(log.entries):
            raise Refused(Message("vote.refused.moved"))
        called = table.seats[seat].called
        if called is not None and all(number < called for number in found.turns):
            raise Refused(Message("vote.refused.again"))
        table.vote = Vote(
            seat, found.entry, before=found.state, version=table.game.state_version, counters=found.counters
        )
        table.seats[seat].called = table.row.entries
        table.moved.add(seat)
        if table.vote.voters(players_of(table.seats)):
            await _open(host, tx, table, table.vote)
        else:
            await _conclude(host, tx, table, table.vote)


def _callable(table: Table, click: Click) -> Seat:
    """Return the seat of a person who can call a vote. Raises Refused and NotAtTable."""
    seat = _seat(table, click)
    if not table.game.spec.rewinds or table.coaching is not None:
        raise Refused(Message("vote.refused.game"))
    if table.vote is not None:
        raise Refused(Message("vote.refused.open"))
    return seat


def _seat(table: Table, click: Click) -> Seat:
    seat = table.seat_of(click.user)
    if seat is None:
        raise NotAtTable(table.row)
    if table.row.status != "running":
        raise Refused(Message("panel.over"))
    if table.row.paused is not None:
        raise Refused(Message("pause.notice"))
    return seat


def before_last_move(task: tuple[Log, Seat, Collection[Seat]]) -> Before:
    """Replay a match up to its last move, given the log, the calling seat and the people's seats. Raises Refused."""
    log, caller, people = task
    whole = replayed(log.match(), log.entries)
    own = [step for step in whole.path if step.entry.seat == caller and step.asked and step.asked.tempo == "turn"]
    entry = last_move(log.game, log.game.decisions(whole.state), whole.path, people)
    before = replayed(log.match(), log.entries[:entry])
    turns = tuple(step.number for step in own)
    return Before(entry, turns, log.game.dump(before.state), before.dice.counters)


async def vote(host: Host, click: Click, match: int, *, yes: bool) -> None:
    """Vote, or change a vote while the vote is open. Raises Refused, NoSuchMatch and NotAtTable."""
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx, match):
            return
        table = await load(host, tx, match, lock=True)
        seat = _seat(table, click)
        await note_act(tx, table, seat, click)
        if table.vote is None:
            raise Refused(Message("vote.refused.over"))
        if seat == table.vote.seat:
            raise Refused(Message("vote.refused.own"))
        table.vote.ballots[str(seat)] = yes
        if table.vote.is_over(players_of(table.seats)):
            await _conclude(host, tx, table, table.vote)
        else:
            await set_clocks(host, tx, table)
            await mark_all(tx, table, click.message)
            await keep(host, tx, table)
            host.outbox_due.set()


async def close(host: Host, tx: AsyncConnection, table: Table) -> None:
    """Close a vote whose time is up, and count the votes cast."""
    if table.vote is not None:
        await _conclude(host, tx, table, table.vote)


def last_move(game: AnyGame, open_now: Sequence[Decision], path: Sequence[ReplayStep], people: Collection[Seat]) -> int:
    """Return the entry before which play would continue: the first entry of the newest move that a person made.

    A move that is still sealed does not count, because calling a vote would reveal that it exists; a closed window is
    reopened in full, for the same reason. Nothing from before a player left or the rules changed is taken back.
    Raises Refused.
    """
    open_windows = {asked.window.id for asked in open_now if asked.window is not None}
    for place in range(len(path) - 1, 0, -1):
        step = path[place]
        if step.entry.kind in ("leave", "house"):
            break
        if step.asked is None or step.entry.kind != "pick":
            continue
        window = step.asked.window
        if window is None:
            first = first_of_draft(path, place)
            if step.entry.seat in people and game.undoable(*_answered(path[first])):
                return path[first].number
        elif window.id not in open_windows:
            together = [each for each in path if each.asked and each.asked.window and each.asked.window.id == window.id]
            answered = game.undoable(*_answered(path[first_of_draft(path, place)]))
            if answered and any(each.entry.seat in people for each in together):
                return together[0].number
    raise Refused(Message("vote.refused.rules" if path[0].entry.kind == UPGRADE else "vote.refused.nothing"))


def _answered(step: ReplayStep) -> tuple[Decision, Sequence[Key]]:
    if step.asked is None:
        raise ValueError(step)
    return step.asked, step.keys


async def _open(host: Host, tx: AsyncConnection, table: Table, vote: Vote) -> None:
    """Stop the match, and ask everyone who has a vote."""
    row = table.row
    first = await matches.first_event(tx, row.id, vote.entry)
    content = {"seats": vote.voters(players_of(table.seats)), "seat": vote.seat, "first": first, "last": row.events}
    await say(tx, row, "vote", content, host.now())
    await set_clocks(host, tx, table)
    await mark_all(tx, table, anew=True)
    await keep(host, tx, table)
    host.wake()


async def _conclude(host: Host, tx: AsyncConnection, table: Table, vote: Vote) -> None:
    """Take the move back, or continue play with the time left on the clocks."""
    row, before = table.row, table.open()
    passed, table.vote = vote.passes(players_of(table.seats)), None
    if passed and vote.before is not None:
        state = table.game.load(vote.before, vote.version, table.cards)
        table.rewind(vote.seat, vote.entry, state, vote.counters)
        await store(host, tx, table, ())
        return
    await say(tx, row, "kept", {}, host.now())
    await store(host, tx, table, before)
