"""What a click can do to a table, each act as a value: picks, undo, and a seat's own settings."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.match.drafts import Stale
from bot.host.match.table import Table
from bot.host.people.settings import ASKINGS
from bot.storage import matches, outbox, timers
from bot.storage.destination import Destination
from engine.contract import IllegalPick, Key, Message, Seat

DUEL: Final = 2
"""The number of seats at which the other player wins if one leaves."""


class Pick(Struct, frozen=True):
    """Answer a question; if `ahead` is set, also pass in advance on the topic that the chosen option names."""

    decision: str
    revision: int
    keys: tuple[Key, ...]
    ahead: bool = False

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act, and return whether the match has changed. Raises Stale and IllegalPick."""
        try:
            _check_revision(table, seat, self.revision)
        except Stale:
            # The same click has already been answered as another interaction, so the player needs no notice.
            if await matches.answered(tx, table.row.id, seat, self.decision) == list(self.keys):
                return False
            raise
        question = table.draft(seat).question
        topic = next((each.ahead for each in question.options if each.key in self.keys), None) if question else None
        changed = table.pick(seat, self.decision, self.keys)
        if (changed or table.drafts[seat].held is not None) and not table.seats[seat].decided:
            table.seats[seat].decided = True
            table.moved.add(seat)
        if self.ahead and topic is not None:
            table.pass_ahead(seat, topic)
        return changed


class Choose(Struct, frozen=True):
    """Choose one of several, or take the choice back."""

    decision: str
    revision: int
    key: Key

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act; an order is complete once only its last place is left."""
        _check_revision(table, seat, self.revision)
        table.choose(seat, self.decision, self.key)
        draft = table.draft(seat)
        asked, chosen = draft.asked, draft.chosen
        if asked is None or not asked.ordered or len(chosen) < asked.most - (asked.most == len(asked.options)):
            return False
        rest = [option.key for option in asked.options if option.key not in chosen]
        return table.pick(seat, asked.id, (*chosen, *rest)[: asked.most])


class Undo(Struct, frozen=True):
    """Take back the last step in the draft."""

    revision: int

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act."""
        _check_revision(table, seat, self.revision)
        table.undo(seat)
        return False


class Wait(Struct, frozen=True):
    """Use the seat's full time, or stop doing so."""

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act. Raises IllegalPick unless matches at this pace are played over days."""
        if not table.pace.days:
            raise IllegalPick(Message("refusal.only_days"))
        table.seats[seat].waits = not table.seats[seat].waits
        table.moved.add(seat)
        return False


class AskMe(Struct, frozen=True):
    """Set when the seat is asked in windows."""

    asking: str

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act. Raises IllegalPick for an unknown value."""
        if self.asking not in ASKINGS:
            raise IllegalPick(Message("settings.unsettable"))
        table.seats[seat].asking = self.asking
        table.moved.add(seat)
        return False


class MoreTime(Struct, frozen=True):
    """Ask for more time."""

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act. Raises IllegalPick if there is no turn to extend, or no extension left."""
        if table.row.untimed:
            raise IllegalPick(Message("refusal.no_clock"))
        asked = next((each for each in table.open() if each.seat == seat and each.tempo == "turn"), None)
        if asked is None:
            raise IllegalPick(Message("refusal.not_your_turn"))
        if table.seats[seat].extended:
            raise IllegalPick(Message("refusal.extended"))
        table.seats[seat].extended = True
        table.moved.add(seat)
        await timers.move(tx, table.row.id, seat, asked.clock, table.pace.turn)
        table.timers = {row.key: row.due for row in await timers.of_match(tx, table.row.id)}
        await outbox.mark(tx, table.row.id, "status", None, Destination.thread(table.row.id))
        return False


class Here(Struct, frozen=True):
    """Confirm that the person is still there."""

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act."""
        table.be_present(seat)
        return False


class Leave(Struct, frozen=True):
    """Leave the match with a click."""

    click: Click

    async def do(self, tx: AsyncConnection, table: Table, seat: Seat) -> bool:
        """Carry out the act. Raises Unsure."""
        self.click.confirm(*_lost_by_leaving(table, seat))
        table.leave(seat)
        return True


Act: TypeAlias = Pick | Choose | Undo | Wait | AskMe | MoreTime | Here | Leave
"""An act. `do` carries it out and returns whether the match has changed; it raises Stale and IllegalPick."""


def _lost_by_leaving(table: Table, seat: Seat) -> Iterator[Message]:
    """Yield what a seat's person gives up by leaving: the match, their points, and the seat or its rating."""
    row = table.row
    yield Message("ask.leave", {"match": row.id, "count": row.entries})
    points = [round(count) for count in table.game.points(table.state)]
    if points:
        best = max(count for other, count in enumerate(points) if other != seat)
        yield Message(f"{row.game}.leave.points", {"own": points[seat], "best": best})
    substitute = table.substitute(seat)
    if substitute is not None:
        yield Message("ask.leave.takeover", {"character": substitute})
        return
    yield Message("ask.leave.duel" if len(table.seats) == DUEL else "ask.leave.others")
    if row.rated and row.unrated is None and all(each.house is None for each in table.seats):
        yield Message("ask.leave.rated")


def _check_revision(table: Table, seat: Seat, revision: int) -> None:
    if table.drafts[seat].revision != revision:
        raise Stale
