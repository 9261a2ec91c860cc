"""Links to the pages of finished matches, and which servers allow them for private channels.

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    op.create_table(
        "page_links",
        sa.Column("match", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=22), nullable=False),
        sa.Column("maker", sa.BigInteger(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_page_links_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_page_links")),
    )
    with op.batch_alter_table("page_links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_page_links_key"), ["key"], unique=True)
        batch_op.create_index(batch_op.f("ix_page_links_maker"), ["maker"], unique=False)
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.add_column(sa.Column("private_links", sa.Boolean(), server_default="0", nullable=False))


def downgrade() -> None:
    """Take the changes back."""
    with op.batch_alter_table("guilds", schema=None) as batch_op:
        batch_op.drop_column("private_links")
    with op.batch_alter_table("page_links", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_page_links_maker"))
        batch_op.drop_index(batch_op.f("ix_page_links_key"))
    op.drop_table("page_links")
