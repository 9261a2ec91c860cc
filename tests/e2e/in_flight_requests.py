"""The requests that each process of a bot has in flight to Discord; those of a dead process no longer count.

They are observed in a process's database statements, so the bot is not changed for this. The database alone is not
enough: a process whose claim has lapsed may still be sending after another one has claimed the row and finished with
it.
"""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine, ExceptionContext

from bot.host.workers.sender import SENDING

CLAIMED, LANDED = "claimed", "landed"
TABLES: Final = ("posts", "surfaces")


def note(folder: Path) -> None:
    """Record in a file of this process the outbox rows that it claims from now on, and those that it finishes."""
    folder.mkdir(exist_ok=True)
    file = folder / str(os.getpid())

    @event.listens_for(Engine, "begin")
    def _(connection: Connection) -> None:
        connection.info[CLAIMED] = []

    @event.listens_for(Engine, "before_cursor_execute")
    def _(connection: Connection, _cursor: Any, sql: str, values: Any, _context: Any, _many: bool) -> None:  # noqa: FBT001 - SQLAlchemy's hook
        table = next((table for table in TABLES if sql.startswith(f"UPDATE {table} SET")), None)
        if table is not None and "claimed=" in sql:
            claimed = "attempts=(" in sql
            write(CLAIMED if claimed else LANDED, table, values[-1])
            if claimed:
                connection.info[CLAIMED].append((table, values[-1]))

    @event.listens_for(Engine, "handle_error")
    def _(context: ExceptionContext) -> None:
        # A transaction that fails, as on a full disk, claims nothing.
        for table, row in () if context.connection is None else context.connection.info.get(CLAIMED, ()):
            write(LANDED, table, row)

    def write(what: str, table: str, row: object) -> None:
        with file.open("a") as notes:
            notes.write(f"{what} {table} {row} {time.monotonic()}\n")


def aloft(folder: Path, processes: Iterable[int]) -> bool:
    """Whether any of these processes, by number, has a request in flight that has not timed out by now."""
    since = time.monotonic() - SENDING
    return any(begun > since for process in processes for begun in _claims(folder / str(process)).values())


def _claims(file: Path) -> dict[tuple[str, str], float]:
    """Return the times at which a process claimed its unfinished rows, by table and row."""
    open_now: dict[tuple[str, str], float] = {}
    for line in file.read_text().splitlines() if file.exists() else ():
        what, table, row, when = line.split()
        open_now.pop((table, row), None)
        if what == CLAIMED:
            open_now[table, row] = float(when)
    return open_now
