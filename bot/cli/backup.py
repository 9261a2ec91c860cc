"""`tableside backup`."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from bot.cli.errors import StartFailed
from bot.settings import Settings, load
from bot.storage.sqlite_copy import BrokenCopy, copy

SQLITE: Final = "sqlite+aiosqlite:///"


def backup(target: Annotated[Path, typer.Argument(help="Where the copy goes; nothing may be there.")]) -> int:
    """Make a complete, consistent copy of the SQLite database. The bot may be running."""
    with copying():
        copy(file_of(load()), target)
    typer.echo(f"{target} is a whole copy of the database")
    return 0


def file_of(settings: Settings) -> Path:
    """Return the file of the SQLite database. Raises StartFailed if it is another database."""
    file = settings.database.removeprefix(SQLITE).partition("?")[0]
    if not settings.database.startswith(SQLITE) or not file:
        raise StartFailed("this database is not a SQLite file: use pg_dump, as docs/hosts/hosting.md describes")
    return Path(file)


@contextmanager
def copying() -> Iterator[None]:
    """Turn an error that occurs while copying into a one-line message. Raises StartFailed."""
    try:
        yield
    except (BrokenCopy, OSError, sqlite3.Error) as error:
        raise StartFailed(str(error)) from error
