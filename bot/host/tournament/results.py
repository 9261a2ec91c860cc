"""Deciding who has won a game in a series and how, and showing the state of the series."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import EndedMatch, Host
from bot.host.tournament.rules.score import How, Score, by_place
from bot.host.tournament.tournament import lot
from bot.storage import outbox, tournaments
from bot.storage.destination import Destination
from bot.storage.tournaments import SeriesRow


async def show_series(tx: AsyncConnection, series: SeriesRow) -> None:
    """Update the message that shows a series, below which its games are played."""
    for match, _ in (await tournaments.matches_of(tx, series.id))[:1]:
        await outbox.mark(tx, match, "lobby", None, Destination.lobby(match))


async def winner_of(
    host: Host, tx: AsyncConnection, table: EndedMatch, series: SeriesRow, score: Score
) -> tuple[int | None, How]:
    """Return the winner of a game, and how it was won.

    A replay must not be drawn again: if it is, it goes to the player in the better position, or else is decided by lot.
    """
    outcome = table.outcome
    winner = None if outcome is None else by_place(score, outcome)
    if winner is not None or not score.replay:
        left = any(seat.left for seat in table.seats)
        return winner, "left" if left else "played"
    winner = by_place(score, table.game.stop(table.state))
    if winner is not None:
        return winner, "stopped"
    return await by_lot(host, tx, series, score), "dice"


async def by_lot(host: Host, tx: AsyncConnection, series: SeriesRow, score: Score) -> int:
    """Draw the winner of the next game with the tournament's dice."""
    event = await tournaments.of_series(tx, series.id)
    if event is None:
        raise LookupError(series.id)
    purpose = f"series {series.id} game {len(score.winners) + 1}"
    return (await lot(tx, event, purpose, score.seating, host.now()))[0]
