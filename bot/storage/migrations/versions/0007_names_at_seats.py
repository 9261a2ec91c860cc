"""The names of the people at the seats, for buttons and pictures, which cannot hold a mention.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("name", sa.String(length=64), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("name")
