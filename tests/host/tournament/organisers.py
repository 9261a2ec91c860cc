"""Tournaments for tests: organised, entered and played through the host's interface, with their invariants."""

from collections import Counter
from typing import Final

from sqlalchemy import select

from bot.host.house import worker
from bot.host.house.thinking import InProcess
from bot.host.kernel.host import Host
from bot.host.match import panel_actions
from bot.host.tournament import creation, entry, pairing, rounds
from bot.host.tournament.rules.standings import standings
from bot.host.tournament.tournament import Tournament, look
from bot.host.workers import timekeeper
from bot.storage import matches, tournaments
from bot.storage import timers as timer_rows
from bot.storage.matches import MatchRow
from bot.storage.schema import timers
from bot.storage.tournaments import SeriesRow
from tests.host.players import click, post_lobbies
from tests.support.clocks import ManualClock

ORGANISER: Final = 100
GUILD, CHANNEL = 77, 900


async def announced(host: Host, game: str = "artbot", **settings: str) -> int:
    """Announce a tournament with some settings."""
    made = await creation.create(host, click(ORGANISER), GUILD, CHANNEL, game, "Friday")
    assert made is not None
    for what, value in settings.items():
        await creation.arrange(host, click(ORGANISER), made.row.id, what, value, manages=False)
    await creation.announce(host, click(ORGANISER), made.row.id, manages=False)
    return made.row.id


async def begun(host: Host, people: int, **settings: str) -> int:
    """Start a tournament of people with the ids 1, 2 and so on, including its first round."""
    number = await announced(host, **settings)
    for user in range(1, people + 1):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await settle(host)
    return number


async def settle(host: Host) -> None:
    """Process everything that is due: rounds are paired, and their games start one after another."""
    await post_lobbies(host)
    while any([await timekeeper.work(host), await pairing.work(host), await worker.work(host, InProcess())]) or (
        await game_is_to_come(host)
    ):
        await post_lobbies(host)


async def game_is_to_come(host: Host) -> bool:
    """Move the clock to the next game of a round, and return whether there is one."""
    async with host.database.reading() as connection:
        due = await timer_rows.next_due(connection, only=("opening",))
    if due is None:
        return False
    assert isinstance(host.clock, ManualClock)
    host.clock.advance(max(0.0, due - host.now()))
    return True


async def pass_time(host: Host, clock: ManualClock, seconds: float) -> None:
    clock.advance(seconds)
    await settle(host)


async def game_of(host: Host, series: SeriesRow) -> MatchRow | None:
    """Return the running match of a series."""
    async with host.database.reading() as connection:
        for match, status in await tournaments.matches_of(connection, series.id):
            if status == "running":
                return await matches.get(connection, match)
    return None


async def is_played(host: Host, series: SeriesRow) -> bool:
    """Whether a game of a series is running, or will start as soon as Discord has its seal."""
    async with host.database.reading() as connection:
        played = await tournaments.matches_of(connection, series.id)
    return any(status in ("lobby", "running") for _, status in played)


async def win(host: Host, found: Tournament, series: SeriesRow, winner: int) -> None:
    """Have a player win the running game of a series, as the other one leaves it."""
    assert series.second is not None
    loser = series.second if winner == series.first else series.first
    row = await game_of(host, series)
    assert row is not None
    await panel_actions.leave(host, click(found.entrant(loser).user), row.id)


async def play_round(host: Host, number: int, *, upset: bool = False) -> list[SeriesRow]:
    """Play the rest of the current round: the better seed wins, or with `upset` the worse; return the round."""
    found = await look(host, number)
    paired = found.now_played
    while open_now := [each for each in (await look(host, number)).now_played if each.state == "open"]:
        if (await look(host, number)).row.round != found.row.round:
            break
        for series in open_now:
            assert series.second is not None
            better = sorted((series.first, series.second), key=lambda player: found.entrant(player).seed or 0)
            await win(host, found, series, better[-1] if upset else better[0])
        await settle(host)
    return paired


async def play_to_the_end(host: Host, number: int) -> Tournament:
    while (await look(host, number)).row.status == "running":
        await play_round(host, number)
    return await look(host, number)


async def check(host: Host, number: int) -> None:
    """Check the invariants of a tournament, which hold at every moment."""
    found = await look(host, number)
    for round_ in range(1, found.row.round + 1):
        paired = [each for each in found.series if each.round == round_]
        players = Counter(player for each in paired for player in (each.first, each.second) if player is not None)
        assert set(players.values()) <= {1}, "nobody is paired twice in a round"
    async with host.database.reading() as connection:
        for series in found.series:
            played = await tournaments.matches_of(connection, series.id)
            assert sum(status in ("running", "lobby") for _, status in played) <= 1, "a series has one game at a time"
            # A game of a decided series that is waiting for its seal never starts: it is closed once it is posted.
            running = [match for match, status in played if status == "running"]
            assert series.state == "open" or series.round == found.row.round or not running
            games = found.games.get(series.id, ())
            assert [game.number for game in games] == list(range(1, len(games) + 1))


def recomputed(found: Tournament) -> list[int]:
    """Return everyone's points outside the knockout, computed from the series alone."""
    return [each.player for each in standings(found.course.seeds, found.course.played)]


async def waiting(host: Host) -> set[tuple[str, int]]:
    """Return the set timers of tournaments, by kind and by series or tournament."""
    async with host.database.reading() as connection:
        rows = await connection.execute(select(timers.c.kind, timers.c.subject).where(timers.c.match.is_(None)))
        return {(row.kind, int(row.subject.split(" ")[0])) for row in rows}
