"""Crowns: a character that a person has beaten once, in any game and place.

What counts is a match that was played from its beginning to its end: no lesson, and none that goes on from a position.
The person has not left it, the character has played from the start, and the person's place is better. Places in a
match of more than two are compared one by one, so that partners, who share theirs, beat nobody on their own side.
Hints and moves taken back are allowed: a crown says nothing about strength.
"""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import EndedMatch
from bot.host.match.players import players_of
from bot.storage import crowns
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.privacy import GONE
from bot.storage.schema.crowns import CrownRow
from engine.contract import Outcome


async def crown(tx: AsyncConnection, table: EndedMatch, outcome: Outcome) -> None:
    """Give people their crowns for a match that is ending in this transaction."""
    row = table.row
    for user, character in sorted(beaten(row, table.seats, outcome)):  # in order, so that no two deadlock
        await crowns.give(tx, CrownRow(user, character, row.game, row.id, table.now))


def beaten(row: MatchRow, seats: Sequence[SeatRow], outcome: Outcome) -> set[tuple[int, str]]:
    """Return who has beaten whom in a finished match, as people's ids and characters' keys."""
    if row.origin is not None or row.lesson is not None or row.loaded is not None:
        return set()
    ranks = {seat: rank for rank, together in enumerate(outcome.ranking) for seat in together}
    found = set()
    for seat, player in zip(seats, players_of(seats), strict=True):
        if seat.user is None and player.character is not None:
            better = [each for each in seats if each.present and ranks[each.seat] < ranks[seat.seat]]
            found |= {(each.user, player.character) for each in better if each.user not in (None, GONE)}
    return found
