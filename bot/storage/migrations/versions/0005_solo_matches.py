"""Matches of one person against the house, played in answers to clicks alone.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("solo", sa.Boolean(), server_default="0", nullable=False))
    with op.batch_alter_table("surfaces", schema=None) as batch_op:
        batch_op.add_column(sa.Column("token", sa.Text(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("surfaces", schema=None) as batch_op:
        batch_op.drop_column("token")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("solo")
