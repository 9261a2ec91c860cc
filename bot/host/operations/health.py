"""The health of the service, measured by what is waiting in the database and not by what the process believes."""

import asyncio
from typing import Final

from msgspec import Struct, field
from sqlalchemy.exc import SQLAlchemyError

from bot.host.kernel.host import Host
from bot.storage import matches, outbox, people, timers
from bot.storage.outages import Why
from bot.storage.timers import JOBS

DATABASE_PATIENCE: Final = 5.0
"""Seconds that the database may take to answer before it counts as gone."""

TIMER_LATE: Final = 30.0
"""Seconds after which an overdue timer needs attention."""

POST_LATE: Final = 120.0
"""Seconds after which a waiting post needs attention."""

IN_VAIN: Final = 10
"""Number of tries after which a row in the outbox counts as stuck, which is after about four minutes."""


class Health(Struct, frozen=True):
    """The health of the service.

    Attributes:
        hears: whether this process receives Discord's events.
        database: whether the database can be used.
        why: why it cannot; None if it can, or if it does not answer in time.
        outbox_age: how many seconds the oldest post has been waiting.
        timers_late: by how many seconds the most overdue timer is late; timers held back while Discord cannot be heard
            do not count.
        outbox_stuck: how many rows in the outbox have failed many times.
        closed_dms: how many people cannot be sent direct messages.
        running: how many matches are running, by game; games without any are left out.
    """

    hears: bool
    database: bool
    why: Why | None = None
    outbox_age: float = 0.0
    timers_late: float = 0.0
    outbox_stuck: int = 0
    closed_dms: int = 0
    running: dict[str, int] = field(default_factory=dict)

    @property
    def well(self) -> bool:
        """Whether this process can do its work; the backlog in the database is for metrics and alerts."""
        return self.hears and self.database


async def look(host: Host) -> Health:
    """Return the current health of the service. A database that does not answer is reported, with nothing raised."""
    try:
        async with asyncio.timeout(DATABASE_PATIENCE):
            return await _read(host)
    except (SQLAlchemyError, OSError, TimeoutError):
        return Health(host.hears, database=False, why=host.database.outage.why)


async def _read(host: Host) -> Health:
    now = host.now()
    async with host.database.reading() as connection:
        waiting = await outbox.waiting_since(connection)
        held_back = () if host.hears and host.covered else host.hooks.running
        due = await timers.earliest(connection, but=(*JOBS, *held_back))
        stuck = await outbox.tried_in_vain(connection, IN_VAIN)
        closed = await people.closed_dms(connection)
        running = await matches.running_by_game(connection)
    return Health(
        hears=host.hears,
        database=host.database.outage.why is None,
        why=host.database.outage.why,
        outbox_age=0.0 if waiting is None else max(0.0, now - waiting),
        timers_late=0.0 if due is None else max(0.0, now - due),
        outbox_stuck=stuck,
        closed_dms=closed,
        running=running,
    )
