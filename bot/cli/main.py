"""The commands of `tableside`. An error that stops a command is reported in one line, without a traceback."""

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Final, ParamSpec, TypeAlias

import typer

from bot import __version__
from bot.cli import card_lookup, cards, engine_commands, server_settings, service_commands, simulation, smoke
from bot.cli.card_lookup import NoCard
from bot.cli.cards import NoSheet
from bot.cli.replay import replay
from bot.cli.setup.command import setup
from bot.cli.simulation import PLAYERS, Output, SimulationRefused
from bot.settings import BrokenSetting
from bot.storage.database import AlreadyRunning
from bot.storage.migrate import NotCopied, WrongVersion
from cardsdb.source import SetRefused
from engine.players.policies import POLICIES
from engine.registry import GAMES

P = ParamSpec("P")

Command: TypeAlias = Callable[P, int | Coroutine[Any, Any, int]]
"""A function that returns a command's exit code. Its docstring and parameters are the command's help."""

STOPPED: Final = (
    BrokenSetting,
    AlreadyRunning,
    NotCopied,
    WrongVersion,
    SetRefused,
    SimulationRefused,
    NoCard,
    NoSheet,
    service_commands.StartFailed,
)
"""The errors that can stop a command; each error's message names the cause."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A Discord bot that hosts tabletop card games.",
)
scenarios = typer.Typer(no_args_is_help=True, help="Rules positions as data.")
app.add_typer(scenarios, name="scenario")
lessons_app = typer.Typer(no_args_is_help=True, help="Lessons.")
app.add_typer(lessons_app, name="lesson")
cards_app = typer.Typer(no_args_is_help=True, help="Card sets.")
app.add_typer(cards_app, name="cards")


def named(command: Command[P]) -> Callable[P, None]:
    """Return a command that exits with the result of `command`. An error that stops it is reported in one line."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            result = command(*args, **kwargs)
            code = result if isinstance(result, int) else asyncio.run(result)
        except STOPPED as error:
            typer.echo(str(error), err=True)
            code = service_commands.FOR_GOOD if isinstance(error, service_commands.ServiceMisconfigured) else 1
        except KeyboardInterrupt:
            code = 130
        sys.exit(code)

    return run


def show_version(wanted: bool) -> None:  # noqa: FBT001 - a flag of the command line
    """Print the version and stop, if `wanted`."""
    if wanted:
        typer.echo(f"tableside {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Host tabletop card games on Discord."""


@app.command("run")
@named
def run() -> int:
    """Run the bot. The settings come from the environment and .env; see .env.example."""
    return asyncio.run(service_commands.run())


COMMANDS: Final[Mapping[str, Command[...]]] = {
    "setup": setup,
    "sandbox": service_commands.sandbox,
    "migrate": service_commands.migrate_database,
    "doctor": service_commands.doctor,
    "invite": service_commands.invite,
    "smoke": smoke.smoke,
    "close": service_commands.close,
    "forget": service_commands.forget,
    "guild": server_settings.guild,
    "backup": service_commands.backup,
    "restore": service_commands.restore,
    "migrate-data": service_commands.migrate_data,
}
for name, command in COMMANDS.items():
    app.command(name)(named(command))


@app.command("simulate")
@named
def simulate(  # noqa: PLR0913 - a command's options are its arguments
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    *,
    policy: Annotated[str | None, typer.Option(help=f"Who plays at every seat: {', '.join(POLICIES)}.")] = None,
    players: Annotated[str | None, typer.Option(help=f"Who plays by seat, of {', '.join(PLAYERS)}.")] = None,
    seats: Annotated[str | None, typer.Option(help="Numbers of seats, like 2,3 or 2-6; each is a row.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="A table option, like name=value or name=value,value; each value is a row.")
    ] = None,
    games_: Annotated[int, typer.Option("--games", min=1, help="How many matches a row.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same matches.")] = 0,
    jobs: Annotated[int | None, typer.Option(min=1, help="How many processes; as many as there are cores.")] = None,
    json: Annotated[Path | None, typer.Option(dir_okay=False, help="Write each match there as a line.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on after the matches in the file of --json.")] = False,
    pairings: Annotated[bool, typer.Option("--pairings", help="Say how the decks did against each other.")] = False,
    picture: Annotated[Path | None, typer.Option(dir_okay=False, help="Draw all of it there, as a PNG.")] = None,
) -> int:
    """Play matches between house players without Discord, and print a table of the results."""
    if policy is not None and (players is not None or policy not in POLICIES):
        raise SimulationRefused(f"--policy takes one of {', '.join(POLICIES)}, and goes without --players")
    names = (policy or players or "random").split(",")
    rows = simulation.rows_of(game, names, seats, option or [], seed)
    return simulation.simulate(rows, games_, jobs or os.cpu_count() or 1, Output(json, resume, pairings, picture))


scenarios.command("run")(named(engine_commands.run_scenarios))
lessons_app.command("check")(named(engine_commands.check_lessons))
cards_app.command("sheet")(named(cards.sheets))
cards_app.command("show")(named(card_lookup.show))
cards_app.command("check")(named(engine_commands.check_sets))
app.command("verify")(named(engine_commands.verify))
app.command("replay")(named(replay))
