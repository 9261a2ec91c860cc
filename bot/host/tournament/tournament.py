"""Loading a tournament for use cases and display; the right to manage one; its dice."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar, cast

import msgspec
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.fairness.tournament_secrets import seal_name
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.people.time_zones import days_later, zone_of_server
from bot.host.tournament.rules.course import Course, Format, final_at, nodes, rounds_in_all
from bot.host.tournament.rules.score import Score
from bot.host.tournament.rules.standings import Player, Series
from bot.storage import outbox, people, tournaments
from bot.storage.destination import Destination
from bot.storage.outbox import TournamentPost
from bot.storage.privacy import GONE
from bot.storage.recurrences import TEMPLATE
from bot.storage.tournaments import LIVE, EntrantRow, GameRow, SeriesRow, TournamentRow
from engine.contract import Message
from engine.dice import FairDice, seal, table_key

WEEK: Final = 7 * DAY

T = TypeVar("T")


class Tournament(Struct, frozen=True):
    """A tournament with everything that belongs to it.

    Attributes:
        series: its series, without those whose pairing was taken back.
        void: the series whose pairing was taken back.
        games: the results of the games in each series.
        seal: the seal of its secret, posted in the announcement.
        zone: the server's time zone.
    """

    row: TournamentRow
    entrants: tuple[EntrantRow, ...]
    series: tuple[SeriesRow, ...]
    games: dict[int, tuple[GameRow, ...]]
    seal: str
    void: tuple[SeriesRow, ...] = ()
    zone: str = "UTC"

    @property
    def dates(self) -> dict[int, float]:
        """When the current and the coming rounds of a league begin, by their numbers, as far as that is known.

        They begin at the same time by the server's clocks, a week apart.
        """
        row = self.row
        first = row.starts if row.status == "open" else row.begun
        if not row.weekly or first is None or row.status not in ("open", "running"):
            return {}
        players = len(self.course.seeds) if row.status == "running" else max(row.least, len(self.members))
        now, last = max(row.round, 1), rounds_in_all(self.course, players)
        coming = range(now, (now if last is None else max(now, last)) + 1)
        return {number: days_later(first, 7 * (number - now), self.zone) for number in coming}

    @property
    def members(self) -> list[EntrantRow]:
        """The entrants who are currently taking part."""
        return [entrant for entrant in self.entrants if entrant.status == "in"]

    @property
    def now_played(self) -> list[SeriesRow]:
        """The series in the current round."""
        return [series for series in self.series if series.round == self.row.round]

    @property
    def next_number(self) -> Player:
        """The number of the next entrant."""
        return 1 + max((entrant.number for entrant in self.entrants), default=-1)

    def waits_after(self, round_: int) -> bool:
        """Whether a round is complete and the next one is waiting to be paired."""
        row = self.row
        if row.status != "running" or row.round != round_ or row.paused is not None:
            return False
        return all(series.state != "open" for series in self.now_played)

    @property
    def course(self) -> Course:
        """Everything from which the next round is computed."""
        row, seeded = self.row, [entrant for entrant in self.entrants if entrant.seed is not None]
        cut = sorted((entrant for entrant in seeded if entrant.cut is not None), key=_cut)
        return Course(
            format=cast("Format", row.format),
            rounds=row.rounds,
            size=row.cut,
            round=row.round,
            seeds=tuple(entrant.number for entrant in sorted(seeded, key=_seed)),
            out=frozenset(entrant.number for entrant in seeded if entrant.status != "in"),
            disqualified=frozenset(entrant.number for entrant in seeded if entrant.status == "disqualified"),
            played=tuple(_played(series) for series in self.series if series.node is None),
            tree={series.node: _played(series) for series in self.series if series.node is not None},
            cut=tuple(entrant.number for entrant in cut) or None,
        )

    @property
    def final(self) -> SeriesRow | None:
        """The last final that was paired; None without one."""
        tree = nodes(self.course)
        finals = [each for each in self.series if each.node is not None and final_at(tree, each.node) is not None]
        return max(finals, key=lambda series: series.round, default=None)

    def entrant_of(self, user: int) -> EntrantRow | None:
        """Return a person's row; None for a person who has never entered.

        If they left and then replaced somebody, they have several: the live one, or else the latest.
        """
        own = [entrant for entrant in self.entrants if entrant.user == user]
        return max(own, key=lambda entrant: (entrant.status in LIVE, entrant.number), default=None)

    def entrant(self, number: Player) -> EntrantRow:
        """Return the entrant with a given number. Raises Refused if there is no such entrant."""
        found = next((entrant for entrant in self.entrants if entrant.number == number), None)
        if found is None:
            raise Refused(Message("tournament.refused.nobody"))
        return found

    def is_gone(self, entrant: EntrantRow) -> bool:
        """Return whether an entrant's data has been deleted."""
        return entrant.user == GONE

    def any_series(self, number: int) -> SeriesRow:
        """Return one of the tournament's series, which may be void by now. Raises LookupError."""
        found = next((each for each in (*self.series, *self.void) if each.id == number), None)
        if found is None:
            raise LookupError(number)
        return found

    def games_won(self, series: SeriesRow) -> tuple[int, int]:
        """Return how many games the two players of a series have won.

        A result that the organiser set counts as if it had been played: with just the games that it takes.
        """
        won = score_of(self.row, series, self.games.get(series.id, ())).won
        if series.how != "organiser":
            return won
        if series.winner is None:
            return (min(won), min(won))
        needed = self.row.best_of // 2 + 1
        ahead = series.winner == series.first
        lost = min(won[ahead], needed - 1)
        return (needed, lost) if ahead else (lost, needed)


