"""Beginning a match from a position: a lesson, a puzzle, or anything else that does not begin with a new deal.

Such a match has no lobby and no seal: everybody else in it is a house player, and what its dice show may be loaded. So
it is never rated, and its file cannot be verified.
"""

from typing import Any

from msgspec import Struct
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.fairness.verification import table_string
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.kernel.paces import NO_CLOCK
from bot.host.lobby.lobby import check_matches
from bot.host.match.dice import Loaded
from bot.host.match.unit_of_work import NoSuchMatch, lay, store
from bot.host.people.server_rules import check_game, check_people
from bot.storage import matches, people, set_versions
from bot.storage.matches import SeatRow
from cardsdb.sets import StoredSet
from engine.contract import JSON, Seat


class Beginning(Struct, frozen=True):
    """A position to play from.

    Attributes:
        position: the state.
        houses: the characters at the other seats, in order.
        loaded: the loaded results of the dice.
        lesson: the progress of a lesson, as a match stores it.
        why: why the match is not rated.
        puzzle: the puzzle, as a match stores it.
        seat: the person's seat.
    """

    game: str
    options: BaseModel
    sets: tuple[StoredSet, ...]
    position: Any
    houses: tuple[str, ...]
    loaded: Loaded
    why: str
    lesson: JSON | None = None
    puzzle: JSON | None = None
    seat: Seat = 0


class Place(Struct, frozen=True):
    """Where a match was asked for; it is solo, as in `Opening`."""

    guild: int | None
    channel: int


async def begin_from_position(host: Host, click: Click, beginning: Beginning, place: Place) -> int | None:
    """Begin a match from a position, and return its number.

    Returns None for an interaction that has already been taken up. Raises Refused.
    """
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        await check_game(tx, place.guild, beginning.game)
        await check_people(tx, place.guild, click.user)
        await check_matches(tx, click.user)
        await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
        match = await _create(host, tx, click, beginning, place)
        row = await matches.get(tx, match, lock=True)
        if row is None:
            raise NoSuchMatch(match)
        row.table_string = table_string(row, await matches.seats_of(tx, match))
        row.started, row.status = host.now(), "running"
        table = await lay(host, tx, row)
        table.begin_at(beginning.position)
        await store(host, tx, table, ())
        return match


async def _create(host: Host, tx: AsyncConnection, click: Click, beginning: Beginning, place: Place) -> int:
    """Insert the match and its seats."""
    for version in beginning.sets:
        await set_versions.keep(tx, version)
    values = {
        "game": beginning.game,
        "status": "lobby",
        "guild": place.guild,
        "channel": place.channel,
        "opener": click.user,
        "pace": NO_CLOCK.key,
        "options": beginning.options.model_dump(mode="json"),
        "sets": [version.hash for version in beginning.sets],
        "secret": host.chance.secret(),
        "counters": {},
        "clocks": {},
        "opened": host.now(),
        "solo": True,
        "rated": False,
        "unrated": beginning.why,
        "loaded": beginning.loaded,
        "lesson": beginning.lesson,
        "puzzle": beginning.puzzle,
    }
    match = await matches.create(tx, values)
    numbers = [seat for seat in range(1 + len(beginning.houses)) if seat != beginning.seat]
    own = SeatRow(match, beginning.seat, user=click.user, name=click.name)
    others = [SeatRow(match, seat, house=house) for seat, house in zip(numbers, beginning.houses, strict=True)]
    await matches.add_seats(tx, [own, *others])
    return match
