"""The commands of `tableside`. What stops one is said in one line that names it, without a traceback."""

import asyncio
import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Final, ParamSpec

import typer

from bot import __version__
from bot.cli import cards, engine_commands, service_commands, simulation, smoke
from bot.cli.cards import NoSheet
from bot.cli.simulation import PLAYERS, Output, SimulationRefused
from bot.settings import BrokenSetting
from bot.storage.database import AlreadyRunning
from bot.storage.migrate import WrongVersion
from cardsdb.source import SetRefused
from engine.players.policies import POLICIES
from engine.registry import GAMES

P = ParamSpec("P")

STOPPED: Final = (
    BrokenSetting,
    AlreadyRunning,
    WrongVersion,
    SetRefused,
    SimulationRefused,
    NoSheet,
    service_commands.StartFailed,
)
"""What may stop a command; its text says what."""

FOR_GOOD: Final = 78
"""The exit code where starting again would come to the same: `EX_CONFIG` of sysexits.h. The unit in `deploy/` does not
restart the service after it."""

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A Discord bot that hosts tabletop card games.",
)
scenarios = typer.Typer(no_args_is_help=True, help="Rules positions as data.")
app.add_typer(scenarios, name="scenario")
cards_app = typer.Typer(no_args_is_help=True, help="Card sets.")
app.add_typer(cards_app, name="cards")


def named(command: Callable[P, int]) -> Callable[P, None]:
    """Run a command whose result is the exit code, and say in a line what stopped it."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            code = command(*args, **kwargs)
        except STOPPED as error:
            typer.echo(str(error), err=True)
            code = FOR_GOOD if isinstance(error, service_commands.Misconfigured) else 1
        except KeyboardInterrupt:
            code = 130
        sys.exit(code)

    return run


def show_version(wanted: bool) -> None:  # noqa: FBT001 - a flag of the command line
    """Print the version and stop, if that is wanted."""
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
    """Run the bot. Reads its settings from the environment and .env; see .env.example."""
    return asyncio.run(service_commands.run())


@app.command("sandbox")
@named
def sandbox(
    *,
    alone: Annotated[bool, typer.Option("--alone", help="Start the local Discord without the bot.")] = False,
) -> int:
    """Run a local Discord with the bot in it, and print the address of its chat page. No token is needed."""
    return asyncio.run(service_commands.sandbox(alone=alone))


@app.command("migrate")
@named
def migrate() -> int:
    """Bring the database to this version's tables. `run` does so by itself."""
    return asyncio.run(service_commands.migrate_database())


@app.command("doctor")
@named
def doctor() -> int:
    """Look at settings, token, database, clock, disk and versions, and say what to do where something is not well."""
    return asyncio.run(service_commands.doctor())


@app.command("invite")
@named
def invite() -> int:
    """Print the link by which a server invites the bot, with the permissions that it uses and no more."""
    return asyncio.run(service_commands.invite())


@app.command("smoke")
@named
def smoke_test(
    *,
    guild: Annotated[int, typer.Option(help="The id of a server that the bot is in, for trying things.")],
    channel: Annotated[int, typer.Option(help="The id of a text channel there.")],
    report: Annotated[Path, typer.Option(dir_okay=False, help="Where the report goes, as Markdown.")] = Path(
        "var/smoke.md"
    ),
) -> int:
    """Try every kind of request on a real server, with ten clicks of yours, while the bot is stopped."""
    return smoke.smoke(guild, channel, report)


@app.command("close")
@named
def close(
    match: Annotated[int, typer.Argument(help="The number of the match or table.")],
    reason: Annotated[str, typer.Argument(help="Why; its players read this.")],
) -> int:
    """Close a match without a result, also while the bot runs."""
    return asyncio.run(service_commands.close(match, reason))


@app.command("forget")
@named
def forget(user: Annotated[int, typer.Argument(help="The id of the person's Discord account.")]) -> int:
    """Delete everything about a person, as /privacy delete does, also while the bot runs."""
    return asyncio.run(service_commands.forget(user))


@app.command("backup")
@named
def backup(target: Annotated[Path, typer.Argument(help="Where the copy goes; nothing may be there.")]) -> int:
    """Copy the SQLite database, whole and of one moment, also while the bot runs."""
    return service_commands.backup(target)


@app.command("restore")
@named
def restore(
    source: Annotated[Path | None, typer.Argument(help="The copy; with PostgreSQL none, after pg_restore.")] = None,
) -> int:
    """Put a copy in the database's place. The bot must not run; what is there now is kept beside it."""
    return asyncio.run(service_commands.restore(source))


@app.command("migrate-data")
@named
def migrate_data(
    source: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="The SQLite file of a bot that is stopped.")
    ],
) -> int:
    """Move everything from a SQLite file into the empty PostgreSQL database of the settings, and compare every row."""
    return asyncio.run(service_commands.migrate_data(source))


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
    """Play matches between house players without Discord, and print a table of how they went."""
    if policy is not None and (players is not None or policy not in POLICIES):
        raise SimulationRefused(f"--policy takes one of {', '.join(POLICIES)}, and goes without --players")
    names = (policy or players or "random").split(",")
    rows = simulation.rows_of(game, names, seats, option or [], seed)
    return simulation.simulate(rows, games_, jobs or os.cpu_count() or 1, Output(json, resume, pairings, picture))


@scenarios.command("run")
@named
def run_scenarios(
    paths: Annotated[list[Path], typer.Argument(exists=True, help="Files, or folders of files.")],
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Also print what was offered at each step.")] = False,
) -> int:
    """Run scenario files, print each step that differs, and end with a line of totals."""
    return engine_commands.run_scenarios(paths, explain=explain)


@cards_app.command("sheet")
@named
def sheet(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    *,
    card_set: Annotated[str | None, typer.Option("--set", help="Which set; all of them without it.")] = None,
    to: Annotated[Path, typer.Option(file_okay=False, help="The folder for the pictures.")] = Path("var/sheets"),
    wide: Annotated[int, typer.Option(min=40, max=1000, help="How many pixels wide a card is.")] = 320,
    locale: Annotated[str | None, typer.Option(help="The language of the cards, as Discord names it.")] = None,
) -> int:
    """Draw every card of a game, a picture a set, to look at."""
    return cards.sheets(game, card_set, to, wide, locale)


@cards_app.command("check")
@named
def check_sets(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Set files in TOML.")],
    *,
    texts: Annotated[bool, typer.Option("--texts", help="Print what each card of a sound set says.")] = False,
) -> int:
    """Check card sets as /set upload does: print every fault with its line, or that the set is sound."""
    return engine_commands.check_sets(files, texts=texts)


@app.command("verify")
@named
def verify(
    files: Annotated[list[Path], typer.Argument(help="Exported matches and packs.")],
    seal: Annotated[
        str | None, typer.Option(help="The seal that was posted: 43 characters, or 64 digits of version 0.1.0.")
    ] = None,
    tournament_secret: Annotated[
        str | None, typer.Option(help="A tournament's published secret; then the seal is the tournament's.")
    ] = None,
) -> int:
    """Check the dice of exported matches: that every draw follows from the secret sealed before.

    Exit codes: 0 all hold, 1 one does not hold, 2 wrong use, 3 all agree with themselves and no seal was given.
    """
    if seal is not None and len(files) > 1:
        raise typer.BadParameter("a seal is of one file", param_hint="--seal")
    return engine_commands.verify(files, seal, tournament_secret)
