"""Pauses of matches, whose players may manage threads, and servers that the bot cannot reach.

Revision ID: 0020
Revises: 0019
"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("paused", sa.String(16), nullable=True))
        batch_op.add_column(sa.Column("pause_ends", sa.Double(), nullable=True))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("manages", sa.Boolean(), server_default="0", nullable=False))
    op.create_table(
        "graces",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("why", sa.String(16), nullable=True),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.Column("granted", sa.Double(), nullable=True),
        sa.Column("waiting", sa.JSON(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild", name="pk_graces"),
    )


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("graces")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("manages")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("pause_ends")
        batch_op.drop_column("paused")
