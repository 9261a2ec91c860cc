"""People's actions in a running match: every click is one transaction, and is answered with the seat's panel."""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import NotAllowed, Outdated
from bot.host.kernel.host import Host
from bot.host.kernel.paces import Pace
from bot.host.match.coaching import CoachLine
from bot.host.match.drafts import Draft
from bot.host.match.event_rows import facts_of
from bot.host.match.explanations import explain, explanation
from bot.host.match.foresight import Foresight
from bot.host.match.player_acts import Act, AskMe, Choose, Here, Leave, MoreTime, Pick, Undo, Wait
from bot.host.match.players import Player, players_of
from bot.host.match.queries import record_of
from bot.host.match.table import Table
from bot.host.match.unit_of_work import (
    deadlines_of,
    keep,
    keep_seats,
    load,
    mark_hand,
    note_act,
    note_presence,
    say,
    set_clocks,
    store,
)
from bot.host.match.vote import Vote
from bot.host.puzzles.attempts import PuzzlePanel
from bot.storage import matches, outbox, panels
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.people import UserRow
from engine.contract import SPECTATOR, Cards, Decision, Fact, Forecast, IllegalPick, Key, Message, Seat, View

TURN: Final = 200
"""How many events up to the end of a turn tell what happened in it, and how things stood before."""


class NotAtTable(NotAllowed):
    """The person has no seat in this match."""

    def __init__(self, row: MatchRow) -> None:
        super().__init__(row.id)
        self.reason = Message("panel.not_yours.solo" if row.solo else "panel.not_yours")


class TooLate(Outdated):
    """Discord received the click after the deadline."""

    reason = Message("panel.too_late")


class OwnSeat(Struct, frozen=True):
    """What only the player in a seat knows about it.

    Attributes:
        bank: the seat's time reserve, in seconds.
        extended: whether it has asked for more time.
        waits: whether its answers are held until the deadline.
        ahead: the topic on which it passes in advance.
        asking: which window questions it is asked, one of `ASKINGS`.
    """

    bank: float = 0.0
    extended: bool = False
    waits: bool = False
    ahead: str | None = None
    asking: str = "always"


class Panel(Struct, frozen=True):
    """The contents of a seat's panel.

    Attributes:
        view: the match as the seat sees it, with its draft played.
        draft: the seat's picks that have not been committed yet.
        pace: how fast the match is played.
        waiting: the seats that the match is waiting for, as far as everyone may know.
        deadline: when the seat's time is up, if it has a question to answer.
        effect: when the held answer takes effect.
        told: facts that are shown to the seat only this once.
        person: the person's settings.
        cards: the card definitions that the match is pinned to.
        term: what is explained with the question, as a message id, in one of the person's first matches.
        since: everything since the seat's last answer, including that answer's consequences.
        turn: if a turn has ended since that answer, the last events up to its end, as everybody may know them.
        notice: the result of the seat's last click, if it has to be shown; it stays until the next one.
        foreseen: the question that the seat gets if the player who is asked now passes, and that it can pass already.
        vote: the open vote on taking a move back; None while the match is paused.
        forecast: what happens if nobody does anything more, with the draft played.
        outlooks: the same after each option of the question that is not final, by its key; empty if the question takes
            several, and if they take too many steps together.
        foresight: what both are computed from when the panel is shown; None in a puzzle and once the match is over.
        coach: what the coach says, if the match is a lesson.
        puzzle: what is said about the puzzle, if the match is one.
        record: the whole match as everybody may know it, once it is over.
    """

    match: MatchRow
    seats: tuple[Player, ...]
    seat: Seat
    view: View
    draft: Draft
    pace: Pace
    waiting: tuple[Seat, ...]
    deadline: float | None
    effect: float | None
    told: tuple[Fact, ...]
    person: UserRow
    cards: Cards
    own: OwnSeat = OwnSeat()
    foreseen: Decision | None = None
    term: str | None = None
    notice: Message | None = None
    vote: Vote | None = None
    since: tuple[Fact, ...] = ()
    turn: tuple[Fact, ...] = ()
    forecast: tuple[Forecast, ...] = ()
    outlooks: Mapping[Key, tuple[Forecast, ...]] = {}
    foresight: Foresight | None = None
    coach: CoachLine | None = None
    puzzle: PuzzlePanel | None = None
    record: tuple[Fact, ...] = ()

    @property
    def asked(self) -> Decision | None:
        """The seat's current question; None while the match is paused, and once it is over or closed.

        A question that the bot passes for the seat is none.
        """
        return self.draft.asked if self._goes_on and self.passed is None else None

    @property
    def passed(self) -> Decision | None:
        """The question that the bot passes because the seat can do nothing else; None if there is none.

        In a lesson, there may be more to do than the coach offers.
        """
        return self.draft.passed if self._goes_on and self.match.lesson is None else None

    @property
    def _goes_on(self) -> bool:
        return self.match.status == "running" and self.match.paused is None

    @property
    def question(self) -> Decision | None:
        """The question to put to the seat: the one behind an implied choice, or else its current one."""
        return None if self.asked is None else self.draft.question

    @property
    def passes(self) -> bool:
        """Whether the seat has passed in advance on its current question."""
        return self.asked is not None and self.asked.topic is not None and self.own.ahead == self.asked.topic


