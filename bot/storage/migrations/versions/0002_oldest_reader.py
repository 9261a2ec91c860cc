"""Which version of Tableside may work with the database.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the changes of this version."""
    readers = op.create_table(
        "readers",
        sa.Column("oldest", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("oldest", name=op.f("pk_readers")),
    )
    op.bulk_insert(readers, [{"oldest": "0.2"}])


def downgrade() -> None:
    """Take them back."""
    op.drop_table("readers")
