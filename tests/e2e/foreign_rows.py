"""A server with one row of everything, created through the host before the bot starts, and its tables' contents."""

import sqlite3
from collections import Counter
from itertools import count
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from bot.host import lobby
from bot.host.collections import trades
from bot.host.decks import formats, personal
from bot.host.features import HOOKS
from bot.host.house import worker
from bot.host.house.thinking import InProcess
from bot.host.kernel.click import Click
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.host.lobby import Opening
from bot.host.match import panel_actions
from bot.host.people import blocks
from bot.host.seasons import management as seasons
from bot.host.tournament import creation, entry, management, pairing, rounds, tournament
from bot.host.workers import timekeeper
from bot.storage import seasons as season_rows
from bot.storage.database import Database
from bot.storage.migrate import migrate
from bot.storage.schema import metadata
from cardsdb.deck_formats import format_text
from cardsdb.sets import example
from engine.registry import GAMES
from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
from tests.e2e.players import Room
from tests.host.card_sets.proved_sets import keep
from tests.host.players import begin, post_lobbies
from tests.probe import PROBE
from tests.support.chance import SeededChance

WORLD: Final = WorldDescription(
    people=("Ada", "Ben", "Cleo", "Dan", "Gus", "Eve", "Finn"),
    guilds=(
        GuildDescription(
            "Inn",
            (ChannelDescription("lobby"), ChannelDescription("vault", hidden_from=("Cleo", "Dan", "Gus", "Eve"))),
            members=("Ada", "Ben", "Cleo", "Dan", "Gus", "Eve"),
        ),
        GuildDescription("Tavern", (ChannelDescription("bar"),), members=("Eve", "Finn", "Cleo")),
    ),
)
"""Ada owns the Inn and Eve the Tavern. Eve and Cleo are in both; Finn is not in the Inn."""

BESIDE: Final = {"inbox", "deferred", "leases", "notes"}
"""Tables of the service itself: received interactions and live processes."""

_clicks = count(1)


def click(user: int) -> Click:
    return Click(next(_clicks), user, 0.0, sure=True)


class Rows(Struct):
    """The numbers of the created rows, all of them in the Inn, and the person who has most of them."""

    guild: int
    channel: int
    owner: int = 0
    lobby: int = 0
    running: int = 0
    over: int = 0
    closed: int = 0
    draft: int = 0
    open: int = 0
    played: int = 0
    cancelled: int = 0
    series: int = 0
    season: int = 0
    ended_season: int = 0
    trade: int = 0
    ended_trade: int = 0
    deck: int = 0
    set: int = 0


class Maker:
    """Creates matches, tournaments and the rest for a room's people, in one of its channels."""

    def __init__(self, host: Host, room: Room, channel: str) -> None:
        world = room.sandbox.parts.world
        self.host = host
        self.people = world.people
        self.channel = next(each.id for each in world.backend.channels.values() if each.name == channel)
        self.guild = world.channel(self.channel).guild_id or 0

    async def lobby(self, opener: str, game: str = "varia", seats: int = 2) -> int:
        """Open a table."""
        options = GAMES[game].spec.options()
        wanted = Opening(game, "daily", self.guild, self.channel, options, seats=seats)
        found = await lobby.open_table(self.host, click(self.people[opener]), wanted)
        assert found is not None
        return found.match.id

    async def match(self, first: str, second: str) -> int:
        """Start a match between two people."""
        match = await self.lobby(first)
        await lobby.join(self.host, click(self.people[second]), match)
        await begin(self.host, click(self.people[first]), match)
        return match

    async def finished(self, first: str, second: str) -> int:
        """Start a match between two people and have the second one leave it."""
        match = await self.match(first, second)
        await panel_actions.leave(self.host, click(self.people[second]), match)
        return match

    async def tournament(self, organiser: str, *names: str, **settings: str) -> int:
        """Announce a tournament and enter some people."""
        number = await self.draft(organiser)
        boss = click(self.people[organiser]).user
        for what, value in settings.items():
            await creation.arrange(self.host, click(boss), number, what, value, manages=False)
        await creation.announce(self.host, click(boss), number, manages=False)
        for name in names:
            await entry.join(self.host, click(self.people[name]), number, name, ())
        return number

    async def draft(self, organiser: str) -> int:
        """Create a draft of a tournament."""
        user = self.people[organiser]
        made = await creation.create(self.host, click(user), self.guild, self.channel, "artbot", "Friday")
        assert made is not None
        return made.row.id

    async def begin(self, organiser: str, number: int) -> None:
        """Start a tournament and have its first round paired."""
        await rounds.start(self.host, click(self.people[organiser]), number, manages=False)
        await settle(self.host)


