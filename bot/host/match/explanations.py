"""Explanations: in a person's first real matches of a game, the panel explains each new thing once, in its place."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.match.table import Table
from bot.storage import explained
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.schema.people import ExplainedRow
from engine.contract import Decision, Seat

EARLY: Final = 3
"""In how many of a person's first real matches of a game new things are explained."""


FINAL: Final = "panel.term.final"
"""What is explained first, in every game: on the first panel with an option that is final."""


async def note_early(tx: AsyncConnection, row: MatchRow, seats: Iterable[SeatRow]) -> list[SeatRow]:
    """Mark, in a match that begins, the seats of people for whom it is one of the first, and return these seats."""
    if row.lesson is not None or row.loaded is not None:
        return []
    early = [
        seat
        for seat in seats
        if seat.user is not None and await explained.real_matches(tx, seat.user, row.game, row.id) < EARLY
    ]
    for seat in early:
        seat.early = True
    return early


async def explain(tx: AsyncConnection, table: Table, seat: Seat) -> None:
    """Choose what a seat's panel explains: the first thing on it that has never been explained to its player.

    A question explains one thing, as long as it is open.
    """
    asked, user, game = _asked(table, seat), table.seats[seat].user, table.row.game
    if asked is None or user is None:
        return
    told = await _told(tx, table, seat, user)
    if _with(told, table, asked) is not None:
        return
    known = {each.term for each in told}
    new = next((term for term in _terms(table, seat, asked) if term not in known), None)
    if new is not None:
        row = ExplainedRow(user, game, new, table.row.id, asked.id)
        if await explained.add(tx, row):
            told.append(row)


async def explanation(connection: AsyncConnection, table: Table, seat: Seat) -> str | None:
    """Return the term that a seat's panel explains, as a message id, or None.

    What the draft has made untrue is no longer explained.
    """
    asked, user = _asked(table, seat), table.seats[seat].user
    if asked is None or user is None:
        return None
    term = _with(await _told(connection, table, seat, user), table, asked)
    return term if term is None or term in _terms(table, seat, asked) else None


async def _told(connection: AsyncConnection, table: Table, seat: Seat, user: int) -> list[ExplainedRow]:
    """Return what has been explained to a seat's player, which is read once in a transaction."""
    if seat not in table.explained:
        table.explained[seat] = await explained.of(connection, user, table.row.game)
    return table.explained[seat]


def _asked(table: Table, seat: Seat) -> Decision | None:
    """Return the question with which something can be explained to a seat's player, or None."""
    row = table.seats[seat]
    if not (row.early and row.present and table.row.status == "running"):
        return None
    draft = table.draft(seat)
    return draft.question if draft.passed is None else None


def _terms(table: Table, seat: Seat, asked: Decision) -> tuple[str, ...]:
    """Return what can be explained with a question, in order."""
    terms = table.game.terms(table.position.view(table.game, table.drafts[seat]), asked, table.cards)
    return (FINAL, *terms) if _has_final_option(asked) else terms


def _has_final_option(asked: Decision) -> bool:
    """Whether one answer of a question makes the plan final; a panel shows it in green if it is the only one."""
    return asked.least == asked.most == 1 and any(option.final for option in asked.options)


def _with(told: Iterable[ExplainedRow], table: Table, asked: Decision) -> str | None:
    """Return the term that has been explained with a question, or None."""
    return next((each.term for each in told if (each.match, each.decision) == (table.row.id, asked.id)), None)
