"""The dates of a recurrence, by the clocks of its server."""

from datetime import date
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.host.people.time_zones import at_clock, local, zone
from bot.storage.schema.tournaments import RecurrenceRow

RHYTHMS: Final = ("w1", "w2", "w3", "w4", "m1", "m2", "m3", "m4", "m5")
"""The choices for how often: every so many weeks, or on the first to fourth or last such weekday of a month."""

AHEAD: Final = (1, 2, 3, 4, 5, 6, 7, 14)
"""The choices for how many days ahead an evening is announced."""

USUAL_AHEAD: Final = 5

LAST: Final = 5
"""The number of the last such weekday of a month."""


class Plan(Struct, frozen=True):
    """When evenings are held; the fields are those of a recurrence, and `day` is the next evening's."""

    rhythm: str
    day: int
    minute: int
    ahead: int

    @classmethod
    def of(cls, row: RecurrenceRow) -> "Plan":
        """Return a recurrence's plan."""
        return cls(row.rhythm, row.day, row.minute, row.ahead)

    @classmethod
    def at(cls, rhythm: str, starts: float, ahead: int, where: str) -> "Plan":
        """Return the plan whose first evening is at a time, or on the first day after it that fits the rhythm."""
        clock = local(starts, where)
        return cls(rhythm, clock.toordinal(), 60 * clock.hour + clock.minute, ahead).aligned()

    @property
    def weekday(self) -> int:
        """The weekday of the evenings; 0 is Monday."""
        return date.fromordinal(self.day).weekday()

    def begins(self, where: str) -> float:
        """Return when the next evening begins by the clocks of a zone."""
        return self._clock(self.day, where)

    def announced(self, where: str) -> float:
        """Return when the next evening is announced: at the same time by the clocks of a zone, some days before."""
        return self._clock(self.day - self.ahead, where)

    def _clock(self, day: int, where: str) -> float:
        return at_clock(date.fromordinal(day), self.minute // 60, zone(where), self.minute % 60)

    def aligned(self) -> "Plan":
        """Return the plan from its first day that fits the rhythm."""
        found = self
        while not found._fits():
            found = replace(found, day=found.day + 7)
        return found

    def _fits(self) -> bool:
        if self.rhythm[0] == "w":
            return True
        day, number = date.fromordinal(self.day), int(self.rhythm[1:])
        if number == LAST:
            return date.fromordinal(self.day + 7).month != day.month
        return (day.day - 1) // 7 + 1 == number

    def later(self) -> "Plan":
        """Return the plan from the evening after the next."""
        weeks = int(self.rhythm[1:]) if self.rhythm[0] == "w" else 1
        return replace(self, day=self.day + 7 * weeks).aligned()

    def after(self, moment: float, where: str) -> "Plan":
        """Return the plan from its first evening that begins after a moment."""
        found = self
        while found.begins(where) <= moment:
            found = found.later()
        return found
