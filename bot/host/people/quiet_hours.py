"""Quiet hours, during which a person gets no reminders."""

from typing import Final

from bot.storage.people import UserRow

_HOUR: Final = 3600
_DAY: Final = 24 * _HOUR


def quiet_until(user: UserRow, now: float) -> float | None:
    """Return when a person's quiet hours end, or None outside quiet hours."""
    if user.quiet_from is None or user.quiet_to is None or user.quiet_from == user.quiet_to:
        return None
    midnight = (now + user.zone * _HOUR) // _DAY * _DAY - user.zone * _HOUR
    for day in (-_DAY, 0):
        begun = midnight + day + user.quiet_from * _HOUR
        lasts = (user.quiet_to - user.quiet_from) % 24 * _HOUR
        if begun <= now < begun + lasts:
            return begun + lasts
    return None
