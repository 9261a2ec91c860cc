"""The avatars that Discord has named for people.

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("avatar", sa.String(length=64), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("avatar")