async def show(host: Host, match: int, user: int, *, within: AsyncConnection | None = None) -> Panel:
    """Return a person's panel. Raises NoSuchMatch and NotAtTable."""
    async with host.database.reading(within) as connection:
        table = await load(host, connection, match)
        return await _panel(connection, table, _seat_of(table, user))


async def show_seat(host: Host, match: int, seat: Seat, *, within: AsyncConnection | None = None) -> Panel | None:
    """Return a seat's panel; None if no person sits there any more. Raises NoSuchMatch."""
    async with host.database.reading(within) as connection:
        table = await load(host, connection, match)
        if not table.seats[seat].present:
            return None
        return await _panel(connection, table, seat)


async def look(host: Host, match: int, user: int, click: Click | None = None) -> Panel:
    """Return a person's panel, and mark what was waiting to be shown there as delivered. Raises what `show` raises.

    What a seat alone learns once stays on its panel until the person acts. `click` is the click that the panel answers,
    if any.
    """
    async with host.database.transaction() as tx:
        # The match is locked before its surfaces, as by whoever changes it: otherwise each could wait for the other.
        table = await load(host, tx, match, lock=True)
        seat = _seat_of(table, user)
        if seat in table.untold:
            await _note_told(host, tx, table, seat)
        await note_presence(host, tx, table)
        await _note_panel(tx, table, seat, click)
        await _note_notice(tx, table, seat, None)
        running = table.row.status == "running"
        await outbox.take(tx, Destination.shelf(match, seat), kept="once" if running else None)
        return await _panel(tx, table, seat)


async def _note_panel(tx: AsyncConnection, table: Table, seat: Seat, click: Click | None) -> None:
    """Record the interaction that keeps the seat's panel up to date from now on; a hand sent by DM needs none."""
    match = table.row.id
    if click is None or click.token is None:
        return
    if click.message is not None:
        hand = await outbox.surface(tx, match, "hand", seat)
        if hand is not None and hand.message == click.message:
            return
    channel = click.channel or table.row.channel
    await panels.opened(tx, match, seat, channel=channel, message=click.message, token=click.token, at=click.at)


async def opened(host: Host, match: int, token: str, message: int) -> None:
    """Record the new message in which the interaction with a token was answered with a panel."""
    async with host.database.transaction() as tx:
        await matches.get(tx, match, lock=True)  # locked before its surfaces, as by a click
        await panels.placed(tx, match, token, message)


async def pick(
    host: Host,
    click: Click,
    match: int,
    decision: str,
    revision: int,
    keys: Sequence[Key],
    *,
    ahead: bool = False,
) -> Panel | None:
    """Answer a question. A refusal or a stale click becomes the panel's notice and changes nothing.

    If `ahead` is set, the seat also passes in advance on the topic that the chosen option names. Returns None for an
    interaction that has already been taken up. Raises NoSuchMatch and NotAtTable.
    """
    return await _act(host, click, match, Pick(decision, revision, tuple(keys), ahead))


async def choose(host: Host, click: Click, match: int, decision: str, revision: int, key: Key) -> Panel | None:
    """Choose one of several, or take it back; the last place in an order fills itself. Otherwise like `pick`."""
    return await _act(host, click, match, Choose(decision, revision, key))


