"""Time zones: by the names of the IANA database, which know daylight saving, or as whole hours east of UTC.

As text, a zone is its name ("Europe/Berlin") or its hours ("-5").
"""

from datetime import date, datetime, time, timedelta, timezone, tzinfo
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.host.kernel.errors import NotFound
from bot.storage.people import GuildRow, UserRow
from engine.contract import Message

HOURS: Final = tuple(range(-10, 15))
"""Hours east of UTC that a zone can be."""

PARTS: Final = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
"""The parts of the world by which the names of places begin; the database also has old names and others."""

OFFERED: Final = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Africa/Johannesburg",
    "Europe/Kyiv",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The zones that a select menu offers, where most people live; it has room for two more."""

FORM: Final = "%Y-%m-%d %H:%M"
"""How a local time is typed."""


class UnknownZone(NotFound):
    """There is no time zone of this name."""

    reason = Message("zone.unknown")


@cache
def names() -> tuple[str, ...]:
    """Return the names of all zones."""
    listed = (files("tzdata") / "zones").read_text("utf-8").split()
    return tuple(name for name in listed if name == "UTC" or name.split("/", 1)[0] in PARTS)


def known(text: str) -> str:
    """Return the zone that a text means, whatever its capitals, or by the name of its city. Raises UnknownZone."""
    if text in map(str, HOURS):
        return text
    typed = "_".join(text.split()).casefold()
    same = [name for name in names() if typed == name.casefold()]
    found = same or [name for name in names() if typed == name.casefold().rsplit("/", 1)[-1]]
    if not found:
        raise UnknownZone(text)
    return found[0]


def zone(text: str) -> tzinfo:
    """Return a zone. Raises UnknownZone."""
    name = known(text)
    return timezone(timedelta(hours=int(name))) if name in map(str, HOURS) else ZoneInfo(name)


def zone_of_person(row: UserRow) -> str:
    """Return a person's time zone."""
    return row.timezone or str(row.zone)


def zone_of_server(row: GuildRow) -> str:
    """Return a server's time zone."""
    return row.timezone or "UTC"


def zone_typed_in(guild: GuildRow, user: UserRow) -> str:
    """Return the zone in which a person types times in a server: their own if they chose one, or else the server's."""
    own = user.timezone or user.zone
    return zone_of_person(user) if own else zone_of_server(guild)


def local(at: float, text: str) -> datetime:
    """Return a time as the clocks of a zone show it. Raises UnknownZone."""
    return datetime.fromtimestamp(at, zone(text))


def at_clock(day: date, hour: int, where: tzinfo, minute: int = 0) -> float:
    """Return when the clocks of a zone show a time on a day.

    If they show it twice, it is the first; if they skip it, it is as much later as they are set forward.
    """
    return datetime.combine(day, time(hour, minute), where).timestamp()


def typed_time(typed: str, text: str) -> float:
    """Return the time that somebody typed by the clocks of a zone. Raises UnknownZone, and ValueError for no time."""
    return datetime.strptime(typed.strip(), FORM).replace(tzinfo=zone(text)).timestamp()


def days_later(at: float, days: int, text: str) -> float:
    """Return when the clocks of a zone show the same time some days later. Raises UnknownZone."""
    return (local(at, text) + timedelta(days=days)).timestamp()
