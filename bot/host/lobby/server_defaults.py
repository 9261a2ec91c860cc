"""What a server's new tables of a game begin with, where nobody chooses otherwise: pace, options and deck format."""

from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from pydantic import BaseModel, ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.decks.formats import formats_of
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DEFAULT_PACE, PACES
from bot.host.lobby.setup import FORMAT, OPTION
from bot.host.lobby.table_options import changed, fields, with_value
from bot.host.people.settings import Unsettable
from bot.storage import people
from engine.contract import JSON, AnyGame, Message
from engine.contract.decks import DeckFormat

PACE: Final = "pace"
PRESET: Final = "preset"
OPTIONS: Final = "options"


class Defaults(Struct, frozen=True):
    """The pace and the options, with the deck format among them."""

    pace: str
    options: BaseModel

    @property
    def format(self) -> DeckFormat | None:
        """The deck format; None if the players bring no decks."""
        return getattr(self.options, FORMAT, None)


async def defaults(
    host: Host, guild: int | None, game: str, seats: int | None = None, *, within: AsyncConnection | None = None
) -> Defaults:
    """Return the result of `defaults_of`."""
    async with host.database.reading(within) as connection:
        return await defaults_of(host, connection, guild, game, seats)


async def defaults_of(
    host: Host, connection: AsyncConnection, guild: int | None, game: str, seats: int | None = None
) -> Defaults:
    """Return what a new table of a game begins with in a server, or outside servers.

    If a number of seats is given that cannot play with the server's options, the options are the game's own.
    """
    row, rules = await people.guild(connection, guild), host.games[game]
    stored = row.defaults.get(game, {})
    options = await _options(host, connection, guild, game, stored)
    if seats is not None and rules.table_faults(options, seats):
        options = rules.spec.options()
    pace = next((pace for pace in (stored.get(PACE), row.pace) if pace in PACES), DEFAULT_PACE)
    return Defaults(pace, options)


async def own_pace(host: Host, guild: int, game: str) -> str | None:
    """Return the pace that a server has set for a game; None if it is the one for all games."""
    async with host.database.reading() as connection:
        pace: str | None = (await people.guild(connection, guild)).defaults.get(game, {}).get(PACE)
    return pace


async def change_default(host: Host, guild: int, game: str, what: str, value: str) -> None:
    """Change what a server's tables of a game begin with: "pace", "preset", or one of the game's options.

    Options are named as in a table's setup. Without a value, a pace is again the one for all games, and an option the
    game's own. Raises Refused and Unsettable, in which case nothing has changed.
    """
    if game not in host.games:
        raise Unsettable(game)
    async with host.database.transaction() as tx:
        await people.hold_guild(tx, guild)
        row = await people.guild(tx, guild)
        stored = {**row.defaults.get(game, {})}
        if what == PACE:
            if value and value not in PACES:
                raise Unsettable(value)
            stored[PACE] = value
        else:
            stored |= await _changed_options(host, tx, guild, game, what, value, stored)
        kept = {name: each for name, each in stored.items() if each}
        others = {name: each for name, each in row.defaults.items() if name != game}
        await people.change_guild(tx, guild, defaults={**others, **({game: kept} if kept else {})})


async def _options(host: Host, connection: AsyncConnection, guild: int | None, game: str, stored: JSON) -> BaseModel:
    """Return a server's options for a game; what the game or the server no longer has is the game's own."""
    spec = host.games[game].spec
    options, wanted = spec.options(), dict[str, Any](stored.get(OPTIONS, {}))
    if FORMAT in stored:
        wanted[FORMAT] = (await formats_of(host, connection, guild, game)).get(stored[FORMAT])
    for name, value in wanted.items():
        with suppress(ValidationError):
            options = spec.options.model_validate({**options.model_dump(mode="json"), name: value})
    return options


async def _changed_options(
    host: Host, tx: AsyncConnection, guild: int, game: str, what: str, value: str, stored: JSON
) -> JSON:
    """Return the options or the deck format to store after a change. Raises Refused and Unsettable."""
    rules, name = host.games[game], what.removeprefix(OPTION)
    if name == FORMAT and rules.spec.decks:
        if value and value not in await formats_of(host, tx, guild, game):
            raise Refused(Message("lobby.refused.format"))
        return {FORMAT: value}
    if what == PRESET:
        preset = next((each for each in rules.spec.presets if each.name == value), None)
        if preset is None:
            raise Unsettable(value)
        options = rules.spec.options.model_validate(preset.options)
    else:
        now = (await _options(host, tx, guild, game, stored)).model_dump(mode="json")
        usual = {each.name: str(each.usual) for each in fields(rules.spec.options)}
        options = with_value(rules, now, name, value or usual.get(name, ""))
    _check_seats(rules, options)
    kept = changed(rules, options.model_dump(mode="json"))
    return {OPTIONS: {each: value for each, value in kept.items() if each != FORMAT}}


def _check_seats(rules: AnyGame, options: BaseModel) -> None:
    """Raise Refused if no number of seats can play with some options."""
    faults = [rules.table_faults(options, seats) for seats in range(rules.spec.least, rules.spec.most + 1)]
    if all(faults):
        raise Refused(faults[0][0])
