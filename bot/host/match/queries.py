"""Read-only queries about matches."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.card_sets.groups import set_groups
from bot.host.decks.choices import DeckChoice, ready_decks
from bot.host.kernel.host import Host
from bot.host.match.event_rows import facts_of, is_told
from bot.host.match.log import log_of, told_again
from bot.host.match.players import Player, players_of
from bot.host.match.replay import Diverged
from bot.host.match.table import Table
from bot.host.match.unit_of_work import NoSuchMatch, deadlines_of, load
from bot.storage import destinations, matches, seals, tournaments
from bot.storage.matches import MatchRow
from bot.storage.schema.matches import SealRow
from engine.contract import SPECTATOR, Cards, Decision, Fact, Seat, View, Viewer
from engine.kit.facts import Standing


class TableView(Struct, frozen=True):
    """A started match as one viewer sees it.

    Attributes:
        view: the committed state.
        asked: the open questions.
        waiting: the seats that the match is waiting for, as far as everyone may know.
        deadlines: when each seat's time is up.
    """

    match: MatchRow
    seats: tuple[Player, ...]
    view: View
    asked: tuple[Decision, ...]
    waiting: tuple[Seat, ...]
    deadlines: dict[Seat, float]


class Waiting(Struct, frozen=True):
    """One of a person's matches.

    Attributes:
        own: whether it is waiting for that person.
        deadline: until when it is waiting for that person.
        waited: the seats that it is waiting for.
        link: a link to its table; None for a solo match, and before Discord has accepted it.
    """

    match: MatchRow
    seats: tuple[Player, ...]
    own: bool
    deadline: float | None
    waited: tuple[Seat, ...] = ()
    link: str | None = None


class Ended(Struct, frozen=True):
    """One of a person's finished matches."""

    match: MatchRow
    seats: tuple[Player, ...]


async def table(
    host: Host, match: int, viewer: Viewer = SPECTATOR, *, within: AsyncConnection | None = None
) -> TableView:
    """Return a match as a viewer sees it. Raises NoSuchMatch."""
    async with host.database.reading(within) as connection:
        found = await load(host, connection, match)
        deadlines = deadlines_of(found)
        return TableView(
            found.row, players_of(found.seats), found.view(viewer), found.open(), found.waited_for(), deadlines
        )


async def story(
    host: Host, match: int, first: int, last: int, viewer: Viewer = SPECTATOR, *, within: AsyncConnection | None = None
) -> list[Fact]:
    """Return some of a match's events, in order, as a viewer sees them at the time. Raises NoSuchMatch."""
    async with host.database.reading(within) as connection:
        row = await _row(connection, match)
        rows = await matches.events_of(connection, match, first, last)
    return facts_of(host.games[row.game], rows, viewer)


async def record(host: Host, match: int, *, within: AsyncConnection | None = None) -> list[Fact]:
    """Return a whole match as everybody may know it, with everybody's points. Raises NoSuchMatch."""
    async with host.database.reading(within) as connection:
        row = await _row(connection, match)
        facts = await story(host, match, 1, row.events, within=connection)
        return facts if _tells_points(facts) else await record_of(connection, await load(host, connection, match))


async def record_of(connection: AsyncConnection, table: Table) -> list[Fact]:
    """Return a whole match as everybody may know it; if its points were not stored, they come from replaying it.

    A match that the present rules cannot replay stays as it was stored.
    """
    facts = facts_of(table.game, await matches.events_of(connection, table.row.id, 1, table.row.events), SPECTATOR)
    if _tells_points(facts):
        return facts
    try:
        return told_again(await log_of(connection, table))
    except Diverged:
        return facts


def _tells_points(facts: Sequence[Fact]) -> bool:
    return any(isinstance(fact, Standing) for fact in facts)


class Turn(Struct, frozen=True):
    """What happened in a turn, as everyone may know it.

    Attributes:
        before: the last facts from before it, which tell whose turn it was and how things stood.
    """

    facts: list[Fact]
    before: list[Fact]


async def turn(
    host: Host, match: int, first: int, last: int, earlier: int, *, within: AsyncConnection | None = None
) -> Turn:
    """Return the events of a turn, from `first` to `last`, and up to `earlier` from before it. Raises NoSuchMatch."""
    async with host.database.reading(within) as connection:
        facts = await story(host, match, first, last, within=connection)
        before = await story(host, match, max(1, first - earlier), first - 1, within=connection) if first > 1 else []
    return Turn(facts, before)


async def log(
    host: Host, match: int, viewer: Viewer = SPECTATOR, first: int = 1, last: int | None = None
) -> list[Fact]:
    """Return a match's events from `first` to `last`, in the form that a viewer may read. Raises NoSuchMatch.

    Facts that are shown to the viewer only once are left out while the match is running.
    """
    async with host.database.reading() as connection:
        row = await _row(connection, match)
        rows = await matches.events_of(connection, match, first, row.events if last is None else last)
    kept = [each for each in rows if row.status != "running" or not each.once or not is_told(each, viewer)]
    return facts_of(host.games[row.game], kept, viewer)


