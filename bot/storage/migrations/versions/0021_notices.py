"""What a seat's panel says about its last click.

Revision ID: 0021
Revises: 0020
"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("notice", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("drafts", schema=None) as batch_op:
        batch_op.drop_column("notice")
