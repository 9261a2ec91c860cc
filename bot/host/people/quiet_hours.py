"""Quiet hours, during which a person gets no reminders."""

from datetime import timedelta

from bot.host.people.time_zones import at_clock, local, zone, zone_of_person
from bot.storage.people import UserRow


def quiet_until(user: UserRow, now: float) -> float | None:
    """Return when a person's quiet hours end, by the clocks of their time zone, or None outside quiet hours."""
    if user.quiet_from is None or user.quiet_to is None or user.quiet_from == user.quiet_to:
        return None
    where = zone_of_person(user)
    today, nights = local(now, where).date(), timedelta(days=user.quiet_to < user.quiet_from)
    for day in (today - timedelta(days=1), today):
        begun = at_clock(day, user.quiet_from, zone(where))
        ends = at_clock(day + nights, user.quiet_to, zone(where))
        if begun <= now < ends:
            return ends
    return None
