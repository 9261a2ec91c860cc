"""Copies of SQLite files, complete even if somebody is writing. Nothing slow to import is needed for one."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

_TOKENS: Final = "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('deferred', 'panel_tokens')"
"""The tables with tokens of interactions, which a backup does not contain. Older databases lack some of them."""


class BrokenCopy(Exception):
    """A file is not a complete database; the message says what is wrong with it."""


def copy(source: Path, target: Path) -> None:
    """Copy a consistent snapshot of a database to an unused path, without the tokens of interactions.

    The copy gets its name only once it is complete. Raises BrokenCopy, OSError and sqlite3.Error.
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
        for (table,) in new.execute(_TOKENS).fetchall():
            new.execute(f"DELETE FROM {table}")  # noqa: S608 - one of ours
        new.commit()
        verdict = new.execute("PRAGMA quick_check").fetchone()[0]
        new.execute("PRAGMA journal_mode=DELETE")
    if verdict != "ok":
        partial.unlink()
        raise BrokenCopy(f"{source}: {verdict}")
    partial.rename(target)


def numbers(path: Path) -> dict[str, int]:
    """Return the last ids that a database has assigned, by table, or nothing if the file is not a complete database."""
    if not path.exists():
        return {}
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old:
            return dict(old.execute("SELECT name, seq FROM sqlite_sequence"))
    except sqlite3.Error:
        return {}
