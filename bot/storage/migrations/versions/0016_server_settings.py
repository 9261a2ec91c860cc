"""More settings: time zones by name, defaults for each game, which card sets are played, and channels.

Revision ID: 0016
Revises: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.add_column(sa.Column("timezone", sa.String(64), nullable=True))
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.add_column(sa.Column("timezone", sa.String(64), nullable=True))
        batch_op.add_column(sa.Column("defaults", sa.JSON(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("closed", sa.JSON(), server_default="{}", nullable=False))
        batch_op.add_column(sa.Column("announcements", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("log", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.drop_column("log")
        batch_op.drop_column("announcements")
        batch_op.drop_column("closed")
        batch_op.drop_column("defaults")
        batch_op.drop_column("timezone")
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_column("timezone")
