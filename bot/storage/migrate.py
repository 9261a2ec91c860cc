"""Bringing a database to the present version of the tables."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.storage import leases
from bot.storage.database import Database


class WrongVersion(Exception):
    """The database is of a version that this program does not know: it was migrated by a newer one."""


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    config.attributes["connection"] = connection
    return config


def is_current(connection: Connection) -> bool:
    """Return whether the tables are of this version."""
    present = MigrationContext.configure(connection).get_current_revision()
    return present == ScriptDirectory.from_config(_config()).get_current_head()


async def migrate(database: Database, version: str = "head") -> None:
    """Bring the tables to a version, in one transaction. Raises WrongVersion."""

    def run(connection: Connection) -> None:
        present = MigrationContext.configure(connection).get_current_revision()
        known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
        if present is not None and present not in known:
            raise WrongVersion(f"the database is of version {present}, which this Tableside does not know")
        if version == "base":
            command.downgrade(_config(connection), version)
        else:
            command.upgrade(_config(connection), version)

    async with database.transaction() as tx:
        await leases.one_at_a_time(tx, leases.MIGRATING)
        await tx.run_sync(run)
