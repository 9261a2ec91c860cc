"""One live entrant for each person in a tournament; of several, the one with the lowest number stays.

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

LIVE = sa.text("status IN ('in', 'invited') AND \"user\" <> 0")


def upgrade() -> None:
    """Make the changes of this version."""
    entrants = sa.table("entrants", *(sa.column(name) for name in ("tournament", "number", "user", "status")))
    live = entrants.c.status.in_(("in", "invited"))
    first = entrants.alias()
    again = (
        sa.select(first.c.number)
        .where(
            first.c.tournament == entrants.c.tournament,
            first.c.user == entrants.c.user,
            first.c.status.in_(("in", "invited")),
            first.c.number < entrants.c.number,
        )
        .exists()
    )
    op.execute(sa.update(entrants).where(live, entrants.c.user != 0, again).values(status="out"))
    op.create_index(
        "ix_entrants_live", "entrants", ["tournament", "user"], unique=True, sqlite_where=LIVE, postgresql_where=LIVE
    )


def downgrade() -> None:
    """Take the changes back."""
    op.drop_index("ix_entrants_live", "entrants")
