"""Lessons: matches that begin from a position, with loaded dice, and how far each has come.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("loaded", sa.JSON(), nullable=True))
        batch_op.add_column(sa.Column("lesson", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("lesson")
        batch_op.drop_column("loaded")
