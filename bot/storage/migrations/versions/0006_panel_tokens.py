"""The tokens by which the panels that people opened are kept up to date.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "panel_tokens",
        sa.Column("surface", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("sleep", sa.Double(), nullable=True),
        sa.PrimaryKeyConstraint("surface", name=op.f("pk_panel_tokens")),
    )
    with op.batch_alter_table("surfaces", schema=None) as batch_op:
        batch_op.drop_column("token")


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("surfaces", schema=None) as batch_op:
        batch_op.add_column(sa.Column("token", sa.Text(), nullable=True))
    op.drop_table("panel_tokens")