async def undo(host: Host, click: Click, match: int, revision: int) -> Panel | None:
    """Take back the last step in the draft. Otherwise like `pick`."""
    return await _act(host, click, match, Undo(revision))


async def wait(host: Host, click: Click, match: int) -> Panel | None:
    """Use the seat's full time by holding answers until the deadline, or stop doing so. Otherwise like `pick`."""
    return await _act(host, click, match, Wait())


async def ask_me(host: Host, click: Click, match: int, asking: str) -> Panel | None:
    """Set when the seat is asked in this match's windows. Otherwise like `pick`."""
    return await _act(host, click, match, AskMe(asking))


async def more_time(host: Host, click: Click, match: int) -> Panel | None:
    """Extend the seat's time by the time for one turn, once per match. Otherwise like `pick`."""
    return await _act(host, click, match, MoreTime())


async def here(host: Host, click: Click, match: int) -> Panel | None:
    """Confirm that the person is still there, which clears their missed turns. Otherwise like `pick`."""
    return await _act(host, click, match, Here())


async def leave(host: Host, click: Click, match: int) -> Panel | None:
    """Leave the match. Raises Unsure; otherwise like `pick`."""
    return await _act(host, click, match, Leave(click))


async def remove(host: Host, match: int, seat: Seat) -> None:
    """Remove a seat whose person is no longer in the server from a match, and say so."""
    async with host.database.transaction() as tx:
        table = await load(host, tx, match, lock=True)
        if table.row.status == "running" and not table.seats[seat].left:
            before = table.open()
            await say(tx, table.row, "departed", {"seats": [seat]}, table.now)
            table.leave(seat)
            await store(host, tx, table, before)


async def _act(host: Host, click: Click, match: int, act: Act) -> Panel | None:
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx, match):
            return None
        table = await load(host, tx, match, lock=True)
        seat = _seat_of(table, click.user)
        await note_act(tx, table, seat, click)
        await outbox.take(tx, Destination.shelf(match, seat))
        notice = await _try(host, tx, table, seat, click, act)
        await explain(tx, table, seat)
        await _note_panel(tx, table, seat, click)
        await _note_notice(tx, table, seat, notice if isinstance(act, Pick | Choose | Undo) else None)
        return replace(await _panel(tx, table, seat), notice=notice)


async def _try(host: Host, tx: AsyncConnection, table: Table, seat: Seat, click: Click, act: Act) -> Message | None:
    """Carry out a click, and return the reason if it cannot be done."""
    if table.row.status != "running":
        return Message("panel.over")
    if table.row.paused is not None and not isinstance(act, Leave | Here):
        return Message("pause.notice")
    if table.vote is not None and not isinstance(act, Leave | Here):
        return Message("vote.notice")
    await _note_told(host, tx, table, seat)
    before, held = table.open(), table.drafts[seat].held
    try:
        _check_time(table, seat, click)
        changed = await act.do(tx, table, seat)
    except (Outdated, IllegalPick) as refusal:
        return refusal.reason
    if changed:
        await store(host, tx, table, before, click.message)
        return None
    await keep_seats(tx, table)
    await note_presence(host, tx, table)
    if table.moved or table.drafts[seat].held != held:
        await set_clocks(host, tx, table)
    marked = await mark_hand(tx, table, seat, click.message)
    if marked or table.moved:
        host.outbox_due.set()
    return None


async def _note_notice(tx: AsyncConnection, table: Table, seat: Seat, notice: Message | None) -> None:
    """Record what a seat's panel says about its last click; once a match is over, nothing is recorded."""
    draft, plain = table.drafts[seat], None if notice is None else msgspec.to_builtins(notice)
    if draft.notice != plain and table.row.status == "running":
        draft.notice = plain
        await matches.keep_draft(tx, draft)


async def _note_told(host: Host, tx: AsyncConnection, table: Table, seat: Seat) -> None:
    """Restart a seat's clock if its person could not be reached but now knows how things stand."""
    if table.tell(seat):
        await set_clocks(host, tx, table)
        await keep(host, tx, table)


def _check_time(table: Table, seat: Seat, click: Click) -> None:
    """Raise TooLate if Discord received the click after the deadline; when the click arrived here does not matter."""
    asked = next((each for each in table.open() if each.seat == seat), None)
    deadline = deadlines_of(table).get(seat)
    if asked is None or deadline is None or click.at <= deadline:
        return
    if not table.has_reserve(asked):
        raise TooLate


