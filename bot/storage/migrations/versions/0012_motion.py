"""How servers show turns, and who wants no moving pictures.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.add_column(sa.Column("turns", sa.String(length=16), server_default="moving", nullable=False))
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("motion", sa.Boolean(), server_default="1", nullable=False))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("motion")
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.drop_column("turns")
