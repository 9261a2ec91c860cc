"""Correcting a tournament after its end, its text, and corrections of ratings.

Revision ID: 0019
Revises: 0018
"""

import sqlalchemy as sa
from alembic import op

from bot.storage.schema.base import Id

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version; what is over by now stays as it is."""
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("about", sa.Text(), server_default="", nullable=False))
        batch_op.add_column(sa.Column("provisional", sa.Double(), server_default="86400.0", nullable=False))
        batch_op.add_column(sa.Column("closes", sa.Double(), nullable=True))
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.add_column(sa.Column("withdrawn", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.create_table(
        "rating_corrections",
        sa.Column("id", Id, autoincrement=True, nullable=False),
        sa.Column("match", Id, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("gained", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rating_corrections"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_rating_corrections_match", "rating_corrections", ["match"])
    op.create_index("ix_rating_corrections_user", "rating_corrections", ["user"])


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("rating_corrections")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_column("withdrawn")
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.drop_column("closes")
        batch_op.drop_column("provisional")
        batch_op.drop_column("about")