def _seat_of(table: Table, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise NotAtTable(table.row)
    return seat


async def _since(connection: AsyncConnection, table: Table, seat: Seat) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    """Return what a seat was shown since its last answer, and the last turn if it has ended since.

    While the seat plans, there is nothing, nor is anything that is shown only once.
    """
    if table.drafts[seat].picks:
        return (), ()
    position, row = table.position, table.row
    if seat not in position.happened:
        found = await matches.events_since_answer(connection, row.id, seat)
        ended = row.status == "running" and bool(found) and found[0].number <= row.posted
        turn = await matches.events_of(connection, row.id, max(1, row.posted - TURN), row.posted) if ended else []
        since = facts_of(table.game, [each for each in found if not each.once], seat)
        position.happened[seat] = tuple(since), tuple(facts_of(table.game, turn, SPECTATOR))
    return position.happened[seat]


async def _record(connection: AsyncConnection, table: Table) -> tuple[Fact, ...]:
    """Return a whole match as everybody may know it, if it is over; a loaded one is no match to look back on."""
    if table.row.status != "over" or table.row.loaded is not None:
        return ()
    return tuple(await record_of(connection, table))


async def _panel(connection: AsyncConnection, table: Table, seat: Seat) -> Panel:
    draft, sitter, notice = table.draft(seat), table.sitters[seat], table.drafts[seat].notice
    row = sitter.seat
    deadline = deadlines_of(table).get(seat)
    since, turn = await _since(connection, table, seat)
    return Panel(
        match=table.row,
        seats=players_of(table.seats),
        seat=seat,
        view=_view(table, seat),
        draft=draft,
        pace=table.pace,
        waiting=table.waited_for(),
        deadline=deadline,
        effect=_effect(table, seat, deadline),
        told=await _told(connection, table, seat),
        person=sitter.person,
        cards=table.cards,
        foreseen=_foreseen(table, seat),
        own=OwnSeat(row.bank, row.extended, row.waits, row.ahead, row.asking),
        term=await explanation(connection, table, seat),
        notice=None if notice is None else msgspec.convert(notice, Message),
        vote=None if table.row.paused is not None else table.vote,
        since=since,
        turn=turn,
        coach=None if table.coaching is None else table.coaching.line(draft),
        puzzle=await table.attempt.panel(connection, sitter.person.id, table.now) if table.attempt else None,
        record=await _record(connection, table),
        foresight=_foresight(table, seat),
    )


def _view(table: Table, seat: Seat) -> View:
    """Return the match as a seat sees it with its draft; in a puzzle, without what the draft brings."""
    view = table.position.view(table.game, table.drafts[seat])
    if table.attempt is not None and table.game.puzzles is not None:
        view = table.game.puzzles.untold(view, table.game.view(table.state, seat))
    return view


def _foresight(table: Table, seat: Seat) -> Foresight | None:
    """Return what forecasts are computed from, unless they would tell the answer of a puzzle."""
    if table.row.status != "running" or table.attempt is not None:
        return None
    return table.position.foresight(table.game, table.drafts[seat])


async def _told(connection: AsyncConnection, table: Table, seat: Seat) -> tuple[Fact, ...]:
    """Return the facts that a seat alone learns, and only once, since its person acted last."""
    told: list[Fact] = []
    for post in await outbox.shelved(connection, Destination.shelf(table.row.id, seat), "once"):
        event = post.content["event"]
        told += [table.game.fact(each.fact) for each in await matches.events_of(connection, table.row.id, event, event)]
    return tuple(told)


def _foreseen(table: Table, seat: Seat) -> Decision | None:
    """Return the question that a seat can pass before it is asked; None while the match stands still."""
    stands_still = table.row.status != "running" or table.row.paused is not None or table.vote is not None
    soon = None if stands_still else table.foreseen
    return soon if soon is not None and soon.seat == seat else None


def _effect(table: Table, seat: Seat, deadline: float | None) -> float | None:
    held = table.drafts[seat].held
    asked = None if held is None else next((each for each in table.open() if each.id == held[0]), None)
    return deadline if asked is None or asked.id not in table.clocks.asked else table.held_until(asked)
