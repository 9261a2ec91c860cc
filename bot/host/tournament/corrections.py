"""What a changed result leads to: ratings taken back, series opened again, rounds paired again, final results."""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import MINUTE
from bot.host.kernel.timers import apart
from bot.host.ratings import rating
from bot.host.tournament.champion import crown
from bot.host.tournament.results import show_series
from bot.host.tournament.timers import AGAIN, CLOSING, FORFEIT, JUDGING, OPENING, count, drop_ends, pair_at
from bot.host.tournament.tournament import Tournament, find, say, show
from bot.storage import timers, tournaments
from bot.storage.tournaments import SeriesRow
from engine.contract import Message

REOPENED: Final = 10 * MINUTE
"""Seconds that a series has at least when it is opened again; a round that would be over by then lasts longer.

Players who did not show up have this time to do so in a match that is offered again.
"""


def goes_on(found: Tournament, series: SeriesRow) -> bool:
    """Whether a player of a series in a tree has been paired since, so that its result can no longer change."""
    players = {series.first, series.second}
    return series.node is not None and any(
        each.node is not None and each.round > series.round and players & {each.first, each.second}
        for each in found.series
    )


async def take_back_ratings(host: Host, tx: AsyncConnection, found: Tournament, series: SeriesRow) -> list[int]:
    """Take back what the games of a series did to ratings, and return the matches that no longer count."""
    games = found.games.get(series.id, ())
    return [game.match for game in games if await rating.take_back(tx, game.match, host.now())]


async def restore(host: Host, tx: AsyncConnection, found: Tournament, content: Mapping[str, Any]) -> None:
    """Give a series the result, or the open match, that it had before an organiser set another. Raises Refused."""
    series, before = series_of(found, content["series"]), content["before"]
    if goes_on(found, series):
        raise Refused(Message("tournament.refused.went_on"))
    if before["state"] == "open":
        await reopen(host, tx, found, series)
    else:
        series.state, series.winner, series.how = before["state"], before["winner"], before["how"]
        await tournaments.change_series(tx, series)
        await show_series(tx, series)
    for match in content["withdrawn"]:
        await rating.give_again(tx, match, host.now())


async def reopen(host: Host, tx: AsyncConnection, found: Tournament, series: SeriesRow) -> None:
    """Have a decided series of the current round played: its next game is a new match with a new secret.

    Raises Refused if the tournament has gone on since.
    """
    row, now = found.row, host.now()
    if row.status != "running" or series.round != row.round:
        raise Refused(Message("tournament.refused.reopen"))
    series.state, series.winner, series.how, series.ended = "open", None, None, None
    await tournaments.change_series(tx, series)
    await show_series(tx, series)
    await timers.drop_apart(tx, FORFEIT, series.id)
    await timers.put_apart(tx, OPENING, series.id, now)
    if row.deadline is not None and row.paused is None:
        row.deadline = max(row.deadline, now + REOPENED)
        await tournaments.change(tx, row)
        await timers.put_apart(tx, JUDGING, series.id, row.deadline)
    host.wake()


def series_of(found: Tournament, number: int) -> SeriesRow:
    """Return a series of a tournament. Raises Refused if it has no such series."""
    row = next((each for each in found.series if each.id == number), None)
    if row is None:
        raise Refused(Message("tournament.refused.series"))
    return row


async def can_pair_again(connection: AsyncConnection, found: Tournament) -> bool:
    """Return whether the current round can be paired again: nobody has played in it, and no result is set."""
    row = found.row
    if row.status != "running" or not row.round:
        return False
    if any(each.state != "open" and each.second is not None for each in found.now_played):
        return False
    return not await tournaments.is_begun(connection, [each.id for each in found.now_played])


async def take_back_round(host: Host, tx: AsyncConnection, found: Tournament) -> None:
    """Take the current round's pairing back, with the tree if it began with it; the round is paired again at once.

    Its series stay as void rows, and the deals of the new ones are counted on from theirs: the dice are new. Raises
    Refused if a player has begun.
    """
    row = found.row
    if not await can_pair_again(tx, found):
        raise Refused(Message("tournament.refused.begun"))
    await drop_ends(tx, found)
    for series in found.now_played:
        await timers.drop_apart(tx, OPENING, series.id)
        await timers.put_apart(tx, AGAIN, series.id, host.now())
        # A player stands in a round once, so the void series leaves it for a number that no round has.
        series.state, series.winner, series.how, series.round = "void", None, "void", -series.id
        await tournaments.change_series(tx, series)
        await show_series(tx, series)
    row.round -= 1
    if row.tree == row.round:
        row.tree = None
        for entrant in found.entrants:
            entrant.cut = None
            await tournaments.change_entrant(tx, entrant)
    row.deadline = None
    await tournaments.change(tx, row)
    await pair_at(tx, row, host.now())


async def finish(host: Host, tx: AsyncConnection, found: Tournament) -> None:
    """Make the results of a tournament final: its secret, hidden decks and files become public."""
    found.row.closes = None
    await tournaments.change(tx, found.row)
    await crown(host, tx, found.row)
    await timers.drop_apart(tx, CLOSING, found.row.id)
    await count(tx, found.row.id, host.now())
    await say(host, tx, found.row, "closed")
    await show(host, tx, found.row)


async def _on_closing(host: Host, tx: AsyncConnection, tournament: int) -> None:
    """Make the results final, unless the organiser has done so."""
    found = await find(host, tx, tournament)
    if found.row.closes is not None:
        await finish(host, tx, found)


TIMERS: Final[Mapping[str, TimerHandler]] = dict([apart(CLOSING, _on_closing)])
"""The handlers by kind of timer."""
