"""Tables that look for somebody to play with, and the people who want to know of them.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sought", sa.Double(), nullable=True))
    op.create_table(
        "lookouts",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", name=op.f("pk_lookouts")),
    )


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("lookouts")
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("sought")
