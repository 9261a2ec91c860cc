"""What each process of a bot has on its way to Discord; what a dead one had on its way is not any longer.

That is seen in what a process says to its database, so nothing of the bot is changed for it. The database alone does
not tell: whose claim has lapsed may still be at it when another has claimed the row and is done with it.
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from bot.host.workers.sender import SENDING

CLAIMED, LANDED = "claimed", "landed"
TABLES: Final = ("posts", "surfaces")


def note(folder: Path) -> None:
    """Note in a file of its own what this process claims of the outbox from now on, and what it is done with."""
    folder.mkdir(exist_ok=True)
    file = folder / str(os.getpid())

    @event.listens_for(Engine, "before_cursor_execute")
    def _(_connection: Connection, _cursor: Any, sql: str, values: Any, _context: Any, _many: bool) -> None:  # noqa: FBT001 - SQLAlchemy's hook
        table = next((table for table in TABLES if sql.startswith(f"UPDATE {table} SET")), None)
        if table is not None and "claimed=" in sql:
            what = CLAIMED if "attempts=(" in sql else LANDED
            with file.open("a") as notes:
                notes.write(f"{what} {table} {values[-1]} {time.monotonic()}\n")


def aloft(folder: Path, processes: Iterable[int]) -> bool:
    """Whether any of some processes, by their numbers, has something on its way that is not broken off by now."""
    since = time.monotonic() - SENDING
    return any(begun > since for process in processes for begun in _claims(folder / str(process)).values())


def _claims(file: Path) -> dict[tuple[str, str], float]:
    """When a process claimed what it is not done with, by table and row."""
    open_now: dict[tuple[str, str], float] = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        what, table, row, when = line.split()
        open_now.pop((table, row), None)
        if what == CLAIMED:
            open_now[table, row] = float(when)
    return open_now
