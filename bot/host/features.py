"""The host's features and their callbacks for core events. No other module knows all of them."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections import stakes, trades
from bot.host.house.crowns import crown
from bot.host.kernel.host import Hooks, Host
from bot.host.kernel.timers import of_match
from bot.host.lobby import lobby, match_start
from bot.host.match import timer_handlers
from bot.host.match.seals import SEALED
from bot.host.match.timers import HOUSE, RUNNING
from bot.host.operations import grace
from bot.host.puzzles import daily_posts
from bot.host.ratings.rating import rate
from bot.host.seasons import counting
from bot.host.tournament import absence, corrections, games, progress, rounds
from bot.host.tournament import timers as tournament_timers
from bot.storage import matches, timers
from bot.storage.timers import JOBS


async def _sealed(host: Host, tx: AsyncConnection, match: int, subject: str) -> None:
    """Handle the seal's timer: the message that carries a waiting match's seal has been posted, or given up on."""
    row = await matches.get(tx, match, lock=True)
    if row is not None and row.pause_ends is not None:
        await timers.put(tx, match, SEALED, row.pause_ends)  # so that it is due once the pause is over
    elif row is not None and row.status == "lobby" and row.starting is not None:
        await (match_start.begin_sealed_match if row.series is None else games.begin_sealed_game)(host, tx, row)


HOOKS: Final = Hooks(
    timers={
        **timer_handlers.TIMERS,
        **lobby.TIMERS,
        SEALED.kind: of_match(_sealed),
        **trades.TIMERS,
        **corrections.TIMERS,
        **rounds.TIMERS,
        **games.TIMERS,
        **absence.TIMERS,
        **counting.TIMERS,
        **grace.TIMERS,
        **daily_posts.TIMERS,
    },
    worked=(HOUSE, tournament_timers.PAIRING.name, *JOBS),
    running=(*RUNNING, *tournament_timers.RUNNING, grace.ENDING.name),
    on_result=(rate, crown),
    on_end=(absence.on_end, progress.on_end, stakes.on_end, lobby.on_end),
    on_unstarted=(games.on_unstarted,),
    on_settings=(daily_posts.schedule,),
)
"""The callbacks, in order: players who have not shown up lose a series before it continues. Stakes follow."""
