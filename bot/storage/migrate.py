"""Migrate a database to the current version of the tables, and refuse one that this program cannot work with.

From 0.2 on, a database names the oldest version of Tableside that can work with it. So two adjacent versions can share
a database: the older one accepts tables that it does not know if the newer one's migrations allow that. A migration
allows it if it only adds what the older version can do without. A migration that does more, and a release that raises a
game's `state_version`, sets `readers.oldest` to its own version.
"""

import sqlite3
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select

from bot import __version__
from bot.storage import leases
from bot.storage.database import Database
from bot.storage.schema import readers
from bot.storage.sqlite_copy import BrokenCopy, copy


class WrongVersion(Exception):
    """A newer program has migrated the database, and this one cannot work with it; the message says what to do."""


class NotCopied(Exception):
    """The database could not be copied before an upgrade, so it was not upgraded; the message says why."""


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    config.attributes["connection"] = connection
    return config


def is_readable(connection: Connection) -> bool:
    """Return whether this program can work with the tables as they are."""
    present = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(_config())
    if present is None or _is_known(scripts, present):
        return present == scripts.get_current_head()
    return _numbers(_oldest_reader(connection)) <= _numbers(__version__)


async def upgrade(database: Database) -> Path | None:
    """Migrate the tables to the current version; a SQLite file whose tables will change is copied first.

    Return the copy if one was made. It stands beside the file, and is named by the version of its tables. Raises
    NotCopied and WrongVersion.
    """
    made = None
    if database.is_sqlite and database.url.database:
        async with database.reading() as connection:
            version = await connection.run_sync(_outdated)
        if version is not None:
            file = Path(database.url.database)
            target = file.with_name(f"{file.name}.version-{version}")
            try:
                target.unlink(missing_ok=True)
                copy(file, target)
            except (BrokenCopy, OSError, sqlite3.Error) as error:
                raise NotCopied(f"no copy could be made before the upgrade, so nothing was changed: {error}") from error
            made = target
    await migrate(database)
    return made


async def migrate(database: Database, version: str = "head") -> None:
    """Migrate the tables to a version, in one transaction; newer tables that this program can read stay as they are.

    Raises WrongVersion.
    """

    def run(connection: Connection) -> None:
        present = MigrationContext.configure(connection).get_current_revision()
        if present is not None and not _is_known(ScriptDirectory.from_config(_config()), present):
            _check_reader(connection, present)
        elif version == "base":
            command.downgrade(_config(connection), version)
        else:
            command.upgrade(_config(connection), version)

    async with database.transaction() as tx:
        await leases.one_at_a_time(tx, leases.MIGRATING)
        await tx.run_sync(run)


def _outdated(connection: Connection) -> str | None:
    """Return the version of the tables if this program would migrate them to a later one."""
    present = MigrationContext.configure(connection).get_current_revision()
    scripts = ScriptDirectory.from_config(_config())
    if present is None or present == scripts.get_current_head() or not _is_known(scripts, present):
        return None
    return present


def _is_known(scripts: ScriptDirectory, revision: str) -> bool:
    return revision in {script.revision for script in scripts.walk_revisions()}


def _check_reader(connection: Connection, present: str) -> None:
    """Raise WrongVersion if this program is older than the oldest version that can work with the database."""
    oldest = _oldest_reader(connection)
    if _numbers(__version__) < _numbers(oldest):
        raise WrongVersion(
            f"the database is of version {present} and needs Tableside {oldest} or later, and this is {__version__}: "
            "install a later Tableside, or restore the backup from before the upgrade"
        )


def _oldest_reader(connection: Connection) -> str:
    """Return the oldest version that can work with a database that a newer version has migrated."""
    named = connection.scalar(select(readers.c.oldest)) if inspect(connection).has_table(readers.name) else None
    if named is None:
        raise WrongVersion("the database is of no version that this Tableside knows: restore a backup")
    return str(named)


def _numbers(version: str) -> tuple[int, int]:
    """Return the two numbers in a version that decide what it can read: 0.2.1 and 0.2.0.dev0 are both 0.2."""
    major, minor, *_ = version.split(".")
    return int(major), int(minor)
