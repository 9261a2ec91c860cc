"""Matches for keeps: staking cards when a match begins, moving them when it ends, and reversing the whole match.

The cards that can be lost stay reserved from start to end. They are settled only once, in the transaction that ends the
match, and the match's row of stakes records the settlement. Cards that were won are held for some days. During that
time the server's managers can reverse the match; afterwards nobody can.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import EndedMatch, Host
from bot.host.match.dice import key_of
from bot.host.match.unit_of_work import say
from bot.storage import copies, people, stakes
from bot.storage.copies import CopyUse
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.stakes import KeepsRow
from cardsdb.ledger import HOLD, Copy, LedgerEntry, Movement, covering, lacking, passages
from engine.contract import AnyGame, Message, Seat
from engine.dice import FairDice

REVERSAL = "reversal"
"""The reason recorded for movements that give copies back when a match is reversed."""


class StakesState(Struct, frozen=True):
    """The state of playing for keeps at a table: its row, and the seats that have agreed to the current terms."""

    row: KeepsRow
    agreed: frozenset[Seat]


async def stakes_state(connection: AsyncConnection, row: MatchRow, seats: Sequence[SeatRow]) -> StakesState | None:
    """Return the state of playing for keeps at a table, or None if nobody has offered it."""
    found = await stakes.get(connection, row.id)
    if found is None:
        return None
    agreed = await stakes.agreed(connection, row.id)
    return StakesState(
        found, frozenset(seat.seat for seat in seats if agreed.get(seat.seat) == terms(row, seats, seat))
    )


def terms(row: MatchRow, seats: Sequence[SeatRow], own: SeatRow) -> str:
    """Return a hash of what a player agrees to: pace, options, sets, players, and their own deck, all of it at risk."""
    agreed = {
        "match": row.id,
        "pace": row.pace,
        "options": row.options,
        "sets": row.sets,
        "people": [seat.user for seat in seats],
        "deck": None if own.deck is None else own.deck["cards"],
    }
    return hashlib.sha256(json.dumps(agreed, sort_keys=True).encode()).hexdigest()


async def hindrance(
    connection: AsyncConnection, game: AnyGame, row: MatchRow, seats: Sequence[SeatRow]
) -> Message | None:
    """Return why a table cannot play for keeps, whatever its players own, or None if it can."""
    if game.spec.collecting is None:
        return Message("keeps.refused.game")
    if row.guild is None:
        return Message("keeps.refused.server")
    if row.origin is not None:
        return Message("keeps.refused.fork")
    if not (await people.guild(connection, row.guild)).keeps:
        return Message("keeps.refused.forbidden")
    if any(seat.house is not None for seat in seats):
        return Message("keeps.refused.house")
    if row.takeover is not None:
        return Message("keeps.refused.takeover")
    return None


async def stakeable(tx: AsyncConnection, users: Sequence[int], game: str, now: float) -> dict[int, list[Copy]]:
    """Lock and return those of the given players' card copies that may be staked now."""
    finished = {user: (await copies.finished(tx, user))[0] for user in users}
    found: dict[int, list[Copy]] = {user: [] for user in users}
    for copy in await copies.lock_free(tx, users):
        if copy.owner is not None and copy.game == game and copy.barrier(finished[copy.owner], now) is None:
            found[copy.owner].append(copy)
    return found


async def stake(host: Host, tx: AsyncConnection, row: MatchRow, seats: Sequence[SeatRow]) -> None:
    """Stake the cards that everyone has agreed to, if the match that is beginning is for keeps. Raises Refused."""
    stands = await stakes_state(tx, row, seats)
    if stands is None:
        return
    why_not = await hindrance(tx, host.games[row.game], row, seats)
    if why_not is not None:
        raise Refused(why_not)
    if len(stands.agreed) < len(seats):
        raise Refused(Message("keeps.refused.waiting"))
    free = await stakeable(tx, [seat.user for seat in seats if seat.user is not None], row.game, host.now())
    for seat in seats:
        deck: dict[str, int] = {} if seat.deck is None else seat.deck["cards"]
        own = free.get(seat.user or 0, [])
        if lacking(deck, own):
            raise Refused(Message("keeps.refused.lacking", {"seat": seat.seat + 1}))
        staked = [CopyUse(copy.id, match=row.id, seat=seat.seat) for copy in covering(deck, own)]
        if not await copies.reserve(tx, staked):
            raise Refused(Message("keeps.refused.lacking", {"seat": seat.seat + 1}))
    await stakes.change(tx, row.id, "staked")


