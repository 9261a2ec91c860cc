"""Calling an organiser to a tournament's match, and the calls that are still open."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.tournament.tournament import find, find_as
from bot.storage import matches, outbox, people, tournaments
from bot.storage.destination import Destination
from bot.storage.schema.tournaments import ActRow
from bot.storage.tournaments import OPEN
from engine.contract import Message

CALL: Final = "call"
"""The kind of act with which a player calls an organiser."""

APART: Final = 10 * MINUTE
"""Seconds between two calls from one series."""


async def call(host: Host, click: Click, match: int) -> None:
    """Call those who may judge a tournament's match to its thread. Raises Refused, NoSuchMatch and NotAtTable."""
    async with click.transaction(host, match) as tx:
        row = await matches.get(tx, match)
        if row is None:
            raise NoSuchMatch(match)
        if all(seat.user != click.user for seat in await matches.seats_of(tx, match)):
            raise NotAtTable(row)
        of = None if row.series is None else await tournaments.of_series(tx, row.series)
        if row.series is None or of is None:
            raise Refused(Message("tournament.refused.series"))
        found = await find(host, tx, of.id)
        series = next(each for each in found.series if each.id == row.series)
        own = found.entrant_of(click.user)
        if own is None or own.number not in (series.first, series.second):
            raise Refused(Message("tournament.refused.not_in"))
        if of.status != "running":
            raise Refused(Message(f"tournament.refused.{of.status}"))
        earlier = [act for act in await _calls(tx, of.id) if act.content["series"] == series.id]
        if earlier and host.now() - earlier[0].at < APART:
            minutes = int((earlier[0].at + APART - host.now()) // MINUTE) + 1
            raise Refused(Message("tournament.refused.called", {"minutes": minutes}))
        content = {"series": series.id, "match": match, "entrant": own.number}
        await tournaments.note(tx, of.id, click.user, CALL, content, host.now())
        role = (await people.guild(tx, of.guild)).organisers
        told = {**content, "role": role}
        await outbox.add_tournament_post(tx, of.id, CALL, Destination.thread(match), told, host.now())
        host.outbox_due.set()


async def open_calls(host: Host, tournament: int, *, within: AsyncConnection | None = None) -> list[ActRow]:
    """Return the calls that nobody has answered, the latest first."""
    async with host.database.reading(within) as connection:
        return [act for act in await _calls(connection, tournament) if not act.content.get("answered")]


async def answer(host: Host, click: Click, tournament: int, *, manages: bool) -> None:
    """Mark all open calls as answered. Raises Refused."""
    async with click.transaction(host) as tx:
        await find_as(host, tx, tournament, click.user, manages=manages, statuses=OPEN)
        for act in await open_calls(host, tournament, within=tx):
            act.content = act.content | {"answered": host.now()}
            await tournaments.change_act(tx, act)


async def _calls(connection: AsyncConnection, tournament: int) -> list[ActRow]:
    return await tournaments.acts_of(connection, tournament, (CALL,))
