"""Tournaments' timers: their kinds, and how those for the current and the next round are set."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.paces import HOUR
from bot.host.people.time_zones import days_later, zone_of_server
from bot.host.tournament.tournament import Tournament
from bot.storage import people, timers
from bot.storage.timers import TimerKind
from bot.storage.tournaments import TournamentRow
from engine.contract import Seat


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


class Expected(Struct, frozen=True):
    """A player who has pressed nothing in a game yet, written "40 1" with the match and the seat."""

    match: int
    seat: Seat

    def __str__(self) -> str:
        return f"{self.match} {self.seat}"

    @classmethod
    def parse(cls, text: str) -> "Expected":
        """Return the player that a string names. Raises ValueError."""
        match, seat = text.split(" ")
        return cls(int(match), int(seat))


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

MISSED: Final = TimerKind("missed", Expected.parse)
"""A player who has pressed nothing yet is mentioned once more."""

CLOSING: Final = TimerKind("closing", int)
"""A tournament's results become final."""

COUNTING: Final = TimerKind("counting", int)
"""A tournament has changed, and the season in which it counts follows."""

ABSENT: Final = TimerKind("absent", Expected.parse)
"""A player has not shown up. The timer exists for as long as a player is expected."""

RUNNING: Final = (JUDGING.name, WARNING.name, MISSED.name, ABSENT.name)
"""The kinds that count down the time that players have for a round, or to show up for a game."""

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


async def count(tx: AsyncConnection, tournament: int, now: float) -> None:
    """Have the season follow in which a tournament counts, or which it joins: it was announced, begun, or decided."""
    await timers.put_apart(tx, COUNTING, tournament, now)


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
    warning = row.deadline - warned_before(row)
    if now < warning:
        await timers.put_apart(tx, WARNING, RoundOf(row.id, row.round), warning)


def warned_before(row: TournamentRow) -> float:
    """Return how many seconds before a round's end its organiser learns who is still playing: an hour at most."""
    return min(HOUR, (row.round_length or 0.0) / 4)


async def drop_ends(tx: AsyncConnection, found: Tournament) -> None:
    """Cancel the current round's deadline, and the warning before it."""
    for series in found.now_played:
        await timers.drop_apart(tx, JUDGING, series.id)
    await timers.drop_apart(tx, WARNING, RoundOf(found.row.id, found.row.round))


async def set_starts(tx: AsyncConnection, row: TournamentRow, now: float) -> None:
    """Schedule the automatic start of a tournament, if it has one, and its check-in before."""
    if row.starts is not None:
        await timers.put_apart(tx, STARTING, row.id, row.starts)
        if row.check_in is not None:
            await timers.put_apart(tx, CHECKING, row.id, max(now, row.starts - row.check_in))


async def drop_starts(tx: AsyncConnection, row: TournamentRow) -> None:
    """Cancel a tournament's automatic start and its check-in."""
    for kind in (STARTING, CHECKING):
        await timers.drop_apart(tx, kind, row.id)
