"""Controlling the course of a tournament: starting, pausing, resuming and ending it, and its deadlines."""

from collections.abc import Mapping
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import HOUR
from bot.host.kernel.timers import apart
from bot.host.tournament.champion import crown, ping
from bot.host.tournament.entry import give_deck
from bot.host.tournament.results import show_series
from bot.host.tournament.rules.course import usual_rounds
from bot.host.tournament.schedule import expected_end, show_event
from bot.host.tournament.timers import (
    AGAIN,
    CHECKING,
    CLOSING,
    STARTING,
    STRANDED,
    WARNING,
    RoundOf,
    count,
    drop_ends,
    drop_starts,
    pair_next,
    set_ends,
    set_openings,
    set_starts,
)
from bot.host.tournament.tournament import Tournament, check_status, find, find_as, lot, say, show
from bot.storage import outbox, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.privacy import GONE
from bot.storage.tournaments import TournamentRow
from engine.contract import Message

FEW: Final = "tournament.refused.few"
"""Why a tournament cannot start with too few people."""


async def start(host: Host, click: Click, tournament: int, *, manages: bool) -> Tournament:
    """Start a tournament now, as its organiser. Raises Refused and Unsure."""
    async with click.transaction(host) as tx:
        found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=("open",))
        there = sum(each.checked or found.row.check_in is None for each in found.members)
        if there >= found.row.least:
            missing = len(found.members) - there
            question = "ask.tstart.missing" if missing else "ask.tstart"
            click.confirm(Message(question, {"title": found.row.title, "entrants": there, "missing": missing}))
        await begin(host, tx, found, click.user)
        return await find(host, tx, tournament)


async def _on_starting(host: Host, tx: AsyncConnection, tournament: int) -> None:
    """Start a tournament at its scheduled time, or cancel it if too few people are taking part."""
    found = await find(host, tx, tournament)
    if found.row.status != "open":
        return
    if await _is_missed(host, tx, found.row):
        await end(host, tx, found, "cancelled")
        return
    try:
        await begin(host, tx, found, None)
    except Refused as refused:
        await end(host, tx, found, "cancelled", few=refused.reason.id == FEW)


async def _is_missed(host: Host, tx: AsyncConnection, row: TournamentRow) -> bool:
    """Return whether an evening would be over by now, because the bot was away when it should have begun."""
    if row.recurrence is None or row.starts is None:
        return False
    return host.now() >= await expected_end(host, row, row.starts, within=tx)


async def begin(host: Host, tx: AsyncConnection, found: Tournament, actor: int | None) -> None:
    """Start a locked tournament: draw seeds for everyone who is present. Raises Refused."""
    row, now = found.row, host.now()
    there = [each for each in found.members if each.checked or row.check_in is None]
    if len(there) < row.least:
        raise Refused(Message(FEW, {"count": len(there), "least": row.least}))
    order = await lot(tx, row, "seeds", [each.number for each in there], now)
    for entrant in found.entrants:
        if entrant in there:
            entrant.seed = order.index(entrant.number)
            await give_deck(host, tx, found, entrant)
        elif entrant.status == "in":
            entrant.status = "out"
        await tournaments.change_entrant(tx, entrant)
    row.status, row.starts = "running", None
    row.rounds = row.rounds or usual_rounds(len(there))
    await tournaments.change(tx, row)
    if row.check_in is None:
        await ping(host, tx, row)
    await tournaments.note(tx, row.id, actor, "start", {"entrants": len(there)}, now)
    await drop_starts(tx, row)
    await pair_next(tx, row, now)
    await count(tx, row.id, now)
    await show(host, tx, row)
    await show_event(host, tx, row)


async def _on_checking(host: Host, tx: AsyncConnection, tournament: int) -> None:
    """Announce that check-in is open."""
    found = await find(host, tx, tournament)
    if found.row.status == "open":
        await say(host, tx, found.row, "checking")
        await ping(host, tx, found.row)
        await show(host, tx, found.row)


async def _on_warning(host: Host, tx: AsyncConnection, about: RoundOf) -> None:
    """Tell the organiser who is still playing, if anyone is, when a round is nearly over."""
    found = await find(host, tx, about.tournament, lock=False)
    is_on = found.row.status == "running" and found.row.round == about.round and found.row.paused is None
    if is_on and not found.waits_after(about.round):
        await say(host, tx, found.row, "warning", round=about.round)


