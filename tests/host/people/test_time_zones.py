"""Time zones by name: whose clock it is, and what it shows on the days when clocks are changed."""

from datetime import UTC, datetime

import pytest

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR
from bot.host.people import settings
from bot.host.people.quiet_hours import quiet_until
from bot.host.people.time_zones import OFFERED, UnknownZone, days_later, known, local, names, zone
from bot.host.tournament import creation
from bot.host.tournament.schedule import expected_end
from bot.host.tournament.tournament import look
from bot.storage.people import UserRow
from tests.host.players import ADA, click
from tests.host.tournament.organisers import CHANNEL, GUILD, ORGANISER, begun, pass_time, play_round
from tests.support.clocks import ManualClock

BERLIN = "Europe/Berlin"


def at(*moment: int) -> float:
    """A time in UTC."""
    return datetime(*moment, tzinfo=UTC).timestamp()  # type: ignore[misc, arg-type]


SPRING, AUTUMN = at(2027, 3, 28, 1), at(2027, 10, 31, 1)
"""When clocks in Europe are put forward, and back."""


def test_every_zone_has_clocks() -> None:
    assert set(OFFERED) <= set(names())
    assert len(OFFERED) + 2 == 25, "a select menu has room for the chosen zone, too"
    for name in names():
        zone(name)


@pytest.mark.parametrize("text", ["europe/berlin", "Europe/Berlin", "berlin", " Berlin "])
def test_a_zone_is_found_however_it_is_typed(text: str) -> None:
    assert known(text) == BERLIN


@pytest.mark.parametrize("text", ["", "Atlantis", "../etc/passwd", "25", "-11", "Europe", "Etc/GMT+1"])
def test_what_names_no_zone_is_refused(text: str) -> None:
    with pytest.raises(UnknownZone):
        known(text)


async def test_a_place_takes_the_place_of_hours_and_hours_that_of_a_place(host: Host) -> None:
    await settings.change_person(host, ADA, "zone", ["-5"])
    await settings.change_person(host, ADA, "zone", ["new york"])
    assert (await settings.person(host, ADA)).timezone == "America/New_York"
    row = await settings.change_person(host, ADA, "zone", ["2"])
    assert (row.timezone, row.zone) == (None, 2)
    with pytest.raises(UnknownZone):
        await settings.change_person(host, ADA, "zone", ["Atlantis"])
    assert await settings.person(host, ADA) == row
    with pytest.raises(UnknownZone):
        await settings.change_guild(host, GUILD, "timezone", [])


@pytest.mark.parametrize("changed", [SPRING, AUTUMN])
@pytest.mark.parametrize("quiet", [(22, 7), (1, 5), (23, 2)])
def test_quiet_hours_follow_the_clocks_when_these_are_changed(changed: float, quiet: tuple[int, int]) -> None:
    user = UserRow(1, quiet_from=quiet[0], quiet_to=quiet[1], timezone=BERLIN)
    for minutes in range(-2 * 24 * 60, 2 * 24 * 60, 30):
        now = changed + minutes * 60
        shown, ends = local(now, BERLIN), quiet_until(user, now)
        skipped_or_twice = abs(minutes) < 60
        if not skipped_or_twice:
            hour, (first, last) = shown.hour, quiet
            inside = hour >= first or hour < last if first > last else first <= hour < last
            assert (ends is not None) == inside, shown
        if ends is not None:
            end = local(ends, BERLIN)
            assert now < ends <= now + 12 * HOUR
            assert (end.hour, end.minute) == (quiet[1], 0) or (changed == SPRING and end.hour == quiet[1] + 1)


def test_some_days_later_the_clocks_show_the_same() -> None:
    for changed, hours in ((SPRING, -1), (AUTUMN, 1)):
        begins = changed - 3 * DAY
        assert days_later(begins, 7, BERLIN) - begins == 7 * DAY + hours * HOUR
        assert days_later(begins, 7, "2") - begins == 7 * DAY


async def test_a_start_is_typed_by_ones_own_clock_or_the_servers(host: Host, clock: ManualClock) -> None:
    clock.advance(at(2027, 3, 20) - host.now())
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, "artbot", "Cup")
    assert made is not None

    async def start(typed: str) -> float | None:
        where = await settings.zone_typed_in(host, GUILD, ORGANISER)
        what = f"{where} {typed}"
        return (await creation.arrange(host, click(ORGANISER), made.row.id, "time", what, manages=False)).row.starts

    assert await start("2027-03-29 20:00") == at(2027, 3, 29, 20)
    await settings.change_guild(host, GUILD, "timezone", [BERLIN])
    assert await start("2027-03-27 20:00") == at(2027, 3, 27, 19)
    assert await start(" 2027-03-29 20:00 ") == at(2027, 3, 29, 18)
    await settings.change_person(host, ORGANISER, "zone", ["-5"])
    assert await start("2027-03-29 20:00") == at(2027, 3, 30, 1)
    for wrong in ("", "29.3.2027", "2027-03-18 20:00", "2028-04-01 20:00", "0001-01-01 00:00", "9999-12-31 23:59"):
        with pytest.raises(Refused) as refused:
            await start(wrong)
        assert refused.value.reason.id == "tournament.refused.time"
    with pytest.raises(UnknownZone):
        await creation.arrange(host, click(ORGANISER), made.row.id, "time", "Atlantis 2027-04-01 20:00", manages=False)
    assert (await look(host, made.row.id)).row.starts == at(2027, 3, 30, 1)


async def test_a_weekly_round_begins_at_the_same_time_of_day(host: Host, clock: ManualClock) -> None:
    clock.advance(at(2027, 3, 24, 19) - host.now())
    await settings.change_guild(host, GUILD, "timezone", [BERLIN])
    number = await begun(host, 4, format="robin", weekly="yes", pace="slow")
    row = (await look(host, number)).row
    assert row.deadline == days_later(row.begun or 0.0, 7, BERLIN)
    await play_round(host, number)
    await pass_time(host, clock, (row.deadline or 0.0) - host.now() - 60)
    assert (await look(host, number)).row.round == 1
    await pass_time(host, clock, 60)
    assert (await look(host, number)).row.round == 2


async def test_an_event_ends_when_the_servers_clocks_say(host: Host) -> None:
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, "artbot", "Cup")
    assert made is not None
    weekly = await creation.arrange(host, click(ORGANISER), made.row.id, "weekly", "yes", manages=False)
    begins = SPRING - DAY
    by_utc = await expected_end(host, weekly.row, begins)
    await settings.change_guild(host, GUILD, "timezone", [BERLIN])
    assert by_utc - await expected_end(host, weekly.row, begins) == HOUR
