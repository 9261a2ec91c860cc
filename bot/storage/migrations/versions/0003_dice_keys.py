"""The dice's key of matches whose table string has lost a lucky word.

Revision ID: 0003
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("dice_key", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    """Take them back."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("dice_key")