async def end(
    host: Host,
    tx: AsyncConnection,
    found: Tournament,
    status: Literal["over", "cancelled"],
    actor: int | None = None,
    *,
    few: bool = False,
) -> None:
    """End a locked tournament; `status` says how, `few` that too few people came. Games still running are stopped.

    What is provisional becomes final at a full hour.
    """
    row = found.row
    check_status(row, ("open", "running"))
    row.status, row.ended, row.paused, row.deadline = status, host.now(), None, None
    if status == "over" and row.provisional:
        row.closes = -(-(host.now() + row.provisional) // HOUR) * HOUR
        await timers.put_apart(tx, CLOSING, row.id, row.closes)
    await tournaments.change(tx, row)
    if row.settled:
        await crown(host, tx, row)
    await tournaments.note(tx, row.id, actor, status, {}, host.now())
    await drop_starts(tx, row)
    await drop_ends(tx, found)
    for series in found.series:
        if series.state == "open":
            await timers.put_apart(tx, AGAIN, series.id, host.now())
            await show_series(tx, series)
    await count(tx, row.id, host.now())
    await say(host, tx, row, status, **({"few": True} if few else {}))
    await show(host, tx, row)
    await show_event(host, tx, row)


async def pause(host: Host, tx: AsyncConnection, found: Tournament, actor: int | None) -> None:
    """Pause a locked tournament: games that have begun continue, but nothing new begins."""
    row = found.row
    check_status(row, ("running",))
    if row.paused is not None:
        raise Refused(Message("tournament.refused.paused"))
    row.paused = host.now()
    await tournaments.change(tx, row)
    await drop_ends(tx, found)
    await tournaments.note(tx, row.id, actor, "pause", {}, host.now())
    await say(host, tx, row, "paused")
    await show(host, tx, row)


async def resume(host: Host, tx: AsyncConnection, found: Tournament, actor: int | None) -> None:
    """Resume a locked tournament; its current round is extended by the length of the pause."""
    row, now = found.row, host.now()
    check_status(row, ("running",))
    if row.paused is None:
        raise Refused(Message("tournament.refused.not_paused"))
    if row.deadline is not None:
        row.deadline += now - row.paused
    row.paused = None
    await tournaments.change(tx, row)
    left = [series.id for series in found.now_played if series.state == "open"]
    await set_openings(tx, left, now)
    await set_ends(tx, row, left, now)
    await pair_next(tx, row, now)
    await tournaments.note(tx, row.id, actor, "resume", {}, now)
    await say(host, tx, row, "resumed")
    await show(host, tx, row)


async def wait(host: Host, tx: AsyncConnection, found: Tournament) -> bool:
    """Make a locked tournament wait for the bot, and return whether it has to; a paused one waits already."""
    row = found.row
    if row.paused is not None:
        return False
    await drop_starts(tx, row)
    if row.status == "running":
        row.paused = host.now()
        await tournaments.change(tx, row)
        await drop_ends(tx, found)
    return True


async def go_on(host: Host, tx: AsyncConnection, found: Tournament, since: float) -> None:
    """Resume a locked tournament that has waited for the bot since a given time.

    If its check-in or its start fell into that time, it starts later by that time.
    """
    row, now = found.row, host.now()
    if row.status == "running" and row.paused is not None:
        await resume(host, tx, found, None)
    elif row.status == "open":
        if row.starts is not None and row.starts - (row.check_in or 0.0) < now:
            row.starts += now - since
            await tournaments.change(tx, row)
        await drop_starts(tx, row)
        await set_starts(tx, row, now)
        await show(host, tx, row)
        await show_event(host, tx, row)


async def _on_stranded(host: Host, tx: AsyncConnection, tournament: int) -> None:
    """Pause a tournament because a game's seal could not be posted anywhere, and notify its organiser."""
    await place_gone(host, tx, tournament)


async def place_gone(host: Host, tx: AsyncConnection, tournament: int) -> None:
    """Pause a tournament whose channel is gone, and notify its people by direct message."""
    found = await find(host, tx, tournament)
    if found.row.status == "running" and found.row.paused is None:
        await pause(host, tx, found, None)
        await _tell_directly(host, tx, found)
    elif found.row.status == "open":
        told = await outbox.posts_about(tx, tournament)
        if not any(post.kind == "stranded" for post in told):
            await _tell_directly(host, tx, found)


async def _tell_directly(host: Host, tx: AsyncConnection, found: Tournament) -> None:
    """Tell the organiser by direct message what to do about the lost channel, and the entrants that it is lost."""
    row = found.row
    for user in dict.fromkeys((*(entrant.user for entrant in found.members), row.organiser)):
        if user != GONE:
            kind: outbox.TournamentPost = "stranded" if user == row.organiser else "silent"
            await outbox.add_tournament_post(tx, row.id, kind, Destination.dm(user), {}, host.now())
    host.outbox_due.set()


TIMERS: Final[Mapping[str, TimerHandler]] = dict(
    [
        apart(STARTING, _on_starting),
        apart(CHECKING, _on_checking),
        apart(WARNING, _on_warning),
        apart(STRANDED, _on_stranded),
    ]
)
"""The handlers by kind of timer."""
