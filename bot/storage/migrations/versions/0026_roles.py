"""The roles of champions, the roles that tournaments mention, and who has ended a season.

Revision ID: 0026
Revises: 0025
"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("champion_role", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("role_chooser", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("ping_role", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("pings", sa.Integer(), server_default="0", nullable=False))
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        batch_op.add_column(sa.Column("role", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("role_chooser", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("ended_by", sa.BigInteger(), nullable=True))
    op.create_table(
        "role_holders",
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("role", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "role", "user", name="pk_role_holders"),
    )
    op.create_index("ix_role_holders_user", "role_holders", ["user"])


def downgrade() -> None:
    """Take the changes back."""
    op.drop_table("role_holders")
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        for name in ("ended_by", "role_chooser", "role"):
            batch_op.drop_column(name)
    with op.batch_alter_table("tournaments", schema=None) as batch_op:
        for name in ("pings", "ping_role", "role_chooser", "champion_role"):
            batch_op.drop_column(name)
