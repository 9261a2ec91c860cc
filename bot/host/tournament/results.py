"""What the end of a match means for the series that it is a game of: in the transaction in which it ends."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match.table import Table
from bot.host.tournament.rules.score import How, Score
from bot.host.tournament.tournament import lot, pair_next, score_of
from bot.storage import outbox, ratings, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.tournaments import GameRow, SeriesRow, TournamentRow
from engine.contract import Outcome


async def report(host: Host, tx: AsyncConnection, table: Table) -> bool:
    """Note in its series what came of a match that has ended; the next game, or the next round, follows from there.

    Returns whether another game follows in the same thread. A match without a result is played again. The match is
    locked already, and the series is after it: everybody locks the two in this order.
    """
    row = table.row
    series = None if row.series is None else await tournaments.get_series(tx, row.series, lock=True)
    if series is None or series.state != "open":
        return False
    if table.row.outcome is None:
        await timers.put_apart(tx, "opening", str(series.id), host.now())
        return True
    event = await tournaments.of_series(tx, series.id)
    games = await tournaments.games_of(tx, series.id)
    if event is None or any(game.match == row.id for game in games):
        return True
    score = score_of(event, series, games)
    winner, how = await _winner(host, tx, table, series, score)
    await tournaments.add_game(tx, GameRow(series.id, len(games) + 1, row.id, winner, how, host.now()))
    await _note_absence(host, tx, table, score)
    await go_on(host, tx, event, series, score.after([winner]), how)
    return series.state == "open"


async def go_on(
    host: Host, tx: AsyncConnection, event: TournamentRow, series: SeriesRow, score: Score, how: How
) -> None:
    """Let the next game of a series begin, or end it where it is decided."""
    if score.decided:
        await decide(host, tx, event, series, score.leader, how)
    else:
        await timers.put_apart(tx, "opening", str(series.id), host.now())


async def decide(
    host: Host, tx: AsyncConnection, event: TournamentRow, series: SeriesRow, winner: int | None, how: How
) -> None:
    """End a series that was locked; once it was the last of its round, the next one is paired."""
    series.state, series.winner = "drawn" if winner is None else "won", winner
    series.how, series.ended = how, host.now()
    await tournaments.change_series(tx, series)
    await timers.drop_apart(tx, "judging", str(series.id))
    await show_series(tx, series)
    await pair_next(tx, event, host.now())
    host.wake()


async def show_series(tx: AsyncConnection, series: SeriesRow) -> None:
    """Let everybody see how a series stands, below whose message it is played."""
    for match, _ in (await tournaments.matches_of(tx, series.id))[:1]:
        await outbox.mark(tx, match, "lobby", -1, Destination.lobby(match))


def by_place(score: Score, outcome: Outcome) -> int | None:
    """Return who an outcome says has won the game of a score that was to come; None where it was drawn."""
    return None if outcome.drawn else score.seating[outcome.ranking[0][0]]


async def _winner(
    host: Host, tx: AsyncConnection, table: Table, series: SeriesRow, score: Score
) -> tuple[int | None, How]:
    """Return who has won a game, and by what. A drawn game that must not be drawn again goes to who stands better."""
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
    """Draw who has won the game to come with the tournament's dice."""
    event = await tournaments.of_series(tx, series.id)
    if event is None:
        raise LookupError(series.id)
    purpose = f"series {series.id} game {len(score.winners) + 1}"
    return (await lot(tx, event, purpose, score.seating, host.now()))[0]


async def _note_absence(host: Host, tx: AsyncConnection, table: Table, score: Score) -> None:
    """Whoever was taken out of the first game without having answered anything did not come."""
    given = await ratings.answers(tx, table.row.id)
    for seat in table.seats:
        if seat.left and seat.missed and not given.get(seat.seat) and not score.winners:
            subject = f"{table.row.series} {score.seating[seat.seat]}"
            await timers.put_apart(tx, "absent", subject, host.now())