async def keeps_secret(connection: AsyncConnection, series: int | None) -> bool:
    """Whether the secret of a match, of this series or of none, would reveal decks that are still played with."""
    found = None if series is None else await tournaments.of_series(connection, series)
    return found is not None and found.hidden and not found.settled


async def _row(connection: AsyncConnection, match: int) -> MatchRow:
    row = await matches.get(connection, match)
    if row is None or row.started is None:
        raise NoSuchMatch(match)
    return row


async def waiting(host: Host, user: int) -> list[Waiting]:
    """Return a person's running matches and lobbies, with those that are waiting for the person first, by urgency."""
    async with host.database.reading() as connection:
        rows = await matches.of_user(connection, user, ("running", "lobby"))
        found = [await _waiting(host, connection, row, user) for row in rows]
    return sorted(found, key=lambda each: (not each.own, each.deadline or 0.0, -each.match.id))


async def running_in(host: Host, guild: int, user: int, most: int) -> list[Waiting]:
    """Return a server's newest running matches as a person sees them who may read all of them; none are solo."""
    async with host.database.reading() as connection:
        rows = await matches.newest_running(connection, guild, most)
        return [await _waiting(host, connection, row, user) for row in rows]


async def _waiting(host: Host, connection: AsyncConnection, row: MatchRow, user: int) -> Waiting:
    """Return a match or lobby, and whether it waits for a person."""
    seats = players_of(await matches.seats_of(connection, row.id))
    deadline, own, waited = None, False, tuple[Seat, ...]()
    if row.status == "running":
        running = await load(host, connection, row.id)
        seat = running.seat_of(user)
        deadline = None if seat is None else deadlines_of(running).get(seat)
        waited = running.waited_for()
        own = deadline is not None or (row.untimed and seat in waited)
    link = _link(row, await seals.get(connection, row.id))
    return Waiting(row, seats, own, deadline, waited, link)


async def candidates(host: Host, user: int, channel: int | None, over: Sequence[int] | None = None) -> list[int]:
    """Return the matches that a person may mean if they name none: those played here, otherwise the person's own.

    Those are the open ones, or the ones in `over` if the person means a finished one.
    """
    async with host.database.reading() as connection:
        here = [] if channel is None else await destinations.matches_at(connection, channel)
        own = [row.id for row in await matches.of_user(connection, user, ("running", "lobby"))]
        own = own if over is None else [*over]
        if len(here) > 1:
            here = [match for match in here if match in own] or here[:1]
        return here or own


async def ended(host: Host, user: int, most: int) -> list[Ended]:
    """Return a person's newest finished matches and their seats; lessons, which have no page, are left out."""
    async with host.database.reading() as connection:
        rows = [row for row in await matches.finished_of(connection, user, 2 * most) if row.loaded is None][:most]
        return [Ended(row, players_of(await matches.seats_of(connection, row.id))) for row in rows]


async def finished(host: Host, user: int, most: int) -> list[MatchRow]:
    """Return a person's newest finished matches."""
    async with host.database.reading() as connection:
        return await matches.finished_of(connection, user, most)


async def cards_of(host: Host, game: str, guild: int | None) -> list[Cards]:
    """Return a game's cards for a server's new matches, one collection for each group of sets."""
    async with host.database.reading() as connection:
        return [
            await host.cards(connection, game, pack.sets) for pack in await set_groups(host, connection, game, guild)
        ]


async def decks_of(host: Host, game: str, guild: int | None) -> tuple[DeckChoice, ...]:
    """Return the ready decks for a server's new matches; none for an unknown game."""
    if game not in host.games:
        return ()
    async with host.database.reading() as connection:
        offered = await set_groups(host, connection, game, guild)
        return await ready_decks(host, connection, game, offered[0].sets)


async def deck_names(host: Host, game: str, guild: int | None) -> list[str]:
    """Return the names of the decks offered at a server's new tables: ready decks, or else common ones."""
    if game not in host.games or host.games[game].spec.decks:
        return [choice.ready.name for choice in await decks_of(host, game, guild)]
    async with host.database.reading() as connection:
        return [pack.title for pack in await set_groups(host, connection, game, guild) if pack.title]


async def link(host: Host, match: int) -> str | None:
    """Return a link to the message of a match's table; None for a solo match, and before Discord has accepted it."""
    async with host.database.reading() as connection:
        row, sealed = await matches.get(connection, match), await seals.get(connection, match)
    return None if row is None else _link(row, sealed)


def _link(row: MatchRow, sealed: SealRow | None) -> str | None:
    if sealed is None or row.solo:
        return None
    return f"https://discord.com/channels/{row.guild or '@me'}/{sealed.channel}/{sealed.message}"


async def posted_seal(host: Host, match: int) -> str | None:
    """Return a match's seal as posted before the match; None for a match that began in version 0.1.0."""
    async with host.database.reading() as connection:
        row = await seals.get(connection, match)
    return None if row is None else row.seal
