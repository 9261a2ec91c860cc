"""Servers that want the puzzle of the day, for tests: their settings, and time that passes in them with a messenger."""

from datetime import UTC, date, datetime
from typing import Final

from bot.host.kernel.host import Host
from bot.host.people import settings
from bot.host.puzzles.daily_posts import ANSWERED, POSTING, REVEALING
from bot.host.workers import sender, timekeeper
from bot.host.workers.delivery_results import Lost, Report, Sent
from bot.storage import outbox, timers, tries
from bot.storage.outbox import AMENDED, PostRow, SurfaceRow
from bot.storage.timers import TimerKind
from tests.support.clocks import ManualClock

BERLIN, AUCKLAND, ANGELES = "Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"
CHANNEL: Final = 555


class Letterbox:
    """A messenger that notes when it posts and edits puzzles, by server and date; channels can be closed to it."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.posted: list[tuple[int, str, float]] = []
        self.edited: list[tuple[int, str, float]] = []
        self.closed: set[int] = set()

    async def post(self, row: PostRow) -> Report:
        async with self.host.database.reading() as connection:
            about = await outbox.amended(connection, row)
        if about is None or about.kind != "puzzle":
            return Sent(1, row.id)
        if about.content["channel"] in self.closed:
            return Lost(about.content["channel"])
        noted = self.edited if row.kind == AMENDED else self.posted
        assert (ANSWERED in about.content) is (row.kind == AMENDED)
        noted.append((about.content["guild"], about.content["day"], self.host.now()))
        return Sent(1, about.message or row.id)

    async def surface(self, row: SurfaceRow) -> Report:
        return Sent(1, row.message or 10**9 + row.id)


async def wants(host: Host, guild: int, where: str, hour: int, **more: str) -> None:
    """Have a server want the puzzle of the day at an hour by the clocks of a zone."""
    wanted: dict[str, object] = {"timezone": where, "puzzle_hour": hour, "puzzles": CHANNEL + guild, **more}
    for name, value in wanted.items():
        await settings.change_guild(host, guild, name, str(value).split())


async def work(host: Host, box: Letterbox) -> None:
    """Process everything that is due."""
    while await timekeeper.work(host):
        pass
    await sender.drain(host, box)


async def pass_to(host: Host, clock: ManualClock, box: Letterbox, end: float) -> None:
    """Pass time up to a moment, timer by timer, and process everything on the way."""
    while (due := await next_due(host)) is not None and due <= end:
        clock.advance(max(0.0, due - host.now()))
        await work(host, box)
    clock.advance(max(0.0, end - host.now()))
    await work(host, box)


async def next_due(host: Host) -> float | None:
    async with host.database.reading() as connection:
        return await timers.next_due(connection, only=(POSTING.name, REVEALING.name))


async def due_of(host: Host, kind: TimerKind[int], guild: int) -> float | None:
    async with host.database.reading() as connection:
        return (await timers.dues_apart(connection, kind, [guild])).get(guild)


async def posts_of(host: Host, guild: int) -> list[PostRow]:
    async with host.database.reading() as connection:
        return await tries.posted(connection, guild)


def utc(day: date, hour: int, minute: int = 0) -> float:
    return datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC).timestamp()