async def settle(host: Host) -> None:
    """Process everything that is due."""
    await post_lobbies(host)
    while any([await timekeeper.work(host), await pairing.work(host), await worker.work(host, InProcess())]):
        await post_lobbies(host)


async def opened_host(room: Room) -> Host:
    """Open the room's database before its bot does."""
    database = Database(room.url)
    await migrate(database)
    host = Host(database, {**GAMES, "probe": PROBE}, SystemClock(), SeededChance(5), HOOKS)
    await host.store_sets()
    return host


async def furnish(host: Host, room: Room) -> Rows:
    """Create one row of everything for Ada and Ben. Gus has a seat elsewhere; Dan is blocked by Ada, and banned."""
    make = Maker(host, room, "lobby")
    ada, ben, dan = (make.people[name] for name in ("Ada", "Ben", "Dan"))
    rows = Rows(make.guild, make.channel, ada)
    rows.lobby = await make.lobby("Ada")
    rows.running = await make.match("Ada", "Ben")
    rows.over = await make.finished("Ada", "Ben")
    rows.closed = await make.lobby("Ada")
    await lobby.withdraw(host, click(ada), rows.closed)
    await make.match("Gus", "Eve")
    rows.draft = await make.draft("Ada")
    rows.open = await make.tournament("Ada", "Ben", "Dan")
    number = (await tournament.look(host, rows.open)).entrant_of(dan)
    assert number is not None
    await management.disqualify(host, click(ada), rows.open, number.number, manages=False)
    rows.played = await make.tournament("Ada", "Ada", "Ben")
    await make.begin("Ada", rows.played)
    rows.series = (await tournament.look(host, rows.played)).series[0].id
    rows.cancelled = await make.tournament("Ada", "Ben")
    await management.change_course(host, click(ada), rows.cancelled, "cancel", manages=False)
    made = await seasons.create(host, click(ada), rows.guild, rows.channel, "Autumn")
    await seasons.choose(host, click(ada), made.row.id, {rows.open}, manages=False)
    rows.season = made.row.id
    async with host.database.transaction() as tx:
        over = replace(made.row, id=0, status="over", title="Summer")
        rows.ended_season = await season_rows.create(tx, over)
    await _own_things(host, rows, ada, ben)
    await blocks.change(host, ada, dan)
    return rows


async def _own_things(host: Host, rows: Rows, ada: int, ben: int) -> None:
    """Create trades, a deck, a set and a format."""
    first = await trades.open_trade(host, click(ada), ben)
    second = await trades.open_trade(host, click(ben), ada)
    assert first is not None
    assert second is not None
    rows.trade, rows.ended_trade = first.row.id, second.row.id
    await trades.cancel(host, click(ada), rows.ended_trade)
    built = await personal.build(host, click(ada), rows.guild, "artbot", "Unseen Deck", "Deck")
    assert built is not None
    rows.deck = built.row.id
    rows.set = (await keep(host, ada, rows.guild, example(GAMES["varia"]))).id
    usual = GAMES["artbot"].spec.formats[0]
    await formats.keep(host, rows.guild, "artbot", format_text(usual.model_copy(update={"name": "House rules"})))


def contents(connection: sqlite3.Connection, but: int | None = None) -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of every table, except those that name a certain person."""
    found = {}
    for table in metadata.tables:
        if table not in BESIDE:
            fetched = connection.execute(f'SELECT * FROM "{table}"').fetchall()  # noqa: S608 - names of our tables
            found[table] = [row for row in fetched if but is None or but not in row]
    return found


def changed(before: dict[str, list[tuple[Any, ...]]], after: dict[str, list[tuple[Any, ...]]]) -> list[str]:
    """Return the rows added to and removed from the tables, in whatever order they are."""
    found = []
    for table, rows in before.items():
        if rows != after[table]:
            former, present = Counter(rows), Counter(after[table])
            if former != present:
                found.append(f"{table}: -{[*(former - present)]} +{[*(present - former)]}")
    return found
