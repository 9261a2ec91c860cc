"""Copies of a SQLite database that are whole, also while somebody writes; and what a copy needs when it takes over.

Discord remembers what was said after the copy was made. A database that is taken back in time would give out the same
numbers again, for other posts and other matches, and Discord would take the new for the old.
"""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.outbox import LONG_AGO
from bot.storage.schema import posts, surfaces

SKIPPED: Final = {"matches": 1_000, "posts": 1_000_000, "surfaces": 1_000_000}
"""By how much the next number of each table goes on: far more than can have been given out since the copy."""


class BrokenCopy(Exception):
    """A file is no whole database; the message says what is wrong with it."""


def copy(source: Path, target: Path) -> None:
    """Copy a database, as of one moment, to a place where nothing is. Raises BrokenCopy, OSError and sqlite3.Error.

    The copy has its name only when it is whole.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    if not source.exists():
        raise FileNotFoundError(f"{source} is not there")
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.partial")
    partial.unlink(missing_ok=True)
    address = f"{source.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(partial)) as new:
        old.backup(new)
        verdict = new.execute("PRAGMA quick_check").fetchone()[0]
        new.execute("PRAGMA journal_mode=DELETE")
    if verdict != "ok":
        partial.unlink()
        raise BrokenCopy(f"{source}: {verdict}")
    partial.rename(target)


def numbers(path: Path) -> dict[str, int]:
    """Return the last numbers that a database has given out, by table; none where the file is no whole database."""
    if not path.exists():
        return {}
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old:
            return dict(old.execute("SELECT name, seq FROM sqlite_sequence"))
    except sqlite3.Error:
        return {}


async def take_over(tx: AsyncConnection, given: Mapping[str, int] | None = None) -> None:
    """Prepare a database that was restored: no number comes twice, and every message is looked at anew.

    `given` are the last numbers of the SQLite database in whose place it stands. Without them, a second restore of
    one copy would give out again what was given out after the first.

    A post that waits may have been sent after the copy, so it is looked for before it is sent; a surface's message may
    show what no longer is.
    """
    sqlite = tx.dialect.name == "sqlite"
    for table, by in SKIPPED.items():
        of_table: dict[str, Any] = {"table": table, "by": by}
        if sqlite:
            of_table["given"] = (given or {}).get(table, 0)
            ahead_of_all = "UPDATE sqlite_sequence SET seq = max(seq, :given) + :by WHERE name = :table"
            await tx.execute(text(ahead_of_all), of_table)
        else:
            sequence = "pg_get_serial_sequence(:table, 'id')"
            await tx.execute(text(f"SELECT setval({sequence}, nextval({sequence}) + :by)"), of_table)
    await tx.execute(update(posts).where(posts.c.status == "waiting").values(tried=LONG_AGO, claimed=None))
    ahead = surfaces.c.wanted + SKIPPED["surfaces"]
    shown = update(surfaces).where(surfaces.c.message.is_not(None))
    await tx.execute(shown.values(wanted=ahead, below=ahead, digest=None, claimed=None))
