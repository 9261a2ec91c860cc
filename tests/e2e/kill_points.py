"""Kill points: a test names the point at which the bot's own process dies, as in a power cut.

The points are recognized in the process's database statements, so the bot is not changed for them.
"""

import os
import signal
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine

from bot.storage.servers import GREETED

POINTS: Final = (
    "before commit",
    "after commit before the answer",
    "claimed before posting",
    "posted before marking",
    "thread opened before its id was kept",
    "timer claimed",
)


def _notes_server(sql: str, values: str) -> bool:
    return sql.startswith("INSERT INTO notes") and GREETED in values


def _notes_version(sql: str, _: str) -> bool:
    return sql.startswith("UPDATE alembic_version")


SAYS: Final[dict[str, Callable[[str, str], bool]]] = {
    "before commit": lambda sql, _: sql.startswith("INSERT INTO entries"),
    "after commit before the answer": lambda sql, _: sql.startswith("INSERT INTO entries"),
    "claimed before posting": lambda sql, _: sql.startswith("UPDATE posts SET") and "attempts=" in sql,
    "posted before marking": lambda sql, values: sql.startswith("UPDATE posts SET status") and "sent" in values,
    "thread opened before its id was kept": lambda sql, values: (
        sql.startswith("INSERT INTO destinations") and "thread" in values
    ),
    "timer claimed": lambda sql, _: sql.startswith("UPDATE timers SET leased"),
    "tables changed before the next change": _notes_version,
    "upgraded before commit": _notes_version,
    "server noted before commit": _notes_server,
    "server noted after commit": _notes_server,
}
AT_ONCE: Final = (
    "posted before marking",
    "thread opened before its id was kept",
    "tables changed before the next change",
)
AT_COMMIT: Final = ("before commit", "upgraded before commit", "server noted before commit")


def arm(point: str, nth: int) -> None:
    """Kill this process when it reaches a point for the nth time."""
    said = 0
    struck = False

    @event.listens_for(Engine, "before_cursor_execute")
    def _(_connection: Connection, _cursor: Any, sql: str, values: Any, _context: Any, _many: bool) -> None:  # noqa: FBT001 - SQLAlchemy's hook
        nonlocal said, struck
        if struck and sql.startswith("BEGIN"):
            die()
        if not struck and SAYS[point](sql, str(values)):
            said += 1
            struck = said == nth
            if struck and point in AT_ONCE:
                die()

    @event.listens_for(Engine, "commit")
    def _(_connection: Connection) -> None:
        if struck and point in AT_COMMIT:
            die()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
