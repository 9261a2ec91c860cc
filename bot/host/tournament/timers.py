"""The timers of tournaments: what each kind is about, and setting those of a round and of the next one."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.paces import HOUR
from bot.host.tournament.rules.standings import Player
from bot.host.tournament.tournament import WEEK, Tournament
from bot.storage import timers
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
        """Return the round that a text names. Raises ValueError."""
        tournament, round_ = text.split(" ")
        return cls(int(tournament), int(round_))


class Absence(Struct, frozen=True):
    """A player who did not come to a series, written "40 7"."""

    series: int
    player: Player

    def __str__(self) -> str:
        return f"{self.series} {self.player}"

    @classmethod
    def parse(cls, text: str) -> "Absence":
        """Return the absence that a text names. Raises ValueError."""
        series, player = text.split(" ")
        return cls(int(series), int(player))


STARTING: Final = TimerKind("starting", int)
"""A tournament begins by itself."""

CHECKING: Final = TimerKind("checking", int)
"""From now on whoever takes part in a tournament has to say that they are there."""

STRANDED: Final = TimerKind("stranded", int)
"""A game's seal was taken by no place of a tournament."""

PAIRING: Final = TimerKind("pairing", RoundOf.parse)
"""The round after this one is paired; a worker of its own does that, outside any transaction, like house players."""

WARNING: Final = TimerKind("warning", RoundOf.parse)
"""A round is nearly over."""

OPENING: Final = TimerKind("opening", int)
"""The game of a series that is to come is posted."""

JUDGING: Final = TimerKind("judging", int)
"""The round of a series is over."""

FORFEIT: Final = TimerKind("forfeit", int)
"""Somebody in a series has left the tournament."""

AGAIN: Final = TimerKind("again", int)
"""The game of a series that runs begins anew."""

ABSENT: Final = TimerKind("absent", Absence.parse)
"""A player who did not come is taken out."""

RUNNING: Final = (JUDGING.name, WARNING.name)
"""The kinds that stand for time given to people for a round."""

WARNED: Final = HOUR
"""How many seconds before the end of a round its organiser is told who still plays, where it is at least twice as
long."""

APART: Final = 2.5
"""How many seconds apart the games of a round begin. Each brings a message in the tournament's channel, a thread and up
to two new direct messages; Discord takes about one message a second in a channel, and blocks bots that open direct
messages in waves."""


async def pair_at(tx: AsyncConnection, row: TournamentRow, due: float) -> None:
    """Let the round after the present one be paired at a time, if all is played by then."""
    await timers.put_apart(tx, PAIRING, RoundOf(row.id, row.round), due)


async def pair_next(tx: AsyncConnection, row: TournamentRow, now: float) -> None:
    """Let the next round be paired as soon as may be: now, or a week after the present one began."""
    weekly = row.weekly and row.begun is not None
    await pair_at(tx, row, max(now, (row.begun or 0.0) + WEEK) if weekly else now)


async def set_openings(tx: AsyncConnection, series: Iterable[int], now: float) -> None:
    """Let the next games of some series begin one after the other, the first at once."""
    for place, number in enumerate(series):
        await timers.put_apart(tx, OPENING, number, now + place * APART)


async def set_ends(tx: AsyncConnection, row: TournamentRow, series: Iterable[int], now: float) -> None:
    """Let the round of some series end when it is over, and its organiser be told before."""
    if row.deadline is None:
        return
    for number in series:
        await timers.put_apart(tx, JUDGING, number, row.deadline)
    if row.deadline - now >= 2 * WARNED:
        await timers.put_apart(tx, WARNING, RoundOf(row.id, row.round), row.deadline - WARNED)


async def drop_ends(tx: AsyncConnection, found: Tournament) -> None:
    """Let the present round not end by time."""
    for series in found.now_played:
        await timers.drop_apart(tx, JUDGING, series.id)
    await timers.drop_apart(tx, WARNING, RoundOf(found.row.id, found.row.round))


async def drop_starts(tx: AsyncConnection, row: TournamentRow) -> None:
    """Let a tournament not begin by itself any more, and ask nobody whether they are there."""
    for kind in (STARTING, CHECKING):
        await timers.drop_apart(tx, kind, row.id)


async def is_anyone_absent(tx: AsyncConnection, found: Tournament) -> bool:
    """Whether it is noted of somebody, and not done yet, that they are taken out because they did not come."""
    both = [(series.id, player) for series in found.now_played for player in (series.first, series.second)]
    return await timers.any_apart(
        tx, ABSENT, [Absence(series, player) for series, player in both if player is not None]
    )
