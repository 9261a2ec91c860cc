"""The role that a tournament's champion has until the next one wins, and the role that it mentions.

What speaks for and against a role can change at any time, so Discord is asked each time, outside transactions.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel import server_log
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.tournament.rules import course
from bot.host.tournament.tournament import find, say
from bot.storage import timers, tournaments
from bot.storage.privacy import GONE
from bot.storage.timers import TimerKind
from bot.storage.tournaments import TournamentRow
from engine.contract import Message

CROWN: Final = TimerKind("crown", str)
"""A role of champions moves on: that of a tournament, "tournament 12", or of a season, "season 3"."""

PING: Final = TimerKind("ping", int)
"""A tournament mentions its role."""

MOST_PINGS: Final = 2
"""How often a tournament mentions its role at most."""


class Crowning(Struct, frozen=True):
    """A role that moves on: from some people, who keep it if they are among the champions, to the champions."""

    guild: int
    role: int
    chooser: int
    title: str
    takes: tuple[int, ...]
    champions: tuple[int, ...]


class Ping(Struct, frozen=True):
    """A role that a tournament wants to mention in its channel, and the organiser for whom it does."""

    guild: int
    role: int
    organiser: int
    channel: int
    title: str


def check_fault(fault: str | None) -> None:
    """Raise Refused if something speaks against a role; see `bot.messenger.roles`."""
    if fault is not None:
        raise Refused(Message(f"tournament.role.{fault}"))


# Crowning


async def crown(host: Host, tx: AsyncConnection, row: TournamentRow) -> None:
    """Have the role of a settled tournament move to its champion, if it has a role."""
    if row.champion_role is not None and row.status == "over":
        await timers.put_apart(tx, CROWN, f"tournament {row.id}", host.now())
        host.jobs_due.set()


async def crowning(host: Host, tournament: int) -> Crowning | None:
    """Return how the role of a tournament moves; None if it has none, or nobody to give it to."""
    async with host.database.reading() as connection:
        try:
            found = await find(host, connection, tournament, lock=False)
        except Refused:
            return None
        row = found.row
        if row.champion_role is None or not row.settled or row.status != "over":
            return None
        first = [found.entrant(place.player).user for place in course.places(found.course) if place.place == 1]
        return await moving(connection, row.guild, row.champion_role, row.role_chooser, row.title, first)


async def moving(
    connection: AsyncConnection, guild: int, role: int, chooser: int | None, title: str, first: Iterable[int]
) -> Crowning | None:
    """Return how a role moves to the people who are `first`; None if the data of all of them was deleted."""
    champions = tuple(user for user in first if user != GONE)
    held = await tournaments.holders_of(connection, guild, role)
    takes = tuple(user for user in held if user not in champions)
    return Crowning(guild, role, chooser or GONE, title, takes, champions) if champions else None


async def crowned(host: Host, moved: Crowning, fault: str | None) -> None:
    """Store who has a role now, or say in the server's log why nobody got it."""
    async with host.database.transaction() as tx:
        if fault is None:
            await tournaments.keep_holders(tx, moved.guild, moved.role, moved.champions)
        else:
            await _note(host, tx, moved.guild, "champion", fault, moved.title)


async def _note(host: Host, tx: AsyncConnection, guild: int, what: str, fault: str, title: str) -> None:
    await server_log.note(host, tx, guild, f"log.tournament.{what}.{fault}", title=title)


# Mentioning


async def ping(host: Host, tx: AsyncConnection, row: TournamentRow) -> None:
    """Have a tournament mention its role, if it has one and has not done so often enough."""
    if row.ping_role is not None and row.pings < MOST_PINGS:
        await timers.put_apart(tx, PING, row.id, host.now())
        host.jobs_due.set()


async def wanted_ping(host: Host, tournament: int) -> Ping | None:
    """Return the role that a tournament wants to mention now; None if there is none."""
    async with host.database.reading() as connection:
        row = await tournaments.get(connection, tournament)
    if row is None or not _pings(row) or row.ping_role is None:
        return None
    return Ping(row.guild, row.ping_role, row.organiser, row.channel, row.title)


async def pinged(host: Host, tournament: int, wanted: Ping, fault: str | None) -> None:
    """Mention a role, or say in the server's log why not."""
    async with host.database.transaction() as tx:
        row = await tournaments.get(tx, tournament, lock=True)
        if row is None or not _pings(row):
            return
        if fault is not None:
            await _note(host, tx, wanted.guild, "ping", fault, wanted.title)
            return
        row.pings += 1
        await tournaments.change(tx, row)
        await say(host, tx, row, "summons", role=wanted.role)


def _pings(row: TournamentRow) -> bool:
    return row.status in ("open", "running") and row.pings < MOST_PINGS
