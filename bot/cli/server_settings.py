"""`tableside guild`: show and change a server's settings, as /settings does there."""

from contextlib import closing
from typing import Annotated, Final

import msgspec
import typer

from bot.cli.service_commands import StartFailed, naming_the_database
from bot.host.features import HOOKS
from bot.host.kernel.clock import SystemClock
from bot.host.kernel.host import Host
from bot.host.kernel.randomness import SystemChance
from bot.host.people import settings
from bot.host.people.settings import Unsettable
from bot.host.people.time_zones import UnknownZone
from bot.settings import load
from bot.storage.database import Database
from bot.ui.settings import PAGE_OF
from engine.registry import EXAMPLES, GAMES

NAMES: Final = ", ".join(PAGE_OF)


async def guild(
    server: Annotated[int, typer.Argument(help="The server's id.", min=1)],
    name: Annotated[str | None, typer.Argument(help=f"The setting to change: {NAMES}.")] = None,
    values: Annotated[
        list[str] | None,
        typer.Argument(help="Its values: ids of channels, roles or people, names of games, yes or no."),
    ] = None,
) -> int:
    """Print a server's settings, or change one of them. The bot may be running."""
    found = load()
    games = {**GAMES, **EXAMPLES} if found.example_games else GAMES
    with naming_the_database(found):
        database = Database(found.database)
        host = Host(database, games, SystemClock(), SystemChance(), HOOKS)
        try:
            with closing(host.worker_pool):
                if name is not None:
                    await settings.change_guild(host, server, name, values or [])
                row, barred = await settings.guild(host, server), await settings.barred(host, server)
        except (Unsettable, UnknownZone) as error:
            raise StartFailed(f"there is no setting {name!r} with these values; the settings are: {NAMES}") from error
        finally:
            await database.close()
    told = msgspec.to_builtins(row) | {"barred": barred}
    for each in PAGE_OF:
        typer.echo(f"{each:<11} {_shown(told[each])}")
    return 0


def _shown(value: object) -> str:
    """Return a setting's value as it is typed; nothing stands for none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(str, value))
    return "" if value is None else str(value)
