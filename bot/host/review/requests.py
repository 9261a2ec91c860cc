"""Requests for a review: where a player lost a finished match, and what a house player weighed."""

from collections.abc import Callable

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.worker_pool import R, T
from bot.host.match import queries
from bot.host.match.log import log_of
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.replay import Diverged
from bot.host.match.table import Table
from bot.host.match.unit_of_work import load
from bot.host.review.analysis import Explanation, Review, look_back, look_into
from bot.storage import matches
from engine.contract import SPECTATOR, Message


async def review(host: Host, match: int, user: int) -> Review:
    """Review a finished match for one of its people. Raises NoSuchMatch, NotAtTable and Refused.

    The judgement of a pick depends on nothing that its player did not know at the time; the dice are public.
    """
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        seat = next((row.seat for row in table.seats if row.user == user), None)
        if seat is None:
            raise NotAtTable(table.row)
        if table.row.status != "over":
            raise Refused(Message("review.not_yet"))
        _check_rules(table)
        log = await log_of(connection, table)
    return await _run(host, look_back, (log, seat), user)


async def _run(host: Host, work: Callable[[T], R], task: T, user: int) -> R:
    """Run an analysis in the worker pool. Raises Refused if the current rules cannot replay the match's log."""
    try:
        return await host.worker_pool.run(work, task, user)
    except Diverged as fault:
        raise Refused(Message("review.other_rules")) from fault


def _check_rules(table: Table) -> None:
    """Raise Refused for a match that ended under older rules, which cannot be replayed."""
    if table.row.state_version != table.game.state_version:
        raise Refused(Message("review.other_rules"))


async def explain(host: Host, match: int, user: int) -> Explanation | None:
    """Explain a house player's last move, as far as a person may know about it; None if there has been none.

    While the match is running, or its secret is in use, the explanation uses what the person sees; after that, it uses
    what the house player saw. Raises NoSuchMatch, and Refused if the current rules cannot replay the match's log.
    """
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        _check_rules(table)
        own = table.seat_of(user)
        over = table.row.status == "over" and not await queries.keeps_secret(connection, table.row.series)
        viewer = SPECTATOR if own is None else own
        houses = tuple(row.seat for row in table.seats if row.house is not None)
        log = await log_of(connection, table)
    found = await _run(host, look_into, (log, houses, None if over else viewer), user)
    if found is None:
        return None
    async with host.database.reading() as connection:
        first = await matches.first_event(connection, match, found.first)
        after = await matches.first_event(connection, match, found.last + 1)
    facts = await queries.log(host, match, viewer, first, after - 1)
    return Explanation(found.seat, tuple(facts), found.weighed, found.rival, over)
