"""`tableside guild`: show and change a server's settings, as /settings does there."""

from collections.abc import Sequence
from contextlib import closing
from typing import Annotated, Final

import msgspec
import typer

from bot.cli.errors import StartFailed
from bot.cli.service_commands import clock_of, naming_the_database
from bot.host import lobby
from bot.host.card_sets.played import choose_sets
from bot.host.features import HOOKS
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.randomness import SystemChance
from bot.host.lobby import FORMAT, OPTION
from bot.host.lobby.server_defaults import OPTIONS, PACE, PRESET
from bot.host.people import settings
from bot.host.people.settings import Unsettable
from bot.host.people.time_zones import UnknownZone
from bot.settings import load
from bot.storage.database import Database
from bot.storage.people import GuildRow
from bot.ui.people.settings import PAGE_OF
from bot.ui.texts.words import Words
from engine.registry import EXAMPLES, GAMES

NAMES: Final = ", ".join(PAGE_OF)

WIDTH: Final = 13
"""The width of the column of names."""


async def guild(
    server: Annotated[int, typer.Argument(help="The server's id.", min=1)],
    name: Annotated[str | None, typer.Argument(help=f"The setting to change: {NAMES}, or a game.")] = None,
    values: Annotated[
        list[str] | None,
        typer.Argument(
            help="Its values: ids of channels, roles or people, names of games, yes or no. For a game: pace, preset, "
            "sets or an option, and the value."
        ),
    ] = None,
) -> int:
    """Print a server's settings, or change one of them. The bot may be running."""
    found = load()
    games = {**GAMES, **EXAMPLES} if found.example_games else GAMES
    with naming_the_database(found):
        database = Database(found.database)
        host = Host(database, games, clock_of(found), SystemChance(), HOOKS)
        try:
            with closing(host.worker_pool):
                if name in games:
                    await _change_game(host, server, name, values or [])
                elif name is not None:
                    await settings.change_guild(host, server, name, values or [])
                row, barred = await settings.guild(host, server), await settings.barred(host, server)
        except (Unsettable, UnknownZone) as error:
            known = f"{NAMES}, and the games {', '.join(games)}"
            raise StartFailed(f"there is no setting {name!r} with these values; the settings are: {known}") from error
        except Refused as error:
            raise StartFailed(Words(None).message(error.reason)) from error
        finally:
            await database.close()
    told = msgspec.to_builtins(row) | {"barred": barred}
    for each in PAGE_OF:
        typer.echo(f"{each:<{WIDTH}} {_shown(told[each])}")
    for game in games:
        typer.echo(f"{game:<{WIDTH}} {_shown_game(row, game)}")
    return 0


async def _change_game(host: Host, server: int, game: str, values: Sequence[str]) -> None:
    """Change one of a server's settings for a game. Raises Refused and Unsettable."""
    what, *chosen = values or [""]
    if what == "sets":
        await host.store_sets()
        await choose_sets(host, server, game, chosen)
        return
    name = what if what in (PACE, PRESET) else f"{OPTION}{what}"
    await lobby.change_default(host, server, game, name, " ".join(chosen))


def _shown_game(row: GuildRow, game: str) -> str:
    """Return what a server has set for a game, and the sets that are not played there."""
    stored = row.defaults.get(game, {})
    shown = {**{name: stored[name] for name in (PACE, FORMAT) if name in stored}, **stored.get(OPTIONS, {})}
    shown |= {"without": " ".join(row.closed[game])} if game in row.closed else {}
    return ", ".join(f"{name}: {_shown(value)}" for name, value in shown.items())


def _shown(value: object) -> str:
    """Return a setting's value as it is typed; nothing stands for none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
