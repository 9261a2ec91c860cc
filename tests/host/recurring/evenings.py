"""Recurrences for tests: begun, and made to go on, with a Discord that says who may hold tournaments."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select

from bot.host.kernel.errors import NotNow
from bot.host.kernel.host import Host
from bot.host.people.time_zones import zone
from bot.host.recurring import management
from bot.host.recurring.dates import Plan
from bot.host.recurring.management import Recurring
from bot.host.workers import jobs
from bot.storage import people, recurrences
from bot.storage.outbox import PostRow
from bot.storage.outbox import posts_where as stored_posts
from bot.storage.recurrences import TEMPLATE
from bot.storage.rows import every
from bot.storage.schema import posts, timers, tournaments
from bot.storage.tournaments import TournamentRow
from tests.host.players import click
from tests.host.tournament.organisers import GUILD, ORGANISER, announced, settle
from tests.support.clocks import ManualClock

BERLIN: Final = "Europe/Berlin"


class Members:
    """A Discord in which some people may hold tournaments; while it is busy, it does not say."""

    def __init__(self, *organisers: int) -> None:
        self.organisers = {*organisers}
        self.busy = False

    async def organises(self, _: int, user: int, role: int | None) -> bool:
        if self.busy:
            raise NotNow("busy", 30.0)
        return user in self.organisers

    async def is_member(self, _: int, user: int) -> bool:
        return user in self.organisers

    async def add_to_thread(self, thread: int, user: int) -> bool:
        return True

    async def archive_soon(self, thread: int) -> None:
        return

    async def may_speak(self, _: int, channel: int) -> bool | None:
        return True

    async def prize_fault(self, guild: int, role: int, chooser: int) -> str | None:
        return None

    async def mention_fault(self, guild: int, role: int, organiser: int, channel: int) -> str | None:
        return None

    async def move_role(self, guild: int, role: int, takes: Iterable[int], gives: Iterable[int]) -> str | None:
        return None

    async def is_locked(self, _: int, thread: int) -> bool:
        return False


def moment(text: str, where: str = BERLIN) -> float:
    """Return a time by the clocks of a zone."""
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=zone(where)).timestamp()


def face(at: float | None, where: str = BERLIN) -> str:
    """Return what the clocks of a zone show."""
    assert at is not None
    return f"{datetime.fromtimestamp(at, UTC).astimezone(zone(where)):%Y-%m-%d %H:%M}"


async def pass_to(host: Host, clock: ManualClock, members: Members, text: str) -> None:
    """Pass time up to a moment by the clocks of Berlin, timer by timer, and process everything on the way."""
    end = moment(text)
    while (due := await next_due(host)) is not None and due <= end:
        clock.advance(max(0.0, due - host.now()))
        await work(host, members)
    clock.advance(max(0.0, end - host.now()))
    await work(host, members)


async def wake_at(host: Host, clock: ManualClock, members: Members, text: str) -> None:
    """Let time pass in which the bot is down, and then process everything that has become due."""
    clock.advance(moment(text) - host.now())
    await work(host, members)


async def next_due(host: Host) -> float | None:
    async with host.database.reading() as connection:
        return min(await connection.scalars(select(timers.c.due)), default=None)


async def work(host: Host, members: Members) -> None:
    """Process everything that is due."""
    await settle(host)
    while await jobs.work(host, members):
        await settle(host)


async def weekly(
    host: Host,
    clock: ManualClock,
    *,
    rhythm: str = "w1",
    first: str = "2027-02-19 20:00",
    **settings: str,
) -> Recurring:
    """Begin a recurrence in Berlin after a tournament, some days before its first evening."""
    async with host.database.transaction() as tx:
        await people.change_guild(tx, GUILD, timezone=BERLIN)
    clock.advance(moment("2027-02-10 12:00") - host.now())
    number = await announced(host, **({"time": f"{BERLIN} 2027-02-12 20:00"} | settings))
    plan = Plan.at(rhythm, moment(first), 5, BERLIN)
    return await management.begin(host, click(ORGANISER), number, plan, manages=True)


async def evenings(host: Host) -> list[TournamentRow]:
    """Return all tournaments, in the order in which they were announced."""
    async with host.database.reading() as connection:
        query = select(tournaments).where(tournaments.c.status != TEMPLATE).order_by(tournaments.c.id)
        return await every(connection, TournamentRow, query)


async def template_of(host: Host, shown: Recurring) -> TournamentRow:
    async with host.database.reading() as connection:
        found = await recurrences.template(connection, shown.tournament.row.recurrence or 0)
    assert found is not None
    return found


async def posts_of_kind(host: Host, kind: str) -> list[PostRow]:
    async with host.database.reading() as connection:
        return await stored_posts(connection, posts.c.kind == kind)


async def waiting(host: Host) -> list[float]:
    """Return when the next announcements are due."""
    async with host.database.reading() as connection:
        return list(await connection.scalars(select(timers.c.due).where(timers.c.kind == "recur")))
