"""The commands of `tableside`. What stops one is said in one line that names it, without a traceback."""

import asyncio
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, ParamSpec

import typer

from bot.cli import games, service
from bot.settings import BrokenSetting
from bot.storage.database import AlreadyRunning
from bot.storage.migrate import WrongVersion
from cardsdb.sets import SetRefused
from engine.players.house import LEVELS
from engine.registry import GAMES

P = ParamSpec("P")

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A Discord bot that hosts tabletop card games.",
)
scenarios = typer.Typer(no_args_is_help=True, help="Rules positions as data.")
app.add_typer(scenarios, name="scenario")


def named(command: Callable[P, int]) -> Callable[P, None]:
    """Run a command whose result is the exit code, and say in a line what stopped it."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            code = command(*args, **kwargs)
        except (BrokenSetting, AlreadyRunning, WrongVersion, SetRefused, service.StartFailed) as error:
            typer.echo(str(error), err=True)
            code = 1
        except KeyboardInterrupt:
            code = 130
        sys.exit(code)

    return run


@app.command("run")
@named
def run() -> int:
    """Run the bot. Reads its settings from the environment and .env; see .env.example."""
    return asyncio.run(service.run())


@app.command("sandbox")
@named
def sandbox(
    *,
    alone: Annotated[bool, typer.Option("--alone", help="Start the local Discord without the bot.")] = False,
) -> int:
    """Run a local Discord with the bot in it, and print the address of its chat page. No token is needed."""
    return asyncio.run(service.sandbox(alone=alone))


@app.command("migrate")
@named
def migrate() -> int:
    """Bring the database to this version's tables. `run` does so by itself."""
    return asyncio.run(service.migrate_database())


@app.command("close")
@named
def close(
    match: Annotated[int, typer.Argument(help="The number of the match or table.")],
    reason: Annotated[str, typer.Argument(help="Why; its players read this.")],
) -> int:
    """Close a match without a result, also while the bot runs."""
    return asyncio.run(service.close(match, reason))


@app.command("simulate")
@named
def simulate(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    *,
    games_: Annotated[int, typer.Option("--games", min=1, help="How many matches.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed plays the same matches.")] = 0,
    players: Annotated[str, typer.Option(help=f"House players by seat, of {', '.join(LEVELS)}.")] = "easy",
) -> int:
    """Play matches between house players without Discord; ends with one line of totals."""
    return games.simulate(game, games_, seed, players.split(","))


@scenarios.command("run")
@named
def run_scenarios(
    paths: Annotated[list[Path], typer.Argument(exists=True, help="Files, or folders of files.")],
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Also print what was offered at each step.")] = False,
) -> int:
    """Run scenario files, print each step that differs, and end with a line of totals."""
    return games.run_scenarios(paths, explain=explain)


@app.command("verify")
@named
def verify(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Exported matches.")],
) -> int:
    """Check the dice of exported matches: that every draw follows from the secret committed to before."""
    return games.verify(files)
