"""Tournaments that are held again and again.

Revision ID: 0024
Revises: 0023
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema.base import Id

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "recurrences",
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("rhythm", sa.String(16), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_recurrences"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_recurrences_guild_status", "recurrences", ["guild", "status"])
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("recurrence", Id, nullable=True))
        batch_op.create_index("ix_tournaments_recurrence", ["recurrence"])


def downgrade() -> None:
    """Take the changes back; the settings of coming evenings have no meaning without them."""
    templates = "SELECT id FROM tournaments WHERE status = 'template'"
    for table in ("posts", "surfaces"):
        op.execute(sa.text(f"DELETE FROM {table} WHERE tournament IN ({templates})"))  # noqa: S608 - our own names
    op.execute(sa.text("DELETE FROM tournaments WHERE status = 'template'"))
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.drop_index("ix_tournaments_recurrence")
        batch_op.drop_column("recurrence")
    op.drop_table("recurrences")
