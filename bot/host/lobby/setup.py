"""The opener's changes to a table before it starts: options, pace, seats, house players."""

from collections.abc import Container
from typing import Any, Final

from msgspec.structs import replace
from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.choices import usual
from bot.host.decks.formats import formats_of
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import PACES
from bot.host.lobby.agreement import ask_anew, terms
from bot.host.lobby.lobby import Lobby, find, find_open, show
from bot.host.lobby.table_options import with_value
from bot.storage import matches, outbox, panels
from bot.storage.matches import SeatRow
from engine.contract import AnyGame, Message
from engine.players.characters import CHARACTERS, cast, newcomer
from engine.players.levels import LEVELS

OPTION: Final = "option "
"""The prefix of a change's name if it sets one of the game's own options."""

FORMAT: Final = "format"
"""The option that sets the deck format in every game with decks; a server can add formats to the game's own."""

NOBODY: Final = "nobody"
"""The value that means that no house player takes over."""

FREE: Final = frozenset({"pace", "takeover"})
"""What can be changed at a table whose match goes on from a position; the rest follows from the position."""

RATED, CASUAL = "rated", "casual"
"""Whether the match counts for its players' ratings."""


async def arrange(host: Host, click: Click, match: int, what: str, value: str) -> Lobby:
    """Change one thing about a table: its "pace", the number of "seats", or who takes over for leavers ("takeover").

    A house player is seated ("house", with a character or a level) or removed ("unhouse"); the match is made rated or
    casual ("rating"); the game's options are set together ("preset") or one by one ("option" and its name). If the
    agreed terms change, people have to agree again. Raises Refused and NoSuchMatch, in which case nothing has changed.
    """
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx, match):
            return await find(host, tx, match)
        before = await find_open(host, tx, match)
        if click.user != before.match.opener:
            raise Refused(Message("table.refused.not_opener"))
        if before.match.origin is not None and what not in FREE:
            raise Refused(Message("fork.refused.setup"))
        game = host.games[before.match.game]
        await _change(host, tx, before, what, value)
        after = await find(host, tx, match)
        check_table(game, after)
        await _fit_ready_decks(tx, before, after)
        if terms(after) != terms(before):
            await ask_anew(host, tx, after, click.user)
        await show(host, tx, after)
        return after


async def _change(host: Host, tx: AsyncConnection, lobby: Lobby, what: str, value: str) -> None:
    game = host.games[lobby.match.game]
    match what:
        case "seats":
            await set_seats(tx, lobby, game, int(value) if value.isdecimal() else 0)
        case "house" | "unhouse":
            await _set_house(host, tx, lobby, _character(value) if what == "house" else None)
        case "pace":
            await matches.change(tx, lobby.match, {"pace": _one_of(value, PACES)})
        case "takeover":
            await matches.change(tx, lobby.match, {"takeover": None if value == NOBODY else _level(value)})
        case "rating":
            await matches.change(tx, lobby.match, {"rated": _one_of(value, (RATED, CASUAL)) == RATED})
        case "preset":
            await matches.change(tx, lobby.match, {"options": _preset(game, value)})
        case _:
            options = await _option(host, tx, lobby, what.removeprefix(OPTION), value)
            await matches.change(tx, lobby.match, {"options": options})


async def _fit_ready_decks(tx: AsyncConnection, before: Lobby, after: Lobby) -> None:
    """Give every seat with a ready deck the same deck, adjusted to the changed table."""
    for old, new in zip(before.decks, after.decks, strict=True):
        for seat in after.seats:
            if old.stored != new.stored and seat.deck == old.stored:
                seat.deck = new.stored
                await matches.change_seat(tx, seat)


def check_table(game: AnyGame, lobby: Lobby) -> None:
    """Raise Refused if the table's options do not allow its number of seats."""
    faults = game.table_faults(game.spec.options.model_validate(lobby.match.options), len(lobby.seats))
    if faults:
        raise Refused(faults[0])


def _one_of(value: str, allowed: Container[str]) -> str:
    if value not in allowed:
        raise Refused(Message("table.refused.option"))
    return value


def _level(value: str) -> str:
    return _one_of(value, LEVELS)


def _character(value: str) -> str:
    return _one_of(value, {**CHARACTERS, **LEVELS})


def _preset(game: AnyGame, name: str) -> dict[str, Any]:
    preset = next((each for each in game.spec.presets if each.name == name), None)
    if preset is None:
        raise Refused(Message("table.refused.option"))
    return _stored(game.spec.options.model_validate(preset.options))


async def _option(host: Host, tx: AsyncConnection, lobby: Lobby, name: str, value: str) -> dict[str, Any]:
    game, row = host.games[lobby.match.game], lobby.match
    if name == FORMAT and game.spec.decks:
        wanted = (await formats_of(host, tx, row.guild, row.game)).get(value)
        if wanted is None:
            raise Refused(Message("lobby.refused.format"))
        return _stored(game.spec.options.model_validate({**row.options, FORMAT: wanted}))
    return _stored(with_value(game, row.options, name, value))


def _stored(options: BaseModel) -> dict[str, Any]:
    return options.model_dump(mode="json")


async def set_seats(tx: AsyncConnection, lobby: Lobby, game: AnyGame, count: int) -> None:
    """Add free seats at the end, or remove seats: free ones first, then house players', never a person's.

    Raises Refused. A player whose seat number exceeds the new number of seats moves to a lower one.
    """
    if not game.spec.least <= count <= game.spec.most:
        raise Refused(Message("lobby.refused.players", {"least": game.spec.least, "most": game.spec.most}))
    match, kept = lobby.match.id, list(lobby.seats)
    while len(kept) > count:
        gone = next((row for free in (_is_free, _is_house) for row in reversed(kept) if free(row)), None)
        if gone is None:
            raise Refused(Message("table.refused.seats_taken", {"count": len(kept)}))
        kept.remove(gone)
    for row in lobby.seats:
        if row not in kept:
            await outbox.drop_surface(tx, match, "hand", row.seat)
            await panels.drop_of(tx, match, row.seat)
    moved = [replace(row, seat=seat) for seat, row in enumerate(kept)]
    for before, after in zip(kept, moved, strict=True):
        if before.seat != after.seat:
            await panels.drop_of(tx, match, before.seat)  # another person may get the seat of that number
            await outbox.move_surface(tx, match, "hand", before.seat, after.seat)
    added = [SeatRow(match, seat) for seat in range(len(moved), count)]
    await matches.set_seats(tx, match, [*moved, *added])


def _is_free(row: SeatRow) -> bool:
    return row.free


def _is_house(row: SeatRow) -> bool:
    return row.house is not None


async def _set_house(host: Host, tx: AsyncConnection, lobby: Lobby, wanted: str | None) -> None:
    """Put a house player in the next free seat, or remove the last one.

    `wanted` is a character, or a level. If the character is seated already, the next one of its level comes.
    Raises Refused.
    """
    places = lobby.seats if wanted is not None else lobby.seats[::-1]
    seat = next((row for row in places if (_is_free(row) if wanted is not None else _is_house(row))), None)
    if seat is None:
        raise Refused(Message("table.refused.no_seat" if wanted is not None else "table.refused.no_house"))
    seated = cast([row.house for row in lobby.seats], lobby.match.id)
    seat.house = None if wanted is None else newcomer(wanted, seated, lobby.match.id)
    seat.deck = None
    if wanted is not None:
        seat.deck = await usual(host, tx, lobby.match, lobby.decks, lobby.seats, seat.house)
    await matches.change_seat(tx, seat)