class TournamentTitle(Struct, frozen=True):
    """A tournament in a list to choose from, with its organiser and the channel where it is announced."""

    id: int
    title: str
    status: str
    organiser: int
    channel: int


def _seed(entrant: EntrantRow) -> int:
    return entrant.seed or 0


def _cut(entrant: EntrantRow) -> int:
    return entrant.cut or 0


def _played(series: SeriesRow) -> Series:
    state: Any = series.state
    return Series(series.round, series.first, series.second, state, series.winner)


def score_of(row: TournamentRow, series: SeriesRow, games: Iterable[GameRow]) -> Score:
    """Return the score of a series."""
    second = series.first if series.second is None else series.second
    return Score(series.first, second, tuple(game.winner for game in games), row.best_of, series.node is not None)


async def look(host: Host, tournament: int, *, within: AsyncConnection | None = None) -> Tournament:
    """Return a tournament. Raises Refused if it does not exist."""
    async with host.database.reading(within) as connection:
        return await find(host, connection, tournament, lock=False)


async def of_guild(host: Host, guild: int) -> list[TournamentTitle]:
    """Return a server's tournaments: first those announced and not over, then templates, then all others.

    In each part, the newest is first.
    """
    async with host.database.reading() as connection:
        parts = (tournaments.OPEN, (TEMPLATE,), ("draft", "over", "cancelled"))
        found = [row for part in parts for row in await tournaments.of_guild(connection, guild, part)]
    return [TournamentTitle(row.id, row.title, row.status, row.organiser, row.channel) for row in found]


async def of_series(host: Host, number: int, *, within: AsyncConnection | None = None) -> tuple[Tournament, SeriesRow]:
    """Return the tournament that a series belongs to, and the series. Raises Refused if there is no such series."""
    async with host.database.reading(within) as connection:
        series = await tournaments.get_series(connection, number)
        if series is None:
            raise Refused(Message("tournament.refused.gone"))
        return await find(host, connection, series.tournament, lock=False), series


async def find(host: Host, connection: AsyncConnection, tournament: int, *, lock: bool = True) -> Tournament:
    """Return a tournament, locked for changes unless `lock` is False. Raises Refused if it does not exist."""
    row = await tournaments.get(connection, tournament, lock=lock)
    if row is None or row.game not in host.games:
        raise Refused(Message("tournament.refused.gone"))
    games: dict[int, tuple[GameRow, ...]] = {}
    for game in await tournaments.all_games(connection, tournament):
        games[game.series] = (*games.get(game.series, ()), game)
    paired = await tournaments.series_of(connection, tournament)
    return Tournament(
        row=row,
        entrants=tuple(await tournaments.entrants_of(connection, tournament)),
        series=tuple(each for each in paired if each.state != "void"),
        games=games,
        seal=seal(row.secret, seal_name(tournament)),
        void=tuple(each for each in paired if each.state == "void"),
        zone=zone_of_server(await people.guild(connection, row.guild)),
    )


async def find_as(
    host: Host, tx: AsyncConnection, tournament: int, user: int, *, manages: bool, statuses: Iterable[str]
) -> Tournament:
    """Return a tournament for changes by its organiser or anyone else who may manage it, if in one of `statuses`.

    Raises Refused.
    """
    found = await find(host, tx, tournament)
    if not (manages or user == found.row.organiser):
        raise Refused(Message("tournament.refused.not_organiser"))
    check_status(found.row, statuses)
    return found


def check_status(row: TournamentRow, statuses: Iterable[str]) -> None:
    """Raise Refused, naming the actual status, if a tournament has none of the given statuses."""
    if row.status not in statuses:
        raise Refused(Message(f"tournament.refused.{row.status}"))


async def lot(tx: AsyncConnection, row: TournamentRow, purpose: str, items: Sequence[T], now: float) -> list[T]:
    """Shuffle items with the tournament's dice, and record the draw; each purpose allows one draw."""
    dice = FairDice(table_key(row.secret, seal_name(row.id)))
    order = dice.shuffle(purpose, items)
    for each in dice.record:
        await tournaments.note(tx, row.id, None, "draw", msgspec.to_builtins(each), now)
    return order


async def show(host: Host, tx: AsyncConnection, row: TournamentRow) -> None:
    """Update the public message that shows a tournament."""
    if row.status not in ("draft", TEMPLATE):
        await outbox.mark_tournament(tx, row.id, "tournament", Destination.tournament(row.id))
    host.wake()


async def say(host: Host, tx: AsyncConnection, row: TournamentRow, kind: TournamentPost, **content: Any) -> None:
    """Post a message once in the channel where a tournament is announced."""
    await outbox.add_tournament_post(tx, row.id, kind, Destination.tournament(row.id), content, host.now())
    host.outbox_due.set()
