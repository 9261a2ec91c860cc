"""Matches that begin from a position of a finished match.

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("origin", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("origin")
