"""Whether a person's pictures of hands are for a desk.

Revision ID: 0022
Revises: 0021
"""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("desk", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("desk")
