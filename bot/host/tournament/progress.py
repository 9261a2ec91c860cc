"""The automatic progress of a tournament, from the result of a match to the next round.

Pairing takes a long time in a large tournament, so it runs in a thread, outside any transaction; its result is stored
only if nothing has changed in the meantime. A round is stored in one transaction, with all of its series or none; each
series has a timer of its own that begins its first game.
"""

import asyncio
from collections.abc import Container

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import EndedMatch, Host
from bot.host.tournament.results import show_series, winner_of
from bot.host.tournament.rounds import end
from bot.host.tournament.rules.course import Matchup, Round, following
from bot.host.tournament.rules.score import How, Score
from bot.host.tournament.timers import (
    JUDGING,
    OPENING,
    RoundOf,
    pair_at,
    pair_next,
    set_ends,
    set_openings,
    week_after,
)
from bot.host.tournament.tournament import Tournament, find, look, say, score_of, show
from bot.storage import timers, tournaments
from bot.storage.timers import TimerRow
from bot.storage.tournaments import GameRow, SeriesRow, TournamentRow


async def on_end(host: Host, tx: AsyncConnection, table: EndedMatch) -> bool:
    """Record the result of an ended match in its series, which leads to the next game or the next round.

    Returns whether another game follows in the same thread. A match without a result is replayed. The match is already
    locked, and the series is locked after it; all code locks the two in this order.
    """
    row = table.row
    series = None if row.series is None else await tournaments.get_series(tx, row.series, lock=True)
    if series is None or series.state != "open":
        return False
    if row.outcome is None:
        await timers.put_apart(tx, OPENING, series.id, host.now())
        return True
    event = await tournaments.of_series(tx, series.id)
    games = await tournaments.games_of(tx, series.id)
    if event is None or any(game.match == row.id for game in games):
        return True
    score = score_of(event, series, games)
    winner, how = await winner_of(host, tx, table, series, score)
    await tournaments.add_game(tx, GameRow(series.id, len(games) + 1, row.id, winner, how, host.now()))
    await go_on(host, tx, event, series, score.after([winner]), how)
    return series.state == "open"


async def go_on(
    host: Host, tx: AsyncConnection, event: TournamentRow, series: SeriesRow, score: Score, how: How
) -> None:
    """Begin the next game of a series, or end the series if it is decided."""
    if score.decided:
        await decide(host, tx, event, series, score.leader, how)
    else:
        await timers.put_apart(tx, OPENING, series.id, host.now())


async def decide(
    host: Host, tx: AsyncConnection, event: TournamentRow, series: SeriesRow, winner: int | None, how: How
) -> None:
    """End a locked series, which is drawn without a winner."""
    series.state, series.winner = "drawn" if winner is None else "won", winner
    await _end(host, tx, event, series, how)


async def lose_both(host: Host, tx: AsyncConnection, event: TournamentRow, series: SeriesRow, how: How) -> None:
    """End a locked series that both players lose; in a tree, the next opponent has a bye."""
    series.state, series.winner = "lost", None
    await _end(host, tx, event, series, how)


async def _end(host: Host, tx: AsyncConnection, event: TournamentRow, series: SeriesRow, how: How) -> None:
    """Store the end of a series; if it was the last one in its round, the next round will be paired."""
    series.how, series.ended = how, host.now()
    await tournaments.change_series(tx, series)
    await timers.drop_apart(tx, JUDGING, series.id)
    await show_series(tx, series)
    await pair_next(tx, event, host.now())
    host.wake()


async def pair(host: Host, timer: TimerRow) -> bool:
    """Pair the round after the one that a timer names, and return whether the timer is done.

    It is not done if something changed while the pairing was being computed.
    """
    before = RoundOf.parse(timer.subject)
    seen = await look(host, before.tournament)
    wanted = seen.waits_after(before.round)
    found = await asyncio.to_thread(following, seen.course) if wanted else None
    async with host.database.transaction() as tx:
        now = await find(host, tx, before.tournament)
        if now.waits_after(before.round) != wanted or (wanted and now.course != seen.course):
            return False
        if wanted and found is None:
            await end(host, tx, now, "over")
        elif found is not None:
            await _begin_round(host, tx, now, found)
        await timers.drop(tx, timer)
    host.wake()
    return True


async def _begin_round(host: Host, tx: AsyncConnection, found: Tournament, paired: Round) -> None:
    """Store a round: its series, each with timers of its own, and its announcement."""
    row, now = found.row, host.now()
    if paired.cut is not None:
        await _begin_tree(tx, found, paired.cut)
    row.round, row.begun = row.round + 1, now
    if row.weekly:
        row.deadline = await week_after(tx, row, now)
    else:
        row.deadline = None if row.round_length is None else now + row.round_length
    await tournaments.change(tx, row)
    tables = sorted(paired.meetings, key=lambda meeting: meeting.second is None)
    absent = {entrant.number for entrant in found.entrants if entrant.absent}
    series = [_series(row, number, meeting, now, absent) for number, meeting in enumerate(tables, 1)]
    added = [(await tournaments.add_series(tx, each), each) for each in series]
    played = [number for number, each in added if each.second is not None]
    await set_openings(tx, played, now)
    await set_ends(tx, row, played, now)
    if not played:
        await pair_at(tx, row, now)
    await say(host, tx, row, "round", round=row.round)
    await show(host, tx, row)


async def _begin_tree(tx: AsyncConnection, found: Tournament, seeds: tuple[int, ...]) -> None:
    found.row.tree = found.row.round
    for number, player in enumerate(seeds):
        entrant = found.entrant(player)
        entrant.cut = number
        await tournaments.change_entrant(tx, entrant)


def _series(row: TournamentRow, number: int, meeting: Matchup, now: float, absent: Container[int]) -> SeriesRow:
    """Return the series for a meeting; a player with a bye has already won it, unless nobody has seen them lately."""
    series = SeriesRow(
        tournament=row.id,
        round=row.round,
        number=number,
        node=meeting.node,
        first=meeting.first,
        second=meeting.second,
        why=meeting.why,
        first_points=meeting.points[0],
        second_points=meeting.points[1],
    )
    if meeting.second is None and meeting.first in absent:
        series.state, series.how, series.ended = "lost", "absent", now
    elif meeting.second is None:
        series.state, series.winner, series.how, series.ended = "won", meeting.first, "bye", now
    return series
