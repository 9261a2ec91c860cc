"""The games in a series: beginning them, and ending a series from outside, at a deadline or because a player has left.

Each step has a timer of its own, so that a round or an organiser never triggers one long transaction, and no step is
lost. Code that needs both a match and its series locks the match first.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import UNRATED, own_titles
from bot.host.fairness.export_files import TournamentDeal
from bot.host.fairness.tournament_secrets import game_secret
from bot.host.fairness.verification import table_string
from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import LOBBY_LIFE
from bot.host.kernel.timers import apart
from bot.host.lobby.lobby import LAPSE, close_found
from bot.host.lobby.lobby import find as find_table
from bot.host.lobby.match_start import give_up, set_off
from bot.host.match.places import Rung, is_own_thread, keep_own_thread
from bot.host.match.seals import seal_state
from bot.host.match.table import Table
from bot.host.match.unit_of_work import close, load
from bot.host.tournament.absence import expect_players
from bot.host.tournament.progress import decide, go_on, lose_both
from bot.host.tournament.results import by_lot
from bot.host.tournament.rules.score import How, Score, by_place
from bot.host.tournament.timers import AGAIN, FORFEIT, JUDGING, OPENING, STRANDED
from bot.host.tournament.tournament import score_of
from bot.storage import destinations, matches, outbox, people, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow, SeatRow
from bot.storage.timers import TimerKind
from bot.storage.tournaments import EntrantRow, SeriesRow, TournamentRow
from engine.contract import Message

UNFINISHED: Final = ("lobby", "running")


async def _on_opening(host: Host, tx: AsyncConnection, number: int) -> None:
    """Post the next game of a series, unless there is one already or the tournament is paused."""
    series = await tournaments.get_series(tx, number, lock=True)
    row = None if series is None else await tournaments.of_series(tx, series.id)
    if series is None or series.state != "open" or row is None or row.status != "running" or row.paused is not None:
        return
    before = await tournaments.matches_of(tx, series.id)
    if any(status in UNFINISHED for _, status in before):
        return
    score = score_of(row, series, await tournaments.games_of(tx, series.id))
    entrants = {entrant.number: entrant for entrant in await tournaments.entrants_of(tx, row.id)}
    nth = await tournaments.deals_of(tx, series) + 1
    deal = TournamentDeal(row.id, series.round, series.number, len(score.winners) + 1, nth)
    match = await _create(host, tx, row, series, deal, [entrants[number] for number in score.seating])
    # All games of a series are played in one thread, below the series' message.
    there = await destinations.place(tx, Destination.thread(before[0][0])) if before else None
    place = Destination.lobby(match) if there is None else Destination.thread(match)
    await destinations.keep_place(tx, place, row.channel if there is None else there)
    if there is not None and await is_own_thread(tx, before[0][0], there):
        await keep_own_thread(tx, match, Rung.THREAD, there)
    parent = await destinations.place(tx, Destination.tournament_parent(row.id))
    if parent is not None:
        await destinations.keep_place(tx, Destination.parent(match), parent)
    await outbox.mark(tx, match, "lobby", None, place)
    host.wake()


async def begin_sealed_game(host: Host, tx: AsyncConnection, match: MatchRow) -> None:
    """Begin a locked game in a series once its seal has been posted, unless its series or tournament has ended by then.

    If the seal cannot be posted anywhere, the game ends without a result and the tournament is paused; its organiser is
    notified.
    """
    series = None if match.series is None else await tournaments.get_series(tx, match.series, lock=True)
    row = None if series is None else await tournaments.of_series(tx, series.id)
    found = await find_table(host, tx, match.id)
    if series is None or series.state != "open" or row is None or row.status != "running":
        await close_found(host, tx, found, Message("end.decided"))
    elif row.paused is not None:
        await close_found(host, tx, found, Message("end.paused"))
    elif (out := await seal_state(host, tx, match.id)) == "posted":
        await set_off(host, tx, found)
        await expect_players(host, tx, row, match)
    elif out == "refused":
        await give_up(host, tx, match)
        await timers.put_apart(tx, STRANDED, row.id, host.now())


async def _create(
    host: Host,
    tx: AsyncConnection,
    row: TournamentRow,
    series: SeriesRow,
    deal: TournamentDeal,
    seated: list[EntrantRow],
) -> int:
    """Insert a game's match with both players seated; it begins once its seal has been posted.

    Its secret is derived from the tournament's, which was sealed before anyone entered.
    """
    values = {
        "game": row.game,
        "status": "lobby",
        "guild": row.guild,
        "channel": row.channel,
        "opener": row.organiser,
        "pace": row.pace,
        "options": row.options,
        "sets": row.sets,
        "unrated": UNRATED if await own_titles(host, tx, row.game, row.sets) else None,
        "secret": game_secret(row.secret, deal),
        "counters": {},
        "clocks": {},
        "opened": host.now(),
        "rated": row.rated,
        "series": series.id,
        "starting": host.now(),
    }
    match = await matches.create(tx, values)
    seats = [
        SeatRow(
            match,
            seat,
            entrant.user,
            deck=entrant.deck,
            asking=(await people.user(tx, entrant.user)).asking,
            name=entrant.name,
        )
        for seat, entrant in enumerate(seated)
    ]
    await matches.add_seats(tx, seats)
    created = (await find_table(host, tx, match)).match
    await matches.change(tx, created, {"table_string": table_string(created, seats, deal)})
    await timers.set_all(tx, match, {LAPSE: host.now() + LOBBY_LIFE})
    return match


async def _on_judging(host: Host, tx: AsyncConnection, number: int) -> None:
    """End a series when its round is over.

    A player who missed the last turn loses the running game; otherwise the game is ranked as it stands.
    """
    table, series, row = await _locked(host, tx, JUDGING, number)
    if series is None or row is None:
        return
    score = score_of(row, series, await tournaments.games_of(tx, series.id))
    winner, how = (None, "stopped") if table is None else _judged(row, table, score)
    if winner is not None:
        score = score.after([winner])
    if score.leader is None and score.knockout:
        await decide(host, tx, row, series, await by_lot(host, tx, series, score), "dice")
    else:
        await decide(host, tx, row, series, score.leader, how)
    await _close(host, tx, table, Message("end.round_over"))


def _judged(row: TournamentRow, table: Table, score: Score) -> tuple[int | None, How]:
    """Return the winner of a stopped game, or None if it counts as drawn, and how the game was decided."""
    late = [seat.seat for seat in table.seats if seat.missed]
    if len(late) == 1:
        return score.seating[1 - late[0]], "missed"
    if row.draws and not score.knockout:
        return None, "stopped"
    return by_place(score, table.game.stop(table.state)), "stopped"


async def _on_forfeit(host: Host, tx: AsyncConnection, number: int) -> None:
    """Award a series to the player whose opponent has left the tournament."""
    table, series, row = await _locked(host, tx, FORFEIT, number)
    if series is None or row is None:
        return
    there = {entrant.number for entrant in await tournaments.entrants_of(tx, row.id) if entrant.status == "in"}
    staying = [number for number in (series.first, series.second) if number in there]
    if len(staying) > 1:
        return
    if staying:
        await decide(host, tx, row, series, staying[0], "left")
    else:
        await lose_both(host, tx, row, series, "left")
    await _close(host, tx, table, Message("end.left_tournament"))


async def _on_again(host: Host, tx: AsyncConnection, number: int) -> None:
    """Stop a series' running game and start it again; if the series has been decided by then, only stop the game."""
    table, series, row = await _locked(host, tx, AGAIN, number)
    if table is not None:
        of = await tournaments.of_series(tx, number)
        goes_on = of is not None and of.status == "running"
        why = "end.cancelled" if not goes_on else "end.decided" if series is None else "end.again"
        await _close(host, tx, table, Message(why))
    elif series is not None and row is not None:
        score = score_of(row, series, await tournaments.games_of(tx, series.id))
        await go_on(host, tx, row, series, score, "played")


