"""Seals that were posted, and lobbies that wait for theirs.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "seals",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("seal", sa.String(length=43), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_seals")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("starting", sa.Double(), nullable=True))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("starting")
    op.drop_table("seals")
