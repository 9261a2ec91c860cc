"""Prepare a restored backup for service.

Discord remembers what was posted after the backup was made. A database restored to an earlier state would reuse the
same numbers for other posts and matches, and Discord would take the new ones for the old.
"""

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import func, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import panels
from bot.storage.schema import posts, surfaces

SKIPPED: Final = {"matches": 1_000, "posts": 1_000_000, "surfaces": 1_000_000}
"""How many ids each table skips: far more than can have been assigned since the copy was made."""


async def take_over(tx: AsyncConnection, given: Mapping[str, int] | None = None) -> None:
    """Prepare a restored database: no id is assigned twice, and every message is checked again.

    `given` holds the last ids of the SQLite database that is replaced. Without them, restoring the same copy a second
    time would reuse the ids that were assigned after the first time.

    A waiting post may have been sent after the copy was made: it counts as tried when it was due, so it is looked up
    before it is sent. A surface's message may show an outdated state.
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
    await panels.drop_all(tx)
    tried = func.coalesce(posts.c.tried, posts.c.due)
    await tx.execute(update(posts).where(posts.c.status == "waiting").values(tried=tried, claimed=None))
    ahead = surfaces.c.wanted + SKIPPED["surfaces"]
    shown = update(surfaces).where(surfaces.c.message.is_not(None))
    await tx.execute(shown.values(wanted=ahead, below=ahead, digest=None, claimed=None))
