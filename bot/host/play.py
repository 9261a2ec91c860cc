"""What people do in a running match: every click is one transaction, and is answered with the seat's panel."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.context import Host
from bot.host.desk import NoSuchMatch, deadlines_of, load, mark_hand, store
from bot.host.table import Draft, Stale, Table
from bot.storage import matches, people
from bot.storage.matches import DraftRow, MatchRow, SeatRow
from engine.contract import Decision, IllegalPick, Key, Message, Seat, View


class NotAtTable(Exception):
    """The person has no seat in this match."""

    def __init__(self, row: MatchRow) -> None:
        super().__init__(row.id)
        self.match = row.id


class Panel(Struct, frozen=True):
    """What a seat's panel shows.

    Attributes:
        view: the match as the seat sees it, with its draft played.
        draft: what the seat has picked and not committed.
        waiting: the seats that are asked something, the panel's own among them.
        deadline: when the seat's time is up, where it is asked something.
        notice: what the last click came to, where that has to be said.
    """

    match: MatchRow
    seats: tuple[SeatRow, ...]
    seat: Seat
    view: View
    draft: Draft
    waiting: tuple[Seat, ...]
    deadline: float | None
    notice: Message | None = None

    @property
    def asked(self) -> Decision | None:
        """What the seat is asked now."""
        return self.draft.asked


class Click(Struct, frozen=True):
    """A click: the interaction's id, the person, and the message that was clicked on, which the answer changes."""

    interaction: int
    user: int
    message: int | None = None


async def show(host: Host, match: int, user: int, notice: Message | None = None) -> Panel:
    """Return a person's panel. Raises NoSuchMatch and NotAtTable."""
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        seat = _seat_of(table, user)
        draft = await matches.draft_of(connection, match, seat)
        return await _panel(connection, table, draft, notice)


async def pick(host: Host, click: Click, match: int, decision: str, revision: int, keys: Sequence[Key]) -> Panel | None:
    """Answer a question. A refusal or a stale click comes back as the panel's notice and changes nothing.

    Returns None for an interaction that was taken up already. Raises NoSuchMatch and NotAtTable.
    """
    return await _act(host, click, match, _Pick(decision, revision, tuple(keys)))


async def choose(host: Host, click: Click, match: int, decision: str, revision: int, key: Key) -> Panel | None:
    """Choose one of several, or take the choice back; the last place of an order completes it. As `pick`."""
    return await _act(host, click, match, _Choose(decision, revision, key))


async def undo(host: Host, click: Click, match: int, revision: int) -> Panel | None:
    """Take back the last thing in the draft. As `pick`."""
    return await _act(host, click, match, _Undo(revision))


async def leave(host: Host, click: Click, match: int) -> Panel | None:
    """Leave the match. As `pick`."""
    return await _act(host, click, match, _Leave())


class _Pick(Struct, frozen=True):
    decision: str
    revision: int
    keys: tuple[Key, ...]

    async def do(self, tx: AsyncConnection, table: Table, draft: DraftRow) -> bool:
        """Do it, and return whether the match has changed. Raises Stale and IllegalPick."""
        if await matches.answered(tx, table.row.id, draft.seat, self.decision) == list(self.keys):
            return False
        if draft.revision != self.revision:
            raise Stale
        return table.pick(draft, self.decision, self.keys)


class _Choose(Struct, frozen=True):
    decision: str
    revision: int
    key: Key

    async def do(self, tx: AsyncConnection, table: Table, draft: DraftRow) -> bool:
        """Do it; an order is complete with its last place but one."""
        if draft.revision != self.revision:
            raise Stale
        table.choose(draft, self.decision, self.key)
        asked = table.draft(draft).asked
        if asked is None or not asked.ordered or len(draft.chosen) < asked.most - (asked.most == len(asked.options)):
            return False
        rest = [option.key for option in asked.options if option.key not in draft.chosen]
        return table.pick(draft, asked.id, (*draft.chosen, *rest)[: asked.most])


class _Undo(Struct, frozen=True):
    revision: int

    async def do(self, tx: AsyncConnection, table: Table, draft: DraftRow) -> bool:
        """Do it."""
        if draft.revision != self.revision:
            raise Stale
        table.undo(draft)
        return False


class _Leave(Struct, frozen=True):
    async def do(self, tx: AsyncConnection, table: Table, draft: DraftRow) -> bool:
        """Do it."""
        table.leave(draft.seat)
        return True


async def _act(host: Host, click: Click, match: int, act: _Pick | _Choose | _Undo | _Leave) -> Panel | None:
    async with host.database.transaction() as tx:
        if not await people.take_up(tx, click.interaction, host.now()):
            return None
        table = await load(host, tx, match, lock=True)
        seat = _seat_of(table, click.user)
        await people.change_user(tx, click.user, acted=host.now())
        draft = await matches.draft_of(tx, match, seat)
        before, notice = table.open(), None
        if table.outcome is not None:
            return await _panel(tx, table, draft, Message("panel.over"))
        try:
            changed = await act.do(tx, table, draft)
        except Stale:
            return await _panel(tx, table, draft, Message("panel.stale"))
        except IllegalPick as refusal:
            return await _panel(tx, table, draft, refusal.reason)
        await matches.keep_draft(tx, draft)
        if changed:
            await store(host, tx, table, before, click.message)
        else:
            await mark_hand(tx, table.row, table.seats[seat], click.message)
            host.outbox_due.set()
        return await _panel(tx, table, draft, notice)


def _seat_of(table: Table, user: int) -> Seat:
    seat = table.seat_of(user)
    if seat is None:
        raise NotAtTable(table.row)
    return seat


async def _panel(connection: AsyncConnection, table: Table, row: DraftRow, notice: Message | None) -> Panel:
    draft = table.draft(row)
    deadlines = await deadlines_of(connection, table)
    return Panel(
        match=table.row,
        seats=tuple(table.seats),
        seat=row.seat,
        view=table.game.view(draft.state, row.seat),
        draft=draft,
        waiting=tuple(asked.seat for asked in table.open()),
        deadline=deadlines.get(row.seat),
        notice=notice,
    )


__all__ = ["Click", "NoSuchMatch", "NotAtTable", "Panel", "choose", "leave", "pick", "show", "undo"]
