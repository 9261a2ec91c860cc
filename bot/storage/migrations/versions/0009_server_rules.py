"""What servers decide about playing there: which games, who may open tables, and who may not play.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.add_column(sa.Column("games", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("openers", sa.BigInteger(), nullable=True))
    op.create_table(
        "barred",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", name=op.f("pk_barred")),
    )


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("barred")
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.drop_column("openers")
        batch_op.drop_column("games")