async def on_end(host: Host, tx: AsyncConnection, table: EndedMatch) -> bool:
    """Update collections at the end of a match. Always returns False: no further game follows because of them.

    Each player who stayed to the end is credited with one more finished match, unless it went on from another one.
    Staked cards change hands according to the game's rules; if there is no single winner, or the match was stopped,
    everything stays where it was.
    """
    if table.row.status == "over" and table.row.origin is None:
        stayed = {seat.user for seat in table.seats if seat.user is not None and not seat.left}
        for user in sorted(stayed):  # in order, so that two transactions never deadlock
            await copies.count_finished(tx, user, table.now)
    found = await stakes.get(tx, table.row.id, lock=True)
    if found is None or found.status != "staked":
        return False
    moved = await _settle(tx, table) if table.row.status == "over" else False
    await copies.release(tx, match=table.row.id)
    if moved:
        await stakes.change(tx, table.row.id, "settled", table.now + HOLD)
    else:
        await stakes.change(tx, table.row.id, "friendly")
    await say(tx, table.row, "settled", {}, table.now)
    return False


async def _settle(tx: AsyncConnection, table: EndedMatch) -> bool:
    """Move the staked cards, and return whether any of them changed hands.

    The trophies are drawn with separate dice, derived from the match's key, so that anyone can recompute them.
    """
    how = table.game.spec.collecting
    transfers = () if how is None else how.transfers(table.state, FairDice(key_of(table.row)))
    users = {seat.seat: seat.user or None for seat in table.seats}  # cards won by a player who is gone get no owner
    moves = passages(transfers, await _staked(tx, table.row.id))
    entries = [
        LedgerEntry(move.copy.id, move.copy.owner, users[move.holder], move.how, match=table.row.id)
        for move in moves
        if move.copy.owner != users[move.holder]
    ]
    await copies.move(tx, entries, table.now, held=table.now + HOLD)
    return bool(entries)


async def _staked(tx: AsyncConnection, match: int) -> Mapping[Seat, list[Copy]]:
    """Lock and return the copies that each seat has at stake in a match."""
    uses = await copies.uses(tx, match=match)
    staked: dict[Seat, list[Copy]] = {}
    for copy in await copies.read(tx, uses, lock=True):
        staked.setdefault(uses[copy.id].seat or 0, []).append(copy)
    return staked


async def reverse(host: Host, tx: AsyncConnection, match: int) -> int:
    """Give back everything that changed hands in a match, while those cards are still held. Raises Refused.

    Returns the number of cards that go back.
    Cards that belonged to a player whose data has been deleted get no owner.
    """
    found = await stakes.get(tx, match, lock=True)
    if found is None or found.status != "settled":
        raise Refused(Message("keeps.refused.nothing"))
    if found.until is None or host.now() >= found.until:
        raise Refused(Message("keeps.refused.late"))
    givers = {entry.copy: entry.giver for entry in await copies.entries(tx, match=match)}
    entries = [
        LedgerEntry(copy.id, copy.owner, givers[copy.id], REVERSAL, match=match)
        for copy in await copies.read(tx, givers, lock=True)
        if copy.owner != givers[copy.id]
    ]
    await copies.move(tx, entries, host.now())
    await stakes.change(tx, match, "reversed", found.until)
    return len(entries)


async def outcome(
    host: Host, match: int, *, within: AsyncConnection | None = None
) -> tuple[float | None, list[Movement]]:
    """Return the result of a match for keeps: until when it can be reversed, and the cards that changed hands."""
    async with host.database.reading(within) as connection:
        row = await stakes.get(connection, match)
        return None if row is None else row.until, await copies.story(connection, match)
