"""Tournaments' timers: their kinds, and how those for the current and the next round are set."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.paces import HOUR
from bot.host.people.time_zones import days_later, zone_of_server
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.tournament import Tournament
from bot.storage import people, timers
from bot.storage.timers import TimerKind
from bot.storage.tournaments import TournamentRow


class RoundOf(Struct, frozen=True):
    """A round of a tournament, written "12 3"."""

    tournament: int
    round: int

    def __str__(self) -> str:
        return f"{self.tournament} {self.round}"

    @classmethod
    def parse(cls, text: str) -> "RoundOf":
        """Return the round that a string names. Raises ValueError."""
        tournament, round_ = text.split(" ")
        return cls(int(tournament), int(round_))


class Absence(Struct, frozen=True):
    """A player who did not show up for a series, written "40 7"."""

    series: int
    player: Player

    def __str__(self) -> str:
        return f"{self.series} {self.player}"

    @classmethod
    def parse(cls, text: str) -> "Absence":
        """Return the absence that a string names. Raises ValueError."""
        series, player = text.split(" ")
        return cls(int(series), int(player))


STARTING: Final = TimerKind("starting", int)
"""A tournament starts automatically."""

CHECKING: Final = TimerKind("checking", int)
"""A tournament's check-in opens."""

STRANDED: Final = TimerKind("stranded", int)
"""The seal for a tournament's game could not be posted anywhere."""

PAIRING: Final = TimerKind("pairing", RoundOf.parse)
"""The round after this one is paired. As with house players' moves, a separate worker does so outside transactions."""

WARNING: Final = TimerKind("warning", RoundOf.parse)
"""A round is nearly over."""

OPENING: Final = TimerKind("opening", int)
"""The next game of a series is posted."""

JUDGING: Final = TimerKind("judging", int)
"""The round of a series ends."""

FORFEIT: Final = TimerKind("forfeit", int)
"""A player in a series has left the tournament."""

AGAIN: Final = TimerKind("again", int)
"""A series' running game starts again."""

ABSENT: Final = TimerKind("absent", Absence.parse)
"""A player who did not show up is removed."""

CLOSING: Final = TimerKind("closing", int)
"""A tournament's results become final."""

RUNNING: Final = (JUDGING.name, WARNING.name)
"""The kinds that count down the time that players have for a round."""

WARNED: Final = HOUR
"""Seconds before the end of a round at which the organiser learns who is still playing, if the round is at least twice
as long."""

APART: Final = 2.5
"""Seconds between the starts of a round's games. Each brings a message in the tournament's channel, a thread and up to
two new direct messages; Discord accepts about one message a second in a channel, and blocks bots that open direct
messages in bursts."""


async def pair_at(tx: AsyncConnection, row: TournamentRow, due: float) -> None:
    """Schedule the pairing of the next round for a given time, provided everything has been played by then."""
    await timers.put_apart(tx, PAIRING, RoundOf(row.id, row.round), due)


async def pair_next(tx: AsyncConnection, row: TournamentRow, now: float) -> None:
    """Schedule the pairing of the next round for the earliest time: now, or a week after the current one began."""
    weekly = row.weekly and row.begun is not None
    await pair_at(tx, row, max(now, await week_after(tx, row, row.begun or 0.0)) if weekly else now)


async def week_after(tx: AsyncConnection, row: TournamentRow, at: float) -> float:
    """Return when the server's clocks show the same time a week later: one hour more or less if they were changed."""
    return days_later(at, 7, zone_of_server(await people.guild(tx, row.guild)))


async def set_openings(tx: AsyncConnection, series: Iterable[int], now: float) -> None:
    """Schedule the next game in each of the given series, one after another, the first at once."""
    for place, number in enumerate(series):
        await timers.put_apart(tx, OPENING, number, now + place * APART)


async def set_ends(tx: AsyncConnection, row: TournamentRow, series: Iterable[int], now: float) -> None:
    """Schedule the end of a round for its series, and the warning to its organiser before it."""
    if row.deadline is None:
        return
    for number in series:
        await timers.put_apart(tx, JUDGING, number, row.deadline)
    if row.deadline - now >= 2 * WARNED:
        await timers.put_apart(tx, WARNING, RoundOf(row.id, row.round), row.deadline - WARNED)


async def drop_ends(tx: AsyncConnection, found: Tournament) -> None:
    """Cancel the current round's deadline, and the warning before it."""
    for series in found.now_played:
        await timers.drop_apart(tx, JUDGING, series.id)
    await timers.drop_apart(tx, WARNING, RoundOf(found.row.id, found.row.round))


async def drop_starts(tx: AsyncConnection, row: TournamentRow) -> None:
    """Cancel a tournament's automatic start and its check-in."""
    for kind in (STARTING, CHECKING):
        await timers.drop_apart(tx, kind, row.id)


async def is_anyone_absent(tx: AsyncConnection, found: Tournament) -> bool:
    """Whether an absent player has yet to be removed."""
    both = [(series.id, player) for series in found.now_played for player in (series.first, series.second)]
    return await timers.any_apart(
        tx, ABSENT, [Absence(series, player) for series, player in both if player is not None]
    )
