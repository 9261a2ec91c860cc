"""After how long a player who does not show up loses, and who has not shown up.

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("absent_after", sa.Double(), server_default="300", nullable=False))
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.add_column(sa.Column("absent", sa.Boolean(), server_default="0", nullable=False))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("entrants", schema=None) as batch_op:
        batch_op.drop_column("absent")
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.drop_column("absent_after")
