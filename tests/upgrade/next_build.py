"""A build of the version after this one: the same program with one more migration."""

import shutil
import sys
from pathlib import Path
from typing import Final

from alembic.script import ScriptDirectory

from bot import __version__
from bot.processes import LeanContext, LeanProcess
from bot.storage import migrations

ROOT: Final = Path(__file__).parents[2]
VERSIONS: Final = "bot/storage/migrations/versions"

MIGRATION: Final = '''"""What the next version adds.

Revision ID: 9999
Revises: {head}
"""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table("novelties", sa.Column("id", sa.BigInteger(), primary_key=True))
    op.add_column("matches", sa.Column("novelty", sa.Integer(), server_default="0", nullable=False))
    op.execute("UPDATE readers SET oldest = '{oldest}'")
'''


def next_version() -> str:
    """Return the version after this one, whose neighbour this one is."""
    major, minor, *_ = __version__.split(".")
    return f"{major}.{int(minor) + 1}.0"


def head() -> str:
    """Return the newest migration of this version."""
    newest = ScriptDirectory(str(Path(str(migrations.__file__)).parent)).get_current_head()
    assert newest is not None
    return newest


def make(folder: Path, *, oldest: str = __version__) -> Path:
    """Make the build in a folder, and return the folder. `oldest` is the oldest version that can share its database."""
    shutil.copytree(ROOT / "bot", folder / "bot")
    (folder / VERSIONS / "9999_novelties.py").write_text(MIGRATION.format(head=head(), oldest=oldest), "utf-8")
    about = folder / "bot" / "__init__.py"
    about.write_text(about.read_text("utf-8").replace(f'"{__version__}"', f'"{next_version()}"'), "utf-8")
    return folder


class NextProcess(LeanProcess):
    """A process of the build that its environment names as `TEST_BUILD`."""

    def start(self) -> None:
        """Start it: a spawned process looks for packages where the one that starts it does."""
        environment: dict[str, str] = self._args[1]  # type: ignore[attr-defined]  # of tests.support.processes._run
        sys.path.insert(0, environment["TEST_BUILD"])
        try:
            super().start()
        finally:
            sys.path.pop(0)


class NextContext(LeanContext):
    """Starts bots of the build of the next version."""

    Process = NextProcess
