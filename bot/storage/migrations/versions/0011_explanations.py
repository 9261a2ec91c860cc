"""What is explained to people in their first matches of a game.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("early", sa.Boolean(), server_default="0", nullable=False))
    op.create_table(
        "explained",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("term", sa.String(length=64), nullable=False),
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("decision", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("user", "game", "term", name=op.f("pk_explained")),
    )


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("explained")
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("early")
