"""The migration that allows one live entrant a person mends tournaments in which somebody stands twice."""

from functools import partial

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, column, delete, insert, select, table

from bot.storage.database import Database
from bot.storage.schema.tournaments import entrants, tournaments

TWICE, DELETED = 5, 0
"""The person who stands twice, and the id of people whose data was deleted."""

EARLIER = table("entrants", *map(column, ("tournament", "number", "user", "name", "status", "checked", "entered")))
"""The table as it was then."""

ROWS = [(0, TWICE, "in"), (1, 6, "in"), (2, TWICE, "in"), (3, DELETED, "in"), (4, DELETED, "in"), (5, TWICE, "out")]


def migrated(connection: Connection, revision: str) -> None:
    """Bring the tables to a revision, older or newer."""
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    config.attributes["connection"] = connection
    move = command.downgrade if revision != "head" else command.upgrade
    move(config, revision)


async def test_of_several_live_entrants_of_a_person_the_first_stays(database: Database) -> None:
    async with database.transaction() as tx:
        values = {"title": "Cup", "status": "running", "guild": 1, "channel": 2, "organiser": 3, "game": "artbot"}
        more = {"options": {}, "sets": [], "format": "swiss", "pace": "live", "most": 8, "secret": b"", "opened": 0.0}
        await tx.execute(insert(tournaments).values(id=1, **values, **more, rounds=3, cut=0, best_of=1))
        await tx.run_sync(partial(migrated, revision="0016"))
        rows = [{"tournament": 1, "number": at, "user": who, "name": "", "status": how} for at, who, how in ROWS]
        await tx.execute(delete(entrants))
        await tx.execute(insert(EARLIER), [row | {"checked": False, "entered": 0.0} for row in rows])
        await tx.run_sync(partial(migrated, revision="head"))
        found = await tx.execute(select(entrants.c.number, entrants.c.status).order_by(entrants.c.number))
        assert [tuple(row) for row in found] == [(at, "out" if at == 2 else how) for at, _, how in ROWS]
