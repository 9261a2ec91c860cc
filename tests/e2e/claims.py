"""Which rows of the outbox each process of a bot has claimed: what a dead one left claimed is no longer on its way.

The claims are seen in what a process says to its database, so nothing of the bot is changed for them.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Update, event
from sqlalchemy.engine import Connection, Engine

Claim: TypeAlias = tuple[str, int, float]
"""The table, the row, and when it was claimed."""


def note(folder: Path) -> None:
    """Note what this process claims from now on, in a file of its own."""
    folder.mkdir(exist_ok=True)
    file = folder / str(os.getpid())

    @event.listens_for(Engine, "before_execute")
    def _(_connection: Connection, statement: Any, _many: Any, values: dict[str, Any], _options: Any) -> None:
        if isinstance(statement, Update) and values.keys() == {"of", "now"}:
            with file.open("a") as notes:
                notes.write(f"{statement.table} {values['of']} {values['now']!r}\n")


def noted(folder: Path, processes: Iterable[int]) -> set[Claim]:
    """Return all that some processes, by their numbers, have ever claimed."""
    files = [folder / str(process) for process in processes]
    lines = [line.split() for file in files if file.exists() for line in file.read_text().splitlines()]
    return {(table, int(row), float(claimed)) for table, row, claimed in lines}
