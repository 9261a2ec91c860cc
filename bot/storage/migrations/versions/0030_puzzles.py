"""Matches that are puzzles, and people's tries of the puzzles of the day.

Revision ID: 0030
Revises: 0029
"""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "tries",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.String(length=16), nullable=False),
        sa.Column("puzzle", sa.String(length=32), nullable=False),
        sa.Column("answer", sa.Integer(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", "day", name=op.f("pk_tries")),
    )
    op.add_column("matches", sa.Column("puzzle", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    op.drop_column("matches", "puzzle")  # without a new table, to which seats would not refer
    op.drop_table("tries")
