"""Why a season was ended early.

Revision ID: 0029
Revises: 0028
"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        batch_op.add_column(sa.Column("ended_why", sa.String(512), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        batch_op.drop_column("ended_why")
