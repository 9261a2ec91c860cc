"""People at a table of the host, for tests: they open, join, start and click, each click with an id of its own."""

from itertools import count
from random import Random

from bot.host import lobby, play, timekeeper
from bot.host.context import Host
from bot.host.desk import load
from bot.host.lobby import Lobby, Opening
from bot.host.play import Click, Panel
from bot.host.table import Table
from bot.storage import timers
from tests.support.clocks import ManualClock

ADA, BEN, CLEO = 101, 102, 103
CHANNEL = 900

_ids = count(1)


def click(user: int, at: float = 0.0) -> Click:
    return Click(next(_ids), user, at)


async def opened(host: Host, *, game: str = "varia", house: str | None = None, pace: str = "live") -> Lobby:
    options = host.games[game].spec.options()
    wanted = Opening(game, pace, None, CHANNEL, options, opponent=None if house else BEN, house=house)
    table = await lobby.open_table(host, click(ADA), wanted)
    assert table is not None
    return table


async def started(host: Host, *, game: str = "varia", house: str | None = None, pace: str = "live") -> int:
    table = await opened(host, game=game, house=house, pace=pace)
    match = table.match.id
    if house is None:
        await lobby.join(host, click(BEN), match)
    await lobby.start(host, click(ADA), match)
    return match


async def table_of(host: Host, match: int) -> Table:
    async with host.database.reading() as connection:
        return await load(host, connection, match)


async def click_randomly(host: Host, match: int, user: int, chance: Random) -> Panel | None:
    """Make one random choice of those that the person's panel offers, or none where it offers none."""
    panel = await play.show(host, match, user)
    asked = panel.asked
    if asked is None:
        return None
    if asked.most > 1:
        key = chance.choice([option.key for option in asked.options if option.key not in panel.draft.chosen])
        return await play.choose(host, click(user), match, asked.id, panel.draft.revision, key)
    option = chance.choice(asked.options)
    return await play.pick(host, click(user), match, asked.id, panel.draft.revision, [option.key])


async def play_out(host: Host, clock: ManualClock, match: int, chance: Random, users: tuple[int, ...]) -> int:
    """Play a match to its end by clicks, the clock moving on where nobody has anything to click; return the clicks."""
    clicks = 0
    while (await table_of(host, match)).outcome is None:
        acted = [user for user in users if await click_randomly(host, match, user, chance) is not None]
        clicks += len(acted)
        await check_timers(host, match)
        if not acted:
            clock.advance(15)
        await timekeeper.work(host)
    return clicks


async def check_timers(host: Host, match: int) -> None:
    """The invariant: a running match has one timer that ends the wait for each open decision, a finished one none."""
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        there = {row.key for row in await timers.of_match(connection, match)}
    for asked in table.open():
        ends = {("deadline", asked.seat, asked.clock), ("bank", asked.seat, asked.clock), ("back", asked.seat, "")}
        assert len(ends & there) == 1, asked
        if table.seats[asked.seat].house is not None:
            assert ("house", asked.seat, asked.id) in there
    if table.outcome is not None:
        assert not there
