"""The commands of `tableside`. An error that stops a command is reported in one line, without a traceback.

A command's module is imported when the command is called or explained: most need far longer to import than `--version`
or `backup` to do.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Mapping
from functools import wraps
from importlib import import_module
from typing import Annotated, Any, ClassVar, Final, ParamSpec, TypeAlias

import typer
from typer.core import TyperGroup
from typer.main import get_command

from bot import __version__
from bot.cli.errors import FOR_GOOD, ServiceMisconfigured, StartFailed

P = ParamSpec("P")

Command: TypeAlias = Callable[P, int | Coroutine[Any, Any, int]]
"""A function that returns a command's exit code. Its docstring and parameters are the command's help."""

STOPPED: Final = (
    ("bot.settings", "BrokenSetting"),
    ("bot.storage.database", "AlreadyRunning"),
    ("bot.storage.migrate", "NotCopied"),
    ("bot.storage.migrate", "WrongVersion"),
    ("cardsdb.source", "SetRefused"),
    ("bot.cli.simulation", "SimulationRefused"),
    ("bot.cli.card_lookup", "NoCard"),
    ("bot.cli.cards", "NoSheet"),
    ("engine.puzzles.file_format", "PuzzleRefused"),
)
"""The other errors that can stop a command, each with its module; each error's message names the cause."""


def named(command: Command[P]) -> Callable[P, None]:
    """Return a command that exits with the result of `command`. An error that stops it is reported in one line."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            result = command(*args, **kwargs)
            code = result if isinstance(result, int) else asyncio.run(result)
        except KeyboardInterrupt:
            code = 130
        except Exception as error:
            if not isinstance(error, _stopping()):
                raise
            typer.echo(str(error), err=True)
            code = FOR_GOOD if isinstance(error, ServiceMisconfigured) else 1
        sys.exit(code)

    return run


def _stopping() -> tuple[type[Exception], ...]:
    """Return the errors that can stop a command, of the modules that have been imported: no others can be raised."""
    loaded = [getattr(sys.modules[module], name) for module, name in STOPPED if module in sys.modules]
    return (StartFailed, *loaded)


class LateGroup(TyperGroup):
    """A group of commands whose modules are imported when one of them is needed.

    Attributes:
        late: the module and the function of each command, by the command's name.
    """

    late: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """List the names of the commands."""
        return [*self.late, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, or None if there is none of this name."""
        if cmd_name not in self.late:
            return super().get_command(ctx, cmd_name)
        module, _, function = self.late[cmd_name].partition(":")
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(cmd_name)(named(getattr(import_module(module), function)))
        return get_command(alone)


class MainGroup(LateGroup):
    """The commands of `tableside`."""

    late: ClassVar = {
        "run": "bot.cli.service_commands:serve",
        "setup": "bot.cli.setup.command:setup",
        "sandbox": "bot.cli.sandbox:sandbox",
        "migrate": "bot.cli.service_commands:migrate_database",
        "doctor": "bot.cli.service_commands:doctor",
        "invite": "bot.cli.service_commands:invite",
        "smoke": "bot.cli.smoke:smoke",
        "close": "bot.cli.service_commands:close",
        "forget": "bot.cli.service_commands:forget",
        "guild": "bot.cli.server_settings:guild",
        "stats": "bot.cli.stats:stats",
        "backup": "bot.cli.backup:backup",
        "restore": "bot.cli.service_commands:restore",
        "migrate-data": "bot.cli.service_commands:migrate_data",
        "simulate": "bot.cli.simulate:simulate",
        "verify": "bot.cli.verify:verify",
        "replay": "bot.cli.replay:replay",
    }


class ScenarioGroup(LateGroup):
    """The commands about scenarios."""

    late: ClassVar = {"run": "bot.cli.engine_commands:run_scenarios"}


class LessonGroup(LateGroup):
    """The commands about lessons."""

    late: ClassVar = {"check": "bot.cli.engine_commands:check_lessons"}


class PuzzleGroup(LateGroup):
    """The commands about puzzles."""

    late: ClassVar = {"make": "bot.cli.puzzles:make", "check": "bot.cli.puzzles:check"}


class CardsGroup(LateGroup):
    """The commands about card sets."""

    late: ClassVar = {
        "sheet": "bot.cli.cards:sheets",
        "show": "bot.cli.card_lookup:show",
        "check": "bot.cli.engine_commands:check_sets",
    }


app = typer.Typer(
    cls=MainGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="A Discord bot that hosts tabletop card games.",
)
for name, group, about in (
    ("scenario", ScenarioGroup, "Rules positions as data."),
    ("lesson", LessonGroup, "Lessons."),
    ("cards", CardsGroup, "Card sets."),
    ("puzzle", PuzzleGroup, "Puzzles."),
):
    app.add_typer(typer.Typer(cls=group, no_args_is_help=True, help=about), name=name)


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