async def _locked(
    host: Host, tx: AsyncConnection, kind: TimerKind[int], number: int
) -> tuple[Table | None, SeriesRow | None, TournamentRow | None]:
    """Lock a series' running match, then the series; None if no match is running or the series has been decided."""
    running = await _running(tx, number)
    table = None if running is None else await load(host, tx, running, lock=True)
    if table is not None and table.row.status != "running":
        table = None
    series = await tournaments.get_series(tx, number, lock=True)
    if await _running(tx, number) not in (None, None if table is None else table.row.id):
        # Another game has begun between the two locks: try again.
        await timers.put_apart(tx, kind, number, host.now())
        return None, None, None
    if series is None or series.state != "open":
        return table, None, None
    return table, series, await tournaments.of_series(tx, number)


async def _running(tx: AsyncConnection, number: int) -> int | None:
    found = await tournaments.matches_of(tx, number)
    return next((match for match, status in found if status == "running"), None)


async def _close(host: Host, tx: AsyncConnection, table: Table | None, why: Message) -> None:
    if table is not None:
        await close(host, tx, table, why)


async def on_unstarted(host: Host, tx: AsyncConnection, match: MatchRow) -> None:
    """Schedule a new game to replace one in a series whose table was closed before it began."""
    if match.series is not None:
        await timers.put_apart(tx, OPENING, match.series, host.now())


TIMERS: Final[Mapping[str, TimerHandler]] = dict(
    [
        apart(OPENING, _on_opening),
        apart(JUDGING, _on_judging),
        apart(FORFEIT, _on_forfeit),
        apart(AGAIN, _on_again),
    ]
)
"""The handlers by kind of timer."""
